import type { BodyOf } from '@armarium/contract/operation';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import {
  createTransitionTask,
  deleteTransitionTask,
  getTransitionTask,
  listTaskTemplates,
  listTransitionTasks,
  orderTransitionTasks,
  updateTransitionTask,
  type TransitionTask,
} from '@armarium/contract/transition-tasks';
import { queryOptions } from '@tanstack/react-query';
import { unlessGone } from '../../../lib/api-problem.ts';
import { call, callForHeader, callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Ordered } from '../../../ui/use-saved-order.ts';
import { allTransitionsQuery } from './transitions.ts';

/** A transition has at most so many actions. */
const ACTIONS_MAX = 1_000;

const actionsKey = (transitionUuid: string) => ['workflow-settings', 'actions', transitionUuid] as const;

/** The actions of a transition in the order in which they run. */
export function actionsQuery(transitionUuid: string) {
  return queryOptions({
    queryKey: actionsKey(transitionUuid),
    queryFn: async ({ signal }): Promise<Ordered<TransitionTask>> => {
      const query = { transitionUuid, size: ACTIONS_MAX };
      const { answer, tag } = await callTagged(listTransitionTasks, { query, signal });
      return { items: answer._embedded.transitionTasks, tag };
    },
    meta: { inPlace: true },
    staleTime: 0,
  });
}

/** One action, with the entity tag that a change sends back. Read anew by each dialog. */
export function actionQuery(uuid: string) {
  return queryOptions({
    queryKey: ['workflow-settings', 'action', uuid],
    queryFn: ({ signal }) => callTagged(getTransitionTask, { params: { uuid }, signal }),
    meta: { inPlace: true },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** The templates of actions for a kind of records. */
export function taskTemplatesQuery(resourceType: TemplateResourceType) {
  return queryOptions({
    queryKey: ['workflow-settings', 'task-templates', resourceType],
    queryFn: async ({ signal }) =>
      (await call(listTaskTemplates, { query: { resourceType, size: 1000 }, signal }))._embedded
        .taskTemplates,
    meta: { inPlace: true },
    staleTime: 60_000,
  });
}

/** Reads again what shows the actions of a transition: the number in its row, and what records offer. */
async function actionsChanged(transitionUuid: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['catalogue'] });
  void queryClient.invalidateQueries({ queryKey: allTransitionsQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: actionsKey(transitionUuid) });
}

/** Shows an order of the actions in place of what was read. */
export async function showActions(transitionUuid: string, order: Ordered<TransitionTask>): Promise<void> {
  // An answer that is under way is older.
  await queryClient.cancelQueries({ queryKey: actionsKey(transitionUuid) });
  queryClient.setQueryData(actionsKey(transitionUuid), order);
}

/** @throws ApiProblem `duplicate` where the transition has the same action, `invalid` */
export async function createAction(body: BodyOf<typeof createTransitionTask>): Promise<void> {
  const { transitionUuid } = await call(createTransitionTask, { body });
  await actionsChanged(transitionUuid);
}

/** @param tag the entity tag of the action as it was read. @throws ApiProblem `duplicate`, `stale`, `invalid` */
export async function changeAction(
  uuid: string,
  body: BodyOf<typeof updateTransitionTask>,
  tag: string | undefined,
): Promise<void> {
  const { transitionUuid } = await call(updateTransitionTask, { params: { uuid }, body, ifMatch: tag });
  await actionsChanged(transitionUuid);
}

/** @param tag the entity tag of the action as it was read. @throws ApiProblem `stale` where it was changed meanwhile */
export async function deleteAction(
  { uuid, transitionUuid }: TransitionTask,
  tag: string | undefined,
): Promise<void> {
  await call(deleteTransitionTask, { params: { uuid }, ifMatch: tag }).catch(unlessGone);
  await actionsChanged(transitionUuid);
}

/**
 * Saves the order in which the actions of a transition run.
 * @param tag the entity tag of their order as it was. @returns the one that it has now
 * @throws ApiProblem `stale`, or `other-members` where an action came or went meanwhile
 */
export async function saveActionOrder(
  transitionUuid: string,
  actions: readonly TransitionTask[],
  tag: string | undefined,
): Promise<string | undefined> {
  const { header } = await callForHeader(orderTransitionTasks, 'ETag', {
    query: { transitionUuid },
    body: actions.map(({ uuid }) => uuid),
    ifMatch: tag,
  });
  void queryClient.invalidateQueries({ queryKey: allTransitionsQuery.queryKey });
  return header;
}
