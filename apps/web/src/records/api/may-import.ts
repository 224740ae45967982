import { getPermissions } from '@armarium/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Whether the account may change records by a spreadsheet. Its permissions are fetched once for all pages. */
export const mayImportQuery = queryOptions({
  queryKey: ['session', 'permissions'],
  queryFn: ({ signal }) => call(getPermissions, { signal }),
  staleTime: 60_000,
  select: (permissions) => permissions.bulkEdit !== undefined,
});
