import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery } from './hal.ts';
import { ItemSelection } from './item-query.ts';
import { defineOperation } from './operation.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';

const closed = { additionalProperties: false } as const;
const Name = Type.String({ minLength: 1, maxLength: 1_000 });
const Value = Type.Union([Type.String({ maxLength: 100_000 }), Type.Number(), Type.Boolean()]);

/**
 * A change of one field of every record; other fields are unchanged. `append` adds a value to a repeatable
 * field, and appends text to a single value; `clear` removes all values; `find` replaces each exact
 * occurrence of a text within the values.
 */
export const FieldChange = Type.Union([
  Type.Object(
    {
      name: Name,
      change: Type.Literal('replace'),
      values: Type.Array(Value, { minItems: 1, maxItems: 1_000 }),
    },
    closed,
  ),
  Type.Object(
    {
      name: Name,
      change: Type.Literal('append'),
      value: Value,
      separator: Type.Optional(Type.String({ maxLength: 100 })),
    },
    closed,
  ),
  Type.Object({ name: Name, change: Type.Literal('clear') }, closed),
  Type.Object(
    {
      name: Name,
      change: Type.Literal('find'),
      find: Type.String({ minLength: 1, maxLength: 10_000 }),
      replacement: Type.String({ maxLength: 10_000 }),
      /** Whether case matters; default true. */
      matchCase: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
]);
export type FieldChange = Static<typeof FieldChange>;
const FieldChanges = Type.Array(FieldChange, { minItems: 1, maxItems: 200 });

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

/** A batch: a change of many records by a job, which can be undone as a whole (decisions §4, A-107). */
export const Batch = Type.Object({
  uuid: Uuid,
  kind: Type.Union(batchKinds.map((kind) => Type.Literal(kind))),
  state: Type.Union(['PENDING', 'IN_PROGRESS', 'DONE', 'ERROR'].map((state) => Type.Literal(state))),
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
  allowedActions: Type.Array(Type.Union([Type.Literal('undo'), Type.Literal('cancel')])),
  _links: links(['self', 'records'], ['undo', 'cancel', 'undoes', 'undoneBy']),
});
export type Batch = Static<typeof Batch>;

const byUuid = Type.Object({ uuid: Uuid });
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

/** The collections of the items of a selection, those with the most items first. */
export const SelectionParents = Type.Object({
  items: Count,
  collections: Type.Array(Type.Object({ uuid: Uuid, sgtt: Type.String(), items: Count })),
});

export const findSelectionParents = defineOperation({
  tag: 'Batches',
  access: 'arrangeItems',
  id: 'findSelectionParents',
  method: 'POST',
  path: '/meta/batches/parents',
  summary: 'The collections that the items of a selection stand in, with how many of them each holds',
  body: Type.Object({ selection: ItemSelection }, closed),
  responses: { 200: SelectionParents },
});

/** The states of the items of a selection, by name. */
export const SelectionStates = Type.Object({
  items: Count,
  states: Type.Array(
    Type.Object({
      state: Type.String(),
      items: Count,
      /**
       * The items in the state; null where the selection is a query, to which the state can be added as a
       * filter.
       */
      uuids: Type.Union([Type.Array(Uuid), Type.Null()]),
    }),
  ),
});

export const findSelectionStates = defineOperation({
  tag: 'Batches',
  access: 'transition',
  id: 'findSelectionStates',
  method: 'POST',
  path: '/meta/batches/states',
  summary: 'The states that the items of a selection are in, with how many of them are in each',
  body: Type.Object({ selection: ItemSelection }, closed),
  responses: { 200: SelectionStates },
});

/** The values in the fields of a selection, for a form that shows mixed values. */
export const SelectionValues = Type.Object({
  items: Count,
  /** The number of items by state, without Default; and of public items. */
  byState: Type.Record(Type.String(), Count),
  public: Count,
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      /** The number of items with a value. */
      filled: Count,
      /** The number of different values. */
      distinct: Count,
      /** The most frequent ones, at most ten. */
      values: Type.Array(Type.Object({ value: Value, items: Count })),
    }),
  ),
});

export const findSelectionValues = defineOperation({
  tag: 'Batches',
  access: 'bulkEdit',
  id: 'findSelectionValues',
  method: 'POST',
  path: '/meta/batches/values',
  summary: 'What the items of a selection hold in their fields, counted',
  body: Type.Object({ selection: ItemSelection }, closed),
  responses: { 200: SelectionValues },
});

/** The effect that a bulk edit would have, by the code that performs it. */
export const BatchPreview = Type.Object({
  items: Count,
  changed: Count,
  unchanged: Count,
  failed: Count,
  /** The number of public items among the changed ones. */
  public: Count,
  /**
   * Distinct changes of values with their counts, the most frequent first, at most 200; further ones are only
   * counted.
   */
  changes: Type.Array(
    Type.Object({
      name: Type.String(),
      before: Type.Array(Value),
      after: Type.Array(Value),
      items: Count,
    }),
  ),
  furtherChanges: Count,
  failures: Type.Array(
    Type.Object({
      code: Type.String(),
      detail: Type.String(),
      items: Count,
      recordUuid: Uuid,
      title: Type.String(),
    }),
  ),
});

export const previewBatch = defineOperation({
  tag: 'Batches',
  access: 'bulkEdit',
  id: 'previewBatch',
  method: 'POST',
  path: '/meta/batches/preview',
  summary: 'What a bulk edit would change; changes nothing',
  body: Type.Object({ selection: ItemSelection, changes: FieldChanges }, closed),
  responses: { 200: BatchPreview },
});
