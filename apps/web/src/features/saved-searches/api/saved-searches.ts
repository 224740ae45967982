import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  SAVED_SEARCHES_MAX,
  updateSavedSearch,
  type SavedSearch,
  type SavedSearchScope,
} from '@armarium/contract/saved-searches';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';
import { queryClient } from '../../../lib/query-client.ts';

const savedSearchesKey = ['saved-searches'];

/** All that the user sees by name: the user's own, then those of the organisation. */
export const savedSearchesQuery = queryOptions({
  queryKey: savedSearchesKey,
  queryFn: async ({ signal }) => {
    const page = await call(listSavedSearches, { query: { size: 2 * SAVED_SEARCHES_MAX }, signal });
    const { savedSearches } = page._embedded;
    return [...ofScope(savedSearches, 'own'), ...ofScope(savedSearches, 'organisation')];
  },
  meta: { inPlace: true },
});

export const ofScope = (searches: readonly SavedSearch[], scope: SavedSearchScope) =>
  searches.filter((one) => one.scope === scope);

/** Does a change, and reads the list again even where it failed: somebody else may have changed it. @throws ApiProblem */
async function changing(change: Promise<unknown>): Promise<void> {
  const readAgain = async () => {
    void queryClient.invalidateQueries({ queryKey: ['catalogue', 'suggestions'] });
    await queryClient.invalidateQueries({ queryKey: savedSearchesKey });
  };
  try {
    await change;
  } catch (error) {
    // The failure is told at once.
    void readAgain();
    throw error;
  }
  await readAgain();
}

/** @throws ApiProblem */
export const saveSearch = (search: Pick<SavedSearch, 'name' | 'scope' | 'address'>) =>
  changing(call(createSavedSearch, { body: search }));

/** @throws ApiProblem */
export const changeSavedSearch = (uuid: string, changes: Partial<Pick<SavedSearch, 'name' | 'address'>>) =>
  changing(call(updateSavedSearch, { params: { uuid }, body: changes }));

/** Deletes a saved search. Where somebody else has deleted it already, that is no failure. @throws ApiProblem */
export const forgetSavedSearch = (uuid: string) =>
  changing(
    call(deleteSavedSearch, { params: { uuid } }).catch((error: unknown) => {
      if (!isProblem(error, 'not-found')) throw error;
    }),
  );
