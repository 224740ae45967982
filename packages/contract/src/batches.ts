import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed } from './allowed-actions.ts';
import { FieldChanges } from './field-changes.ts';
import { links, pageOf, pageQuery } from './hal.ts';
import { ItemSelection } from './item-query.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Count, oneOf, Timestamp, Uuid } from './scalar.ts';

/** The action of a batch on each item of its selection. */
export const BatchAction = Type.Union([
  /** Replaces `from` by `to` for the items that are in `from`. */
  Type.Object({ kind: Type.Literal('move'), from: Uuid, to: Uuid }, closed),
  Type.Object({ kind: Type.Literal('link'), to: Uuid }, closed),
  /** An item that is in no other collection is unchanged, with `last-parent`. */
  Type.Object({ kind: Type.Literal('unlink'), from: Uuid }, closed),
  Type.Object({ kind: Type.Literal('edit'), changes: FieldChanges }, closed),
  Type.Object(
    {
      kind: Type.Literal('transition'),
      transitionUuid: Uuid,
      comment: Type.Optional(Type.String({ maxLength: 10_000 })),
    },
    closed,
  ),
  /**
   * Several transitions, each from another state: each item takes the one that starts from the state in which it
   * is when the batch is started.
   */
  Type.Object(
    {
      kind: Type.Literal('transition'),
      transitions: Type.Array(
        Type.Object(
          {
            transitionUuid: Uuid,
            /** The number of items that the user saw in its state. */
            expected: Type.Optional(Count),
          },
          closed,
        ),
        { minItems: 1, maxItems: 100 },
      ),
      comment: Type.Optional(Type.String({ maxLength: 10_000 })),
    },
    closed,
  ),
  Type.Object(
    { kind: Type.Literal('trash'), reason: Type.Optional(Type.String({ maxLength: 1_000 })) },
    closed,
  ),
]);
export type BatchAction = Static<typeof BatchAction>;

/** The rows of a spreadsheet that somebody accepted (`importSpreadsheet`); counts as in the dry run. */
export interface SpreadsheetTask {
  readonly kind: 'spreadsheet';
  readonly spreadsheet: string;
  readonly filename: string;
  readonly created: number;
  readonly changed: number;
  /** Conflicts that are written nevertheless. */
  readonly accept: readonly string[];
  readonly dayFirst: boolean;
  readonly decimalComma: boolean;
}

/** The task of a batch. */
export type BatchTask = BatchAction | SpreadsheetTask;

export const batchKinds = [
  'move',
  'link',
  'unlink',
  'edit',
  'transition',
  'trash',
  'spreadsheet',
  'undo',
] as const;

export const batchStates = ['PENDING', 'IN_PROGRESS', 'DONE', 'ERROR'] as const;

/** A batch: a change of many records by a job, which can be undone as a whole (decisions §4, A-107). */
export const Batch = Type.Object({
  uuid: Uuid,
  kind: oneOf(batchKinds),
  state: oneOf(batchStates),
  /**
   * Why it ended early (`ERROR`: it failed, or was stopped), in words; null otherwise. Failed single records
   * are only counted.
   */
  cause: Type.Union([Type.String(), Type.Null()]),
  /**
   * The same as a code, such as `stopped`, for clients with texts of their own; null without a cause or a
   * code.
   */
  causeCode: Type.Union([Type.String(), Type.Null()]),
  /** The person who stopped it; null where nobody did. */
  stoppedBy: Type.Union([Type.String(), Type.Null()]),
  user: Type.String(),
  startedDate: Timestamp,
  endedDate: Type.Union([Timestamp, Type.Null()]),
  total: Count,
  /** The number of processed records: the sum of the three below. */
  done: Count,
  changed: Count,
  /** Records for which there was nothing to do. */
  unchanged: Count,
  /**
   * Refused records, each with its own cause. In an undo: records that were edited since, which are
   * unchanged.
   */
  failed: Count,
  /** The requested action; null for an undo. */
  action: Type.Union([Type.Unknown(), Type.Null()]),
  /** The current titles of the collections in the action, by uuid. */
  collections: Type.Record(Type.String(), Type.String()),
  undoes: Type.Union([Uuid, Type.Null()]),
  undoneBy: Type.Union([Uuid, Type.Null()]),
  /** The state of the batch `undoneBy`. */
  undoState: Type.Union([oneOf(batchStates), Type.Null()]),
  /** The number of its records that batches have undone. */
  undone: Count,
  allowedActions: allowed(['undo', 'cancel']),
  _links: links(['self', 'records'], ['undo', 'cancel', 'undoes', 'undoneBy']),
});
export type Batch = Static<typeof Batch>;

const batches = { tag: 'Batches', access: 'browse' } as const;

export const startBatch = defineOperation({
  ...batches,
  id: 'startBatch',
  method: 'POST',
  path: '/meta/batches',
  summary: 'Change many items by a job: the selection is fixed at once, by ids or by a query',
  body: Type.Object({ selection: ItemSelection, action: BatchAction }, closed),
  responses: { 202: Batch },
});

export const listBatches = defineOperation({
  ...batches,
  id: 'listBatches',
  method: 'GET',
  path: '/meta/batches',
  summary: 'What was done to many records at once, the newest first',
  query: pageQuery({}),
  responses: { 200: pageOf('batches', Batch) },
});

export const getBatch = defineOperation({
  ...batches,
  id: 'getBatch',
  method: 'GET',
  path: '/meta/batches/:uuid',
  summary: 'One batch and how far it is',
  params: byUuid,
  responses: { 200: Batch },
});

export const undoBatch = defineOperation({
  ...batches,
  id: 'undoBatch',
  method: 'POST',
  path: '/meta/batches/:uuid/undo',
  summary: 'Undo a batch by another one, which leaves alone and lists what was edited since',
  params: byUuid,
  responses: { 202: Batch },
});

export const cancelBatch = defineOperation({
  ...batches,
  id: 'cancelBatch',
  method: 'POST',
  path: '/meta/batches/:uuid/cancel',
  summary: 'Stop a batch; what it did so far stays, and can be undone',
  params: byUuid,
  responses: { 202: Batch },
});
