import { sql } from 'kysely';
import type { ItemQuery } from '@armarium/contract/item-query';
import type { TenantData, TenantQueries } from '../../db/database.ts';
import type { PageWanted, SortWanted } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import { pageUuids } from './deep-pages.ts';
import { encodeQuery, fastContext } from './item-query.ts';
import { itemSort, itemSortColumns, requireSortable, type ItemOrderWanted } from './item-sort.ts';
import { itemsByUuids } from './record.queries.ts';
import type { ItemRow } from './record-views.ts';

type IndexedSort = SortWanted<keyof typeof itemSortColumns>;
export const byTitle: IndexedSort = { field: 'sgtt', direction: 'asc' };
export const byPressmark: IndexedSort = { field: 'pressmark', direction: 'asc' };

export interface ItemListWanted extends ItemOrderWanted {
  readonly page: PageWanted;
}

/**
 * A page of the items that a query finds, with their total. All lists of items are read by it.
 * @throws ProblemError 400 for an unknown order, or a value of a field that is not `name=value`; 404 for a
 * missing collection; 422 for more items than can be sorted by this order
 */
export async function itemList(
  data: TenantData,
  { page, ...wanted }: ItemListWanted,
): Promise<{ rows: ItemRow[]; total: number }> {
  const { query } = wanted;
  return data.read(async (db) => {
    const context = await fastContext(db, query);
    const encoded = encodeQuery(query, context);
    const order = await itemSort(db, wanted, context);
    if (order.indexed && encoded === encodeQuery({ collectionUuid: query.collectionUuid }, { fields: [] })) {
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
        return { rows: await itemsByUuids(db, uuids), total: await itemTotal(data, db, encoded) };
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
    const total = await itemTotal(data, db, encoded);
    requireSortable(order, total);
    const found = await sql<{ uuid: string }>`
      select found as uuid from item_query_page(${encoded}::jsonb, ${order.keys}::text[], ${order.descending}::boolean[],
        ${page.number * page.size}, ${page.size}, ${order.ranks ?? null}::jsonb,
        ${total}) as found`.execute(db);
    const uuids = found.rows.map(({ uuid }) => uuid);
    return { rows: await itemsByUuids(db, uuids), total };
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

/** Refuses collections that do not exist: an empty list would mean that they exist and hold nothing. */
export async function requireCollections(
  db: TenantQueries,
  { collectionUuid, belowUuid }: ItemQuery,
): Promise<void> {
  const named = [...new Set([collectionUuid, belowUuid].flatMap((uuid) => uuid?.toLowerCase() ?? []))];
  if (named.length === 0) return;
  const existing = await db
    .selectFrom('collection')
    .select('uuid')
    .where(sql<boolean>`uuid = any(${named}::uuid[])`)
    .where('trashed_at', 'is', null)
    .execute();
  if (existing.length < named.length) throw notFound('The collection');
}

/** The number of items that a query finds; counted once for each version of the catalogue. */
export async function itemTotal(data: TenantData, db: TenantQueries, encoded: string): Promise<number> {
  return data.remembered(db, `count ${encoded}`, async () => {
    const { rows } = await sql<{
      total: string;
    }>`select item_query_count(${encoded}::jsonb) as total`.execute(db);
    return Number(rows[0]?.total ?? 0);
  });
}

/**
 * Of some encoded queries those whose words find an item that the user sees, by their places from 0. Beside the words
 * nothing is looked at.
 */
export async function withItems(db: TenantQueries, encoded: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`
    select place::integer from unnest(${encoded}::jsonb[]) with ordinality as given (asked, place)
    where has_items(asked) order by place`.execute(db);
  return rows.map(({ place }) => place - 1);
}
