import { Logger, runMigrations } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';
import { currentStamps, isOf0_1, ownMigrations, type AppliedMigration } from './stamps.ts';

/** What makes a database unusable for us, in words for the person who starts the server. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';
}

// Any constant serves, as long as every process takes the same one.
const MIGRATION_LOCK = 4_207_311;

async function refuseUnfitServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{
    version: number;
    encoding: string;
    ctype: string;
    provider: string;
  }>(`
    select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
      datctype as ctype, datlocprovider::text as provider
    from pg_database where datname = current_database()`);
  const server = rows[0];
  if (!server) throw new DatabaseUnusable('The database does not describe itself.');
  if (server.version < 150_000) {
    throw new DatabaseUnusable(
      `PostgreSQL 15 or later is needed; this server is ${(server.version / 10_000) | 0}.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseUnusable(
      `The database's encoding is ${server.encoding}; create it with ENCODING 'UTF8'.`,
    );
  }
  if (server.provider === 'c' && (server.ctype === 'C' || server.ctype === 'POSIX')) {
    throw new DatabaseUnusable(
      `The database's character type is ${server.ctype}, which knows no letters beyond ASCII; create it with LC_CTYPE 'C.UTF-8'.`,
    );
  }
}

async function makeRoles(client: PoolClient): Promise<void> {
  for (const role of ['armarium_owner', 'armarium_app']) {
    // Two installations of one server may get here at once: the loser finds the role made.
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

/** In the caller's transaction. */
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
 * Gives a database of the last 0.1 the stamps of this version; nothing else of it changes.
 * @throws DatabaseUnusable where it is of an older 0.1
 */
async function adopt(client: PoolClient, folder: string): Promise<void> {
  const stamps = await stampsOf(client);
  if (!isOf0_1(stamps)) return;
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
}

/**
 * The migrations of this version that the database lacks, in their order.
 * @throws DatabaseUnusable where it has others than this version's
 */
async function lackingFiles(client: PoolClient, folder: string) {
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
  for (const file of await lackingFiles(client, folder)) {
    await inTransaction(client, () => applyFile(client, file)).catch((error: unknown) => {
      throw new Error(`Migration ${file.name} failed and was rolled back`, { cause: error });
    });
    done.push(file.name);
  }
  return done;
}

/**
 * The queue's tables are closed by row-level security without policies, so the application enqueues, and looks, through
 * functions of their owner. The tenant is the transaction's, never the caller's word, and its number
 * stands before the job's key too: keys are one space for all, and a key replaces the job that waits under it.
 */
const QUEUE_DOOR = `
  create or replace function armarium.enqueue(task text, payload jsonb, job_key text, priority integer) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp
  as $$
  declare
    tenant constant integer := armarium.current_tenant();
  begin
    if tenant is null then
      raise exception 'The job % was enqueued without a tenant', task using errcode = 'invalid_parameter_value';
    end if;
    perform graphile_worker.add_job(
      task, (payload || jsonb_build_object('tenantId', tenant))::json,
      max_attempts => 8, job_key => tenant || ':' || job_key, priority => priority);
  end $$;
  revoke all on function armarium.enqueue(text, jsonb, text, integer) from public;
  grant execute on function armarium.enqueue(text, jsonb, text, integer) to armarium_app;

  -- Whether a job of the transaction's tenant waits or runs under a key; one that was given up does neither.
  create or replace function armarium.has_job(wanted text) returns boolean
    language plpgsql stable security definer set search_path = pg_catalog, pg_temp
  as $$
  begin
    return exists (
      select from graphile_worker._private_jobs
      where key = armarium.current_tenant() || ':' || wanted and (locked_at is not null or attempts < max_attempts));
  end $$;
  revoke all on function armarium.has_job(text) from public;
  grant execute on function armarium.has_job(text) to armarium_app;`;

async function refuseBypass(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ bypasses: boolean }>(
    `select bool_or(rolsuper or rolbypassrls) as bypasses from pg_roles where rolname in ('armarium_app', 'armarium_owner')`,
  );
  if (rows[0]?.bypasses !== false) {
    throw new DatabaseUnusable(
      'The role armarium_app or armarium_owner is a superuser or bypasses row-level security; it must be neither.',
    );
  }
}

/** Whether any migration was applied: nobody can be working on a database without one. */
async function isBegun(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('armarium.migration') is not null as there`,
  );
  return (
    rows[0]?.there === true && (await client.query('select from armarium.migration limit 1')).rowCount !== 0
  );
}

/**
 * For a command beside programs that may be running, under which nothing may be migrated: an empty database is
 * made ours, any other must be of this very version.
 * @returns the names of the migrations applied now
 * @throws DatabaseUnusable where it is of another version, or not fit for us
 */
export async function migrateIfEmpty(migrator: Pool, folder: string): Promise<string[]> {
  const client = await migrator.connect();
  try {
    if (await isBegun(client)) {
      const [lacking] = isOf0_1(await stampsOf(client))
        ? await ownMigrations(folder)
        : await lackingFiles(client, folder);
      if (lacking) {
        throw new DatabaseUnusable(
          `The database is of an older version: it lacks the migration ${lacking.name}. Stop the programs that ` +
            'run on it, run "armarium migrate" with this version, then try again.',
        );
      }
      await refuseBypass(client);
      return [];
    }
  } finally {
    client.release();
  }
  return migrate(migrator, folder);
}

/** Until the end of the caller's transaction; a program that starts meanwhile waits. */
export async function holdOffMigrations(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/**
 * Makes our tables anew in the caller's transaction, for rows that come from elsewhere: those of the
 * migrations `before`, the rows by `load`, then the further migrations over them, as in a database that has grown.
 * @returns false, with nothing changed, where the database has an organisation
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
  await client.query(QUEUE_DOOR);
  await refuseBypass(client);
  return true;
}

/**
 * Brings the database to this version: roles, extensions, our tables, the queue's. Safe to run at every
 * start and from several processes at once (they wait for each other). Forward only.
 * @param migrator a pool of the role that DATABASE_URL names
 * @returns the names of the migrations applied now
 * @throws DatabaseUnusable where the server or its data are not fit for us
 */
export async function migrate(migrator: Pool, folder: string): Promise<string[]> {
  const client = await migrator.connect();
  try {
    await refuseUnfitServer(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await makeRoles(client);
      await adopt(client, folder);
      const applied = await applyFiles(client, folder);
      await runMigrations({ pgPool: migrator, logger: new Logger(() => () => undefined) });
      await client.query(QUEUE_DOOR);
      await refuseBypass(client);
      return applied;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    client.release();
  }
}
