import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { Collection, CollectionsPage } from './collections.ts';
import { pageQuery, sortable } from './hal.ts';
import { itemFilters } from './item-query.ts';
import { ItemsPage } from './items.ts';
import { byUuid, defineOperation } from './operation.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';

const collections = { tag: 'Collections', access: 'browse' } as const;

export const listCollections = defineOperation({
  ...collections,
  id: 'listCollections',
  method: 'GET',
  path: '/meta/culturalItemCollections',
  summary: 'All collections of the tenant, the root among them, by title (default size 20)',
  query: pageQuery(sortable),
  responses: { 200: CollectionsPage },
});

export const findAllCollections = defineOperation({
  ...collections,
  id: 'findAllCollections',
  method: 'GET',
  path: '/meta/culturalItemCollections/search/findAll',
  summary: 'All collections of the tenant, as the list of them has them',
  query: pageQuery(sortable),
  responses: { 200: CollectionsPage },
});

export const findCollectionsByTitle = defineOperation({
  ...collections,
  id: 'findCollectionsByTitle',
  method: 'GET',
  path: '/meta/culturalItemCollections/search/findBySgtt',
  summary: 'The collections of exactly this title',
  query: pageQuery({ sgtt: Type.String() }),
  responses: { 200: CollectionsPage },
});

export const findCollectionsOfItem = defineOperation({
  ...collections,
  id: 'findCollectionsOfItem',
  method: 'GET',
  path: '/meta/culturalItemCollections/search/findByChildCulturalItemUuid',
  summary: 'The collections that an item stands in',
  query: pageQuery({ uuid: Uuid }),
  responses: { 200: CollectionsPage },
});

export const findRootCollection = defineOperation({
  ...collections,
  id: 'findRootCollection',
  method: 'GET',
  path: '/meta/culturalItemCollections/search/findRoot',
  summary: 'The root collection of the tenant',
  responses: { 200: Collection },
});

export const searchCollections = defineOperation({
  ...collections,
  id: 'searchCollections',
  method: 'GET',
  path: '/meta/culturalItemCollections/search/findBySgttOrSgti',
  summary:
    'Collections that a text finds by its words, the most relevant first, or by title with `sort=sgtt` (default size 15)',
  query: pageQuery({
    /** As in the search of items; it looks through title, description and searchable fields. */
    text: Type.String(),
    /** As in the search of items; collections have no authors and no pressmarks. */
    findBy: Type.Optional(Type.String()),
    /** Only this collection and those below it. */
    belowUuid: Type.Optional(Uuid),
    ...sortable,
  }),
  responses: { 200: CollectionsPage },
});

export const findCollectionByUuid = defineOperation({
  ...collections,
  id: 'findCollectionByUuid',
  method: 'GET',
  path: '/meta/culturalItemCollections/search/findByUuid',
  summary: 'One collection by its uuid',
  query: byUuid,
  responses: { 200: Collection },
});

export const getCollection = defineOperation({
  ...collections,
  id: 'getCollection',
  method: 'GET',
  path: '/meta/culturalItemCollections/:uuid',
  summary: 'One collection',
  params: byUuid,
  responses: { 200: Collection },
});

export const listSubcollections = defineOperation({
  ...collections,
  id: 'listSubcollections',
  method: 'GET',
  path: '/meta/culturalItemCollections/:uuid/collections',
  summary: 'The child collections by title (default size 100)',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: CollectionsPage },
});

export const listCollectionItems = defineOperation({
  ...collections,
  id: 'listCollectionItems',
  method: 'GET',
  path: '/meta/culturalItemCollections/:uuid/culturalItems',
  summary: 'The items of a collection, or those of them that the filters leave, by title (default size 20)',
  params: byUuid,
  query: pageQuery({ ...sortable, ...itemFilters }),
  responses: { 200: ItemsPage },
});

export const listCollectionParents = defineOperation({
  ...collections,
  id: 'listCollectionParents',
  method: 'GET',
  path: '/meta/culturalItemCollections/:uuid/parentCollections',
  summary: 'The collections that a collection stands in',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: CollectionsPage },
});

export const getBreadcrumb = defineOperation({
  ...collections,
  id: 'getBreadcrumb',
  method: 'GET',
  path: '/meta/culturalItemCollections/:uuid/breadcrumb',
  summary: 'The way from the root to a collection, by the parent through which the user arrived',
  params: byUuid,
  query: Type.Object({ parentId: Type.Optional(Uuid) }),
  responses: { 200: CollectionsPage },
});

/** The most collections of one `findCollectionPaths`. */
export const PATHS_MAX = 100;

export const CollectionPaths = Type.Object({
  places: Type.Array(
    Type.Object({
      collection: Collection,
      /** The collections above it, from the root. */
      above: Type.Array(Type.Object({ uuid: Uuid, sgtt: Type.String() })),
    }),
  ),
});
/** A collection with the path to it. */
export type Place = Static<typeof CollectionPaths>['places'][number];

export const findCollectionPaths = defineOperation({
  ...collections,
  id: 'findCollectionPaths',
  method: 'GET',
  path: '/meta/culturalItemCollections/search/findPaths',
  summary:
    'Collections by their uuids, each with the path to it from the root, by the parents that were linked first; those that are not there are left out',
  query: Type.Object({ uuid: Type.Array(Uuid, { minItems: 1, maxItems: PATHS_MAX }) }),
  responses: { 200: CollectionPaths },
});

/** Figures of everything below a collection, at any depth, each record once (decisions §5, wire.md). */
export const CollectionSummary = Type.Object({
  collections: Count,
  culturalItems: Count,
  images: Count,
  audios: Count,
  videos: Count,
  model3Ds: Count,
  /** The size of the originals that are shown now, each file once. */
  size_bytes: Count,
  /** The number of items in each state, by its name. */
  byState: Type.Record(Type.String(), Count),
  lastModifiedDate: Timestamp,
});

export const getCollectionSummary = defineOperation({
  ...collections,
  id: 'getCollectionSummary',
  method: 'GET',
  path: '/meta/culturalItemCollections/:uuid/summary',
  summary: 'What stands below a collection, counted',
  params: byUuid,
  responses: { 200: CollectionSummary },
});

/** The most collections that are counted in one call: a page of them, and the collection they stand in. */
export const TOTALS_MAX = 101;

/** How many records stand below collections, at any depth, each record once. */
export const CollectionTotals = Type.Object({
  totals: Type.Array(Type.Object({ uuid: Uuid, collections: Count, culturalItems: Count })),
});
export type CollectionTotal = Static<typeof CollectionTotals>['totals'][number];

export const findCollectionTotals = defineOperation({
  ...collections,
  id: 'findCollectionTotals',
  method: 'GET',
  path: '/meta/culturalItemCollections/search/findTotals',
  summary:
    'How many collections and items stand below each of some collections; those that are not there are left out',
  query: Type.Object({ uuid: Type.Array(Uuid, { minItems: 1, maxItems: TOTALS_MAX }) }),
  responses: { 200: CollectionTotals },
});
