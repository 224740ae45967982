import type { BodyOf } from '@armarium/contract/operation';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import {
  createTransitionTemplate,
  deleteTransitionTemplate,
  getTransitionTemplate,
  listTransitionTemplates,
  updateTransitionTemplate,
  type TransitionTemplate,
} from '@armarium/contract/transitions';
import { countItemStates } from '@armarium/contract/usage';
import { queryOptions } from '@tanstack/react-query';
import { unlessGone } from '../../../lib/api-problem.ts';
import { call, callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';

const allKey = ['workflow-settings', 'transitions'] as const;

/** All transitions of the organisation, by kind of records and order, page after page. */
export const allTransitionsQuery = queryOptions({
  queryKey: allKey,
  queryFn: async ({ signal }) => {
    const transitions: TransitionTemplate[] = [];
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const answer = await call(listTransitionTemplates, { query: { page, size: 1000 }, signal });
      transitions.push(...answer._embedded.transitionTemplates);
      pages = answer.page.totalPages;
    }
    return transitions;
  },
  meta: { inPlace: true },
  staleTime: 0,
});

/** One transition, with the entity tag that a change sends back. Read anew by each dialog. */
export function transitionQuery(uuid: string) {
  return queryOptions({
    queryKey: ['workflow-settings', 'transition', uuid],
    queryFn: ({ signal }) => callTagged(getTransitionTemplate, { params: { uuid }, signal }),
    meta: { inPlace: true },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** How many records of a kind are in each state, by the names of the states. */
export function stateCountsQuery(resourceType: TemplateResourceType) {
  return queryOptions({
    queryKey: ['workflow-settings', 'counts', resourceType],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const { values } = await call(countItemStates, { query: { resourceType }, signal });
      return new Map(values.map(({ value, records }) => [value, records]));
    },
    // The graph stands without them.
    meta: { quiet: true },
    staleTime: 0,
  });
}

/** Reads again what shows transitions: also the menus of records offer them. */
async function transitionsChanged(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['catalogue'] });
  await queryClient.invalidateQueries({ queryKey: allKey });
}

/** @throws ApiProblem `duplicate` where the combination is taken, `invalid` */
export async function createTransition(body: BodyOf<typeof createTransitionTemplate>): Promise<void> {
  await call(createTransitionTemplate, { body });
  await transitionsChanged();
}

/** @param tag the entity tag of the transition as it was read. @throws ApiProblem `duplicate`, `stale`, `not-found`, `invalid` */
export async function changeTransition(
  uuid: string,
  body: BodyOf<typeof updateTransitionTemplate>,
  tag: string | undefined,
): Promise<void> {
  await call(updateTransitionTemplate, { params: { uuid }, body, ifMatch: tag });
  await transitionsChanged();
}

/** @throws ApiProblem `stale` where it was changed meanwhile */
export async function deleteTransition(uuid: string, tag: string | undefined): Promise<void> {
  await call(deleteTransitionTemplate, { params: { uuid }, ifMatch: tag }).catch(unlessGone);
  await transitionsChanged();
}
