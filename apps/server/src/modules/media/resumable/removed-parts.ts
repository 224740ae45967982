import { sql } from 'kysely';
import { mayRemoveFiles } from '../../../db/kept-files.ts';
import type { MediaParts } from '../media-parts.ts';

type Parts = Pick<MediaParts, 'database' | 'storage'>;

/**
 * Removes an abandoned or cancelled upload with its pieces.
 * @returns false where files may not be removed now
 */
export async function sweepResumable(
  { database, storage }: Parts,
  tenantId: number,
  uuid: string,
  olderThan_ms: number,
): Promise<boolean> {
  const gone = await database.bookkeeping(tenantId, async (db) => {
    if (!(await mayRemoveFiles(db))) return undefined;
    // The sender may have continued it since it was found.
    const stale = await db
      .selectFrom('resumable_upload')
      .select('uuid')
      .where('uuid', '=', uuid)
      .where(
        sql<boolean>`(modified_at < now() - ${olderThan_ms} * interval '1 millisecond' or state = 'ABANDONED')`,
      )
      .forUpdate()
      .executeTakeFirst();
    if (!stale) return [];
    const parts = await db
      .deleteFrom('resumable_part')
      .where('upload_uuid', '=', uuid)
      .returning('storage_key')
      .execute();
    await db.deleteFrom('resumable_upload').where('uuid', '=', uuid).execute();
    return parts;
  });
  for (const { storage_key } of gone ?? []) await storage.remove(storage_key);
  return gone !== undefined;
}

/** @returns false where files may not be removed now */
export async function removeParts(
  { database, storage }: Parts,
  tenantId: number,
  uuid: string,
): Promise<boolean> {
  const gone = await database.bookkeeping(tenantId, async (db) =>
    (await mayRemoveFiles(db))
      ? db.deleteFrom('resumable_part').where('upload_uuid', '=', uuid).returning('storage_key').execute()
      : undefined,
  );
  for (const { storage_key } of gone ?? []) await storage.remove(storage_key);
  return gone !== undefined;
}
