import { getSelf } from '@armarium/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isSigningInAgain } from '../../../lib/signing-in-again.ts';

/**
 * The signed-in account, fetched again whenever the page comes back to sight: another tab may have signed in as
 * someone else. Quiet: the shell decides what a failure means.
 */
export const selfQuery = queryOptions({
  queryKey: ['session', 'self'],
  queryFn: ({ signal }) => call(getSelf, { signal }),
  staleTime: 5 * 60_000,
  // Who signs in again is told by the dialog that waits for it whether somebody else has done so.
  refetchOnWindowFocus: () => (isSigningInAgain() ? false : 'always'),
  meta: { quiet: true },
});
