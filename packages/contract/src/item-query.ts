import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { closed } from './operation.ts';
import { Count, oneOf, Timestamp, Uuid } from './scalar.ts';

/** Values of one filter, of which any may match. Filters of different kinds have to match together. */
const AnyOf = Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: 100 });

/** The most characters that the name of a field has (`createTemplate`). */
export const FIELD_NAME_MAX = 200;
const FieldNames = Type.Array(Type.String({ minLength: 1, maxLength: FIELD_NAME_MAX }), {
  minItems: 1,
  maxItems: 100,
});

/**
 * The filters of a list of items, beside its text (decisions §10). In a query string each list may be given
 * once or repeatedly. Dates are UTC, from inclusive, to exclusive.
 */
export const itemFilters = {
  /** Names of states. */
  state: Type.Optional(AnyOf),
  /**
   * Values of fields, each as `name=value`. Of several values of one name any may match; different names
   * have to match together.
   */
  field: Type.Optional(AnyOf),
  /**
   * Values of DATE fields, each as `name=date`, where the date is EDTF (`1450/1499`, `../1480`) or in the
   * form of cataloguers (`sec. XV`). It finds items with a value that has a day in common with it.
   */
  date: Type.Optional(AnyOf),
  /** Values of INTEGER and NUMBER fields, each as `name=number` or `name=12..20`, of which one end may be absent. */
  number: Type.Optional(AnyOf),
  /** Names of fields that have a value, and of fields that have none. All of them have to match. */
  filled: Type.Optional(FieldNames),
  empty: Type.Optional(FieldNames),
  /** Kinds of media of the items: `image`, `audio`, `video`, `3d`, or `none` for items without any. */
  media: Type.Optional(
    Type.Array(oneOf(['image', 'audio', 'video', '3d', 'none']), {
      minItems: 1,
      maxItems: 5,
    }),
  ),
  /**
   * Properties of files, each as `name=value` with a name of `file-facts.ts`. Those of `fileValues` have values, of
   * which the first 200 characters are compared; those of `lackableFileValues` may have nothing after the `=`, for
   * images without a value. Those of `fileNumbers` have numbers or ranges, as in `number`. Of
   * several of one name any may match; different names have to match together, by the same file. It finds items with
   * such a file.
   */
  file: Type.Optional(AnyOf),
  /** Accounts that changed or made the item, by uuid. */
  changedBy: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 100 })),
  createdFrom: Type.Optional(Timestamp),
  createdTo: Type.Optional(Timestamp),
  modifiedFrom: Type.Optional(Timestamp),
  modifiedTo: Type.Optional(Timestamp),
};

/** A set of items, described by a query instead of by ids (decisions §10). */
export const ItemQuery = Type.Object(
  {
    /** As in a search; absent or empty: no condition. */
    text: Type.Optional(Type.String({ maxLength: 10_000 })),
    /** As in a search. */
    findBy: Type.Optional(Type.String()),
    /** Items directly in this collection. */
    collectionUuid: Type.Optional(Uuid),
    /** Items in this collection or below it. */
    belowUuid: Type.Optional(Uuid),
    ...itemFilters,
  },
  closed,
);
export type ItemQuery = Static<typeof ItemQuery>;

/**
 * A selection: the items that were ticked one by one, or all items that a query finds except those that were
 * unticked. `expected` is the number that the user saw: the results of the query less the unticked items.
 */
export const ItemSelection = Type.Union([
  Type.Object({ uuids: Type.Array(Uuid, { minItems: 1, maxItems: 10_000 }) }, closed),
  Type.Object(
    {
      query: ItemQuery,
      except: Type.Optional(Type.Array(Uuid, { maxItems: 10_000 })),
      expected: Type.Optional(Count),
    },
    closed,
  ),
]);
export type ItemSelection = Static<typeof ItemSelection>;
