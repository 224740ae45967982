import { getPermissions } from '@armarium/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** The permissions of the account are fetched once for all pages. */
const permissions = queryOptions({
  queryKey: ['session', 'permissions'],
  queryFn: ({ signal }) => call(getPermissions, { signal }),
  staleTime: 60_000,
});

/** Whether the account may change records by a spreadsheet. */
export const mayImportQuery = queryOptions({
  ...permissions,
  select: ({ bulkEdit }) => bulkEdit !== undefined,
});

/** Whether the account may make records. */
export const mayMakeRecordsQuery = queryOptions({
  ...permissions,
  select: ({ create }) => create !== undefined,
});
