import { sql } from 'kysely';
import type { ItemQuery } from '@armarium/contract/item-query';
import type { TenantData, TenantQueries } from '../../db/database.ts';
import type { PageWanted, SortWanted } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { pageUuids } from './deep-pages.ts';
import { askedOf } from './item-query.ts';
import { itemSort, itemSortColumns, requireSortable } from './item-sort.ts';
import { itemsByUuids } from './record.queries.ts';
import type { ItemRow } from './record-views.ts';

type IndexedSort = SortWanted<keyof typeof itemSortColumns>;
export const byTitle: IndexedSort = { field: 'sgtt', direction: 'asc' };
export const byPressmark: IndexedSort = { field: 'pressmark', direction: 'asc' };
export const byChange: IndexedSort = { field: 'lastModifiedDate', direction: 'desc' };

export interface ItemListWanted {
  readonly query: ItemQuery;
  readonly page: PageWanted;
  /** As the call has it. */
  readonly sort: readonly string[] | undefined;
  /** The order without a wish. */
  readonly otherwise: IndexedSort;
}

/**
 * A page of the items that a query finds, and how many it finds: what all lists of items are read by.
 * @throws ProblemError 400 for an order that there is not, or a value of a field that is not `name=value`; 404 for a
 *   collection that is not there; 422 for more items than can be sorted so
 */
export async function itemList(
  data: TenantData,
  { query, page, sort, otherwise }: ItemListWanted,
): Promise<{ rows: ItemRow[]; total: number }> {
  const asked = askedOf(query);
  return data.read(async (db) => {
    const order = await itemSort(db, sort, otherwise);
    if (order.indexed && asked === askedOf({ collectionUuid: query.collectionUuid })) {
      const { field, direction } = order.indexed;
      const isDescending = direction === 'desc';
      if (query.collectionUuid === undefined) {
        const key = itemSortColumns[field];
        const uuids = await pageUuids(
          data,
          db,
          {
            name: `${key} ${direction}`,
            rows: sql`item where trashed_at is null`,
            uuid: 'uuid',
            key,
            keyType: key.startsWith('sort_') ? 'text' : 'timestamptz',
            isDescending,
          },
          page,
        );
        return { rows: await itemsByUuids(db, uuids), total: await itemTotal(data, db, asked) };
      }
      if (field === 'sgtt') {
        const { uuid, items_order, seen_items } = await standingCollection(db, query.collectionUuid);
        // The links carry the sort key, so that the page is a range of their index.
        const uuids = await pageUuids(
          data,
          db,
          {
            name: `${uuid} ${direction}`,
            version: String(items_order),
            rows: sql`item_link where collection_uuid = ${uuid}::uuid and ((select hidden_from()) is null or exists (
              select from item seen where seen.tenant_id = item_link.tenant_id and seen.uuid = item_link.item_uuid))`,
            uuid: 'item_uuid',
            key: 'sort_title',
            keyType: 'text',
            isDescending,
          },
          page,
        );
        return { rows: await itemsByUuids(db, uuids), total: seen_items };
      }
    }
    await requireCollections(db, query);
    const total = order.isWhole ? await itemTotal(data, db, asked) : undefined;
    requireSortable(order, total ?? 0);
    const found = await sql<{ uuid: string }>`
      select found as uuid from item_query_page(${asked}::jsonb, ${order.keys}::text[], ${order.descending}::boolean[],
        ${page.number * page.size}, ${page.size}) as found`.execute(db);
    const uuids = found.rows.map(({ uuid }) => uuid);
    return { rows: await itemsByUuids(db, uuids), total: total ?? (await itemTotal(data, db, asked)) };
  });
}

async function standingCollection(db: TenantQueries, uuid: string) {
  const row = await db
    .selectFrom('collection')
    .select(['uuid', 'items_order'])
    .select(
      sql<number>`items_count - coalesce((
        select hidden.items from hidden_members(array[collection.uuid]) as hidden), 0)`.as('seen_items'),
    )
    .where('uuid', '=', uuid)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('The collection');
  return row;
}

/** The collections that a query names have to be there: an empty list would say that they are, and hold nothing. */
export async function requireCollections(
  db: TenantQueries,
  { collectionUuid, belowUuid }: ItemQuery,
): Promise<void> {
  const named = [...new Set([collectionUuid, belowUuid].flatMap((uuid) => uuid?.toLowerCase() ?? []))];
  if (named.length === 0) return;
  const standing = await db
    .selectFrom('collection')
    .select('uuid')
    .where(sql<boolean>`uuid = any(${named}::uuid[])`)
    .where('trashed_at', 'is', null)
    .execute();
  if (standing.length < named.length) throw notFound('The collection');
}

/** How many items a query finds, counted once for each version of the catalogue. */
export async function itemTotal(data: TenantData, db: TenantQueries, asked: string): Promise<number> {
  return data.remembered(db, `count ${asked}`, async () => {
    const { rows } = await sql<{ total: string }>`select item_query_count(${asked}::jsonb) as total`.execute(
      db,
    );
    return Number(rows[0]?.total ?? 0);
  });
}
