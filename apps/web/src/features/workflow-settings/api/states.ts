import {
  createItemState,
  deleteItemState,
  getItemState,
  updateItemState,
  type ItemState,
} from '@armarium/contract/item-states';
import type { BodyOf } from '@armarium/contract/operation';
import { getItemStateUsage } from '@armarium/contract/usage';
import { queryOptions } from '@tanstack/react-query';
import { unlessGone } from '../../../lib/api-problem.ts';
import { call, callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { statesQuery } from '../../../records/api/item-states.ts';

/** One state, with the entity tag that a change sends back. Read anew by each dialog. */
export function stateQuery(uuid: string) {
  return queryOptions({
    queryKey: ['workflow-settings', 'state', uuid],
    queryFn: ({ signal }) => callTagged(getItemState, { params: { uuid }, signal }),
    meta: { inPlace: true },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** How many records of each kind are in a state. */
export function stateUsageQuery(uuid: string) {
  return queryOptions({
    queryKey: ['workflow-settings', 'usage', uuid],
    queryFn: ({ signal }) => call(getItemStateUsage, { params: { uuid }, signal }),
    // The dialog says so where it matters.
    meta: { quiet: true },
    staleTime: 0,
    gcTime: 0,
  });
}

/** Reads again what shows states: a new name stands in records, transitions and lists too. */
async function statesChanged(isRenamed: boolean): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: statesQuery.queryKey });
  if (isRenamed) {
    void queryClient.invalidateQueries({ queryKey: ['catalogue'] });
    void queryClient.invalidateQueries({ queryKey: ['workflow-settings', 'transitions'] });
  }
}

/** @throws ApiProblem `duplicate` where the name is taken, `invalid` */
export async function createState(body: BodyOf<typeof createItemState>): Promise<ItemState> {
  const made = await call(createItemState, { body });
  await statesChanged(false);
  return made;
}

/** @param tag the entity tag of the state as it was read. @throws ApiProblem `duplicate`, `stale`, `invalid` */
export async function changeState(
  uuid: string,
  body: BodyOf<typeof updateItemState>,
  tag: string | undefined,
): Promise<void> {
  await call(updateItemState, { params: { uuid }, body, ifMatch: tag });
  await statesChanged(body.name !== undefined);
}

/** @throws ApiProblem `state-in-use` where a transition or a record has it by now, `stale` */
export async function deleteState(uuid: string, tag: string | undefined): Promise<void> {
  await call(deleteItemState, { params: { uuid }, ifMatch: tag }).catch(unlessGone);
  await statesChanged(false);
}
