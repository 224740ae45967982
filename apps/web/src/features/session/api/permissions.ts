import { getPermissions } from '@armarium/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** What the account may do in this organisation (decisions §3); a capability that is absent is not there. */
export const permissionsQuery = queryOptions({
  queryKey: ['session', 'permissions'],
  queryFn: ({ signal }) => call(getPermissions, { signal }),
  staleTime: 60_000,
});
