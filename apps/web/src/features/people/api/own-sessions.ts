import { endOtherSessions, endOwnSession, listOwnSessions } from '@armarium/contract/own-sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';

/** The open sessions of the own account in this organisation, the present one first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['people', 'own-sessions'],
  queryFn: async ({ signal }) =>
    (await call(listOwnSessions, { query: { size: 100 }, signal }))._embedded.sessions,
  meta: { inPlace: true },
  staleTime: 0,
});

/** Ends another session of the own account, or all of them. */
export async function endSession(which: { readonly id: string } | 'others'): Promise<void> {
  if (which === 'others') return call(endOtherSessions);
  try {
    await call(endOwnSession, { params: which });
  } catch (error) {
    // It has ended meanwhile.
    if (!isProblem(error, 'not-found')) throw error;
  }
}
