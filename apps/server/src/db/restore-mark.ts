import { DatabaseUnusable, holdOffMigrations } from './migrate.ts';
import type { Pool, PoolClient } from './pool.ts';

/** In a table that the restored database replaces: the mark goes in the moment in which the restore is done. */
const NAME = 'restore-begun';

/** What a restore that was begun is known by. */
export interface RestoreMark {
  /** SHA-256 of the backup's manifest. */
  readonly backup: string;
  /** Where it puts the files, so that another storage isn't taken for a half filled one. */
  readonly storage: string;
}

// Any constant serves, as long as every process takes the same one.
const RESTORE_LOCK = 4_207_315;

/**
 * Does the whole of a restore, of which only one runs at a time: each would take the other's files and mark for those
 * of one that was cut off.
 * @returns false, without doing anything, where another one runs
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
    // By itself the lock ends with the session, which the server may notice after the next restore has begun.
    await client.query('select pg_advisory_unlock($1)', [RESTORE_LOCK]).catch(() => undefined);
    client.release(true);
  }
}

/** The mark of a restore that was begun here and not finished. */
export async function restoreBegun(database: Pool | PoolClient): Promise<RestoreMark | undefined> {
  const { rows } = await database.query<{ value: Buffer }>(
    'select value from armarium.installation where name = $1',
    [NAME],
  );
  return rows[0] && (JSON.parse(rows[0].value.toString('utf8')) as RestoreMark);
}

/**
 * Marks the installation as one that is being restored, unless somebody's organisation is in it, in one moment:
 * from then on no program begins to work here.
 * @returns whether it is marked
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

/** Sets the mark, or takes it away: where a restore ended before it brought anything, what was before stands again. */
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

/** @throws DatabaseUnusable where a restore was begun and not finished: files may be there that no row knows */
export async function refuseHalfRestored(migrator: Pool): Promise<void> {
  if (await restoreBegun(migrator)) {
    throw new DatabaseUnusable(
      'A restore into this installation was begun and did not end. Run "armarium restore" with the same folder ' +
        'again, or begin with an empty installation (another DATA_DIR, or another DATABASE_URL and STORAGE_URL).',
    );
  }
}
