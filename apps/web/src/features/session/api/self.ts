import { getSelf } from '@armarium/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/**
 * The signed-in account, fetched again whenever the page comes back to sight: another tab may have signed in as
 * someone else. Quiet: the shell decides what a failure means.
 */
export const selfQuery = queryOptions({
  queryKey: ['session', 'self'],
  queryFn: ({ signal }) => call(getSelf, { signal }),
  staleTime: 5 * 60_000,
  refetchOnWindowFocus: 'always',
  meta: { quiet: true },
});
