import { sql } from 'kysely';
import { searchCollections } from '@armarium/contract/collection-calls';
import type { ItemQuery } from '@armarium/contract/item-query';
import { RELEVANCE } from '@armarium/contract/item-table';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { ProblemError } from '../../problem-error.ts';
import type { TenantQueries } from '../../db/database.ts';
import { pageAnswer, wantedPage, wantedSort, type PageWanted } from '../../http/pages.ts';
import { requireCollections } from './item-list.ts';
import { limitedTo } from './item-query.ts';
import { collectionView } from './record-views.ts';
import { collectionsByUuids } from './record.queries.ts';
import { namedFields, searchCondition, searchRanks, type SearchScope } from '../records/public.ts';

const DEFAULT_SIZE = 15;

/**
 * Searches collections by the words of title, description and searchable fields, by relevance or by title
 * (catalogue §7 and §9, decisions §11).
 */
export const collectionSearch: Implementation = implement(
  searchCollections,
  async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const isByTitle = wantsTitles(query.sort);
    const { rows, total } = await data.read(async (db) => {
      await requireCollections(db, query);
      const { uuids, words } = await foundCollections(db, query, page, isByTitle);
      const counted = await sql<{ total: string }>`
        select count_collections_matching(${words}::tsquery, ${query.belowUuid ?? null}::uuid) as total`.execute(
        db,
      );
      return { rows: await collectionsByUuids(db, uuids), total: Number(counted.rows[0]?.total ?? 0) };
    });
    const shown = rows.map((row) => collectionView(row, actor, origin));
    return pageAnswer('culturalItemCollections', shown, page, total, origin, url);
  },
);

/** A page of the collections that a text finds, and its words as a condition; null where it has none and finds all. */
export async function foundCollections(
  db: TenantQueries,
  query: Pick<ItemQuery, 'findBy' | 'belowUuid'> & { readonly text: string },
  page: PageWanted,
  isByTitle = false,
): Promise<{ uuids: string[]; words: string | null }> {
  const { text, findBy, belowUuid } = query;
  const scope: SearchScope = {
    // A field that only items have finds no collection.
    only: limitedTo(findBy, await namedFields(db, { findBy }, ['ITEM', 'COLLECTION'])),
    hasPressmarks: false,
    fields: await namedFields(db, { text }, ['COLLECTION']),
  };
  const words = searchCondition(text, scope) ?? null;
  const ranks = isByTitle ? undefined : searchRanks(text, scope);
  const { rows } = await sql<{ uuid: string }>`
    select found as uuid from search_collection_ids(${words}::tsquery, ${page.number * page.size}, ${page.size},
      ${ranks ? JSON.stringify(ranks) : null}::jsonb, ${belowUuid ?? null}::uuid) as found`.execute(db);
  return { uuids: rows.map(({ uuid }) => uuid), words };
}

/** @throws ProblemError 400 for an order that is neither relevance nor that of the titles */
function wantsTitles(sort: readonly string[] | undefined): boolean {
  const [wanted, ...others] = wantedSort(sort, [RELEVANCE, 'sgtt']);
  if (others.length > 0 || wanted?.direction === 'desc') {
    throw new ProblemError(
      'malformed',
      `Found collections are sorted by ${RELEVANCE} or by sgtt, not by "${sort?.join('" and "')}".`,
    );
  }
  return wanted?.field === 'sgtt';
}
