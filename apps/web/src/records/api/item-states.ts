import { listItemStates } from '@armarium/contract/item-states';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';

/** The colour of a state that is not known (catalogue §9). */
export const UNKNOWN_STATE_COLOUR = '#000';

/** The workflow states by their names. They change rarely. Quiet: names stand without them. */
export const statesQuery = queryOptions({
  queryKey: ['catalogue', 'states'],
  queryFn: async ({ signal }) => {
    const page = await call(listItemStates, { query: { size: 1000 }, signal });
    return new Map(page._embedded.itemStates.map((state) => [state.name, state]));
  },
  staleTime: 60_000,
  meta: { quiet: true },
});

/** Reads the states again where a record came into one that is not known: it was made or renamed. */
export function stateSeen(name: string): void {
  if (queryClient.getQueryData(statesQuery.queryKey)?.has(name) === false)
    void queryClient.invalidateQueries({ queryKey: statesQuery.queryKey });
}
