import { searchCollections, searchItems } from '@armarium/contract/records';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { SearchField } from '../search-address.ts';
import { ITEMS_PER_PAGE } from './collection-items.ts';

/** catalogue §9. */
const COLLECTIONS_PER_PAGE = 15;

/** The items that a search finds. @param page 1-based */
export function foundItemsQuery(text: string, findBy: SearchField | undefined, page: number) {
  return queryOptions({
    // Under the lists of items, so that an item that is opened is drawn at once.
    queryKey: ['catalogue', 'items', 'found', text, findBy, page],
    queryFn: ({ signal }) =>
      call(searchItems, { query: { text, findBy, page: page - 1, size: ITEMS_PER_PAGE }, signal }),
    meta: { inPlace: true },
    placeholderData: (previous, query) =>
      query?.queryKey[3] === text && query.queryKey[4] === findBy ? previous : undefined,
  });
}

/** The collections that a search finds, by title. @param page 1-based */
export function foundCollectionsQuery(text: string, page: number) {
  return queryOptions({
    queryKey: ['catalogue', 'found-collections', text, page],
    queryFn: ({ signal }) =>
      call(searchCollections, {
        query: { text, page: page - 1, size: COLLECTIONS_PER_PAGE, sort: ['sgtt'] },
        signal,
      }),
    meta: { inPlace: true },
    placeholderData: (previous, query) => (query?.queryKey[2] === text ? previous : undefined),
  });
}
