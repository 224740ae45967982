import {
  cancelBatch,
  getBatch,
  listBatches,
  startBatch,
  undoBatch,
  type Batch,
  type BatchAction,
} from '@armarium/contract/batches';
import type { FieldChange } from '@armarium/contract/field-changes';
import {
  findSelectionParents,
  findSelectionStates,
  findSelectionValues,
  previewBatch,
} from '@armarium/contract/selections';
import type { ItemSelection } from '@armarium/contract/item-query';
import type { AnswerOf } from '@armarium/contract/operation';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export type Preview = AnswerOf<typeof previewBatch>;
export type SelectionValues = AnswerOf<typeof findSelectionValues>;

/** How often a batch that runs is fetched. */
export const POLL_ms = 1000;
const PER_PAGE = 20;

const isUnderWay = (state: Batch['undoState']) => state === 'PENDING' || state === 'IN_PROGRESS';

export const isRunning = ({ state }: Batch) => isUnderWay(state);

/** Whether a batch or its undo is running, so that it has to be fetched again. */
const isChanging = ({ state, undoState }: Batch) => isUnderWay(state) || isUnderWay(undoState);

/**
 * Starts a change of many items.
 * @throws ApiProblem 422 naming the items that are gone, 409 where the query finds others by now
 */
export function beginBatch(selection: ItemSelection, action: BatchAction): Promise<Batch> {
  return call(startBatch, { body: { selection, action } });
}

/** Apart from the lists of records, which are looked at again when a batch has ended. */
export const batchesKey = 'batches';

export function batchQuery(uuid: string) {
  return queryOptions({
    queryKey: [batchesKey, 'one', uuid],
    queryFn: ({ signal }): Promise<Batch> => call(getBatch, { params: { uuid }, signal }),
    // What could not be read at first is not fetched again and again.
    refetchInterval: ({ state }) => (state.data && isChanging(state.data) ? POLL_ms : false),
    staleTime: 0,
    meta: { quiet: true },
  });
}

/** What was done to many records, the newest first. @param page 1-based */
export function batchesQuery(page: number) {
  return queryOptions({
    queryKey: [batchesKey, 'list', page],
    queryFn: ({ signal }) => call(listBatches, { query: { page: page - 1, size: PER_PAGE }, signal }),
    refetchInterval: ({ state }) => (state.data?._embedded.batches.some(isChanging) ? POLL_ms : false),
    staleTime: 0,
    meta: { inPlace: true },
    placeholderData: (previous) => previous,
  });
}

/** @throws ApiProblem 409 where there is nothing to undo (any more) */
export function undo(uuid: string): Promise<Batch> {
  return call(undoBatch, { params: { uuid } });
}

/** @throws ApiProblem 409 where it is over already */
export function stop(uuid: string): Promise<Batch> {
  return call(cancelBatch, { params: { uuid } });
}

/** The last of the items has gone: there is nothing to ask, and what was read last stays on the screen. */
const isEmpty = (selection: ItemSelection) =>
  'uuids' in selection ? selection.uuids.length === 0 : selection.expected === 0;

/** The collections that the chosen items stand in, with how many of them each holds. */
export function selectionParentsQuery(selection: ItemSelection) {
  return queryOptions({
    queryKey: [batchesKey, 'parents', selection],
    queryFn: ({ signal }) => call(findSelectionParents, { body: { selection }, signal }),
    staleTime: 0,
    meta: { inPlace: true },
    placeholderData: (previous) => previous,
    enabled: !isEmpty(selection),
  });
}

/** The states that the chosen items are in, with how many are in each. */
export function selectionStatesQuery(selection: ItemSelection) {
  return queryOptions({
    queryKey: [batchesKey, 'states', selection],
    queryFn: ({ signal }) => call(findSelectionStates, { body: { selection }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { inPlace: true },
    // The form stays while another number of items is counted anew.
    placeholderData: (previous) => previous,
    enabled: !isEmpty(selection),
  });
}

/** What the chosen items hold in their fields, the frequent values with their counts. */
export function selectionValuesQuery(selection: ItemSelection) {
  return queryOptions({
    queryKey: [batchesKey, 'values', selection],
    queryFn: ({ signal }) => call(findSelectionValues, { body: { selection }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { inPlace: true },
    // The form stays while another number of items is counted anew.
    placeholderData: (previous) => previous,
    enabled: !isEmpty(selection),
  });
}

/**
 * What a bulk edit would do; changes nothing.
 * @throws ApiProblem 422 naming the changes that can't be made
 */
export function previewEdit(selection: ItemSelection, changes: FieldChange[]): Promise<Preview> {
  return call(previewBatch, { body: { selection, changes } });
}
