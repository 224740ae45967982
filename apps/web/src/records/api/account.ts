import { getSelf } from '@armarium/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** The signed-in account. The key is the session's, so that it is fetched once. */
export const accountQuery = queryOptions({
  queryKey: ['session', 'self'],
  queryFn: ({ signal }) => call(getSelf, { signal }),
  staleTime: 5 * 60_000,
  meta: { quiet: true },
});
