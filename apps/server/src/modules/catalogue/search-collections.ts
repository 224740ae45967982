import { sql } from 'kysely';
import { searchCollections } from '@armarium/contract/collection-calls';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage, wantedSort } from '../../http/pages.ts';
import { collectionView } from './record-views.ts';
import { collectionsByUuids } from './record.queries.ts';
import { searchCondition } from '../records/public.ts';

const DEFAULT_SIZE = 15;

/** Searches collections by the words of title, description and searchable fields, in the order of their titles (catalogue §7 and §9). */
export const collectionSearch: Implementation = implement(
  searchCollections,
  async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    // Refuses any other order, since there is none.
    wantedSort(query.sort, ['sgtt']);
    // Without a term, as an empty text, it finds all of them.
    const words = searchCondition(query.text, { hasPressmarks: false }) ?? null;
    const { rows, total } = await data.read(async (db) => {
      const found = await sql<{ uuid: string }>`
        select found as uuid from search_collection_ids(${words}::tsquery, ${page.number * page.size}, ${page.size}) as found`.execute(
        db,
      );
      const counted = await sql<{
        total: number;
      }>`select count_collections_matching(${words}::tsquery) as total`.execute(db);
      const uuids = found.rows.map(({ uuid }) => uuid);
      return { rows: await collectionsByUuids(db, uuids), total: Number(counted.rows[0]?.total ?? 0) };
    });
    const shown = rows.map((row) => collectionView(row, actor, origin));
    return pageAnswer('culturalItemCollections', shown, page, total, origin, url);
  },
);
