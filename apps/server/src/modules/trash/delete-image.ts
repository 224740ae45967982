import { deleteImage, removeImage } from '@armarium/contract/assets';
import { sql } from 'kysely';
import { reaches, type Actor, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { requireMatch } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { lockGraph, recordHistory } from '../catalogue/public.ts';
import { lockMedia, recountMedia, requireImageUuid, takeAssetOut } from '../media/public.ts';
import { givenReason, openEntries } from './trash.writes.ts';

/** Images to the trash, one by one (wire.md): they answer 404, and their item counts and shows those that are left. */
export const deleteImageOperations: Implementation[] = [
  implement(deleteImage, async ({ data, params, query, actor, request }) => {
    await data.write('delete-image', async (tx) => {
      await lockGraph(tx);
      const { item_uuid } = await standingImage(tx.db, params.uuid);
      const going = { image: params.uuid, item: item_uuid, reason: query.reason ?? '' };
      await moveImageToTrash(tx, actor, going, ({ version }) => requireMatch(request, version));
    });
    return undefined;
  }),
  implement(removeImage, async ({ data, params, query, body, actor, request }) => {
    const image = requireImageUuid(body.imageUuid ?? query.imageUuid);
    await data.write('delete-image', async (tx) => {
      await lockGraph(tx);
      const item = (await lockMedia(tx.db, [params.uuid], 'image')).get(params.uuid.toLowerCase());
      if (!item) throw notFound('The item');
      const { item_uuid } = await standingImage(tx.db, image);
      // It was moved to another item before: there is nothing left to take out.
      if (item_uuid !== item.uuid) return;
      requireMatch(request, item.version);
      await moveImageToTrash(tx, actor, { image, item: item.uuid, reason: '' });
    });
    return undefined;
  }),
];

/** @throws ProblemError 404 unless it stands */
async function standingImage(db: TenantQueries, uuid: string) {
  const image = await db
    .selectFrom('asset')
    .innerJoin('item', 'item.uuid', 'asset.item_uuid')
    .select(['asset.uuid', 'asset.item_uuid', 'asset.version', 'asset.sgtt', 'asset.created_by'])
    .where('asset.uuid', '=', uuid)
    .where('asset.kind', '=', 'image')
    .where('asset.trashed_at', 'is', null)
    .where('item.trashed_at', 'is', null)
    .executeTakeFirst();
  if (!image) throw notFound('The image');
  return image;
}

/**
 * @param check sees the image once nobody else can change it
 * @throws ProblemError 403 where it is another's and the actor may delete own ones only, 404, and what `check` throws
 */
async function moveImageToTrash(
  tx: WriteTransaction,
  actor: Actor,
  going: { image: string; item: string; reason: string },
  check: (image: { readonly version: number }) => void = () => undefined,
): Promise<void> {
  const item = (await lockMedia(tx.db, [going.item], 'image')).get(going.item);
  await tx.db.selectFrom('asset').select('uuid').where('uuid', '=', going.image).forUpdate().execute();
  const image = await standingImage(tx.db, going.image);
  if (!item || image.item_uuid !== item.uuid) throw notFound('The image');
  check(image);
  if (!reaches(actor, 'trash', image.created_by)) {
    throw new ProblemError('forbidden', 'You may delete the images that you sent yourself.');
  }
  const place = { item: item.uuid, kind: 'image' as const, position: item.members.indexOf(image.uuid) + 1 };
  await openEntries(
    tx,
    [
      {
        resourceType: 'MEDIA',
        record: image.uuid,
        title: image.sgtt,
        pressmark: null,
        reason: going.reason,
      } as const,
    ],
    ({ record }) => [{ record, type: 'MEDIA' }],
  );
  await takeAssetOut(tx.db, image.uuid, place);
  await tx.db
    .updateTable('asset')
    .set((column) => ({
      position: place.position,
      trashed_at: sql<Date>`now()`,
      version: column('version', '+', 1),
    }))
    .where('uuid', '=', image.uuid)
    .execute();
  await recountMedia(tx, [item.uuid]);
  await recordHistory(tx, [
    {
      record: image.uuid,
      resourceType: 'MEDIA',
      action: 'delete',
      before: { culturalItem: place.item, position: place.position },
      ...givenReason(going.reason),
    },
    {
      record: item.uuid,
      resourceType: 'ITEM',
      action: 'unlink',
      before: { images: [image.uuid] },
      ...givenReason(going.reason),
    },
  ]);
}
