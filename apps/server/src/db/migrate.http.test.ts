import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
// The types of what the global set-up provides.
import type {} from '../../../../tests/http/global-setup.ts';
import { databaseUrl } from '../../../../tests/http/template-database.ts';
import { openInstallation } from '../../../../tests/http/test-installation.ts';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';
import { DatabaseUnusable, refuseBypass } from './unusable-database.ts';

const house = await openInstallation();
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

describe('[TENANT-32] the role of the pools', () => {
  it.each([
    [
      'a member of the owner',
      'grant armarium_owner to armarium_app',
      /member of armarium_owner, which owns tables.*revoke armarium_owner from armarium_app;$/,
    ],
    [
      'a member through another role',
      'create role between_them nologin; grant armarium_owner to between_them; grant between_them to armarium_app',
      /member of armarium_owner through between_them.*revoke between_them from armarium_app;$/,
    ],
    [
      'a member of a superuser',
      'create role the_boss superuser nologin; grant the_boss to armarium_app',
      /member of the_boss, which is a superuser/,
    ],
    [
      'a member that does not inherit',
      'create role quiet bypassrls nologin; alter role armarium_app noinherit; grant quiet to armarium_app',
      /member of quiet, which bypasses row-level security/,
    ],
    [
      'allowed to run programs on the server',
      'grant pg_execute_server_program to armarium_app',
      /may reach files or programs of the database server/,
    ],
    ['a superuser', 'alter role armarium_app superuser', /armarium_app is a superuser.*nosuperuser;$/],
    [
      'an owner',
      'alter table armarium.item owner to armarium_app',
      /armarium_app owns tables.*reassign owned/,
    ],
  ])('keeps everything from starting where it is %s', async (_what, sql, message) => {
    const client = await house.access.migrator.connect();
    try {
      await refuseBypass(client);
      // Other tests use the same roles: nothing of this is committed.
      await client.query(`begin; ${sql}`);
      await expect(refuseBypass(client)).rejects.toThrow(message);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
