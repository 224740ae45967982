import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const contractSource = new URL('../../packages/contract/src/', import.meta.url);

/**
 * The contract is a workspace of TypeScript sources, which Node 20 can't load, so it goes into the bundle;
 * everything else from npm stays outside and is loaded from node_modules.
 */
const bundleContract = {
  name: 'bundle-contract',
  setup(build) {
    build.onResolve({ filter: /^@armarium\/contract\// }, ({ path }) => ({
      path: fileURLToPath(new URL(`${path.slice('@armarium/contract/'.length)}.ts`, contractSource)),
    }));
  },
};

/** Libraries of hundreds of small modules: in the bundle they cost a command no more time than one. */
const bundleManySmall = {
  name: 'bundle-many-small',
  setup(build) {
    build.onResolve({ filter: /^(kysely|@sinclair\/typebox)(\/|$)/ }, ({ path }) => ({
      path: fileURLToPath(import.meta.resolve(path)),
    }));
  },
};

/**
 * Bundles the server into one ES module, `main.js`, and the process that draws the sample, with source maps.
 *
 * @param {string} outdir absolute; made if absent
 * @throws esbuild's BuildFailure, whose message has each error with its place
 */
export async function buildServer(outdir) {
  await build({
    absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
    entryPoints: {
      main: 'src/main.ts',
      'painter-process': 'src/sample/painter-process.ts',
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
    packages: 'external',
    plugins: [bundleContract, bundleManySmall],
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'silent',
  });
}
