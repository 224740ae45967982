import { sql } from 'kysely';
import type { TenantQueries } from '../../../db/database.ts';
import {
  RANGE_ENTRIES,
  type CollectionEntry,
  type CollectionSource,
  type Parent,
} from './collection-source.ts';

/** A collection for its document, and who may see it. */
export interface CollectionRecord {
  readonly visibility: string;
  readonly createdBy: string | null;
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
    .where('uuid', '=', uuid)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
}

/** Who asks, as far as it decides what is told of records beside the one that is asked for. */
export interface Viewer {
  /** Of a public record only public ones are told, whoever asks: the answer is anybody's to keep (decisions §4). */
  readonly seesPublicOnly: boolean;
  /** Of whose restricted records: of everybody's (`all`), of nobody's (null), or of one account's, by its uuid. */
  readonly seesRestrictedOf: string | null;
}

/** The condition on a record that this viewer may be told of it. @param table with its columns */
export function mayBeTold(table: 'item' | 'collection' | 'parent', viewer: Viewer) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  if (viewer.seesPublicOnly) return sql<boolean>`${column('visibility')} = 'public'`;
  if (viewer.seesRestrictedOf === 'all') return sql<boolean>`true`;
  const open = sql<boolean>`${column('visibility')} in ('public', 'private')`;
  return viewer.seesRestrictedOf === null
    ? open
    : sql<boolean>`(${open} or ${column('created_by')} = ${viewer.seesRestrictedOf}::uuid)`;
}

/** The condition that an item has something to show: a picture, or another medium that is ready. */
const isShown = sql<boolean>`(item.thumbnail is not null or item.audios_count + item.videos_count + item.models_count
  > item.not_ready_media_count + item.failed_media_count)`;

/**
 * What stands in a collection, as this viewer may be told: collections first, then items, each by title.
 * @param range from 1; without it the first, which is all of a small collection
 * @returns two queries, however many there are
 */
export async function collectionEntries(
  db: TenantQueries,
  uuid: string,
  viewer: Viewer,
  range: number,
): Promise<Pick<CollectionSource, 'entries' | 'total' | 'parents'>> {
  const entries = sql`
    select 'collection' as kind, collection.uuid, collection.sgtt as title, null::jsonb as picture, link.sort_title
      from collection_link link join collection
        on collection.tenant_id = link.tenant_id and collection.uuid = link.child_uuid
      where link.parent_uuid = ${uuid}::uuid and collection.trashed_at is null and ${mayBeTold('collection', viewer)}
    union all
    select 'item', item.uuid, item.sgtt, item.thumbnail, link.sort_title
      from item_link link join item on item.tenant_id = link.tenant_id and item.uuid = link.item_uuid
      where link.collection_uuid = ${uuid}::uuid and item.trashed_at is null and ${isShown}
        and ${mayBeTold('item', viewer)}`;
  const listed = await sql<CollectionEntry>`
    select kind, uuid, title, picture from (${entries}) entry
      order by kind, sort_title, uuid limit ${RANGE_ENTRIES} offset ${(range - 1) * RANGE_ENTRIES}`.execute(
    db,
  );
  const counted = await sql<{ total: number; parents: readonly Parent[] }>`
    select (select count(*)::int from (${entries}) entry) as total,
      (select coalesce(jsonb_agg(jsonb_build_object('uuid', parent.uuid, 'title', parent.sgtt)
          order by parent.sort_title, parent.uuid), '[]')
        from collection_link link join collection parent
          on parent.tenant_id = link.tenant_id and parent.uuid = link.parent_uuid
        where link.child_uuid = ${uuid}::uuid and parent.trashed_at is null
          and ${mayBeTold('parent', viewer)}) as parents`.execute(db);
  const { total, parents } = counted.rows[0] ?? { total: 0, parents: [] };
  return { entries: listed.rows, total, parents };
}
