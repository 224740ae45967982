import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';

/** Pages of one record that can stand in a frame: each an entry of its own, with what it needs and no more. */
const viewers = ['dzi', 'iiif', '3d', 'audio', 'video', 'refused'].map((name) => `viewers/${name}.html`);

/** The client is served below `/ui/`; everything else belongs to the server, which a development run proxies. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/ui/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    rolldownOptions: {
      input: ['index.html', 'help/en.html', 'help/it.html', ...viewers],
    },
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // Every browser that reads that knows what to load beforehand.
    modulePreload: { polyfill: false },
    // A content security policy without `data:` for scripts and fonts: nothing is inlined but tiny pictures.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // For the check of the pages' weight: which chunk each source is in, and what it imports.
    manifest: true,
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/users',
        '/iam',
        '/meta',
        '/ccc',
        '/import-manager',
        '/iiif',
        '/images',
        '/media',
        '/image-download',
      ].map((path) => [path, 'http://127.0.0.1:8080']),
    ),
  },
});
