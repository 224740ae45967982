import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { TestInstallation } from '../../../../tests/http/test-installation.ts';

const server = fileURLToPath(new URL('../..', import.meta.url));
const generator = createRequire(import.meta.url)
  .resolve('kysely-codegen/package.json')
  .replace(/package\.json$/, 'dist/cli/bin.js');

it('has table types that are those of the migrated database', async () => {
  const installation = await TestInstallation.open({});
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [generator, '--config-file', '.kysely-codegenrc.json', '--verify', '--url', installation.databaseUrl],
      { cwd: server },
    );
    expect(stdout).toContain('up-to-date');
  } finally {
    await installation.close();
  }
});

it('has no trigger that compares each row of a statement with each, whatever its plan was made for', async () => {
  const installation = await TestInstallation.open({});
  try {
    // Those that see the rows as they were and as they are join them, by a plan that their connection keeps.
    const rows = await installation.query<{ name: string; settings: string[] | null }>(
      `select distinct proname as name, proconfig as settings
       from pg_trigger join pg_proc on pg_proc.oid = tgfoid
       where tgoldtable is not null and tgnewtable is not null and pronamespace = 'armarium'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { name, settings } of rows) expect(settings, name).toContain('enable_nestloop=off');
  } finally {
    await installation.close();
  }
});
