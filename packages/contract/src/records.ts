import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery, sortable } from './hal.ts';
import { itemFilters } from './item-query.ts';
import { defineOperation } from './operation.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';

/** One entry of a record's metadata. A repeatable name may have several entries, in order (decisions §4). */
export const MetadataEntry = Type.Object(
  { name: Type.String(), value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]) },
  { additionalProperties: false },
);
export type MetadataEntry = Static<typeof MetadataEntry>;

export const Visibility = Type.Union([
  Type.Literal('restricted'),
  Type.Literal('private'),
  Type.Literal('public'),
]);
export type Visibility = Static<typeof Visibility>;

export const AvailableTransition = Type.Object({
  uuid: Uuid,
  name: Type.String(),
  itemFromState: Type.String(),
  itemToState: Type.String(),
});
export type AvailableTransition = Static<typeof AvailableTransition>;

/** The actions on each kind of record. An action is added together with its call (wire.md). */
export const itemActions = ['upload', 'edit', 'correctPressmark', 'move', 'link', 'unlink', 'trash'] as const;
export const collectionActions = [
  'createItem',
  'createCollection',
  'edit',
  'move',
  'link',
  'unlink',
  'delete',
] as const;
export const imageActions = ['edit', 'move', 'trash'] as const;
export type ImageAction = (typeof imageActions)[number];
export type ItemAction = (typeof itemActions)[number];
export type CollectionAction = (typeof collectionActions)[number];

/** The actions that this user may perform on this record now. */
export function allowed<const Action extends string>(actions: readonly Action[]) {
  return Type.Array(Type.Union(actions.map((action) => Type.Literal(action))));
}

export const ImportState = Type.Union([
  Type.Literal('PENDING'),
  Type.Literal('IN_PROGRESS'),
  Type.Literal('DONE'),
  Type.Literal('ERROR'),
]);
export type ImportState = Static<typeof ImportState>;

/** A cultural item (catalogue §3, wire.md). */
export const Item = Type.Object({
  uuid: Uuid,
  resourceType: Type.Literal('ITEM'),
  sgtt: Type.String(),
  label: Type.String(),
  autn: Type.String(),
  sgti: Type.String(),
  pressmark: Type.String(),
  customMetadataList: Type.Array(MetadataEntry),
  parentCollectionsUuids: Type.Array(Uuid),
  state: Type.String(),
  visibility: Visibility,
  createdDate: Timestamp,
  lastModifiedDate: Timestamp,
  /** The address of the thumbnail for cards, null until an image is ready. */
  thumbnail: Type.Union([Type.String(), Type.Null()]),
  mediaTypeInfo: Type.Object({
    imagesCount: Count,
    audiosCount: Count,
    videosCount: Count,
    model3DsCount: Count,
    hasImage: Type.Boolean(),
    hasAudio: Type.Boolean(),
    hasVideo: Type.Boolean(),
    has3D: Type.Boolean(),
  }),
  isLinkedToDziImage: Type.Boolean(),
  /** The asset of the manifest's first canvas, where that is an image or a video. */
  canvasUuid: Type.Union([Uuid, Type.Null()]),
  notReadyImagesCount: Count,
  /** Images whose import failed; they count as ready in the percentage. */
  failedImagesCount: Count,
  allowedActions: allowed(itemActions),
  availableTransitions: Type.Array(AvailableTransition),
  _links: links(
    ['self', 'images', 'default_list_of_images', 'parentCollections'],
    [
      'thumb',
      'thumbnail',
      'manifest',
      'viewer_dzi',
      'viewer_iiif',
      'history',
      'audios',
      'videos',
      'model3Ds',
      'viewer_3d',
      'player_audio',
      'player_video',
    ],
  ),
});
export type Item = Static<typeof Item>;

/** A collection (catalogue §3, wire.md). `author` and `label` are read-only mirrors. */
export const Collection = Type.Object({
  uuid: Uuid,
  resourceType: Type.Literal('COLLECTION'),
  sgtt: Type.String(),
  sgti: Type.String(),
  author: Type.String(),
  label: Type.String(),
  customMetadataList: Type.Array(MetadataEntry),
  parentCollectionsUuids: Type.Array(Uuid),
  state: Type.String(),
  visibility: Visibility,
  createdDate: Timestamp,
  collectionsCount: Count,
  culturalItemsCount: Count,
  allowedActions: allowed(collectionActions),
  availableTransitions: Type.Array(AvailableTransition),
  _links: links(
    [
      'self',
      'collections',
      'culturalItems',
      'parentCollections',
      'breadcrumb',
      'summary',
      'iiif-collection',
      'viewer_iiif',
    ],
    ['history'],
  ),
});
export type Collection = Static<typeof Collection>;

/** An image of an item (catalogue §3, wire.md). */
export const ImageAsset = Type.Object({
  uuid: Uuid,
  resourceType: Type.Literal('MEDIA'),
  sgtt: Type.String(),
  autn: Type.String(),
  customMetadataList: Type.Array(MetadataEntry),
  state: Type.String(),
  visibility: Visibility,
  /** 1-based position among the images of its item. */
  position: Type.Integer({ minimum: 1 }),
  width_px: Type.Union([Type.Integer(), Type.Null()]),
  height_px: Type.Union([Type.Integer(), Type.Null()]),
  originalFilename: Type.String(),
  size_bytes: Count,
  sha256: Type.String(),
  importState: ImportState,
  allowedActions: allowed(imageActions),
  availableTransitions: Type.Array(AvailableTransition),
  /** `original` is the file as it was sent, for those who may download it; `text` the text of a PDF page. */
  _links: links(['self', 'culturalItem'], ['import', 'thumb', 'iiif', 'history', 'original', 'text']),
});
export type ImageAsset = Static<typeof ImageAsset>;

const byUuid = Type.Object({ uuid: Uuid });
const ItemsPage = pageOf('culturalItems', Item);
const CollectionsPage = pageOf('culturalItemCollections', Collection);

const items = { tag: 'Items', access: 'browse' } as const;
const collections = { tag: 'Collections', access: 'browse' } as const;

export const findAllItems = defineOperation({
  ...items,
  id: 'findAllItems',
  method: 'GET',
  path: '/meta/culturalItems/search/findAll',
  summary: 'All items of the tenant, or those that the filters leave, a page at a time',
  query: pageQuery({ ...sortable, ...itemFilters }),
  responses: { 200: ItemsPage },
});

export const searchItems = defineOperation({
  ...items,
  id: 'searchItems',
  method: 'GET',
  path: '/meta/culturalItems/search/findBySgttOrAutnOrPressmark',
  summary: 'Items whose title, author or pressmark contains the text; an exact pressmark comes first',
  query: pageQuery({
    text: Type.String(),
    /** `sgtt`, `autn` or `pressmark`; absent, or any other value: all three. */
    findBy: Type.Optional(Type.String()),
    /** A collection: itself and everything below it. */
    belowUuid: Type.Optional(Uuid),
    ...sortable,
    ...itemFilters,
  }),
  responses: { 200: ItemsPage },
});

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
  ...items,
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

export const findItemByUuid = defineOperation({
  ...items,
  id: 'findItemByUuid',
  method: 'GET',
  path: '/meta/culturalItems/search/findByUuid',
  summary: 'One item by its uuid',
  query: byUuid,
  responses: { 200: Item },
});

export const findItemByPressmark = defineOperation({
  ...items,
  id: 'findItemByPressmark',
  method: 'GET',
  path: '/meta/culturalItems/search/findByPressmark',
  summary: 'The item that holds a pressmark; 404 means that the pressmark is free',
  query: Type.Object({ pressmark: Type.String() }),
  responses: { 200: Item },
});

export const findNearPressmarks = defineOperation({
  ...items,
  id: 'findNearPressmarks',
  method: 'GET',
  path: '/meta/culturalItems/search/findNearPressmarks',
  summary:
    'The items whose pressmarks differ from this one only in punctuation, spaces, case, leading zeros, O for 0 or I for 1; at most twenty',
  query: pageQuery({ pressmark: Type.String({ maxLength: 1_000 }) }),
  responses: { 200: ItemsPage },
});

export const getItem = defineOperation({
  ...items,
  id: 'getItem',
  method: 'GET',
  path: '/meta/culturalItems/:uuid',
  summary: 'One item',
  params: byUuid,
  responses: { 200: Item },
});

export const listItemParents = defineOperation({
  ...items,
  id: 'listItemParents',
  method: 'GET',
  path: '/meta/culturalItems/:uuid/parentCollections',
  summary: 'The collections that an item stands in',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: CollectionsPage },
});

export const listItemImages = defineOperation({
  ...items,
  id: 'listItemImages',
  method: 'GET',
  path: '/meta/culturalItems/:uuid/images',
  summary: 'The images of an item in their order',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: pageOf('images', ImageAsset) },
});

export const getImage = defineOperation({
  tag: 'Assets',
  access: 'browse',
  id: 'getImage',
  method: 'GET',
  path: '/meta/images/:uuid',
  summary: 'One image',
  params: byUuid,
  responses: { 200: ImageAsset },
});

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
  summary: 'Collections whose title or description contains the text, by title (default size 15)',
  query: pageQuery({ text: Type.String(), ...sortable }),
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
