import {
  findImageImport,
  findImportsByUuids,
  findItemImport,
  getImportedImage,
  getImportedItem,
  listImportedImages,
} from '@armarium/contract/imports';
import { getImage, listItemImages } from '@armarium/contract/records';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, wantedSort } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { itemsByUuids, setEntityTag } from '../catalogue/public.ts';
import { imageAssets, importedImages } from './import.queries.ts';
import { imageAssetView, importedImageView, importedItemView } from './import-views.ts';

const DEFAULT_IMPORTED_IMAGES = 10;
const DEFAULT_IMAGES = 20;

/** Reading images and following their imports (catalogue §7, back office §7, wire.md). */
export const mediaReads: Implementation[] = [
  implement(listItemImages, async ({ data, params, query, origin, url }) => {
    const page = wantedPage(query, DEFAULT_IMAGES);
    const { item, rows } = await data.read(async (db) => {
      const [item] = await itemsByUuids(db, [params.uuid]);
      if (!item) throw notFound('The item');
      return { item, rows: await imageAssets(db, { item: item.uuid, page }) };
    });
    return pageAnswer(
      'images',
      rows.map((row) => imageAssetView(row, origin)),
      page,
      item.images_count,
      origin,
      url,
    );
  }),
  implement(getImage, async ({ data, params, origin, reply }) => {
    const [row] = await data.read((db) => imageAssets(db, { asset: params.uuid }));
    if (!row) throw notFound('The image');
    setEntityTag(reply, row.recordVersion);
    return imageAssetView(row, origin);
  }),
  implement(findImportsByUuids, async ({ data, query, origin, url }) => {
    const page = wantedPage(query, 20);
    const wanted = [...new Set(query.uuid.map((uuid) => uuid.toLowerCase()))];
    const rows = await data.read((db) => itemsByUuids(db, wanted));
    const shown = rows.slice(page.number * page.size, (page.number + 1) * page.size);
    return pageAnswer(
      'culturalItems',
      shown.map((row) => importedItemView(row, origin)),
      page,
      rows.length,
      origin,
      url,
    );
  }),
  implement(findItemImport, async ({ data, query, origin }) => {
    const row = await data.read(async (db) => {
      const item = await db
        .selectFrom('item')
        .select('uuid')
        .where('import_uuid', '=', query.importId)
        .executeTakeFirst();
      return item && (await itemsByUuids(db, [item.uuid]))[0];
    });
    if (!row) throw notFound('The import');
    return importedItemView(row, origin);
  }),
  implement(getImportedItem, async ({ data, params, origin }) => {
    const [row] = await data.read((db) => itemsByUuids(db, [params.uuid]));
    if (!row) throw notFound('The item');
    return importedItemView(row, origin);
  }),
  implement(listImportedImages, async ({ data, params, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_IMPORTED_IMAGES);
    wantedSort(query.sort, ['position']);
    const { item, rows } = await data.read(async (db) => {
      const [item] = await itemsByUuids(db, [params.uuid]);
      if (!item) throw notFound('The item');
      return { item, rows: await importedImages(db, { item: item.uuid, page }) };
    });
    const shown = rows.map((row) => importedImageView(row, actor, origin));
    return pageAnswer('images', shown, page, item.images_count, origin, url);
  }),
  implement(findImageImport, async ({ data, query, actor, origin }) => {
    const [row] = await data.read((db) => importedImages(db, { importId: query.importId }));
    if (!row) throw notFound('The import');
    return importedImageView(row, actor, origin);
  }),
  implement(getImportedImage, async ({ data, params, actor, origin }) => {
    const [row] = await data.read((db) => importedImages(db, { asset: params.uuid }));
    if (!row) throw notFound('The image');
    return importedImageView(row, actor, origin);
  }),
];
