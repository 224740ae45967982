import { getOrganisation } from '@armarium/contract/organisation';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** What the installation has for sending mail. Quiet: actions can be made without knowing it. */
export const installationMailQuery = queryOptions({
  queryKey: ['workflow-settings', 'installation-mail'],
  queryFn: async ({ signal }) => (await call(getOrganisation, { signal })).installation.mail,
  meta: { quiet: true },
  staleTime: 60_000,
});
