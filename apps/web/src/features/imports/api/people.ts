import { listTenantUsers, type TenantUser } from '@armarium/contract/accounts';
import { PAGE_SIZE_CAP } from '@armarium/contract/hal';
import { getPermissions } from '@armarium/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Whether the account follows the imports of everybody, and may choose a person. Permissions are fetched once for all pages. */
export const followsAllQuery = queryOptions({
  queryKey: ['session', 'permissions'],
  queryFn: ({ signal }) => call(getPermissions, { signal }),
  staleTime: 60_000,
  select: (permissions) => permissions.monitorImports === 'all' && permissions.manage !== undefined,
});

/** The people of the organisation, by surname, to choose one of. */
export function peopleQuery(tenant: string) {
  return queryOptions({
    queryKey: ['people', 'to-choose', tenant],
    queryFn: ({ signal }) =>
      call(listTenantUsers, {
        query: { tenant, size: PAGE_SIZE_CAP, sort: ['surname', 'name'] },
        signal,
      }),
    staleTime: 60_000,
    meta: { quiet: true },
    select: (answer): readonly TenantUser[] => answer._embedded.jarvisUsers,
  });
}
