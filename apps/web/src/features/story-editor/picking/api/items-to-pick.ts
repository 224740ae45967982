import { findAllItems, searchItems } from '@armarium/contract/item-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api-client.ts';
import { ITEMS_PER_PAGE } from '../../../../records/api/collection-items.ts';

/** Items that have images: the latest modified first, or those that a text finds. @param page 1-based */
export function itemsToPickQuery(text: string, page: number) {
  const query = { page: page - 1, size: ITEMS_PER_PAGE, media: ['image' as const] };
  return queryOptions({
    // Under the lists of items, so that an item that is opened is drawn at once.
    queryKey: ['catalogue', 'items', 'to-pick', text, page],
    queryFn: ({ signal }) =>
      text === ''
        ? call(findAllItems, { query: { ...query, sort: ['lastModifiedDate,desc'] }, signal })
        : call(searchItems, { query: { ...query, text }, signal }),
    meta: { inPlace: true },
    placeholderData: (previous, last) => (last?.queryKey[3] === text ? previous : undefined),
  });
}
