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
 * What a bulk edit does with one field of every record; a field that is not named stays as it is. `append` adds a
 * value to a repeatable field, and adds text after a single one; `clear` takes all values away; `find` replaces each
 * place where the text stands, letter by letter, within the values.
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
      /** Whether upper and lower case differ; true where absent. */
      matchCase: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
]);
export type FieldChange = Static<typeof FieldChange>;
const FieldChanges = Type.Array(FieldChange, { minItems: 1, maxItems: 200 });

/** What a batch does with each item of its selection. */
export const BatchAction = Type.Union([
  /** `from` is replaced by `to` on the items that stand in it. */
  Type.Object({ kind: Type.Literal('move'), from: Uuid, to: Uuid }, closed),
  Type.Object({ kind: Type.Literal('link'), to: Uuid }, closed),
  /** An item that stands nowhere else is left, with `last-parent`. */
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

/** The rows of a spreadsheet that somebody found good (`importSpreadsheet`); counts as the dry run had them. */
export interface SpreadsheetTask {
  readonly kind: 'spreadsheet';
  readonly spreadsheet: string;
  readonly filename: string;
  readonly created: number;
  readonly changed: number;
  /** Conflicts that are written all the same. */
  readonly accept: readonly string[];
  readonly dayFirst: boolean;
  readonly decimalComma: boolean;
}

/** What a batch is for. */
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

/** One batch: a change of many records that is made by a job, and can be undone as one (decisions §4, A-107). */
export const Batch = Type.Object({
  uuid: Uuid,
  kind: Type.Union(batchKinds.map((kind) => Type.Literal(kind))),
  state: Type.Union(['PENDING', 'IN_PROGRESS', 'DONE', 'ERROR'].map((state) => Type.Literal(state))),
  /**
   * Why it ended before its time (`ERROR`: it could not go on, or was stopped), in words; null otherwise. Single
   * records that failed are counted, not told here.
   */
  cause: Type.Union([Type.String(), Type.Null()]),
  /** The same for clients with words of their own: `stopped` and the like; null without a cause or a known one. */
  causeCode: Type.Union([Type.String(), Type.Null()]),
  /** Who stopped it, where somebody did. */
  stoppedBy: Type.Union([Type.String(), Type.Null()]),
  user: Type.String(),
  startedDate: Timestamp,
  endedDate: Type.Union([Timestamp, Type.Null()]),
  total: Count,
  /** How many records the job is through with: the sum of the three below. */
  done: Count,
  changed: Count,
  /** There was nothing to do for them. */
  unchanged: Count,
  /** Refused each for a cause of its own; in an undo those that were edited since, and were left alone. */
  failed: Count,
  /** What was asked for; null for an undo. */
  action: Type.Union([Type.Unknown(), Type.Null()]),
  /** Titles of the collections that the action names, by uuid, as they are called now. */
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

/** The collections that the items of a selection stand in, those with the most of them first. */
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

/** The states that the items of a selection are in, by name. */
export const SelectionStates = Type.Object({
  items: Count,
  states: Type.Array(
    Type.Object({
      state: Type.String(),
      items: Count,
      /** Which ones; null where the selection is a query, which can be narrowed to the state itself. */
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

/** What the items of a selection hold in their fields: for a form that shows mixed values. */
export const SelectionValues = Type.Object({
  items: Count,
  /** Items in a state other than Default, by its name; and how many are public. */
  byState: Type.Record(Type.String(), Count),
  public: Count,
  fields: Type.Array(
    Type.Object({
      name: Type.String(),
      /** How many of the items have a value in it. */
      filled: Count,
      /** How many different values there are. */
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

/** What a bulk edit would do, by the code that does it. */
export const BatchPreview = Type.Object({
  items: Count,
  changed: Count,
  unchanged: Count,
  failed: Count,
  /** How many of the changed ones are public. */
  public: Count,
  /** Distinct changes of values with their counts, the most frequent first, at most 200; the rest is counted. */
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
