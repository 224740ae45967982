import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/records';
import type { TenantQueries } from '../../db/database.ts';
import type { PageWanted, SortWanted } from '../../http/pages.ts';
import type { CollectionRow, ItemRow } from './record-views.ts';
import {
  cleanText,
  normalisePressmark,
  itemTransitions,
  transitionsFrom,
  type KnownTransition,
} from '../records/public.ts';

/** Of links, as `link`, to parents: those that lead to a collection that is seen (decisions §4). */
export const toSeenParent = (parent: string) =>
  sql`((select hidden_from()) is null or exists (
    select from collection seen where seen.tenant_id = link.tenant_id and seen.uuid = ${sql.ref(`link.${parent}`)}))`;

/** How many members of collections are not seen, for those that have any; to stand in FROM as `hidden`. */
const hiddenMembers = (uuids: readonly string[]) =>
  sql<{
    uuid: string;
    items: number;
    collections_count: number;
  }>`hidden_members(${uuids}::uuid[])`.as<'hidden'>(sql`hidden`);

/** The items of some uuids with their parents, in the order of the uuids; one query. */
export async function itemsByUuids(db: TenantQueries, uuids: readonly string[]): Promise<ItemRow[]> {
  if (uuids.length === 0) return [];
  const rows = await db
    .selectFrom('item')
    .leftJoin(itemTransitions.as('way'), 'way.from_state', 'item.state')
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

/** What an item holds, for comparing it with what somebody brings. */
export interface KnownItem {
  readonly uuid: string;
  readonly pressmark_norm: string;
  readonly metadata: readonly MetadataEntry[];
  readonly parents: readonly string[];
}

/** The items that have these pressmarks, as `normalisePressmark` makes them. */
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

/** The pressmarks of items that stand in these places of the natural order: zeros before a number are nothing to it. */
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
 * The items whose pressmarks are nearly this one (`near_pressmark_key`), the equal one left out, in their order; the
 * start of a range of an index.
 */
export async function nearPressmarks(db: TenantQueries, pressmark: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from near_pressmark_items(${normalisePressmark(cleanText(pressmark))}, ${limit}) as uuid`.execute(
    db,
  );
  return rows.map(({ uuid }) => uuid);
}

/** The collections of some uuids with their parents, in the order of the uuids; one query. */
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

/** Sort names of collections on the wire and the columns that they are kept in. */
const collectionSortColumns = { sgtt: 'sort_title', createdDate: 'created_at' } as const;
type CollectionSortName = keyof typeof collectionSortColumns;
export const collectionSortNames = Object.keys(collectionSortColumns) as CollectionSortName[];

/** A page of all collections, or of those of exactly one title, by title where no order is asked for. */
export async function collectionPage(
  db: TenantQueries,
  {
    page,
    sort,
    title,
  }: { page: PageWanted; sort: readonly SortWanted<CollectionSortName>[]; title: string | undefined },
): Promise<{ rows: CollectionRow[]; total: number }> {
  let standing = db.selectFrom('collection').where('trashed_at', 'is', null);
  if (title !== undefined) standing = standing.where('sgtt', '=', title);
  const order: typeof sort = sort.length > 0 ? sort : [{ field: 'sgtt', direction: 'asc' }];
  const uuids = await order
    .reduce(
      (sorted, { field, direction }) => sorted.orderBy(collectionSortColumns[field], direction),
      standing.select('uuid'),
    )
    .orderBy('uuid')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  const { total } = await standing.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await collectionsByUuids(
    db,
    uuids.map(({ uuid }) => uuid),
  );
  return { rows, total: Number(total) };
}

/** One parameter whatever their number, so that the statement's text is always the same. */
function isOneOf(uuids: readonly string[]) {
  return sql<boolean>`uuid = any(${uuids}::uuid[])`;
}

function inOrder<Row extends { uuid: string }>(rows: readonly Row[], uuids: readonly string[]): Row[] {
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  return uuids.flatMap((uuid) => byUuid.get(uuid.toLowerCase()) ?? []);
}

/** A page of the child collections of a collection by title. */
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

/**
 * The way from the root to a collection. The last step goes by `parentId` where that is one of its parents;
 * above it, as where none is given, by the parent that was linked first (A-08).
 */
export async function breadcrumbUuids(
  db: TenantQueries,
  collectionUuid: string,
  parentId: string | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    with recursive way (uuid, step) as (
      select ${collectionUuid}::uuid, 0
      union all
      select (
        select link.parent_uuid from collection_link link
        where link.child_uuid = way.uuid and ${toSeenParent('parent_uuid')}
        order by (way.step = 0 and link.parent_uuid = ${parentId ?? null}::uuid) desc nulls last,
          link.linked_at, link.parent_uuid
        limit 1), way.step + 1
      from way where way.uuid is not null
    )
    select uuid from way where uuid is not null order by step desc`.execute(db);
  return rows.map((row) => row.uuid);
}
