import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { PoolClient } from 'pg';
import type { Pool } from './pool.ts';

// Any constants serve, as long as every process takes the same ones.
/** Each session for which files must stay holds it in shared mode. A transaction that removes files only checks that nobody does. */
const KEPT_LOCK = 4_207_313;
const BACKUP_LOCK = 4_207_314;
const LOCK_PATIENCE_MS = 3_000;
/** A transaction that removes files holds it until its end, so that there is one at a time. */
const REMOVERS_LOCK = 4_207_316;

/**
 * Whether no session keeps files. The lock is released at once. PostgreSQL releases the locks of a transaction one after
 * the other: if this one were held to the end, the next transaction could get the lock above and find this one taken.
 */
const IS_FREE = `select case when pg_try_advisory_lock(${KEPT_LOCK}) then pg_advisory_unlock(${KEPT_LOCK})
  else false end as free`;

/**
 * Whether files may be removed from the storage now; to be asked in the transaction that deletes the rows which
 * name them, the files following after its commit. A backup or a verification that runs says no: what its
 * snapshot names must stay until it has read it. One that begins later waits for this transaction, and its
 * snapshot no longer has the rows. Others who remove are waited for, so it is asked before rows are locked, but for
 * the lock of the graph.
 */
export async function mayRemoveFiles(tx: QueryExecutorProvider): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${REMOVERS_LOCK}::bigint)`.execute(tx);
  const { rows } = await sql.raw<{ free: boolean }>(IS_FREE).execute(tx);
  return rows[0]?.free === true;
}

/**
 * Does something short that removes files which no row names. No backup and no verification begins meanwhile.
 * @returns undefined, without doing anything, while one runs
 */
export async function removingFiles<T>(
  migrator: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T | undefined> {
  const client = await migrator.connect();
  let isOver = false;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [REMOVERS_LOCK]);
    const { rows } = await client.query<{ free: boolean }>(IS_FREE);
    const result = rows[0]?.free === true ? await work(client) : undefined;
    await client.query('commit');
    isOver = true;
    return result;
  } finally {
    client.release(!isOver);
  }
}

/** One session in which no file that a row names is removed from the storage. */
export interface FilesKept {
  /** A consistent, read-only view of the database, for as long as the work takes. */
  snapshot<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** @throws when the session broke, and with it the promise that files stay */
  confirm(): Promise<void>;
}

async function isFirst(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ first: boolean }>('select pg_try_advisory_lock($1) as first', [
    BACKUP_LOCK,
  ]);
  return rows[0]?.first === true;
}

/**
 * Does something long for which files must stay; see `mayRemoveFiles`.
 * @param alone for a backup, of which only one runs at a time
 * @returns undefined, without doing anything, where another one runs
 */
export async function keepingFiles<T>(
  migrator: Pool,
  { alone }: { alone: boolean },
  work: (kept: FilesKept) => Promise<T>,
): Promise<T | undefined> {
  const client = await migrator.connect();
  let isOver = false;
  try {
    if (alone) {
      // One that was just broken off holds its lock until the database has noticed.
      const until_ms = performance.now() + LOCK_PATIENCE_MS;
      while (!(await isFirst(client))) {
        if (performance.now() > until_ms) {
          isOver = true;
          return undefined;
        }
        await sleep(100);
      }
    }
    await client.query('select pg_advisory_lock_shared($1)', [KEPT_LOCK]);
    // Before the snapshot: the snapshot must contain a removal that is under way. A later removal finds the lock above.
    await client.query('select pg_advisory_lock_shared($1)', [REMOVERS_LOCK]);
    await client.query('select pg_advisory_unlock_shared($1)', [REMOVERS_LOCK]);
    const result = await work({
      async snapshot(read) {
        // Text that any server reads back the same.
        await client.query(`begin isolation level repeatable read read only;
          set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'iso_8601';
          set local bytea_output = 'hex'; set local extra_float_digits = 1`);
        const seen = await read(client);
        await client.query('commit');
        return seen;
      },
      async confirm() {
        await client.query('select 1');
      },
    });
    await client.query('select pg_advisory_unlock_all()');
    isOver = true;
    return result;
  } finally {
    // A session that failed may stand in the middle of anything: ending it frees its locks.
    client.release(!isOver);
  }
}
