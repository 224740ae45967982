import { listOwnTenants } from '@armarium/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The organisations in which the account has a role. Quiet: without them no way to change is offered. */
export const ownTenantsQuery = queryOptions({
  queryKey: ['session', 'tenants'],
  queryFn: async ({ signal }) =>
    (await call(listOwnTenants, { query: { size: 1000 }, signal }))._embedded.tenants,
  staleTime: 5 * 60_000,
  meta: { quiet: true },
});
