/**
 * The measurements, in one command: `npm run bench`.
 *
 *   npm run bench                       all of them, recorded in bench/results
 *   npm run bench -- tile               one or some: tile, ingest, list, search, large, import, folder, batch,
 *                                       effects, item, graph, story, player, weight
 *   npm run bench -- list --quick       a short, noisy run for development; nothing is recorded
 *   npm run bench -- tile --profile x   CPU profiles of the server into the folder x; nothing is recorded
 *
 * The measuring programs are TypeScript, which Node 20 can't load: they are bundled into bench/dist first, each
 * process of theirs its own file, so that no compiler sits in what is measured.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const programs = [
  new URL('./bench.ts', import.meta.url),
  new URL('./tile-floor.ts', import.meta.url),
  new URL('./ingest-work.ts', import.meta.url),
  new URL('./list-floor.ts', import.meta.url),
  new URL('./profile-server.ts', import.meta.url),
];

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: programs.map((program) => fileURLToPath(program)),
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  alias: { '@armarium/contract': fileURLToPath(new URL('../packages/contract/src', import.meta.url)) },
  sourcemap: true,
  logLevel: 'warning',
});
const { runBenches } = await import('./dist/bench.js');
await runBenches(process.argv.slice(2));
