import {
  findAllCollections,
  findCollectionByUuid,
  findCollectionPaths,
  findCollectionsByTitle,
  findRootCollection,
  getBreadcrumb,
  getCollection,
  listCollectionItems,
  listCollectionParents,
  listCollections,
  listSubcollections,
} from '@armarium/contract/collection-calls';
import type { TenantQueries } from '../../db/database.ts';
import { setEntityTag } from '../../http/entity-tag.ts';
import {
  implement,
  type Implementation,
  type PageCall,
  type RecordCall,
} from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage, wantedSort } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { byTitle, itemList } from './item-list.ts';
import { collectionPaths } from './collection-paths.ts';
import { cleanText } from '../records/public.ts';
import {
  childUuidsOfCollection,
  collectionPage,
  collectionSortNames,
  collectionsByUuids,
} from './record.queries.ts';
import { collectionView, itemView, type CollectionRow } from './record-views.ts';

const DEFAULT_SIZE = 20;
/** The link to collections shows more of them at once than other lists. */
const DEFAULT_COLLECTIONS = 100;

async function standingCollection(db: TenantQueries, uuid: string): Promise<CollectionRow> {
  const [row] = await collectionsByUuids(db, [uuid]);
  if (!row) throw notFound('The collection');
  return row;
}

async function oneCollection(call: RecordCall, uuid: string) {
  const row = await call.data.read((db) => standingCollection(db, uuid));
  setEntityTag(call.reply, row.version);
  return collectionView(row, call.actor, call.origin);
}

async function manyCollections({ data, query, actor, origin, url }: PageCall, title?: string) {
  const page = wantedPage(query, DEFAULT_SIZE);
  const sort = wantedSort(query.sort, collectionSortNames);
  const { rows, total } = await data.read((db) => collectionPage(db, { page, sort, title }));
  const shown = rows.map((row) => collectionView(row, actor, origin));
  return pageAnswer('culturalItemCollections', shown, page, total, origin, url);
}

/** The operations that read collections (catalogue §7, decisions §5). */
export const collectionOperations: Implementation[] = [
  implement(listCollections, (call) => manyCollections(call)),
  implement(findAllCollections, (call) => manyCollections(call)),
  implement(findCollectionsByTitle, (call) => manyCollections(call, cleanText(call.query.sgtt))),
  implement(getCollection, (call) => oneCollection(call, call.params.uuid)),
  implement(findCollectionByUuid, (call) => oneCollection(call, call.query.uuid)),
  implement(findRootCollection, async (call) => {
    const root = await call.data.read((db) =>
      db.selectFrom('collection').select('uuid').where('is_root', '=', true).executeTakeFirst(),
    );
    if (!root) throw notFound('The root collection');
    return oneCollection(call, root.uuid);
  }),
  implement(listSubcollections, async ({ data, params, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_COLLECTIONS);
    const { parent, rows } = await data.read(async (db) => {
      const parent = await standingCollection(db, params.uuid);
      return {
        parent,
        rows: await collectionsByUuids(db, await childUuidsOfCollection(db, parent.uuid, page)),
      };
    });
    const shown = rows.map((row) => collectionView(row, actor, origin));
    return pageAnswer('culturalItemCollections', shown, page, parent.collections_count, origin, url);
  }),
  implement(listCollectionItems, async ({ data, params, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const { rows, total } = await itemList(data, {
      query: { ...query, collectionUuid: params.uuid },
      page,
      sort: query.sort,
      otherwise: byTitle,
    });
    const shown = rows.map((row) => itemView(row, actor, origin));
    return pageAnswer('culturalItems', shown, page, total, origin, url);
  }),
  implement(listCollectionParents, async ({ data, params, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_COLLECTIONS);
    const { parents, rows } = await data.read(async (db) => {
      const { parents } = await standingCollection(db, params.uuid);
      const wanted = pageOfRows(parents, page);
      return { parents, rows: await collectionsByUuids(db, wanted) };
    });
    const shown = rows.map((row) => collectionView(row, actor, origin));
    return pageAnswer('culturalItemCollections', shown, page, parents.length, origin, url);
  }),
  implement(findCollectionPaths, async ({ data, query, actor, origin }) => {
    const uuids = [...new Set(query.uuid.map((uuid) => uuid.toLowerCase()))];
    const { rows, paths } = await data.read(async (db) => ({
      rows: await collectionsByUuids(db, uuids),
      paths: await collectionPaths(db, uuids),
    }));
    return {
      places: rows.map((row) => ({
        collection: collectionView(row, actor, origin),
        above: (paths.get(row.uuid) ?? []).slice(0, -1),
      })),
    };
  }),
  implement(getBreadcrumb, async ({ data, params, query, actor, origin, url }) => {
    const rows = await data.read(async (db) => {
      const { uuid } = await standingCollection(db, params.uuid);
      const path = (await collectionPaths(db, [uuid], query.parentId)).get(uuid) ?? [];
      return collectionsByUuids(
        db,
        path.map((step) => step.uuid),
      );
    });
    const shown = rows.map((row) => collectionView(row, actor, origin));
    return pageAnswer(
      'culturalItemCollections',
      shown,
      { number: 0, size: Math.max(1, rows.length) },
      rows.length,
      origin,
      url,
    );
  }),
];
