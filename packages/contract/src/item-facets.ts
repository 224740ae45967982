import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { fileValues } from './file-facts.ts';
import { FIELD_NAME_MAX, itemFilters } from './item-query.ts';
import { defineOperation } from './operation.ts';
import { Count, oneOf, Uuid } from './scalar.ts';

/** The number of items for each value of a filter, with all the other filters applied. */
const Facet = Type.Array(Type.Object({ value: Type.String(), count: Count }));

export const ItemFacets = Type.Object({
  /** The number of items with all filters applied. */
  total: Count,
  /** Names of states, the most frequent first, as in the other facets. */
  state: Facet,
  /** Kinds of media of the items, and `none`; only those that occur. */
  media: Facet,
  /** The ENUM and BOOLEAN fields that have values among the items, in the order of their templates. */
  fields: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), values: Facet })),
  /**
   * The people who made or changed the items, for callers who may read everybody's history; empty for others.
   */
  changedBy: Type.Array(Type.Object({ uuid: Uuid, name: Type.String(), count: Count })),
  /** Years (UTC) in which the items were made and last changed, the newest first. */
  createdYear: Facet,
  modifiedYear: Facet,
});
export type ItemFacets = Static<typeof ItemFacets>;

const counting = { tag: 'Items', access: 'browse', method: 'GET' } as const;

/** Which items a call is about, beside the filters. */
export const counted = {
  /** As in the search; absent or empty: no condition. */
  text: Type.Optional(Type.String()),
  findBy: Type.Optional(Type.String()),
  /** Items directly in this collection. */
  collectionUuid: Type.Optional(Uuid),
  belowUuid: Type.Optional(Uuid),
};

export const getItemFacets = defineOperation({
  ...counting,
  id: 'getItemFacets',
  path: '/meta/culturalItems/search/facets',
  summary: 'The values of each filter with their numbers of items, the other filters applied',
  query: Type.Object({ ...counted, ...itemFilters }),
  responses: { 200: ItemFacets },
});

/** The most values of one field that are told at once. */
export const FIELD_VALUES_MAX = 50;

export const FieldValues = Type.Object({
  /** The most frequent first, at most `FIELD_VALUES_MAX`. */
  values: Facet,
  /** Whether there are more. */
  hasMore: Type.Boolean(),
});
export type FieldValues = Static<typeof FieldValues>;

export const findFieldValues = defineOperation({
  ...counting,
  id: 'findFieldValues',
  path: '/meta/culturalItems/search/fieldValues',
  summary:
    'The values that items have in one field with their numbers of items, the filters of other fields applied',
  query: Type.Object({
    name: Type.String({ minLength: 1, maxLength: FIELD_NAME_MAX }),
    /** Only values that have words which begin so. */
    valueText: Type.Optional(Type.String({ maxLength: 200 })),
    ...counted,
    ...itemFilters,
  }),
  responses: { 200: FieldValues },
});

/** The most values of one property of files that are told at once. */
export const FILE_VALUES_MAX = 200;

export const findFileValues = defineOperation({
  ...counting,
  id: 'findFileValues',
  path: '/meta/culturalItems/search/fileValues',
  summary:
    'The values that the files of items have for one property with their numbers of items, the filters of other properties applied',
  query: Type.Object({
    name: oneOf(fileValues),
    ...counted,
    ...itemFilters,
  }),
  responses: {
    200: Type.Object({
      /** The most frequent first, at most `FILE_VALUES_MAX`; empty for files without a value. */
      values: Facet,
      /** Whether there are more. */
      hasMore: Type.Boolean(),
    }),
  },
});

/** The most values that are offered while a field is typed. */
export const VALUES_IN_USE_MAX = 8;

export const findValuesInUse = defineOperation({
  ...counting,
  id: 'findValuesInUse',
  path: '/meta/culturalItems/search/valuesInUse',
  summary: 'Values that items have in one field already, for somebody who types one',
  query: Type.Object({
    name: Type.String({ minLength: 1, maxLength: FIELD_NAME_MAX }),
    /** What is typed: the values have a word that begins with each of its words. */
    text: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  responses: {
    /** Those that begin with the text first, then the most frequent. */
    200: Type.Object({ values: Type.Array(Type.String(), { maxItems: VALUES_IN_USE_MAX }) }),
  },
});
