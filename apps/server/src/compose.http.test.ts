import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { databaseUrl, migrations } from '../../../tests/http/template-database.ts';
import { openInstallation } from '../../../tests/http/test-installation.ts';
import { openDatabaseAccess } from './compose.ts';
import { readConfig } from './config.ts';
import { DatabaseUnusable } from './db/unusable-database.ts';
import { openPool } from './db/pool.ts';
import { makeLogger } from './observe/log.ts';

const house = await openInstallation();
const server = openPool({ connectionString: inject('postgresUrl') }, 'migrator', 1, () => undefined);
const empty = `armarium_beside_${randomBytes(6).toString('hex')}`;

afterAll(async () => {
  await server.query(`drop database if exists ${empty} with (force)`);
  await server.end();
});

async function migrationsWith(more: Record<string, string>): Promise<string> {
  const folder = join(await mkdtemp(join(inject('scratchFolder'), 'beside-')), 'migrations');
  await mkdir(folder);
  await cp(migrations, folder, { recursive: true });
  for (const [name, text] of Object.entries(more)) await writeFile(join(folder, name), text);
  return folder;
}

/** Opens the database as a command does, and closes it. @returns why it was refused, undefined where it was not */
async function besides(url: string, folder: string): Promise<string | undefined> {
  const config = readConfig({ DATABASE_URL: url });
  try {
    await (await openDatabaseAccess(config, makeLogger('silent'), folder, { beside: true })).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    return error.message;
  }
}

test('a command migrates nothing under servers that run on DATABASE_URL', async () => {
  const newer = await migrationsWith({ '9999_newer.sql': 'create table newer (id integer)' });
  const applied = () => house.query('select name, sha256, applied_at from armarium.migration order by name');
  const before = await applied();
  const refused = await besides(house.databaseUrl, newer);
  expect(refused).toContain('lacks the migration 9999_newer.sql');
  expect(refused).toContain('run "armarium migrate"');
  expect(await applied()).toEqual(before);
  expect(await house.query(`select to_regclass('armarium.newer') as there`)).toEqual([{ there: null }]);

  expect(await besides(house.databaseUrl, migrations)).toBeUndefined();
  await house.query(`insert into armarium.migration (name, sha256) values ('9998_unknown.sql', 'x')`);
  expect(await besides(house.databaseUrl, migrations)).toContain('9998_unknown.sql');
  await house.query(`delete from armarium.migration where name = '9998_unknown.sql'`);
});

test('a command makes the tables of an empty database, for restore and first steps', async () => {
  await server.query(`create database ${empty} template template0 encoding 'UTF8'`);
  const url = databaseUrl(inject('postgresUrl'), empty);
  expect(await besides(url, migrations)).toBeUndefined();
  const newer = await migrationsWith({ '9999_newer.sql': 'select 1' });
  expect(await besides(url, newer)).toContain('lacks the migration 9999_newer.sql');
});
