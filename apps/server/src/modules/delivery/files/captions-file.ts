import type { Actor, TenantData } from '../../../db/database.ts';
import { shownCaptions } from '../../media/public.ts';
import { admitted } from '../admission.ts';
import { PUBLIC_CACHING } from '../image-routes.ts';
import { PRIVATE_CACHING } from '../stored-file-answer.ts';
import type { FoundFile } from './found-file.ts';

/**
 * A caption file by its own uuid, for whoever may see the item of its recording.
 * @throws ProblemError 401 for visitors unless the item is public, 404
 */
export async function findCaptionsFile(
  data: TenantData,
  captions: string,
  actor: Actor | undefined,
): Promise<FoundFile> {
  const row = await data.read((db) =>
    shownCaptions(db).where('caption.uuid', '=', captions).executeTakeFirst(),
  );
  const file = admitted(
    'The captions',
    actor,
    row && { ...row, createdBy: row.itemCreatedBy },
    'Only files of public items can be had without signing in.',
  );
  return {
    key: file.storage_key,
    size_bytes: file.size_bytes,
    mediaType: `${file.media_type}; charset=utf-8`,
    entityTag: `"${file.sha256}"`,
    caching: file.visibility === 'public' ? PUBLIC_CACHING : PRIVATE_CACHING,
  };
}
