import { Logger, runMigrations } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { jobNames } from '../queue/jobs.ts';
import { queueFunctions } from './queue-functions.ts';
import { currentStamps, isOf0_1, ownMigrations, type AppliedMigration } from './stamps.ts';
import { DatabaseUnusable, refuseBypass, refuseUnfitServer } from './unusable-database.ts';

/** What a start changed in the database. */
export interface Migrated {
  /** Whether it was a database of the last 0.1, and is one of this version now. */
  readonly isAdopted: boolean;
  /** The names of the migrations that were applied, in order. */
  readonly applied: readonly string[];
}

// The number has no meaning; all processes have to use the same one.
const MIGRATION_LOCK = 4_207_311;

async function makeRoles(client: PoolClient): Promise<void> {
  for (const role of ['armarium_owner', 'armarium_app']) {
    // Two installations on one server may run this at the same time; the second one finds an existing role.
    await client.query(`do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    await client.query(`grant ${role} to current_user`);
  }
  await client.query('create extension if not exists pg_trgm with schema public');
  await client.query('create extension if not exists btree_gin with schema public');
  await client.query('create schema if not exists armarium authorization armarium_owner');
  await client.query('grant usage on schema armarium to armarium_app');
  await client.query(`create table if not exists armarium.migration (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
}

async function stamp(client: PoolClient, { name, sha256 }: AppliedMigration): Promise<void> {
  await client.query('insert into armarium.migration (name, sha256) values ($1, $2)', [name, sha256]);
}

/** Applies a migration in the transaction of the caller. */
async function applyFile(client: PoolClient, file: AppliedMigration & { text: string }): Promise<void> {
  await client.query('set local role armarium_owner');
  await client.query(file.text);
  await client.query('reset role');
  await stamp(client, file);
}

async function stampsOf(client: PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>('select name, sha256 from armarium.migration');
  return rows;
}

async function inTransaction(client: PoolClient, run: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await run();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Replaces the stamps of a database of the last 0.1 by those of this version. Nothing else changes, since both
 * make the same tables.
 * @returns whether the database is of 0.1
 * @throws DatabaseUnusable where an older 0.1 made it
 */
async function adopt(client: PoolClient, folder: string): Promise<boolean> {
  const stamps = await stampsOf(client);
  if (!isOf0_1(stamps)) return false;
  const current = currentStamps(stamps, await ownMigrations(folder));
  if (!current) {
    throw new DatabaseUnusable(
      'The database was made with 0.1; start the last 0.1 first, which brings it up to date, then this version.',
    );
  }
  await inTransaction(client, async () => {
    await client.query('delete from armarium.migration');
    for (const one of current) await stamp(client, one);
  });
  return true;
}

/**
 * Finds the migrations of this version that the database lacks, in order.
 * @throws DatabaseUnusable where the database has a migration that is not one of this version
 */
async function missingMigrations(client: PoolClient, folder: string) {
  const applied = new Map((await stampsOf(client)).map(({ name, sha256 }) => [name, sha256]));
  const files = await ownMigrations(folder);
  const unknown = [...applied.keys()].find((name) => !files.some((file) => file.name === name));
  if (unknown) {
    throw new DatabaseUnusable(
      `The database has the migration ${unknown}, which this version does not know: it was used by a newer one.`,
    );
  }
  const other = files.find(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256);
  if (other) {
    throw new DatabaseUnusable(
      `The migration ${other.name} is not the one that this database was made with. ` +
        'Start the version that made it, or begin with an empty database (another DATA_DIR or DATABASE_URL).',
    );
  }
  return files.filter(({ name }) => !applied.has(name));
}

async function applyFiles(client: PoolClient, folder: string): Promise<string[]> {
  const done: string[] = [];
  for (const file of await missingMigrations(client, folder)) {
    await inTransaction(client, () => applyFile(client, file)).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`The migration ${file.name} failed and was rolled back: ${why}`, { cause: error });
    });
    done.push(file.name);
  }
  return done;
}

/**
 * Adds our functions of the queue, and the names of all jobs. The library would add a name with the first job of
 * that name, and whoever enqueued another at the same time would wait for the end of that transaction.
 */
async function addQueue(client: PoolClient): Promise<void> {
  await client.query(queueFunctions);
  await client.query(
    `insert into graphile_worker._private_tasks (identifier) select unnest($1::text[]) on conflict do nothing`,
    [jobNames],
  );
}

/** Whether any migration was applied. If none was, no program can be using the database. */
async function hasMigrations(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('armarium.migration') is not null as exists`,
  );
  return (
    rows[0]?.exists === true && (await client.query('select from armarium.migration limit 1')).rowCount !== 0
  );
}

/**
 * Migrates an empty database, and changes no other. Commands use it that may run beside other programs: the
 * tables must not change while those use them.
 * @throws DatabaseUnusable where the database is of another version, or unfit
 */
export async function migrateIfEmpty(migrator: Pool, folder: string): Promise<Migrated> {
  const client = await migrator.connect();
  try {
    if (await hasMigrations(client)) {
      const [missing] = isOf0_1(await stampsOf(client))
        ? await ownMigrations(folder)
        : await missingMigrations(client, folder);
      if (missing) {
        throw new DatabaseUnusable(
          `The database is of an older version: it lacks the migration ${missing.name}. Stop the programs that ` +
            'run on it, run "armarium migrate" with this version, then try again.',
        );
      }
      await refuseBypass(client);
      return { isAdopted: false, applied: [] };
    }
  } finally {
    client.release();
  }
  return migrate(migrator, folder);
}

/** Prevents migrations until the end of the caller's transaction. A program that starts meanwhile waits. */
export async function holdOffMigrations(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/**
 * Replaces our tables by new ones with the rows of a backup, in the caller's transaction. It applies the
 * migrations that the backup has, loads the rows, and then applies the other migrations of this version.
 * @param before the migrations of the backup
 * @param load inserts the rows
 * @returns false where the database has an organisation; then nothing was changed
 */
export async function rebuild(
  client: PoolClient,
  folder: string,
  before: readonly AppliedMigration[],
  load: () => Promise<void>,
): Promise<boolean> {
  await holdOffMigrations(client);
  await client.query('lock table armarium.tenant in access exclusive mode');
  if ((await client.query('select from armarium.tenant limit 1')).rowCount !== 0) return false;
  await client.query('drop schema armarium cascade');
  await makeRoles(client);
  const files = await ownMigrations(folder);
  const isBefore = ({ name }: AppliedMigration) => before.some((one) => one.name === name);
  for (const file of files.filter(isBefore)) await applyFile(client, file);
  await load();
  for (const file of files.filter((one) => !isBefore(one))) await applyFile(client, file);
  await addQueue(client);
  await refuseBypass(client);
  return true;
}

/**
 * Brings the database to this version: roles, extensions, our tables, the tables of the queue. It can run at
 * every start and in several processes at once, which wait for each other. There is no way back to an older
 * version.
 * @param migrator a pool of the role that DATABASE_URL names
 * @throws DatabaseUnusable where the server or the database is unfit
 */
export async function migrate(migrator: Pool, folder: string): Promise<Migrated> {
  const client = await migrator.connect();
  try {
    await refuseUnfitServer(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await makeRoles(client);
      const isAdopted = await adopt(client, folder);
      const applied = await applyFiles(client, folder);
      await runMigrations({ pgPool: migrator, logger: new Logger(() => () => undefined) });
      await addQueue(client);
      await refuseBypass(client);
      return { isAdopted, applied };
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}
