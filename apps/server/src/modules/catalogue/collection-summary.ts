import { sql } from 'kysely';
import {
  findCollectionTotals,
  getCollectionSummary,
  type CollectionTotal,
} from '@armarium/contract/collection-calls';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound } from '../../problem-error.ts';
import { collectionsByUuids, inOrder } from './record.queries.ts';

interface Counted {
  readonly collections: string;
  readonly items: string;
  readonly images: string;
  readonly audios: string;
  readonly videos: string;
  readonly models: string;
  readonly size_bytes: string;
  readonly by_state: Record<string, number>;
  readonly modified_at: Date;
}

/**
 * Figures of everything below a collection, by any path (decisions §5). The closure names the collections; an
 * item in several of them counts once. The collection itself is not counted, but its last change is. The
 * result is cached until the catalogue changes.
 */
export const collectionSummary: Implementation = implement(getCollectionSummary, async ({ data, params }) => {
  const counted = await data.read(async (db) => {
    const [collection] = await collectionsByUuids(db, [params.uuid]);
    if (!collection) throw notFound('The collection');
    return data.remembered(db, `summary ${collection.uuid}`, async () => {
      const { rows } = await sql<Counted>`
        with subtree as (
          select collection.uuid, collection.modified_at
          from collection_closure closure join collection on collection.uuid = closure.descendant_uuid
          where closure.ancestor_uuid = ${collection.uuid}::uuid and collection.trashed_at is null
        ), member as (
          select item.uuid, item.state, item.modified_at from item
          where item.trashed_at is null and item.uuid in (
            select link.item_uuid from item_link link join subtree on subtree.uuid = link.collection_uuid)
        ), medium as (
          select asset.uuid, asset.kind, asset.current_version, asset.modified_at
          from asset join member on member.uuid = asset.item_uuid
          where asset.trashed_at is null
        )
        select
          (select count(*) - 1 from subtree) as collections,
          (select count(*) from member) as items,
          (select count(*) from medium where kind = 'image') as images,
          (select count(*) from medium where kind = 'audio') as audios,
          (select count(*) from medium where kind = 'video') as videos,
          (select count(*) from medium where kind = 'model3d') as models,
          (select coalesce(sum(size_bytes), 0) from upload where uuid in (
            select version.upload_uuid from asset_version version join medium
              on medium.uuid = version.asset_uuid and medium.current_version = version.number)) as size_bytes,
          (select coalesce(jsonb_object_agg(state, items), '{}')
            from (select state, count(*) as items from member group by state) as states) as by_state,
          greatest((select max(modified_at) from subtree), (select max(modified_at) from member),
            (select max(modified_at) from medium)) as modified_at`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('Counting answered nothing.');
      return row;
    });
  });
  return {
    collections: Number(counted.collections),
    culturalItems: Number(counted.items),
    images: Number(counted.images),
    audios: Number(counted.audios),
    videos: Number(counted.videos),
    model3Ds: Number(counted.models),
    size_bytes: Number(counted.size_bytes),
    byState: counted.by_state,
    lastModifiedDate: counted.modified_at.toISOString(),
  };
});

/**
 * The numbers of collections and items below each of some collections, for a page of tiles: only links are counted,
 * 400,000 of them in some 300 ms. The result is cached until the catalogue changes.
 */
export const collectionTotals: Implementation = implement(findCollectionTotals, async ({ data, query }) => {
  const uuids = [...new Set(query.uuid.map((uuid) => uuid.toLowerCase()))];
  const totals = await data.read((db) =>
    data.remembered(db, `totals ${[...uuids].sort().join(' ')}`, async () => {
      const { rows } = await sql<CollectionTotal>`
        select uuid, collections, items as "culturalItems" from collection_totals(${uuids}::uuid[])`.execute(
        db,
      );
      return rows;
    }),
  );
  return { totals: inOrder(totals, uuids) };
});
