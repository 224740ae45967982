import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { weighPages } from '../tests/checks/page-weight.mjs';
import type { BenchContext } from './bench-context.ts';

export interface WeightResult {
  readonly pages: readonly {
    readonly name: string;
    readonly gzip_bytes: number;
    readonly budget_bytes: number;
    readonly scripts: number;
  }[];
}

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The script that each entry page loads at first; nothing is timed. */
export function weightBench({ say }: BenchContext): WeightResult {
  say('builds what is stale');
  execFileSync(process.execPath, ['armarium.mjs', 'build'], { cwd: repository, stdio: 'inherit' });
  const pages = weighPages(`${repository}/apps/web/dist`);
  return { pages: pages.map((page) => ({ ...page, scripts: page.scripts.length })) };
}
