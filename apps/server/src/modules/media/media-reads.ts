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
import {
  implement,
  type Implementation,
  type PageCall,
  type RecordCall,
} from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage, wantedSort } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { assetHistory, itemsByUuids, type ItemRow } from '../catalogue/public.ts';
import { furtherKinds, kindCalls } from './asset-calls.ts';
import { countColumn } from './asset-counts.ts';
import { importedAssets, importedItems, mediaAssets } from './import.queries.ts';
import { anothersImport, followedSender, requireImport } from './import.rules.ts';
import { assetView, importedAssetView, importedItemView } from './import-views.ts';
import type { AssetKind } from './kinds.ts';

const DEFAULT_IMPORTS = 10;
const DEFAULT_ASSETS = 20;

/** Reading assets and following their imports (catalogue §7, back office §7, wire.md). */
export const mediaReads: Implementation[] = [
  implement(listItemImages, (call) => assetsOfItem('image', 'images', call)),
  implement(getImage, (call) => oneAsset('image', call, call.params.uuid)),
  implement(findImageByUuid, (call) => oneAsset('image', call, call.query.uuid)),
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
  implement(listImportedImages, (call) => importsOfItem('image', 'images', call)),
  implement(findImageImport, (call) => oneImport('image', call, { importId: call.query.importId })),
  implement(getImportedImage, (call) => oneImport('image', call, { asset: call.params.uuid })),
  ...furtherKinds.flatMap(({ kind, calls }) => [
    implement(calls.list, (call) => assetsOfItem(kind, kindCalls[kind].many, call)),
    implement(calls.get, (call) => oneAsset(kind, call, call.params.uuid)),
    implement(calls.find, (call) => oneAsset(kind, call, call.query.uuid)),
    implement(calls.history, (call) => assetHistory(call, kindCalls[kind].theWord)),
    implement(calls.listImports, (call) => importsOfItem(kind, kindCalls[kind].many, call)),
    implement(calls.findImport, (call) => oneImport(kind, call, { importId: call.query.importId })),
    implement(calls.getImport, (call) => oneImport(kind, call, { asset: call.params.uuid })),
  ]),
];

type ItemPageCall = PageCall & { readonly params: { readonly uuid: string } };

async function assetsOfItem<N extends string>(
  kind: AssetKind,
  many: N,
  { data, params, query, actor, origin, url }: ItemPageCall,
) {
  const page = wantedPage(query, DEFAULT_ASSETS);
  const { item, rows } = await data.read(async (db) => {
    const [item] = await itemsByUuids(db, [params.uuid]);
    if (!item) throw notFound('The item');
    return { item, rows: await mediaAssets(db, kind, { item: item.uuid, page }) };
  });
  return pageAnswer(
    many,
    rows.map((row) => assetView(row, actor, origin)),
    page,
    item[countColumn(kind)],
    origin,
    url,
  );
}

async function importsOfItem<N extends string>(
  kind: AssetKind,
  many: N,
  { data, params, query, actor, origin, url }: ItemPageCall,
) {
  const page = wantedPage(query, DEFAULT_IMPORTS);
  wantedSort(query.sort, ['position']);
  const { item, rows } = await data.read(async (db) => {
    const item = await followedItem(db, params.uuid, actor);
    const sender = followedSender(actor);
    return { item, rows: await importedAssets(db, kind, { item: item.uuid, sender, page }) };
  });
  const shown = rows.map((row) => importedAssetView(row, actor, origin));
  return pageAnswer(many, shown, page, item[countColumn(kind)], origin, url);
}

async function oneImport(
  kind: AssetKind,
  { data, actor, origin }: Omit<RecordCall, 'reply'>,
  wanted: { asset: string } | { importId: string },
) {
  const [row] = await data.read((db) => importedAssets(db, kind, wanted));
  if (!row) throw notFound('asset' in wanted ? kindCalls[kind].theWord : 'The import');
  requireImport(actor, row.sender);
  return importedAssetView(row, actor, origin);
}

async function oneAsset(kind: AssetKind, { data, actor, origin, reply }: RecordCall, uuid: string) {
  const [row] = await data.read((db) => mediaAssets(db, kind, { asset: uuid }));
  if (!row) throw notFound(kindCalls[kind].theWord);
  setEntityTag(reply, row.recordVersion);
  return assetView(row, actor, origin);
}

/** One item's import. @throws ProblemError 404 without it, 403 where it is another's and the actor follows own ones only */
async function followedItem(db: TenantQueries, uuid: string, actor: Actor): Promise<ItemRow> {
  const [row] = await importedItems(db, [uuid], followedSender(actor));
  if (row) return row;
  if ((await itemsByUuids(db, [uuid])).length > 0) throw anothersImport();
  throw notFound('The item');
}
