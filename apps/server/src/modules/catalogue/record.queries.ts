import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TenantQueries } from '../../db/database.ts';
import type { PageWanted, SortWanted } from '../../http/pages.ts';
import type { CollectionRow, ItemRow } from './record-views.ts';
import {
  cleanText,
  nearPressmarkKey,
  normalisePressmark,
  transitionsByState,
  transitionsFrom,
  type KnownTransition,
} from '../records/public.ts';

/** A join of links, with the alias `link`, to the parents that the reader may see (decisions §4). */
export const toSeenParent = (parent: string) =>
  sql`((select hidden_from()) is null or exists (
    select from collection seen where seen.tenant_id = link.tenant_id and seen.uuid = ${sql.ref(`link.${parent}`)}))`;

/**
 * For a FROM clause, as `hidden`: the number of members that the reader may not see, for collections that
 * have any.
 */
const hiddenMembers = (uuids: readonly string[]) =>
  sql<{
    uuid: string;
    items: number;
    collections_count: number;
  }>`hidden_members(${uuids}::uuid[])`.as<'hidden'>(sql`hidden`);

/** Items by uuids with their parents, in the order of the uuids; one query. */
export async function itemsByUuids(db: TenantQueries, uuids: readonly string[]): Promise<ItemRow[]> {
  if (uuids.length === 0) return [];
  const rows = await db
    .selectFrom('item')
    .leftJoin(transitionsByState('ITEM').as('way'), 'way.from_state', 'item.state')
    .selectAll('item')
    .select(
      sql<
        string[]
      >`array(select link.collection_uuid from item_link link where link.tenant_id = item.tenant_id
        and link.item_uuid = item.uuid and ${toSeenParent('collection_uuid')}
        order by link.linked_at, link.collection_uuid)`.as('parents'),
    )
    .select(sql<KnownTransition[]>`coalesce(way.transitions, '[]')`.as('transitions'))
    .where(isOneOf(uuids))
    .where('trashed_at', 'is', null)
    .execute();
  return inOrder(rows, uuids);
}

/** The root collection of the tenant. */
export async function rootUuid(db: TenantQueries): Promise<string> {
  const root = await db
    .selectFrom('collection')
    .select('uuid')
    .where('is_root', '=', true)
    .executeTakeFirstOrThrow();
  return root.uuid;
}

/** The values of an item that are compared with an upload. */
export interface KnownItem {
  readonly uuid: string;
  readonly pressmark_norm: string;
  readonly metadata: readonly MetadataEntry[];
  readonly parents: readonly string[];
}

/** The items with these pressmarks, in the form of `normalisePressmark`. */
export async function itemsByPressmarks(
  db: TenantQueries,
  pressmarkNorms: readonly string[],
): Promise<KnownItem[]> {
  if (pressmarkNorms.length === 0) return [];
  const { rows } = await sql<KnownItem>`
    select uuid, pressmark_norm, metadata, array(
      select link.collection_uuid from item_link link where link.tenant_id = item.tenant_id
        and link.item_uuid = item.uuid) as parents
    from item where pressmark_norm = any(${pressmarkNorms}::text[]) and trashed_at is null`.execute(db);
  return rows;
}

/** The pressmarks of items with these sort keys of pressmarks. The keys ignore leading zeros of numbers. */
export async function itemsBySortPressmarks(
  db: TenantQueries,
  sortPressmarks: readonly string[],
): Promise<{ uuid: string; pressmark: string; sort_pressmark: string }[]> {
  if (sortPressmarks.length === 0) return [];
  const { rows } = await sql<{ uuid: string; pressmark: string; sort_pressmark: string }>`
    select uuid, pressmark, sort_pressmark from item
    where sort_pressmark = any(${sortPressmarks}::text[]) and trashed_at is null
    order by sort_pressmark, uuid`.execute(db);
  return rows;
}

/**
 * Items with nearly this pressmark (`nearPressmarkKey`), without the equal one, in order: the start of a
 * range of an index.
 */
export async function nearPressmarks(db: TenantQueries, pressmark: string, limit: number): Promise<string[]> {
  const norm = normalisePressmark(cleanText(pressmark));
  const { rows } = await sql<{ uuid: string }>`
    select uuid from near_pressmark_items(${nearPressmarkKey(norm)}, ${norm}, ${limit}) as uuid`.execute(db);
  return rows.map(({ uuid }) => uuid);
}

/** Collections by uuids with their parents, in the order of the uuids; one query. */
export async function collectionsByUuids(
  db: TenantQueries,
  uuids: readonly string[],
): Promise<CollectionRow[]> {
  if (uuids.length === 0) return [];
  const rows = await db
    .selectFrom('collection')
    .leftJoin(hiddenMembers(uuids), (join) => join.onRef('hidden.uuid', '=', 'collection.uuid'))
    .selectAll('collection')
    .select(['hidden.items as hiddenItems', 'hidden.collections_count as hiddenCollections'])
    .select(
      sql<
        string[]
      >`array(select link.parent_uuid from collection_link link where link.tenant_id = collection.tenant_id
        and link.child_uuid = collection.uuid and ${toSeenParent('parent_uuid')}
        order by link.linked_at, link.parent_uuid)`.as('parents'),
    )
    .select(transitionsFrom('COLLECTION', 'collection.state').as('transitions'))
    .where(sql<boolean>`collection.uuid = any(${uuids}::uuid[])`)
    .where('trashed_at', 'is', null)
    .execute();
  const seen = rows.map(({ hiddenItems, hiddenCollections, ...row }) => ({
    ...row,
    items_count: row.items_count - (hiddenItems ?? 0),
    collections_count: row.collections_count - (hiddenCollections ?? 0),
  }));
  return inOrder(seen, uuids);
}

/** Sort names of collections on the wire, and their columns. */
const collectionSortColumns = { sgtt: 'sort_title', createdDate: 'created_at' } as const;
type CollectionSortName = keyof typeof collectionSortColumns;
export const collectionSortNames = Object.keys(collectionSortColumns) as CollectionSortName[];

/** A page of all collections, or of those with exactly one title; by title where the request has no order. */
export async function collectionPage(
  db: TenantQueries,
  {
    page,
    sort,
    title,
  }: { page: PageWanted; sort: readonly SortWanted<CollectionSortName>[]; title: string | undefined },
): Promise<{ rows: CollectionRow[]; total: number }> {
  let collections = db.selectFrom('collection').where('trashed_at', 'is', null);
  if (title !== undefined) collections = collections.where('sgtt', '=', title);
  const order: typeof sort = sort.length > 0 ? sort : [{ field: 'sgtt', direction: 'asc' }];
  const uuids = await order
    .reduce(
      (sorted, { field, direction }) => sorted.orderBy(collectionSortColumns[field], direction),
      collections.select('uuid'),
    )
    .orderBy('uuid')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  const { total } = await collections.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await collectionsByUuids(
    db,
    uuids.map(({ uuid }) => uuid),
  );
  return { rows, total: Number(total) };
}

/** One parameter for any number of uuids, so that the text of the statement is always the same. */
function isOneOf(uuids: readonly string[]) {
  return sql<boolean>`uuid = any(${uuids}::uuid[])`;
}

export function inOrder<Row extends { uuid: string }>(rows: readonly Row[], uuids: readonly string[]): Row[] {
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  return uuids.flatMap((uuid) => byUuid.get(uuid.toLowerCase()) ?? []);
}

/** A page of the child collections of a collection, by title. */
export async function childUuidsOfCollection(
  db: TenantQueries,
  collectionUuid: string,
  page: PageWanted,
): Promise<string[]> {
  const rows = await db
    .selectFrom('collection_link')
    .select('child_uuid')
    .where('parent_uuid', '=', collectionUuid)
    .where(
      sql<boolean>`((select hidden_from()) is null or exists (
        select from collection seen where seen.tenant_id = collection_link.tenant_id
          and seen.uuid = collection_link.child_uuid))`,
    )
    .orderBy('sort_title')
    .orderBy('child_uuid')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  return rows.map((row) => row.child_uuid);
}
