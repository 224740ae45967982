import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
// The types of what the global set-up provides.
import type {} from '../../../../tests/http/global-setup.ts';
import { databaseUrl } from '../../../../tests/http/template-database.ts';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import { DatabaseUnusable } from './unusable-database.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Makes a database, tries to migrate it, and drops it; the error's message, or the migrations applied. */
async function tryOn(options: string): Promise<string | readonly string[]> {
  const server = inject('postgresUrl');
  const name = `armarium_unfit_${randomBytes(6).toString('hex')}`;
  const admin = openPool({ connectionString: server }, 'migrator', 1, () => undefined);
  await admin.query(`create database ${name} template template0 ${options}`);
  const pool = openPool({ connectionString: databaseUrl(server, name) }, 'migrator', 3, () => undefined);
  try {
    return (await migrate(pool, migrations)).applied;
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    return error.message;
  } finally {
    await pool.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

it('[RUN-44] refuses a database whose character type is C, and says which is right', async () => {
  expect(await tryOn(`encoding 'UTF8' locale_provider libc lc_collate 'C' lc_ctype 'C'`)).toMatch(
    /character type is C.*C\.UTF-8/,
  );
});

it('[RUN-44] refuses a database that is not UTF-8', async () => {
  expect(await tryOn(`encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'`)).toMatch(
    /encoding is SQL_ASCII.*UTF8/,
  );
});

it('[RUN-06, RUN-22] migrates an empty database of UTF-8 with C.UTF-8', async () => {
  const applied = await tryOn(`encoding 'UTF8' locale_provider libc lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`);
  expect(applied).toContain('0001_tenants_and_accounts.sql');
});
