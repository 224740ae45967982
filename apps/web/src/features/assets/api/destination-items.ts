import { findAllItems, searchItems } from '@armarium/contract/item-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const PER_PAGE = 15;

/** Items to move an asset into: the latest modified first, or those that match the text. @param page 1-based */
export function destinationItemsQuery(text: string, page: number) {
  const paged = { page: page - 1, size: PER_PAGE };
  return queryOptions({
    queryKey: ['assets', 'destinations', text, page],
    queryFn: ({ signal }) =>
      text === ''
        ? call(findAllItems, { query: { ...paged, sort: ['lastModifiedDate,desc'] }, signal })
        : call(searchItems, { query: { ...paged, text }, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}
