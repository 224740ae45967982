import { updateTenantUser } from '@armarium/contract/accounts';
import type { Preferences } from '@armarium/contract/preferences';
import { call } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { selfQuery } from './self.ts';

/** Keeps choices with the signed-in account; its other ones stay. @throws ApiProblem */
export async function keepPreferences(preferences: Preferences): Promise<void> {
  const { id } = await queryClient.ensureQueryData(selfQuery);
  await call(updateTenantUser, { params: { id }, body: { preferences } });
  queryClient.setQueryData(
    selfQuery.queryKey,
    (self) => self && { ...self, preferences: { ...self.preferences, ...preferences } },
  );
}
