import { importImage, importItem, retryImageImport } from '@armarium/contract/imports';
import { getItem } from '@armarium/contract/records';
import { reach, reaches, type Actor, type TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { createItem, hrefOf } from '../catalogue/public.ts';
import { countedMore } from './asset-counts.ts';
import { addMedia, earlierImport, enqueueDerivations } from './asset.writes.ts';
import type { AssetKind } from './kinds.ts';
import { requireImport } from './import.rules.ts';
import { importedImages } from './import.queries.ts';
import { importedImageView } from './import-views.ts';

/** Making items and images of what was uploaded (catalogue §7, decisions §6, wire.md). */
export const importOperations: Implementation[] = [
  implement(importItem, async ({ data, body, origin }) => {
    const images = body.images ?? [];
    if (images.length > 0 && reach(data.actor, 'upload') === undefined) {
      throw new ProblemError('forbidden', 'Your roles in this organisation do not include uploading files.');
    }
    const { item, added } = await data.write('import', async (tx) => {
      const item = await createItem(tx, {
        customMetadataList: body.customMetadataList ?? [],
        mirrors: { sgtt: body.sgtt, pressmark: body.pressmark, autn: body.autn, sgti: body.sgti },
        parentCollectionsUuids: body.parentCollectionsUuids,
      });
      return {
        item,
        added: await addMedia(tx, item.uuid, 'image', images, {
          from: ['image'],
          path: (index) => `images[${index}].`,
        }),
      };
    });
    return {
      ...item,
      images: added,
      audios: [],
      videos: [],
      model3Ds: [],
      _links: { self: hrefOf(origin, getItem, item.uuid) },
    };
  }),
  implement(importImage, async ({ data, body }) => {
    const { culturalItemUuid, position, ...image } = body;
    return data.write('import', async (tx) => {
      await lockItem(tx.db, culturalItemUuid, data);
      const earlier = await earlierImport(tx, culturalItemUuid, image.uuid.toLowerCase());
      if (earlier) return earlier;
      const [added] = await addMedia(tx, culturalItemUuid, 'image', [image], {
        from: ['image'],
        path: () => '',
        position,
      });
      if (!added) throw new Error('An upload gave no image.');
      return added;
    });
  }),
  implement(retryImageImport, async ({ data, params, origin }) => {
    const row = await data.write('retry-import', async (tx) => {
      const failed = await tx.db
        .selectFrom('asset_import')
        .innerJoin('asset', 'asset.uuid', 'asset_import.asset_uuid')
        .select(['asset_import.uuid', 'asset_import.item_uuid', 'asset_import.account_uuid', 'asset.kind'])
        .where('asset_import.asset_uuid', '=', params.uuid)
        .where('asset.trashed_at', 'is', null)
        .orderBy('version_number', 'desc')
        .executeTakeFirst();
      if (!failed) throw notFound('The import');
      requireImport(data.actor, failed.account_uuid);
      await lockItem(tx.db, failed.item_uuid, data);
      const { numUpdatedRows } = await tx.db
        .updateTable('asset_import')
        .set({
          upload_state: 'PENDING',
          processing_state: 'PENDING',
          indexing_state: 'PENDING',
          overall_state: 'PENDING',
          cause: null,
          finished_at: null,
        })
        .where('uuid', '=', failed.uuid)
        .where('overall_state', '=', 'ERROR')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) {
        throw new ProblemError('not-retryable', 'This image is ready, or still being worked on.');
      }
      await tx.db
        .updateTable('item')
        .set(countedMore(failed.kind as AssetKind, { notReady: 1, failed: -1 }))
        .where('uuid', '=', failed.item_uuid)
        .execute();
      await enqueueDerivations(tx.db, [failed.uuid]);
      const [row] = await importedImages(tx.db, { asset: params.uuid });
      if (!row) throw notFound('The import');
      return row;
    });
    return importedImageView(row, data.actor, origin);
  }),
];

/**
 * Locks the item that files go to: always before anything of its images, so that no two wait for each other.
 * Whoever may upload to own records only is refused at another's (PERM-08).
 */
async function lockItem(db: TenantQueries, itemUuid: string, { actor }: { actor: Actor }): Promise<void> {
  const item = await db
    .selectFrom('item')
    .select('created_by')
    .where('uuid', '=', itemUuid)
    .where('trashed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw notFound('The item');
  if (!reaches(actor, 'upload', item.created_by)) {
    throw new ProblemError('forbidden', 'You may add files to the records that you made yourself.');
  }
}
