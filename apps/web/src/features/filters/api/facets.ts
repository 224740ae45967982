import type { ItemQuery } from '@armarium/contract/item-query';
import type { FileValue } from '@armarium/contract/file-facts';
import { findFieldValues, findFileValues, getItemFacets } from '@armarium/contract/item-facets';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** What the items of a query can be narrowed to, with counts. Under the lists of items, since it changes with them. */
export function facetsQuery(query: ItemQuery) {
  return queryOptions({
    queryKey: ['catalogue', 'facets', query],
    queryFn: ({ signal }) => call(getItemFacets, { query, signal }),
    meta: { inPlace: true },
    // The counts stand while those of the next filters come.
    placeholderData: (previous) => previous,
  });
}

/** The values that the items of a query have in a field, the most frequent first. */
export function fieldValuesQuery(query: ItemQuery, name: string, valueText: string) {
  return queryOptions({
    queryKey: ['catalogue', 'field-values', name, query, valueText],
    queryFn: ({ signal }) =>
      call(findFieldValues, { query: { ...query, name, ...(valueText !== '' && { valueText }) }, signal }),
    meta: { inPlace: true },
    placeholderData: (previous, last) => (last?.queryKey[2] === name ? previous : undefined),
  });
}

/** The values of a property among the files of the items of a query, the most frequent first. */
export function fileValuesQuery(query: ItemQuery, name: FileValue) {
  return queryOptions({
    queryKey: ['catalogue', 'file-values', name, query],
    queryFn: ({ signal }) => call(findFileValues, { query: { ...query, name }, signal }),
    meta: { inPlace: true },
    placeholderData: (previous) => previous,
  });
}
