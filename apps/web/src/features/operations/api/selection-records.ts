import { listCollectionItems } from '@armarium/contract/collection-calls';
import { searchItems } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { Picking } from '../../../records/selection/picking.ts';
import { isChosen } from '../../../records/selection/selection.ts';

/** catalogue §9: what a selection reads of its list at a time. */
const CHUNK = 1000;

/**
 * The chosen items as they stand, for what is done with each of them by a call of its own: their list is read in
 * chunks of a thousand until all are found.
 */
export function selectionRecordsQuery({ query, selection, count }: Picking) {
  return queryOptions({
    queryKey: ['batches', 'chosen', query, selection],
    queryFn: async ({ signal }) => {
      const { collectionUuid, text = '', ...narrowed } = query;
      const found: Item[] = [];
      for (let page = 0, pages = 1; page < pages && found.length < count; page += 1) {
        const part = { ...narrowed, page, size: CHUNK };
        const list = await (collectionUuid === undefined
          ? call(searchItems, { query: { ...part, text }, signal })
          : call(listCollectionItems, { params: { uuid: collectionUuid }, query: part, signal }));
        found.push(...list._embedded.culturalItems.filter(({ uuid }) => isChosen(selection, uuid)));
        pages = list.page.totalPages;
      }
      return found;
    },
    staleTime: 0,
    gcTime: 0,
    meta: { inPlace: true },
  });
}
