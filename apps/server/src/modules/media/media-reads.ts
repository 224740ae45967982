import { findImageByUuid } from '@armarium/contract/assets';
import {
  findImageImport,
  findImportsByUuids,
  findItemImport,
  getImportedImage,
  getImportedItem,
  listImportedImages,
} from '@armarium/contract/imports';
import { getImage, listItemImages } from '@armarium/contract/records';
import type { Actor, TenantQueries } from '../../db/database.ts';
import { setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation, type RecordCall } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage, wantedSort } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { itemsByUuids, type ItemRow } from '../catalogue/public.ts';
import { imageAssets, importedImages, importedItems } from './import.queries.ts';
import { anothersImport, followedSender, requireImport } from './import.rules.ts';
import { imageAssetView, importedImageView, importedItemView } from './import-views.ts';

const DEFAULT_IMPORTED_IMAGES = 10;
const DEFAULT_IMAGES = 20;

/** Reading images and following their imports (catalogue §7, back office §7, wire.md). */
export const mediaReads: Implementation[] = [
  implement(listItemImages, async ({ data, params, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_IMAGES);
    const { item, rows } = await data.read(async (db) => {
      const [item] = await itemsByUuids(db, [params.uuid]);
      if (!item) throw notFound('The item');
      return { item, rows: await imageAssets(db, { item: item.uuid, page }) };
    });
    return pageAnswer(
      'images',
      rows.map((row) => imageAssetView(row, actor, origin)),
      page,
      item.images_count,
      origin,
      url,
    );
  }),
  implement(getImage, (call) => oneImage(call, call.params.uuid)),
  implement(findImageByUuid, (call) => oneImage(call, call.query.uuid)),
  implement(findImportsByUuids, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, 20);
    const wanted = [...new Set(query.uuid.map((uuid) => uuid.toLowerCase()))];
    const rows = await data.read((db) => importedItems(db, wanted, followedSender(actor)));
    const shown = pageOfRows(rows, page).map((row) => importedItemView(row, origin));
    return pageAnswer('culturalItems', shown, page, rows.length, origin, url);
  }),
  implement(findItemImport, async ({ data, query, actor, origin }) => {
    const row = await data.read(async (db) => {
      const item = await db
        .selectFrom('item')
        .select('uuid')
        .where('import_uuid', '=', query.importId)
        .executeTakeFirst();
      if (!item) throw notFound('The import');
      return followedItem(db, item.uuid, actor);
    });
    return importedItemView(row, origin);
  }),
  implement(getImportedItem, async ({ data, params, actor, origin }) =>
    importedItemView(await data.read((db) => followedItem(db, params.uuid, actor)), origin),
  ),
  implement(listImportedImages, async ({ data, params, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_IMPORTED_IMAGES);
    wantedSort(query.sort, ['position']);
    const { item, rows } = await data.read(async (db) => {
      const item = await followedItem(db, params.uuid, actor);
      return {
        item,
        rows: await importedImages(db, { item: item.uuid, sender: followedSender(actor), page }),
      };
    });
    const shown = rows.map((row) => importedImageView(row, actor, origin));
    return pageAnswer('images', shown, page, item.images_count, origin, url);
  }),
  implement(findImageImport, async ({ data, query, actor, origin }) => {
    const [row] = await data.read((db) => importedImages(db, { importId: query.importId }));
    if (!row) throw notFound('The import');
    requireImport(actor, row.sender);
    return importedImageView(row, actor, origin);
  }),
  implement(getImportedImage, async ({ data, params, actor, origin }) => {
    const [row] = await data.read((db) => importedImages(db, { asset: params.uuid }));
    if (!row) throw notFound('The image');
    requireImport(actor, row.sender);
    return importedImageView(row, actor, origin);
  }),
];

async function oneImage({ data, actor, origin, reply }: RecordCall, uuid: string) {
  const [row] = await data.read((db) => imageAssets(db, { asset: uuid }));
  if (!row) throw notFound('The image');
  setEntityTag(reply, row.recordVersion);
  return imageAssetView(row, actor, origin);
}

/** One item's import. @throws ProblemError 404 without it, 403 where it is another's and the actor follows own ones only */
async function followedItem(db: TenantQueries, uuid: string, actor: Actor): Promise<ItemRow> {
  const [row] = await importedItems(db, [uuid], followedSender(actor));
  if (row) return row;
  if ((await itemsByUuids(db, [uuid])).length > 0) throw anothersImport();
  throw notFound('The item');
}
