/**
 * Stands in for the schema library in the browser's build (`vite.config.ts`). The client takes types, paths and
 * methods from the contract and validates nothing, so that its schemas, and the library that builds them (about
 * a tenth of the sign-in page), need not be sent. Types are checked against the real library.
 */
export const Type: Record<string, () => undefined> = new Proxy({}, { get: () => () => undefined });
