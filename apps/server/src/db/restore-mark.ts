import { DatabaseUnusable } from './migrate.ts';
import type { Pool } from './pool.ts';

/** In a table that the restored database replaces: the mark goes in the moment in which the restore is done. */
const NAME = 'restore-begun';

/** What a restore that was begun is known by. */
export interface RestoreMark {
  /** SHA-256 of the backup's manifest. */
  readonly backup: string;
  /** Where it puts the files, so that another storage isn't taken for a half filled one. */
  readonly storage: string;
}

/** The mark of a restore that was begun here and not finished. */
export async function restoreBegun(migrator: Pool): Promise<RestoreMark | undefined> {
  const { rows } = await migrator.query<{ value: Buffer }>(
    'select value from armarium.installation where name = $1',
    [NAME],
  );
  return rows[0] && (JSON.parse(rows[0].value.toString('utf8')) as RestoreMark);
}

export async function markRestore(migrator: Pool, mark: RestoreMark): Promise<void> {
  await migrator.query(
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
