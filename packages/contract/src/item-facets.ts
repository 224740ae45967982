import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { itemFilters } from './item-query.ts';
import { defineOperation } from './operation.ts';
import { Count, Uuid } from './scalar.ts';

/** The number of items for each value of a filter, with all the other filters applied. */
const Facet = Type.Array(Type.Object({ value: Type.String(), count: Count }));

export const ItemFacets = Type.Object({
  /** The number of items with all filters applied. */
  total: Count,
  /** Names of states, the most frequent first, as in the other facets. */
  state: Facet,
  /** Kinds of media of the items, and `none`; only those that occur. */
  media: Facet,
  /** The ENUM fields that have values among the items, in the order of their templates. */
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

export const getItemFacets = defineOperation({
  tag: 'Items',
  access: 'browse',
  id: 'getItemFacets',
  method: 'GET',
  path: '/meta/culturalItems/search/facets',
  summary: 'The values of each filter with their numbers of items, the other filters applied',
  query: Type.Object({
    /** As in the search; absent or empty: no condition. */
    text: Type.Optional(Type.String()),
    findBy: Type.Optional(Type.String()),
    /** Items directly in this collection. */
    collectionUuid: Type.Optional(Uuid),
    belowUuid: Type.Optional(Uuid),
    ...itemFilters,
  }),
  responses: { 200: ItemFacets },
});
