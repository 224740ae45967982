import { cpSync, existsSync, mkdirSync, mkdtempSync, chmodSync, readFileSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest, type Manifest } from '../../apps/server/src/commands/backup-folder.ts';
import { readPart } from '../../apps/server/src/commands/backup-parts.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { openPool, type Pool } from '../../apps/server/src/db/pool.ts';
import { currentStamps, ownMigrations } from '../../apps/server/src/db/stamps.ts';
import { copiedTables, readTable, restoreTables } from '../../apps/server/src/db/table-copies.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { until } from '../harness/waiting.ts';
import { databaseCatalogue } from '../http/database-catalogue.ts';
import { migrations } from '../http/template-database.ts';
import { ProgramRun } from './program-run.ts';

/** Each database is killed again and again until its migration comes to an end. */
const DATABASES = isSoak ? 8 : 2;

const backup = fileURLToPath(new URL('../backups/0.1/backup', import.meta.url));
let folder: string;
/** A data folder of 0.1, whose migration to this version takes many steps. */
let old: string;
let whole: Read;
/** How long a migration takes that nobody disturbs, from its first step on. */
let took_ms: number;

/** A migration draws it by chance. */
const drawn = 'tenant.uuid';

interface Read {
  readonly catalogue: readonly string[];
  /** The rows of each table, sorted. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-migrations-'));
  // PostgreSQL, which runs as another account where we are root, has to pass through here.
  chmodSync(folder, 0o755);
  old = join(folder, 'old');
  await makeOld(old);
  const unbroken = copyOfOld();
  const run = migrating(unbroken);
  await until('the migration has begun', () => hasBegun(run, unbroken) || undefined);
  const began_ms = performance.now();
  expect(await run.ended, run.output).toMatchObject({ code: 0 });
  took_ms = performance.now() - began_ms;
  whole = await read(unbroken);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Works on the database of a data folder that no program runs on. */
async function withDatabase<T>(dataDir: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const pool = openPool({ ...server.connection }, 'migrator', 3, () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** Fills a data folder with what the backup of 0.1 holds, as 0.1 had it: with its tables and stamps. */
async function makeOld(dataDir: string): Promise<void> {
  const { manifest } = await readManifest(backup);
  const first = currentStamps(manifest.migrations, await ownMigrations(migrations)) ?? [];
  const ofThen = join(folder, 'migrations');
  mkdirSync(ofThen);
  for (const { name } of first) cpSync(join(migrations, name), join(ofThen, name));
  mkdirSync(dataDir);
  await withDatabase(dataDir, async (pool) => {
    await migrate(pool, ofThen);
    const copy = { ...manifest, migrations: first, rows: rowsOf(manifest) };
    expect(await restoreTables(pool, ofThen, copy, new AbortController().signal)).toBe(true);
    await pool.query('delete from armarium.migration');
    for (const { name, sha256 } of manifest.migrations)
      await pool.query('insert into armarium.migration (name, sha256) values ($1, $2)', [name, sha256]);
  });
  cpSync(join(backup, 'files'), join(dataDir, 'files'), { recursive: true });
}

const rowsOf =
  ({ tables }: Manifest) =>
  ({ name }: { name: string }) =>
    readPart(join(backup, tables.find((table) => table.name === name)?.file ?? name));

let copies = 0;
function copyOfOld(): string {
  const dataDir = join(folder, `copy-${(copies += 1)}`);
  // With the owners of its files: PostgreSQL's are another account's where we are root.
  execFileSync('cp', ['-a', old, dataDir]);
  return dataDir;
}

const migrating = (dataDir: string) => ProgramRun.armarium(['migrate'], { DATA_DIR: dataDir });

const pidFile = (dataDir: string) => {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
/** Its first step follows as soon as the database can be asked. */
const hasBegun = (run: ProgramRun, dataDir: string) =>
  run.child.exitCode !== null || pidFile(dataDir).includes('ready');

/** Kills the PostgreSQL that runs on a data folder. A killed one leaves its number behind, which may be another's now. */
function killPostgres(dataDir: string): void {
  const pid = Number(pidFile(dataDir).split('\n')[0]);
  if (processesInFolder(dataDir).some((one) => one.pid === pid)) process.kill(pid, 'SIGKILL');
}

/** 46 are those of 0.1, which are replaced by 11 of this version before its first step. */
const stampsOf = async (pool: Pool) => (await pool.query('select from armarium.migration')).rowCount ?? 0;

async function read(dataDir: string): Promise<Read> {
  return withDatabase(dataDir, async (pool) => {
    const client = await pool.connect();
    try {
      await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'`);
      const tables: Record<string, string[]> = {};
      for (const { name, columns } of await copiedTables(client)) {
        const told = { name, columns: columns.filter((column) => `${name}.${column}` !== drawn) };
        tables[name] = (await text(readTable(client, told))).split('\n').sort();
      }
      return { catalogue: await databaseCatalogue(pool), tables };
    } finally {
      client.release();
    }
  });
}

test.each(Array.from({ length: DATABASES }, (_, index) => index))(
  'a migration that is killed again and again is finished by a later start, and nothing is lost: %i',
  async (index) => {
    const random = randomNumbers(seed + index);
    const dataDir = copyOfOld();
    const killed = { process: 0, PostgreSQL: 0 };
    const stamps: number[] = [];
    for (;;) {
      const run = migrating(dataDir);
      await until('the database answers', () => hasBegun(run, dataDir) || undefined);
      // Each time later, so that it comes to its end.
      await sleep(random() * took_ms * (0.3 + 0.2 * (killed.process + killed.PostgreSQL)));
      if (run.child.exitCode === null) {
        const victim = random() < 0.5 ? 'process' : 'PostgreSQL';
        killed[victim] += 1;
        if (victim === 'process') run.child.kill('SIGKILL');
        else killPostgres(dataDir);
      }
      const { code } = await run.ended;
      await until('nothing runs any more', () =>
        processesInFolder(dataDir).length === 0 ? true : undefined,
      );
      if (code === 0) break;
      stamps.push(await withDatabase(dataDir, stampsOf));
    }
    console.log(`seed ${seed}: ${JSON.stringify({ killed, stampsAfterEach: stamps })}`);
    const there = await read(dataDir);
    expect(there.catalogue).toEqual(whole.catalogue);
    expect(there.tables).toEqual(whole.tables);
    const armarium = await RunningArmarium.start({ env: { DATA_DIR: dataDir } });
    await armarium.close();
  },
);
