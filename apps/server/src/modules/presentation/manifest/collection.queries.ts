import { sql } from 'kysely';
import type { TenantQueries } from '../../../db/database.ts';
import { isVisibleTo, type OpenLink, openLinksOf, type Viewer } from '../../admission/public.ts';
import { RANGE_ENTRIES, type CollectionEntry, type Parent } from './collection-source.ts';

/** A collection for its document, and who may see it. */
export interface CollectionRecord {
  readonly visibility: string;
  readonly createdBy: string | null;
  readonly links: readonly OpenLink[];
  readonly title: string;
  readonly description: string;
}

export async function collectionRecord(
  db: TenantQueries,
  uuid: string,
): Promise<CollectionRecord | undefined> {
  return db
    .selectFrom('collection')
    .select(['visibility', 'created_by as createdBy', 'sgtt as title', 'sgti as description'])
    .select(openLinksOf('collection').as('links'))
    .where('uuid', '=', uuid)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
}

/** The condition that an item has something to show: a picture, or another medium that is ready. */
const isShown = sql<boolean>`(item.thumbnail is not null or item.audios_count + item.videos_count + item.models_count
  > item.not_ready_media_count + item.failed_media_count)`;

/** How many members of a collection this viewer may see, and with which item each range begins. */
export interface CollectionSize {
  readonly collections: number;
  readonly items: number;
  /** Of each range that begins with an item: that item, by its place in the order. */
  readonly starts: readonly { readonly sortTitle: string; readonly uuid: string }[];
}

const collectionsIn = (uuid: string, viewer: Viewer) => sql`
  from collection_link link join collection on collection.tenant_id = link.tenant_id and collection.uuid = link.child_uuid
  where link.tenant_id = (select current_tenant()) and link.parent_uuid = ${uuid}::uuid and collection.trashed_at is null
    and ${isVisibleTo('collection', viewer)}`;

const itemsIn = (uuid: string, viewer: Viewer) => sql`
  from item_link link join item on item.tenant_id = link.tenant_id and item.uuid = link.item_uuid
  where link.tenant_id = (select current_tenant()) and link.collection_uuid = ${uuid}::uuid and item.trashed_at is null
    and ${isShown} and ${isVisibleTo('item', viewer)}`;

/** Goes through all of it, so it is to be remembered. One query. */
export async function collectionSize(
  db: TenantQueries,
  uuid: string,
  viewer: Viewer,
): Promise<CollectionSize> {
  const { rows } = await sql<CollectionSize>`
    with folders as (select count(*)::int as number ${collectionsIn(uuid, viewer)}),
      placed as (
        select link.sort_title, link.item_uuid,
          row_number() over (order by link.sort_title, link.item_uuid) - 1 as place ${itemsIn(uuid, viewer)})
    select folders.number as collections, (select count(*)::int from placed) as items,
      (select coalesce(jsonb_agg(jsonb_build_object('sortTitle', sort_title, 'uuid', item_uuid) order by place), '[]')
        from placed where (folders.number + place) % ${RANGE_ENTRIES} = 0) as starts
    from folders`.execute(db);
  return rows[0] ?? { collections: 0, items: 0, starts: [] };
}

/** The parents of a collection that this viewer may see. */
export async function collectionParents(
  db: TenantQueries,
  uuid: string,
  viewer: Viewer,
): Promise<readonly Parent[]> {
  const { rows } = await sql<Parent>`
    select parent.uuid, parent.sgtt as title
    from collection_link link join collection parent
      on parent.tenant_id = link.tenant_id and parent.uuid = link.parent_uuid
    where link.child_uuid = ${uuid}::uuid and parent.trashed_at is null and ${isVisibleTo('parent', viewer)}
    order by parent.sort_title, parent.uuid`.execute(db);
  return rows;
}

/**
 * The members of a collection that this viewer may see: collections first, then items, each by title.
 * @param range from 1, one that there is; the first of a small collection is all of it
 * @returns at most two queries that read along the order, from where the range begins
 */
export async function collectionEntries(
  db: TenantQueries,
  uuid: string,
  viewer: Viewer,
  { collections, starts }: CollectionSize,
  range: number,
): Promise<readonly CollectionEntry[]> {
  const first = (range - 1) * RANGE_ENTRIES;
  const folders =
    first < collections
      ? await sql<CollectionEntry>`
          select 'collection' as kind, collection.uuid, collection.sgtt as title, null::jsonb as picture
          ${collectionsIn(uuid, viewer)}
          order by link.sort_title, link.child_uuid limit ${RANGE_ENTRIES} offset ${first}`.execute(db)
      : { rows: [] };
  // The ranges before begin with collections; the last of those may end with items.
  const at = range - 1 - Math.ceil(collections / RANGE_ENTRIES);
  const left = RANGE_ENTRIES - folders.rows.length;
  if (left === 0 || at < -1) return folders.rows;
  const place = (of: CollectionSize['starts'][number]) => sql`(${of.sortTitle}, ${of.uuid}::uuid)`;
  const [start, next] = [starts[at], starts[at + 1]];
  // Up to where the next one begins, so that each stands once though more have become ready since.
  const { rows } = await sql<CollectionEntry>`
    select 'item' as kind, item.uuid, item.sgtt as title, item.thumbnail as picture ${itemsIn(uuid, viewer)}
      and ${start ? sql`(link.sort_title, link.item_uuid) >= ${place(start)}` : sql`true`}
      and ${next ? sql`(link.sort_title, link.item_uuid) < ${place(next)}` : sql`true`}
    order by link.sort_title, link.item_uuid limit ${next ? null : left}`.execute(db);
  return [...folders.rows, ...rows];
}
