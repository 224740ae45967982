import { findImageByUuid, getImageText, getImage, listItemImages } from '@armarium/contract/image-calls';
import {
  findImageImport,
  findImportsByUuids,
  findItemImport,
  getImportedImage,
  getImportedItem,
  listImportedImages,
  listTenantImports,
  type ItemImportState,
} from '@armarium/contract/import-tracking';
import type { Actor, Database, TenantQueries } from '../../db/database.ts';
import { setEntityTag } from '../../http/entity-tag.ts';
import {
  implement,
  type Implementation,
  type PageCall,
  type RecordCall,
} from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage, wantedSort } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { itemsByUuids, type ItemRow } from '../catalogue/public.ts';
import { hrefOf, kindOf, recordHistoryPage } from '../records/public.ts';
import { furtherKinds, kindCalls } from './asset-calls.ts';
import { assetViews, oneAssetView } from './asset-views.ts';
import { countColumn } from './asset-counts.ts';
import { monitoredItems } from './import-monitor.queries.ts';
import {
  countImportedAssets,
  currentVersion,
  importedAssets,
  importedItems,
  mediaAssets,
} from './import.queries.ts';
import { anothersImport, followedSender, requireImport } from './import.rules.ts';
import { importedAssetView, importedItemView } from './import-views.ts';
import type { AssetKind } from './kinds.ts';
import type { MediaParts } from './media-parts.ts';

const DEFAULT_IMPORTS = 10;
const DEFAULT_ASSETS = 20;
const DEFAULT_ITEMS = 20;

/** The operations that read assets and imports (catalogue §7, back office §7, wire.md). */
export const mediaReads = ({ database }: MediaParts): Implementation[] => [
  implement(listItemImages, (call) => assetsOfItem(database, 'image', 'images', call)),
  implement(getImage, (call) => oneAsset(database, 'image', call, call.params.uuid)),
  implement(findImageByUuid, (call) => oneAsset(database, 'image', call, call.query.uuid)),
  implement(getImageText, async ({ data, params, origin }) => {
    const row = await data.read((db) =>
      currentVersion(db, params.uuid)
        .select('version.page_text')
        .where('asset.kind', '=', 'image')
        .executeTakeFirst(),
    );
    if (!row) throw notFound(kindCalls.image.theWord);
    return {
      text: row.page_text ?? '',
      _links: {
        self: hrefOf(origin, getImageText, params.uuid),
        image: hrefOf(origin, getImage, params.uuid),
      },
    };
  }),
  implement(listTenantImports, async ({ data, query, tenant, actor, origin, url }) => {
    if (query.tenant !== tenant.name) throw notFound('The organisation');
    const page = wantedPage(query, DEFAULT_ITEMS);
    const account = query.account?.toLowerCase();
    const { state, sort } = query;
    const wanted = { state, sort, page, sender: followedSender(actor) ?? account };
    const { rows, total, byState } = await monitoredItems(data, wanted);
    const shown = rows.map((row) => importedItemView(row, actor, origin, account));
    return { ...pageAnswer('culturalItems', shown, page, total, origin, url), byState };
  }),
  implement(findImportsByUuids, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_ITEMS);
    const wanted = [...new Set(query.uuid.map((uuid) => uuid.toLowerCase()))];
    const rows = await data.read((db) => importedItems(db, wanted, followedSender(actor)));
    const shown = pageOfRows(rows, page).map((row) => importedItemView(row, actor, origin));
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
    return importedItemView(row, actor, origin);
  }),
  implement(getImportedItem, async ({ data, params, actor, origin }) =>
    importedItemView(await data.read((db) => followedItem(db, params.uuid, actor)), actor, origin),
  ),
  implement(listImportedImages, (call) => importsOfItem('image', 'images', call)),
  implement(findImageImport, (call) => oneImport('image', call, { importId: call.query.importId })),
  implement(getImportedImage, (call) => oneImport('image', call, { asset: call.params.uuid })),
  ...furtherKinds.flatMap(({ kind, calls }) => [
    implement(calls.list, (call) => assetsOfItem(database, kind, kindCalls[kind].many, call)),
    implement(calls.get, (call) => oneAsset(database, kind, call, call.params.uuid)),
    implement(calls.find, (call) => oneAsset(database, kind, call, call.query.uuid)),
    implement(calls.history, (call) => recordHistoryPage(call, kindOf('MEDIA'), kindCalls[kind].theWord)),
    implement(calls.listImports, (call) => importsOfItem(kind, kindCalls[kind].many, call)),
    implement(calls.findImport, (call) => oneImport(kind, call, { importId: call.query.importId })),
    implement(calls.getImport, (call) => oneImport(kind, call, { asset: call.params.uuid })),
  ]),
];

type ItemPageCall = PageCall & { readonly params: { readonly uuid: string } };
type ImportsPageCall = ItemPageCall & {
  readonly query: { readonly account?: string; readonly state?: ItemImportState };
};

async function assetsOfItem<N extends string>(
  database: Database,
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
    await assetViews(database, { data, actor, origin }, rows),
    page,
    item[countColumn(kind)],
    origin,
    url,
  );
}

async function importsOfItem<N extends string>(
  kind: AssetKind,
  many: N,
  { data, params, query, actor, origin, url }: ImportsPageCall,
) {
  const page = wantedPage(query, DEFAULT_IMPORTS);
  wantedSort(query.sort, ['position']);
  const { rows, total } = await data.read(async (db) => {
    const account = query.account?.toLowerCase();
    const item = await followedItem(db, params.uuid, actor, account);
    const wanted = { item: item.uuid, sender: followedSender(actor) ?? account, state: query.state };
    return {
      rows: await importedAssets(db, kind, { ...wanted, page }),
      total: query.state ? await countImportedAssets(db, kind, wanted) : item[countColumn(kind)],
    };
  });
  const shown = rows.map((row) => importedAssetView(row, actor, origin));
  return pageAnswer(many, shown, page, total, origin, url);
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

async function oneAsset(
  database: Database,
  kind: AssetKind,
  { data, actor, origin, reply }: RecordCall,
  uuid: string,
) {
  const [row] = await data.read((db) => mediaAssets(db, kind, { asset: uuid }));
  if (!row) throw notFound(kindCalls[kind].theWord);
  setEntityTag(reply, row.recordVersion);
  return oneAssetView(database, { data, actor, origin }, row);
}

/**
 * One item's import. @throws ProblemError 404 without it, 403 where it is another's and the actor may follow
 * own ones only
 * @param account of an actor who may follow all: only what this account sent
 */
async function followedItem(
  db: TenantQueries,
  uuid: string,
  actor: Actor,
  account?: string,
): Promise<ItemRow> {
  const own = followedSender(actor);
  const [row] = await importedItems(db, [uuid], own ?? account);
  if (row) return row;
  if (own !== undefined && (await itemsByUuids(db, [uuid])).length > 0) throw anothersImport();
  throw notFound('The item');
}
