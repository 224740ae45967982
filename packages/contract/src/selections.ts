import * as Type from '@sinclair/typebox/type';
import { FieldChanges, FieldValue } from './field-changes.ts';
import { ItemSelection } from './item-query.ts';
import { closed, defineOperation } from './operation.ts';
import { Count, Uuid } from './scalar.ts';

const onSelection = {
  tag: 'Batches',
  method: 'POST',
  body: Type.Object({ selection: ItemSelection }, closed),
} as const;

/** The collections of the items of a selection, those with the most items first. */
export const SelectionParents = Type.Object({
  items: Count,
  collections: Type.Array(Type.Object({ uuid: Uuid, sgtt: Type.String(), items: Count })),
});

export const findSelectionParents = defineOperation({
  ...onSelection,
  access: 'arrangeItems',
  id: 'findSelectionParents',
  path: '/meta/batches/parents',
  summary: 'The collections that the items of a selection stand in, with how many of them each holds',
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
  ...onSelection,
  access: 'transition',
  id: 'findSelectionStates',
  path: '/meta/batches/states',
  summary: 'The states that the items of a selection are in, with how many of them are in each',
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
      values: Type.Array(Type.Object({ value: FieldValue, items: Count })),
    }),
  ),
});

export const findSelectionValues = defineOperation({
  ...onSelection,
  access: 'bulkEdit',
  id: 'findSelectionValues',
  path: '/meta/batches/values',
  summary: 'What the items of a selection hold in their fields, counted',
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
      before: Type.Array(FieldValue),
      after: Type.Array(FieldValue),
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
  ...onSelection,
  access: 'bulkEdit',
  id: 'previewBatch',
  path: '/meta/batches/preview',
  summary: 'What a bulk edit would change; changes nothing',
  body: Type.Object({ selection: ItemSelection, changes: FieldChanges }, closed),
  responses: { 200: BatchPreview },
});
