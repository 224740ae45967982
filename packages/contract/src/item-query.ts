import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { Count, Timestamp, Uuid } from './scalar.ts';

/** Values of one filter: any of them will do. Filters of different kinds have to hold together. */
const AnyOf = Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: 100 });

/**
 * What narrows a list of items beside its text (decisions §10). In the query of a call every list may be written once
 * or repeated; dates are UTC, from inclusive, to exclusive.
 */
export const itemFilters = {
  /** Names of states. */
  state: Type.Optional(AnyOf),
  /** Values of ENUM fields, each as `name=value`; several of one name: any of them, of two names: both. */
  field: Type.Optional(AnyOf),
  /**
   * What the DATE fields tell, each as `name=date`, where the date is EDTF (`1450/1499`, `../1480`) or as cataloguers
   * write it (`sec. XV`): the items that have a value which shares a day with it.
   */
  date: Type.Optional(AnyOf),
  /** Kinds of media that the items have: `image`, `audio`, `video`, `3d`, or `none` for items without any. */
  media: Type.Optional(
    Type.Array(Type.Union(['image', 'audio', 'video', '3d', 'none'].map((kind) => Type.Literal(kind))), {
      minItems: 1,
      maxItems: 5,
    }),
  ),
  /** Accounts that changed or made the item, by uuid. */
  changedBy: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 100 })),
  createdFrom: Type.Optional(Timestamp),
  createdTo: Type.Optional(Timestamp),
  modifiedFrom: Type.Optional(Timestamp),
  modifiedTo: Type.Optional(Timestamp),
};

/** Which items are meant, said by what they have in common instead of by their ids (decisions §10). */
export const ItemQuery = Type.Object(
  {
    /** As in a search; absent or empty leaves it out. */
    text: Type.Optional(Type.String({ maxLength: 10_000 })),
    /** As in a search. */
    findBy: Type.Optional(Type.String()),
    /** The items that stand in this collection itself. */
    collectionUuid: Type.Optional(Uuid),
    /** The items that stand in this collection or below it. */
    belowUuid: Type.Optional(Uuid),
    ...itemFilters,
  },
  { additionalProperties: false },
);
export type ItemQuery = Static<typeof ItemQuery>;

/**
 * A selection: the items ticked one by one, or all that a query finds but those that were unticked. `expected` is the
 * number that the user saw: what the query finds, less what was unticked.
 */
export const ItemSelection = Type.Union([
  Type.Object(
    { uuids: Type.Array(Uuid, { minItems: 1, maxItems: 10_000 }) },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      query: ItemQuery,
      except: Type.Optional(Type.Array(Uuid, { maxItems: 10_000 })),
      expected: Type.Optional(Count),
    },
    { additionalProperties: false },
  ),
]);
export type ItemSelection = Static<typeof ItemSelection>;
