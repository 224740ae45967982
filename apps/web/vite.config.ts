import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';

/** Pages of one record that can stand in a frame: each an entry of its own, with what it needs and no more. */
const viewers = ['dzi', 'iiif', '3d', 'audio', 'video', 'story', 'story-page', 'series', 'refused'].map(
  (name) => `viewers/${name}.html`,
);

/** What the sign-in page is made of, parts of which the pages of links and the dialog of an expired session show: one file. */
const SIGN_IN_PAGE =
  /features\/session\/(components\/(sign-in-(page|frame|form|steps)|attempt-failure|other-account|passkey-(sign-in|failure)|use-passkey)|api\/(sign-in|sign-in-options|own-username|passkey-fault))[.]/;

interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/**
 * Names the chunk of the modules that each page of somebody signed in loads, and nobody else: one file. The bundler alone makes
 * a file of whatever the same pages share, so that a page that is added makes more files, and all other pages heavier.
 */
function shellChunk() {
  let shell: ReadonlySet<string> | undefined;
  return (id: string, graph: Graph): string | null => {
    shell ??= modulesOfShell(graph);
    return shell.has(id) ? 'shell' : null;
  };
}

function modulesOfShell(graph: Graph): ReadonlySet<string> {
  const source = (file: string) => `${import.meta.dirname}/${file}`;
  const reached = (files: readonly string[], withDynamic = false) => {
    const known = new Set(files.map(source));
    // What is added meanwhile is walked too.
    for (const one of known) {
      const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(one) ?? {};
      for (const next of [...importedIds, ...(withDynamic ? dynamicallyImportedIds : [])]) known.add(next);
    }
    return known;
  };
  const signIn = reached([
    'index.html',
    'src/app/sign-in-root.tsx',
    'src/app/link-root.tsx',
    'src/features/session/components/forgotten-form.tsx',
    'src/features/session/components/second-factor-step.tsx',
    'src/features/session/components/sign-on-choices.tsx',
  ]);
  const framed = reached(viewers, true);
  const app = 'src/app/app.tsx';
  const modules = [...reached([app])].filter((one) => !signIn.has(one) && !framed.has(one));
  return new Set(modules.filter((one) => one !== source(app)));
}

/** The client is served below `/ui/`; everything else belongs to the server, which a development run proxies. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/ui/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    rolldownOptions: {
      input: ['index.html', 'help/en.html', 'help/it.html', ...viewers],
      output: {
        codeSplitting: {
          groups: [
            { name: shellChunk(), includeDependenciesRecursively: false },
            { name: 'sign-in', test: SIGN_IN_PAGE, includeDependenciesRecursively: false },
          ],
        },
      },
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
