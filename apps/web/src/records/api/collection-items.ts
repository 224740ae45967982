import { listCollectionItems } from '@armarium/contract/collection-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { isInMotion } from '../in-motion.ts';
import type { ItemFilters } from '../search-address.ts';

export const ITEMS_PER_PAGE = 20;
/** How often a list with items in process is fetched again (catalogue §9). */
export const POLL_ms = 5000;

/** The items of a collection, by title without another order, polled while any of those shown is in motion. @param page 1-based */
export function collectionItemsQuery(uuid: string, page: number, filters: ItemFilters = {}, sort?: string) {
  return queryOptions({
    queryKey: ['catalogue', 'items', uuid, page, filters, sort],
    queryFn: ({ signal }) =>
      call(listCollectionItems, {
        params: { uuid },
        query: { ...filters, ...(sort && { sort: [sort] }), page: page - 1, size: ITEMS_PER_PAGE },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?._embedded.culturalItems.some((item) => isInMotion(item, Date.now())) ? POLL_ms : false,
    meta: { inPlace: true },
    // Turning a page keeps the old one until the new one is there; another collection starts with a skeleton.
    placeholderData: (previous, query) => (query?.queryKey[2] === uuid ? previous : undefined),
  });
}
