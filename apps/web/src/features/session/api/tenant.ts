import { tenantInfo } from '@armarium/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The organisation of this address. Quiet: where it fails the name is `default` (catalogue §8). */
export const tenantQuery = queryOptions({
  queryKey: ['session', 'tenant'],
  queryFn: ({ signal }) => call(tenantInfo, { signal }),
  staleTime: 5 * 60_000,
  meta: { quiet: true },
});
