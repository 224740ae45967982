import { getItemsView, updateItemsView, type ItemsViewName } from '@armarium/contract/items-view';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';

/**
 * How the items of a collection, or without one the results of searches, are shown to this person. It is asked at
 * each visit: a list that is being read does not change its view by itself.
 */
export function itemsViewQuery(collectionUuid: string | undefined) {
  return queryOptions({
    queryKey: ['items-view', collectionUuid ?? 'results'],
    queryFn: ({ signal }) => call(getItemsView, { query: { collectionUuid }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { quiet: true },
  });
}

/** What somebody chooses of a view. */
export interface ItemsViewChange {
  view?: ItemsViewName;
  fields?: string[];
}

/** Shows a list in another way. */
export async function showItemsView(
  collectionUuid: string | undefined,
  change: ItemsViewChange,
): Promise<void> {
  const { queryKey } = itemsViewQuery(collectionUuid);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (before) => before && { ...before, ...change });
}

/** Keeps with the account how a list is shown. @throws ApiProblem */
export async function keepItemsView(
  collectionUuid: string | undefined,
  change: ItemsViewChange,
): Promise<void> {
  const kept = await call(updateItemsView, { query: { collectionUuid }, body: change });
  queryClient.setQueryData(itemsViewQuery(collectionUuid).queryKey, (before) => before ?? kept);
}
