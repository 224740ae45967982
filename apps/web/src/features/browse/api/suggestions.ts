import type { ItemQuery } from '@armarium/contract/item-query';
import { findAlternatives, getSuggestions } from '@armarium/contract/suggestions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { SearchField } from '../../../records/search-address.ts';

/** What a text that is being typed may become and find. Where the call fails, nothing is suggested. */
export function suggestionsQuery(text: string, findBy: SearchField | undefined) {
  return queryOptions({
    queryKey: ['catalogue', 'suggestions', text, findBy],
    queryFn: ({ signal }) =>
      call(getSuggestions, {
        query: { text, ...(findBy && { findBy }) },
        signal,
        asksToSignIn: false,
      }),
    retry: false,
    meta: { quiet: true },
    // While the same text grows, what was found for its beginning stays.
    placeholderData: (previous, last) =>
      last?.queryKey[3] === findBy && text.startsWith(last?.queryKey[2] ?? ' ') ? previous : undefined,
  });
}

/** Other searches for one that finds little, with the numbers of items that they find. Where the call fails, none are offered. */
export function alternativesQuery(query: ItemQuery) {
  return queryOptions({
    queryKey: ['catalogue', 'alternatives', query],
    queryFn: ({ signal }) => call(findAlternatives, { query, signal }),
    meta: { quiet: true },
  });
}
