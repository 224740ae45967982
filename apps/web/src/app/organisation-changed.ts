import { permissionsQuery } from '../features/session/api/permissions.ts';
import { tenantQuery } from '../features/session/api/tenant.ts';
import { queryClient } from '../lib/query-client.ts';
import { lookAgainSoon } from '../records/live-records.ts';
import { renewAccent } from '../ui/accent.ts';

/** Shows the settings of the organisation as they are now, in a page that was opened before they were changed. */
export async function organisationChanged(): Promise<void> {
  renewAccent();
  for (const queryKey of [['organisation'], ['image-delivery', 'settings'], ['downloads', 'agreement']])
    void queryClient.invalidateQueries({ queryKey });
  const before = queryClient.getQueryData(tenantQuery.queryKey);
  await queryClient.invalidateQueries(tenantQuery);
  const after = queryClient.getQueryData(tenantQuery.queryKey);
  if (before?.userRights === after?.userRights) return;
  void queryClient.invalidateQueries(permissionsQuery);
  // What may be done with each record that is shown stands in the record.
  lookAgainSoon();
}
