import type { Actor, WriteTransaction } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import {
  kindCalls,
  lockMedia,
  putAsset,
  recountMedia,
  takeUpOpenImports,
  type AssetKind,
} from '../media/public.ts';
import { mayRestore } from './trash.rules.ts';

/**
 * Brings an image back to the place that it had among those of its item.
 * @throws ProblemError 403 where it is another's and the actor may restore own records only, 409 `item-gone` while
 *   its item lies in the trash itself
 */
export async function restoreImage(
  tx: WriteTransaction,
  actor: Actor,
  { entry, image: uuid }: { entry: string; image: string },
): Promise<void> {
  const image = await tx.db
    .selectFrom('asset')
    .select(['uuid', 'item_uuid', 'kind', 'position', 'created_by'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!image) throw notFound('The image');
  if (!mayRestore(actor, 'MEDIA', image.created_by)) {
    throw new ProblemError('forbidden', 'You may restore the records that you made yourself.');
  }
  const kind = image.kind as AssetKind;
  if (!(await lockMedia(tx.db, [image.item_uuid], kind)).has(image.item_uuid)) {
    throw new ProblemError('item-gone', 'The item lies in the trash too. Restore it first, then the image.');
  }
  await tx.db.updateTable('asset').set({ trashed_at: null }).where('uuid', '=', image.uuid).execute();
  const place = await putAsset(tx.db, image.uuid, { item: image.item_uuid, kind, position: image.position });
  await recountMedia(tx, [place.item]);
  await tx.db.deleteFrom('trash_entry').where('uuid', '=', entry).execute();
  await takeUpOpenImports(tx.db, [place.item]);
  await recordHistory(tx, [
    {
      record: image.uuid,
      resourceType: 'MEDIA',
      action: 'restore',
      after: { culturalItem: place.item, position: place.position },
    },
    {
      record: place.item,
      resourceType: 'ITEM',
      action: 'link',
      after: { [kindCalls[kind].many]: [image.uuid] },
    },
  ]);
}
