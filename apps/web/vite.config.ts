import { defineConfig, parseAst, type Plugin } from 'vite';
import react from '@vitejs/plugin-react';

/**
 * Replaces the schema library in the browser, and what the contract builds with it. The client takes types, paths
 * and methods from the contract and validates nothing, so that neither need be sent (12 kB of the sign-in page,
 * gzipped), nor operations that it never calls. Types are checked against the real library.
 */
function withoutSchemas(): Plugin {
  const id = '\0no-schemas';
  // Whatever the contract does with a schema (call, read, spread) gives the same nothing again.
  const code = 'export const Type = new Proxy(() => Type, { get: () => Type });';
  return {
    name: 'armarium-without-schemas',
    resolveId: { order: 'pre', handler: (source) => (source === '@sinclair/typebox' ? id : undefined) },
    load: (wanted) => (wanted === id ? code : undefined),
    transform: {
      filter: { id: /\/packages\/contract\/src\/[^?]*\.ts$/ },
      handler: (source) => smaller(source),
    },
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly callee?: Node;
  readonly object?: Node;
  readonly init?: Node | null;
  readonly key?: Node;
  readonly value?: Node;
}

/**
 * A module of the contract with `Type` in place of each `Type.Object(…)` and its like, without the summaries of
 * operations, and with every constant that a call makes marked as one that may be left out where nothing reads it. @param source JavaScript
 */
function smaller(source: string): string {
  const edits: { start: number; end: number; text: string }[] = [];
  const visit = (node: Node) => {
    const { callee, init } = node;
    if (
      node.type === 'CallExpression' &&
      callee?.type === 'MemberExpression' &&
      callee.object?.name === 'Type'
    ) {
      edits.push({ start: node.start, end: node.end, text: 'Type' });
      return;
    }
    // For who reads the description of the API.
    if (node.type === 'Property' && node.key?.name === 'summary' && node.value?.type === 'Literal') {
      edits.push({ start: node.value.start, end: node.value.end, text: `''` });
      return;
    }
    if (node.type === 'VariableDeclarator' && init?.type === 'CallExpression')
      edits.push({ start: init.start, end: init.start, text: '/* @__PURE__ */ ' });
    for (const part of Object.values(node).flat()) {
      if (typeof part === 'object' && part !== null && 'type' in part) visit(part as Node);
    }
  };
  visit(parseAst(source));
  return edits.reduceRight(
    (rest, { start, end, text }) => `${rest.slice(0, start)}${text}${rest.slice(end)}`,
    source,
  );
}

/** What the sign-in page and every other one load alike. */
const withEveryPage = [
  /node_modules[\\/](i18next|react-i18next)[\\/]/,
  /@mantine[\\/]core[\\/].*[\\/](core|ActionIcon|Alert|Button|CloseButton|Input|InputBase|Loader|Stack|Text|Transition|UnstyledButton)[\\/]/,
  /@mantine[\\/]core[\\/].*[\\/](PasswordInput|TextInput)[\\/]/,
  /src[\\/]lib[\\/](i18n|remembered|api-client|problem[\\/](en|it|problem-text))\./,
  /src[\\/]features[\\/]session[\\/]((en|it|messages)\.|api[\\/](sign|is-logged))/,
  /src[\\/]ui[\\/](theme|armarium-mark|document-title)\.tsx?/,
];

/** What hangs from the header or another button, on every page behind the sign-in. */
const withEveryShell = [
  /@mantine[\\/]core[\\/].*[\\/](Floating|FocusTrap|OptionalPortal|Popover|Portal)[\\/]/,
  /@floating-ui[\\/]/,
  /node_modules[\\/]tslib[\\/]/,
  /src[\\/]ui[\\/](arrow-focus|header-panel)\./,
  /src[\\/]lib[\\/]problem[\\/]records[\\/]/,
  // Each alone would be a file that is mostly its own frame.
  /icons-react[\\/].*[\\/]Icon(Check|ChevronDown|ChevronRight|Photo|PhotoOff|Plus|X)\.mjs/,
  /src[\\/](lib[\\/]drafts|ui[\\/]grouped|features[\\/]session[\\/]api[\\/]tenant)\.ts/,
];

/** What the pages of collections, results and items have in common. */
const withEveryRecord = [
  /src[\\/]features[\\/]catalogue[\\/]api[\\/](collection|collection-items|missing|templates)\./,
  /src[\\/]features[\\/]catalogue[\\/](display-date|metadata-view|selection[\\/]selection|components[\\/]state-dot)\./,
  /packages[\\/]contract[\\/]src[\\/](records|templates|record-edits)\./,
];

/** Pages of one record that can stand in a frame: each an entry of its own, with what it needs and no more. */
const viewers = ['dzi', 'iiif', '3d', 'audio', 'video', 'refused'].map((name) => `viewers/${name}.html`);

/** The client is served below `/ui/`; everything else belongs to the server, which a development run proxies. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/ui/',
  plugins: [react(), withoutSchemas()],
  build: {
    outDir: 'dist',
    rolldownOptions: {
      input: ['index.html', 'help/en.html', 'help/it.html', ...viewers],
      output: {
        // Together they are 2 kB smaller than in the six chunks that would come of themselves.
        codeSplitting: {
          groups: [
            {
              name: 'kit',
              test: (id) => withEveryPage.some((part) => part.test(id)),
            },
            {
              name: 'records',
              test: (id) => withEveryRecord.some((part) => part.test(id)),
            },
            {
              name: 'panel',
              test: (id) => withEveryShell.some((part) => part.test(id)),
            },
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
