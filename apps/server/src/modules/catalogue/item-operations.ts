import { findCollectionsOfItem } from '@armarium/contract/collection-calls';
import {
  findAllItems,
  findItemByPressmark,
  findItemByUuid,
  findNearPressmarks,
  getItem,
  listItemParents,
} from '@armarium/contract/item-calls';
import { setEntityTag } from '../../http/entity-tag.ts';
import {
  implement,
  type Implementation,
  type PageCall,
  type RecordCall,
} from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { byTitle, itemList } from './item-list.ts';
import { cleanText, normalisePressmark } from '../records/public.ts';
import { collectionsByUuids, itemsByUuids, nearPressmarks } from './record.queries.ts';
import { collectionView, itemView } from './record-views.ts';

const DEFAULT_SIZE = 20;
/**
 * People who type want to see whether there are any, and which. More results would come from a pressmark
 * without a number.
 */
const NEAR_PRESSMARKS_MAX = 20;

async function oneItem(call: RecordCall, uuid: string) {
  const [row] = await call.data.read((db) => itemsByUuids(db, [uuid]));
  if (!row) throw notFound('The item');
  setEntityTag(call.reply, row.version);
  return itemView(row, call.actor, call.origin);
}

async function parentsOfItem({ data, query, actor, origin, url }: PageCall, uuid: string) {
  const page = wantedPage(query, 100);
  const { rows, total } = await data.read(async (db) => {
    const [item] = await itemsByUuids(db, [uuid]);
    if (!item) throw notFound('The item');
    const wanted = pageOfRows(item.parents, page);
    return { rows: await collectionsByUuids(db, wanted), total: item.parents.length };
  });
  const shown = rows.map((row) => collectionView(row, actor, origin));
  return pageAnswer('culturalItemCollections', shown, page, total, origin, url);
}

/** The operations that read items (catalogue §7). */
export const itemOperations: Implementation[] = [
  implement(getItem, (call) => oneItem(call, call.params.uuid)),
  implement(findItemByUuid, (call) => oneItem(call, call.query.uuid)),
  implement(findItemByPressmark, async (call) => {
    const found = await call.data.read((db) =>
      db
        .selectFrom('item')
        .select('uuid')
        .where('pressmark_norm', '=', normalisePressmark(cleanText(call.query.pressmark)))
        .where('trashed_at', 'is', null)
        .executeTakeFirst(),
    );
    if (!found) throw notFound('An item with this pressmark');
    return oneItem(call, found.uuid);
  }),
  implement(findNearPressmarks, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, NEAR_PRESSMARKS_MAX);
    const { rows, total } = await data.read(async (db) => {
      const uuids = await nearPressmarks(db, query.pressmark, NEAR_PRESSMARKS_MAX);
      return { rows: await itemsByUuids(db, pageOfRows(uuids, page)), total: uuids.length };
    });
    const shown = rows.map((row) => itemView(row, actor, origin));
    return pageAnswer('culturalItems', shown, page, total, origin, url);
  }),
  implement(findAllItems, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const { rows, total } = await itemList(data, { query, page, sort: query.sort, otherwise: byTitle });
    const shown = rows.map((row) => itemView(row, actor, origin));
    return pageAnswer('culturalItems', shown, page, total, origin, url);
  }),
  implement(listItemParents, (call) => parentsOfItem(call, call.params.uuid)),
  implement(findCollectionsOfItem, (call) => parentsOfItem(call, call.query.uuid)),
];
