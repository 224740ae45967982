import { findValuesInUse } from '@armarium/contract/item-facets';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Shorter texts begin too many values; no value that is offered is longer than a longer text. */
const TEXT_MIN = 2;
const TEXT_MAX = 200;

/** Whether values are offered for a text. */
export const isOffered = (text: string): boolean => text.length >= TEXT_MIN && text.length <= TEXT_MAX;

/** The values of a field of items that a text may become. Where they can't be read, none are offered. */
export function valuesInUseQuery(name: string, text: string) {
  return queryOptions({
    queryKey: ['values-in-use', name, text],
    queryFn: async ({ signal }) => (await call(findValuesInUse, { query: { name, text }, signal })).values,
    enabled: isOffered(text),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
    meta: { quiet: true },
  });
}
