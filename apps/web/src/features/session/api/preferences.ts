import { updateTenantUser } from '@armarium/contract/accounts';
import type { Preferences } from '@armarium/contract/preferences';
import { call } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { selfQuery } from './self.ts';

/** The key of the mutations that keep choices. */
export const preferencesKey = ['preferences'] as const;

/** Keeps choices with the signed-in account; its other ones stay. @throws ApiProblem */
export async function keepPreferences(preferences: Preferences): Promise<void> {
  const { id } = await queryClient.ensureQueryData(selfQuery);
  await call(updateTenantUser, { params: { id }, body: { preferences } });
  // The page must not go back to this choice where a later one is on its way.
  const underWay = queryClient
    .getMutationCache()
    .findAll({ mutationKey: preferencesKey, status: 'pending' })
    .map(({ state }) => state.variables as Preferences | undefined);
  queryClient.setQueryData(
    selfQuery.queryKey,
    (self) =>
      self && {
        ...self,
        preferences: Object.assign({ ...self.preferences }, preferences, ...underWay) as Preferences,
      },
  );
}
