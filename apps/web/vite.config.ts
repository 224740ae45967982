import { defineConfig, type Plugin } from 'vite';
import react from '@vitejs/plugin-react';

/**
 * Replaces the schema library in the browser. The client takes types, paths and methods from the contract and
 * validates nothing, so that its schemas, and the library that builds them (11 kB of the sign-in page, gzipped),
 * need not be sent. Types are checked against the real library.
 */
function withoutSchemas(): Plugin {
  const id = '\0no-schemas';
  // Whatever the contract does with a schema (call, read, spread) gives the same nothing again.
  const code = 'export const Type = new Proxy(() => Type, { get: () => Type });';
  return {
    name: 'armarium-without-schemas',
    enforce: 'pre',
    resolveId: (source) => (source === '@sinclair/typebox' ? id : undefined),
    load: (wanted) => (wanted === id ? code : undefined),
  };
}

/** The client is served below `/ui/`; everything else belongs to the server, which a development run proxies. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/ui/',
  plugins: [react(), withoutSchemas()],
  build: {
    outDir: 'dist',
    rolldownOptions: { input: ['index.html', 'help/en.html', 'help/it.html'] },
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // A content security policy without `data:` for scripts and fonts: nothing is inlined but tiny pictures.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // For the check of the pages' weight: which chunk each source is in, and what it imports.
    manifest: true,
  },
  server: {
    proxy: Object.fromEntries(
      ['/users', '/iam', '/meta', '/ccc', '/import-manager', '/iiif', '/image-download'].map((path) => [
        path,
        'http://127.0.0.1:8080',
      ]),
    ),
  },
});
