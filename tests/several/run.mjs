/**
 * Several processes on one database and one object storage, as docs/operations.md tells: `npm run several`.
 *
 * The program that starts them is TypeScript, which Node 20 can't load: it is bundled into tests/several/dist first.
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: [fileURLToPath(new URL('./several.ts', import.meta.url))],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  alias: { '@armarium/contract': fileURLToPath(new URL('../../packages/contract/src', import.meta.url)) },
  logLevel: 'warning',
});
const { runSeveral } = await import('./dist/several.js');
await runSeveral();
