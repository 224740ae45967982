import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';

/** The client is served below `/ui/`; everything else belongs to the server, which a development run proxies. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/ui/',
  plugins: [react()],
  resolve: { alias: { '@sinclair/typebox': `${import.meta.dirname}/src/lib/schema-eraser.ts` } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // A content security policy without `data:` for scripts and fonts: nothing is inlined but tiny pictures.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
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
