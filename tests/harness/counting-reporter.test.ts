import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Counts } from './counting-reporter.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Three files as a project may have them: one with a test of each outcome, one that doesn't load, and one that leaves a promise. */
const files = {
  'outcomes.test.js': `
    import { expect, test } from 'vitest';
    let attempts = 0;
    test('passes', () => {});
    test('fails', () => expect(1).toBe(2));
    test.skip('is skipped', () => {});
    test('passes at the second attempt', { retry: 2 }, () => expect(++attempts).toBe(2));`,
  'broken.test.js': `throw new Error('does not load');`,
  'outside.test.js': `
    import { test } from 'vitest';
    test('leaves a rejection', async () => {
      void Promise.reject(new Error('nobody waits for it'));
      await new Promise((resolve) => setTimeout(resolve));
    });`,
};

test('counts every outcome once, and names what passed only when it was tried again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'armarium-counts-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const counts = join(folder, 'counts.json');
    const exitCode = await new Promise((resolve) => {
      const options = { cwd: root, env: { ...process.env, TEST_COUNTS_FILE: counts } };
      const reporter = join(root, 'tests/harness/counting-reporter.ts');
      execFile(
        process.execPath,
        ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--reporter', reporter],
        options,
        (error) => resolve(error?.code ?? 0),
      );
    });
    expect(exitCode).toBe(1);
    const told = JSON.parse(await readFile(counts, 'utf8')) as Counts;
    // The file that doesn't load and the rejection count as one failure each.
    expect(told).toMatchObject({ passed: 3, failed: 3, skipped: 1 });
    expect(told.retried).toEqual([
      {
        name: 'outcomes.test.js > passes at the second attempt',
        failures: [expect.stringContaining('expected 1 to be 2')],
      },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
