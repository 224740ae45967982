import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { HttpClient } from '../../../../tests/harness/http-client.ts';
import { databaseCatalogue } from '../../../../tests/http/database-catalogue.ts';
import { administrator, databaseUrl, migrations } from '../../../../tests/http/template-database.ts';
import { openInstallation, type TenantName } from '../../../../tests/http/test-installation.ts';
import { readManifest, type Manifest } from '../commands/backup-folder.ts';
import { readList, type CopiedFile } from '../commands/backup-parts.ts';
import { restoreCommand } from '../commands/restore.ts';
import { compose, openDatabaseAccess, type DatabaseAccess } from '../compose.ts';
import { readConfig, type Config } from '../config.ts';
import { makeLogger } from '../observe/log.ts';
import { digestOf } from '../storage/digest.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { VERSION } from '../version.ts';
import { migrate } from './migrate.ts';
import { openPool, type Pool } from './pool.ts';
import { readTable } from './table-copies.ts';

/** What the last 0.1 left: its migrations, a backup, and what it answered from the data in that. */
const kept = fileURLToPath(new URL('../../../../tests/backups/0.1/', import.meta.url));
const startOldFirst = 'made with 0.1; start the last 0.1 first';

const house = await openInstallation();
const log = makeLogger('silent');
const scratch = await mkdtemp(join(inject('scratchFolder'), 'version-0-1-'));
await chmod(scratch, 0o755);
const server = openPool({ connectionString: inject('postgresUrl') }, 'migrator', 2, () => undefined);
const opened: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const close of opened.reverse()) await close();
  await server.end();
  await rm(scratch, { recursive: true, force: true });
});

/** @returns the address of a new database, dropped at the end */
async function emptyDatabase(): Promise<string> {
  const name = `armarium_0_1_${randomBytes(6).toString('hex')}`;
  await server.query(`create database ${name} template template0 encoding 'UTF8'`);
  opened.push(() => server.query(`drop database ${name} with (force)`));
  return databaseUrl(inject('postgresUrl'), name);
}

/** A database as 0.1 made it; of its 46 migrations all but the last few, if any are left out. */
async function oldDatabase(leftOut = 0): Promise<{ pool: Pool; url: string }> {
  const files = JSON.parse(
    gunzipSync(await readFile(join(kept, 'migrations.json.gz'))).toString('utf8'),
  ) as Record<string, string>;
  const folder = await mkdtemp(join(scratch, 'migrations-'));
  for (const [name, sql] of Object.entries(files).slice(0, 46 - leftOut))
    await writeFile(join(folder, name), sql);
  const url = await emptyDatabase();
  const pool = openPool({ connectionString: url }, 'migrator', 3, () => undefined);
  opened.push(() => pool.end());
  expect((await migrate(pool, folder)).applied).toHaveLength(46 - leftOut);
  await pool.query(`insert into tenant (name, display_name) values ('antica', 'L’antica')`);
  return { pool, url };
}

const stampsOf = async (pool: Pool) =>
  (await pool.query('select * from armarium.migration')).rows as unknown[];

const besides = (url: string) =>
  openDatabaseAccess(readConfig({ DATABASE_URL: url }), log, migrations, { beside: true });

/** Opens the database as a start of the program does. @returns the lines of the log as well */
async function started(url: string): Promise<{ access: DatabaseAccess; logged: unknown[] }> {
  const logged: unknown[] = [];
  const collecting = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const access = await openDatabaseAccess(readConfig({ DATABASE_URL: url }), collecting, migrations);
  return { access, logged };
}

describe('a database of 0.1', () => {
  it('is adopted as it is where it was made by the last one: its tables are those of the new migrations', async () => {
    const { pool, url } = await oldDatabase();
    const stamps = await stampsOf(pool);
    await expect(besides(url)).rejects.toThrow('run "armarium migrate" with this version');
    expect(await stampsOf(pool)).toEqual(stamps);
    const { access, logged } = await started(url);
    expect(logged[0]).toMatchObject({
      level: 30,
      from: '0.1',
      to: VERSION,
      msg: 'a database of an older version was adopted',
    });
    await access.close();
    expect(await databaseCatalogue(pool)).toEqual(await databaseCatalogue(house.access.migrator));
    expect((await pool.query('select name, display_name from tenant')).rows).toEqual([
      { name: 'antica', display_name: 'L’antica' },
    ]);
    // From then on it is like any other database: a start has nothing to do.
    await (await besides(url)).close();
    const again = await started(url);
    expect(again.logged).toEqual([]);
    await again.access.close();
  });

  it('is refused, and left as it is, where it was made by an older one', async () => {
    const { pool } = await oldDatabase(1);
    const stamps = await stampsOf(pool);
    await expect(migrate(pool, migrations)).rejects.toThrow(startOldFirst);
    expect(await stampsOf(pool)).toEqual(stamps);
  });
});

interface Restored {
  readonly config: Config;
  readonly access: DatabaseAccess;
  readonly said: string;
}

/** A backup brought back into a new installation. @throws CommandRefused */
async function restored(folder: string): Promise<Restored> {
  const dataDir = await mkdtemp(join(scratch, 'restored-'));
  const config = readConfig({ DATABASE_URL: await emptyDatabase(), DATA_DIR: dataDir });
  const access = await openDatabaseAccess(config, log, migrations);
  opened.push(() => access.close());
  const said: string[] = [];
  await restoreCommand.run([folder], {
    config,
    access,
    log,
    migrations,
    signal: new AbortController().signal,
    say: (line) => said.push(line),
    installation: () => Promise.reject(new Error('An empty installation must stay empty.')),
  });
  return { config, access, said: said.join('\n') };
}

const lines = (copied: string) => copied.split('\n').sort();

/** Columns of 0.1 that a migration to the search by words replaced, and the one that it sets. */
const replaced = ['search_text', 'to_index'];

/** Compares the rows of each table with those in the backup, by the columns that both have. */
async function compareRows({ access }: Restored, { tables }: Manifest): Promise<void> {
  const client = await access.migrator.connect();
  try {
    await client.query(
      `begin; set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'iso_8601'`,
    );
    for (const table of tables) {
      const isKept = table.columns.map((column) => !replaced.includes(column));
      const columns = table.columns.filter((_, index) => isKept[index]);
      const there = lines(await text(readTable(client, { name: table.name, columns })));
      const backed = gunzipSync(await readFile(join(kept, 'backup', table.file))).toString('utf8');
      const values = backed.split('\n').map((row) => row.split('\t').filter((_, index) => isKept[index]));
      expect(there, table.name).toEqual(lines(values.map((row) => row.join('\t')).join('\n')));
    }
    await client.query('rollback');
  } finally {
    client.release();
  }
}

async function compareFiles({ config }: Restored, { files }: Manifest): Promise<void> {
  const storage = await openFileStorage(config.storageDir);
  let count = 0;
  for await (const file of readList<CopiedFile>(join(kept, 'backup', files.list.file))) {
    expect(await digestOf(storage.read(file.key)), file.key).toMatchObject({ sha256: file.sha256 });
    count += 1;
  }
  expect(count).toBe(files.count);
}

/** What 0.1 answered: of JSON the body without links and rights, of a stored file its hash. */
interface KeptAnswer {
  readonly tenant: TenantName;
  readonly address: string;
  readonly type: string;
  readonly body?: object;
  readonly sha256?: string;
}

/** Asks for all that 0.1 was asked for, as the same people. */
async function compareAnswers({ config, access }: Restored): Promise<void> {
  await mkdir(join(scratch, 'web'));
  const program = await compose(
    config,
    log,
    { ...access, close: async () => undefined },
    { web: join(scratch, 'web') },
    { web: true, worker: false },
  );
  opened.push(() => program.stop());
  const origin = await program.app.listen({ host: '127.0.0.1', port: 0 });
  const { host, port } = new URL(origin);
  const signedIn = async (name: string, ofHost: string) => {
    const client = new HttpClient(origin, { host: ofHost });
    opened.push(async () => client.close());
    expect((await client.signIn(name, administrator.password)).status).toBe(200);
    return { client, host: ofHost };
  };
  const people = {
    default: await signedIn('admin', host),
    altra: await signedIn('altrove', `altra.localhost:${port}`),
  };
  const answers = JSON.parse(await readFile(join(kept, 'answers.json'), 'utf8')) as KeptAnswer[];
  expect(answers.length).toBeGreaterThan(70);
  for (const { tenant, address, type, body, sha256 } of answers) {
    const { client, host } = people[tenant];
    const { status, headers, bytes } = await client.send('GET', address);
    expect({ status, type: headers['content-type'] }, address).toEqual({ status: 200, type });
    const said = () => bytes.toString('utf8').replaceAll(host, 'HOST');
    if (body) expect(JSON.parse(said()), address).toMatchObject(body);
    if (sha256) expect(createHash('sha256').update(bytes).digest('hex'), address).toBe(sha256);
  }
}

describe('a backup of 0.1', () => {
  it('is restored, brought to this version, and has all that was in it: rows, files, answers', async () => {
    const { manifest } = await readManifest(join(kept, 'backup'));
    const installation = await restored(join(kept, 'backup'));
    expect(installation.said).toMatch(/all counters are as they should be\.$/);
    expect(await databaseCatalogue(installation.access.migrator)).toEqual(
      await databaseCatalogue(house.access.migrator),
    );
    await compareRows(installation, manifest);
    await compareFiles(installation, manifest);
    await compareAnswers(installation);
  });

  it('is refused where it was made by an older one', async () => {
    const folder = join(scratch, 'older');
    await cp(join(kept, 'backup'), folder, { recursive: true });
    const { manifest } = await readManifest(folder);
    const older = { ...manifest, migrations: manifest.migrations.slice(0, -1) };
    const sha256 = createHash('sha256').update(JSON.stringify(older)).digest('hex');
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ manifest: older, sha256 }));
    await expect(restored(folder)).rejects.toThrow(startOldFirst);
  });
});
