import { listRoles } from '@armarium/contract/accounts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** The roles, with how many active accounts of the organisation hold each. For administrators. */
export const rolesQuery = queryOptions({
  queryKey: ['people', 'roles'],
  queryFn: async ({ signal }) => (await call(listRoles, { query: { size: 100 }, signal }))._embedded.roles,
  staleTime: 60_000,
});
