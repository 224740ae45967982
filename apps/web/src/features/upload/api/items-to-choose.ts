import { findAllItems, searchItems } from '@armarium/contract/item-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Items per page (catalogue §9). */
const PAGE_SIZE = 20;

/**
 * A page of items that files can be added to: the latest modified first, or those that match the text.
 * @param page 1-based
 */
export function itemsToChoose(text: string, page: number) {
  const paged = { page: page - 1, size: PAGE_SIZE };
  return queryOptions({
    queryKey: ['upload', 'itemsToChoose', text, page],
    queryFn: ({ signal }) =>
      text === ''
        ? call(findAllItems, { query: { ...paged, sort: ['lastModifiedDate,desc'] }, signal })
        : call(searchItems, { query: { ...paged, text }, signal }),
    placeholderData: keepPreviousData,
  });
}
