import type { TenantData } from '../../../db/database.ts';
import { shownCaptions } from '../../media/public.ts';
import { admitted, cachingOf, type Caller, openLinksOf } from '../../admission/public.ts';
import type { FoundFile } from './found-file.ts';

/**
 * A caption file by its own uuid, for whoever may see the item of its recording.
 * @throws ProblemError 401 for visitors unless the item is public, 404
 */
export async function findCaptionsFile(
  data: TenantData,
  captions: string,
  caller: Caller,
): Promise<FoundFile> {
  const row = await data.read((db) =>
    shownCaptions(db)
      .select(openLinksOf('item').as('links'))
      .where('caption.uuid', '=', captions)
      .executeTakeFirst(),
  );
  const file = admitted('The captions', caller, row && { ...row, createdBy: row.itemCreatedBy });
  return {
    key: file.storage_key,
    size_bytes: file.size_bytes,
    mediaType: `${file.media_type}; charset=utf-8`,
    entityTag: `"${file.sha256}"`,
    caching: cachingOf(file, caller),
  };
}
