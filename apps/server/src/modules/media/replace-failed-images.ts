import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { WriteTransaction } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import type { JobUrgency } from '../../queue/enqueue.ts';
import { addVersions, versionForHistory } from './asset-versions.ts';
import { claimUploads } from './claim-uploads.ts';
import { imageFiles } from './import.queries.ts';
import { uploadKindsOf } from './kinds.ts';
import { pagesOf } from './upload-pages.ts';

/**
 * Replaces a file whose preparation failed. Its images get the contents of the new file as their newest
 * versions; they keep their uuids, positions and metadata, and the failed file stays as an earlier version.
 * The upload replaces all images of the file, so it must give the same number.
 *
 * @param path the path of the file in the request, for naming a problem
 * @param urgency of their preparation, where it does not follow from the files
 * @throws ProblemError 404 without the item, 422 where the upload is not the actor's to claim, `stale` where
 * somebody else has retried, replaced or removed the images meanwhile
 */
export async function replaceFailedImages(
  tx: WriteTransaction,
  itemUuid: string,
  {
    failedUpload,
    upload,
    path,
    urgency,
  }: { failedUpload: string; upload: string; path: string; urgency: JobUrgency },
): Promise<void> {
  const item = await tx.db
    .selectFrom('item')
    .select('uuid')
    .where('uuid', '=', itemUuid)
    .where('trashed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw notFound('The item');
  const images = await imageFiles(tx.db, itemUuid)
    .select(['asset.uuid', 'asset.current_version', 'asset.wanted_version', 'import.overall_state'])
    .select(['upload.original_filename', 'upload.sha256', 'version.rotation'])
    .where('upload.uuid', '=', failedUpload)
    .orderBy('version.page_index')
    .execute();
  const [claimed] = await claimUploads(tx, [
    { uuid: upload, kinds: uploadKindsOf('image'), field: `${path}uuid` },
  ]);
  const pages = claimed ? pagesOf(claimed) : [];
  const hasFailed = images.some(({ overall_state }) => overall_state === 'ERROR');
  const isSettled = images.every(
    ({ overall_state, current_version, wanted_version }) =>
      ['DONE', 'ERROR'].includes(overall_state) && current_version === wanted_version,
  );
  if (!claimed || !hasFailed || !isSettled || pages.length !== images.length) {
    throw new ProblemError('stale', 'Somebody changed the images that this file was to replace.');
  }
  const newest = await tx.db
    .selectFrom('asset_version')
    .select((all) => ['asset_uuid', all.fn.max('number').as('number')])
    .where(sql<boolean>`asset_uuid = any(${images.map(({ uuid }) => uuid)}::uuid[])`)
    .groupBy('asset_uuid')
    .execute();
  const numbers = new Map(newest.map(({ asset_uuid, number }) => [asset_uuid, number]));
  await addVersions(
    tx,
    itemUuid,
    images.map((asset, index) => {
      const number = (numbers.get(asset.uuid) ?? 0) + 1;
      return {
        asset: asset.uuid,
        number,
        importId: uuidv7(),
        upload: claimed.uuid,
        page: pages[index] ?? { index: 0, width_px: null, height_px: null },
        parts: [],
        before: versionForHistory('image', asset.wanted_version, asset, []),
        after: versionForHistory('image', number, claimed, []),
      };
    }),
    urgency,
  );
}
