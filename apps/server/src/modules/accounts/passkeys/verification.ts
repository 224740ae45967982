/** What checks passkeys. The library is large: it is loaded with the first passkey, not with the program. */
export const verification = () => import('./verify-credential.ts');
