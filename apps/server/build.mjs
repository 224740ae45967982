import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Stays outside the bundle: native code and WebAssembly in files of their own, pages served from a package's folder,
 * and what only one kind of file or storage needs.
 */
const outside = [
  ...['@aws-sdk/client-s3', '@fastify/swagger-ui', '@gltf-transform/*', '@hyzyla/pdfium'],
  ...['@imagemagick/magick-wasm', '@node-rs/argon2', 'meshoptimizer', 'node-av', 'sharp'],
  // Asked for by libraries where they are there; we don't use what they are for.
  ...['pg-native', 'typescript'],
];

/**
 * Bundles the server into one ES module, `main.js`, and the processes beside it, with source maps. Libraries go in too:
 * to find, read and compile a thousand small files took half of what a command takes.
 *
 * @param {string} outdir absolute; made if absent
 * @throws esbuild's BuildFailure, whose message has each error with its place
 */
export async function buildServer(outdir) {
  await build({
    absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
    entryPoints: {
      main: 'src/main.ts',
      'derive-process': 'src/modules/media/derive-process.ts',
    },
    outdir,
    bundle: true,
    format: 'esm',
    // What only one kind of file needs stands in a file of its own, and is loaded with its libraries when it is asked for.
    splitting: true,
    chunkNames: 'part-[hash]',
    platform: 'node',
    target: 'node20',
    external: outside,
    // In libraries that are no ES modules this is how Node's own are asked for.
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
    minifyWhitespace: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'silent',
  });
}
