import type { ItemQuery } from '@armarium/contract/item-query';
import { searchCollections } from '@armarium/contract/collection-calls';
import { searchItems } from '@armarium/contract/item-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { ITEMS_PER_PAGE } from './collection-items.ts';

/** catalogue §9. */
export const COLLECTIONS_PER_PAGE = 15;

/** The items that a search finds. @param page 1-based */
export function foundItemsQuery({ text = '', ...query }: ItemQuery, page: number, sort?: string) {
  return queryOptions({
    // Under the lists of items, so that an item that is opened is drawn at once.
    queryKey: ['catalogue', 'items', 'found', text, query.findBy, query, page, sort],
    queryFn: ({ signal }) =>
      call(searchItems, {
        query: { text, ...query, ...(sort && { sort: [sort] }), page: page - 1, size: ITEMS_PER_PAGE },
        signal,
      }),
    meta: { inPlace: true },
    placeholderData: (previous, last) =>
      last?.queryKey[3] === text && last.queryKey[4] === query.findBy ? previous : undefined,
  });
}

/**
 * The collections that a search finds, the most relevant first; all of them by title.
 * @param page 1-based
 * @param query as of items
 */
export function foundCollectionsQuery(
  { text = '', findBy, belowUuid }: Pick<ItemQuery, 'text' | 'findBy' | 'belowUuid'>,
  page: number,
) {
  const query = { text, ...(findBy && { findBy }), ...(belowUuid && { belowUuid }) };
  return queryOptions({
    queryKey: ['catalogue', 'found-collections', text, findBy, page, belowUuid],
    queryFn: ({ signal }) =>
      call(searchCollections, {
        query: { ...query, page: page - 1, size: COLLECTIONS_PER_PAGE },
        signal,
      }),
    meta: { inPlace: true },
    placeholderData: (previous, last) =>
      last?.queryKey[2] === text && last.queryKey[3] === findBy ? previous : undefined,
  });
}
