import { listItemStates } from '@armarium/contract/item-states';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** The colour of a state that is not known (catalogue §9). */
export const UNKNOWN_STATE_COLOUR = '#000';

/** The colour of each workflow state by its name. They change rarely. Quiet: names stand without them. */
export const stateColoursQuery = queryOptions({
  queryKey: ['catalogue', 'states'],
  queryFn: async ({ signal }) => {
    const page = await call(listItemStates, { query: { size: 1000 }, signal });
    return new Map(page._embedded.itemStates.map(({ name, color }) => [name, color]));
  },
  staleTime: 60_000,
  meta: { quiet: true },
});
