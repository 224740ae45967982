import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import type { PageWanted } from '../../http/pages.ts';
import type { CollectionRow, ItemRow } from './record-views.ts';

/** The items of some uuids with their parents, in the order of the uuids; one query. */
export async function itemsByUuids(db: TenantQueries, uuids: readonly string[]): Promise<ItemRow[]> {
  if (uuids.length === 0) return [];
  const rows = await db
    .selectFrom('item')
    .selectAll()
    .select(
      sql<
        string[]
      >`array(select link.collection_uuid from item_link link where link.tenant_id = item.tenant_id
        and link.item_uuid = item.uuid order by link.linked_at, link.collection_uuid)`.as('parents'),
    )
    .where(isOneOf(uuids))
    .where('trashed_at', 'is', null)
    .execute();
  return inOrder(rows, uuids);
}

/** The collections of some uuids with their parents, in the order of the uuids; one query. */
export async function collectionsByUuids(
  db: TenantQueries,
  uuids: readonly string[],
): Promise<CollectionRow[]> {
  if (uuids.length === 0) return [];
  const rows = await db
    .selectFrom('collection')
    .selectAll()
    .select(
      sql<
        string[]
      >`array(select link.parent_uuid from collection_link link where link.tenant_id = collection.tenant_id
        and link.child_uuid = collection.uuid order by link.linked_at, link.parent_uuid)`.as('parents'),
    )
    .where(isOneOf(uuids))
    .where('trashed_at', 'is', null)
    .execute();
  return inOrder(rows, uuids);
}

/** One parameter whatever their number, so that the statement's text is always the same. */
function isOneOf(uuids: readonly string[]) {
  return sql<boolean>`uuid = any(${uuids}::uuid[])`;
}

function inOrder<Row extends { uuid: string }>(rows: readonly Row[], uuids: readonly string[]): Row[] {
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  return uuids.flatMap((uuid) => byUuid.get(uuid.toLowerCase()) ?? []);
}

/** A page of the items of a collection by title: the link table carries the sort key, so the page is an index range. */
export async function itemUuidsOfCollection(
  db: TenantQueries,
  collectionUuid: string,
  page: PageWanted,
): Promise<string[]> {
  const rows = await db
    .selectFrom('item_link')
    .select('item_uuid')
    .where('collection_uuid', '=', collectionUuid)
    .orderBy('sort_title')
    .orderBy('item_uuid')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  return rows.map((row) => row.item_uuid);
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
    .orderBy('sort_title')
    .orderBy('child_uuid')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  return rows.map((row) => row.child_uuid);
}

/**
 * The way from the root to a collection. The last step goes by `parentId` where that is one of its parents;
 * above it, as where none is given, by the parent that was linked first.
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
        select link.parent_uuid from collection_link link where link.child_uuid = way.uuid
        order by (way.step = 0 and link.parent_uuid = ${parentId ?? null}::uuid) desc nulls last,
          link.linked_at, link.parent_uuid
        limit 1), way.step + 1
      from way where way.uuid is not null
    )
    select uuid from way where uuid is not null order by step desc`.execute(db);
  return rows.map((row) => row.uuid);
}
