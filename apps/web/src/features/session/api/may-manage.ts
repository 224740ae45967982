import { queryOptions } from '@tanstack/react-query';
import { allowedMethods } from '../../../lib/api-client.ts';

/**
 * Whether the menu leads to management: the server allows GET there (SHELL-22). Quiet: where it does not answer, the
 * entry is hidden (SHELL-23).
 */
export const mayManageQuery = queryOptions({
  queryKey: ['session', 'may-manage'],
  queryFn: async ({ signal }) => (await allowedMethods('/ui/management', signal)).includes('GET'),
  staleTime: 60_000,
  meta: { quiet: true },
});
