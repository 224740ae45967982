import { defineConfig, parseAst, type Plugin } from 'vite';
import react from '@vitejs/plugin-react';

/**
 * Replaces the schema library in the browser, and what the contract builds with it. The client takes types, paths
 * and methods from the contract and validates nothing, so that neither need be sent (12 kB of the sign-in page,
 * gzipped). Types are checked against the real library.
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
      handler: (source) => withoutTypeCalls(source),
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
}

/** The module with `Type` in place of each `Type.Object(…)` and its like. @param source JavaScript */
function withoutTypeCalls(source: string): string {
  const calls: Node[] = [];
  const visit = (node: Node) => {
    const { callee } = node;
    if (
      node.type === 'CallExpression' &&
      callee?.type === 'MemberExpression' &&
      callee.object?.name === 'Type'
    )
      calls.push(node);
    else
      for (const part of Object.values(node).flat()) {
        if (typeof part === 'object' && part !== null && 'type' in part) visit(part as Node);
      }
  };
  visit(parseAst(source));
  return calls.reduceRight((rest, { start, end }) => `${rest.slice(0, start)}Type${rest.slice(end)}`, source);
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
