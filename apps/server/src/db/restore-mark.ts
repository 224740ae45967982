import { holdOffMigrations } from './migrate.ts';
import type { Pool, PoolClient } from './pool.ts';
import { DatabaseUnusable } from './unusable-database.ts';

/** The mark is in a table that the restored database replaces, so it disappears when the restore is complete. */
const NAME = 'restore-begun';

/** Identifies a restore that has started and not ended. */
export interface RestoreMark {
  /** SHA-256 of the backup's manifest. */
  readonly backup: string;
  /** The storage of the files, so that another storage is not taken for one that is filled in part. */
  readonly storage: string;
}

// The number has no meaning; all processes have to use the same one.
const RESTORE_LOCK = 4_207_315;

/**
 * Runs a restore while no other one runs. Each of two would take the files and the mark of the other one for
 * those of an interrupted restore.
 * @returns false where another restore runs; then nothing was done
 */
export async function restoringAlone(migrator: Pool, work: () => Promise<void>): Promise<boolean> {
  const client = await migrator.connect();
  try {
    const { rows } = await client.query<{ first: boolean }>('select pg_try_advisory_lock($1) as first', [
      RESTORE_LOCK,
    ]);
    if (rows[0]?.first !== true) return false;
    await work();
    return true;
  } finally {
    // The lock ends with the session too, but the server may notice that only after the next restore has started.
    await client.query('select pg_advisory_unlock($1)', [RESTORE_LOCK]).catch(() => undefined);
    client.release(true);
  }
}

/** The mark of a restore that has started here and not ended. */
export async function restoreBegun(database: Pool | PoolClient): Promise<RestoreMark | undefined> {
  const { rows } = await database.query<{ value: Buffer }>(
    'select value from armarium.installation where name = $1',
    [NAME],
  );
  return rows[0] && (JSON.parse(rows[0].value.toString('utf8')) as RestoreMark);
}

/**
 * Marks the installation as one that is being restored, unless it has an organisation. While the mark exists, no
 * program starts to work here.
 * @returns whether the mark was set
 */
export async function markRestore(migrator: Pool, mark: RestoreMark): Promise<boolean> {
  const client = await migrator.connect();
  let isOver = false;
  try {
    await client.query('begin');
    await holdOffMigrations(client);
    await client.query('lock table armarium.tenant in share mode');
    const isFree = (await client.query('select from armarium.tenant limit 1')).rowCount === 0;
    if (isFree) await setRestoreMark(client, mark);
    await client.query('commit');
    isOver = true;
    return isFree;
  } finally {
    client.release(!isOver);
  }
}

/** Sets the mark, or removes it. A restore that ends before it restored anything sets the earlier mark again. */
export async function setRestoreMark(
  database: Pool | PoolClient,
  mark: RestoreMark | undefined,
): Promise<void> {
  if (!mark) {
    await database.query('delete from armarium.installation where name = $1', [NAME]);
    return;
  }
  await database.query(
    `insert into armarium.installation (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [NAME, Buffer.from(JSON.stringify(mark), 'utf8')],
  );
}

/** @throws DatabaseUnusable where a restore has started and not ended: there may be files without a row */
export async function refuseHalfRestored(migrator: Pool): Promise<void> {
  if (await restoreBegun(migrator)) {
    throw new DatabaseUnusable(
      'A restore into this installation was begun and did not end. Run "armarium restore" with the same folder ' +
        'again, or begin with an empty installation (another DATA_DIR, or another DATABASE_URL and STORAGE_URL).',
    );
  }
}
