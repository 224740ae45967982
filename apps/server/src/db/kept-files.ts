import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { PoolClient } from 'pg';
import type { Pool } from './pool.ts';

// Arbitrary constants, the same in every process.
/**
 * Each session for which files must stay holds it in shared mode. A transaction that removes files only
 * checks that nobody does.
 */
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
 * Whether files may be removed from the storage now. Call it in the transaction that deletes the rows which
 * name them; the files are removed after its commit. During a backup or a verification the answer is no:
 * files of its snapshot must stay until it has read them. One that starts later waits for this transaction,
 * so that its snapshot no longer has the rows. This call waits for other transactions that remove files, so
 * it comes before locks of rows, but after the lock of the graph.
 */
export async function mayRemoveFiles(tx: QueryExecutorProvider): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${REMOVERS_LOCK}::bigint)`.execute(tx);
  const { rows } = await sql.raw<{ free: boolean }>(IS_FREE).execute(tx);
  return rows[0]?.free === true;
}

/**
 * Runs short work that removes files which no row names. No backup and no verification starts meanwhile.
 * @returns undefined, without running it, during a backup or a verification
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

/** A session during which no file that a row names is removed from the storage. */
export interface FilesKept {
  /** A consistent, read-only view of the database during the work. */
  snapshot<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** @throws when the session broke, so that files may have been removed */
  confirm(): Promise<void>;
}

async function isFirst(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ first: boolean }>('select pg_try_advisory_lock($1) as first', [
    BACKUP_LOCK,
  ]);
  return rows[0]?.first === true;
}

/**
 * Runs long work for which files must stay; see `mayRemoveFiles`.
 * @param alone for a backup, of which only one may run at a time
 * @returns undefined, without running it, where another one runs
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
      // An interrupted one holds its lock until the database has noticed.
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
    // Before the snapshot: the snapshot must contain a running removal. A later removal finds the lock above.
    await client.query('select pg_advisory_lock_shared($1)', [REMOVERS_LOCK]);
    await client.query('select pg_advisory_unlock_shared($1)', [REMOVERS_LOCK]);
    const result = await work({
      async snapshot(read) {
        // A text format that every server reads in the same way.
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
    // A failed session may be in the middle of a transaction: closing it frees its locks.
    client.release(!isOver);
  }
}
