import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { pageOf, pageQuery } from './hal.ts';
import { byUuid, defineOperation } from './operation.ts';
import { Timestamp, TokenName, Uuid } from './scalar.ts';

/** One change of a record (decisions §4): who made it, when, with which batch, and what it was before and after. */
export const HistoryEntry = Type.Object({
  /** Grows with time within a tenant; no other property is guaranteed. */
  id: Type.String(),
  date: Timestamp,
  /** Name and surname at that time: the history outlives accounts. */
  user: Type.String(),
  token: TokenName,
  /** `create`, `update`, `link`, `unlink`, `delete`, `restore`, `transition`, `purge`. */
  action: Type.String(),
  /** The same for all changes of one transaction. */
  changeSet: Uuid,
  /** The kind of the change set, such as `import` or `delete-collection`. */
  changeSetKind: Type.String(),
  /** The changed properties of the representation; null where there was nothing. */
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** What the calls for the histories of all kinds of records have in common. */
export const historyCall = {
  tag: 'History',
  access: 'readHistory',
  method: 'GET',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: pageOf('history', HistoryEntry) },
} as const;

export const getItemHistory = defineOperation({
  ...historyCall,
  id: 'getItemHistory',
  path: '/meta/culturalItems/:uuid/history',
  summary: 'What happened to an item, the newest first; it outlives the item',
});

export const getCollectionHistory = defineOperation({
  ...historyCall,
  id: 'getCollectionHistory',
  path: '/meta/culturalItemCollections/:uuid/history',
  summary: 'What happened to a collection, the newest first; it outlives the collection',
});

export const getImageHistory = defineOperation({
  ...historyCall,
  id: 'getImageHistory',
  path: '/meta/images/:uuid/history',
  summary: 'What happened to an image, the newest first; it outlives the image',
});

export const getStoryHistory = defineOperation({
  ...historyCall,
  id: 'getStoryHistory',
  path: '/meta/storyboards/:uuid/history',
  summary: 'What happened to a story, the newest first; it outlives the story',
});

export const getSeriesHistory = defineOperation({
  ...historyCall,
  id: 'getSeriesHistory',
  path: '/meta/storyboardCollections/:uuid/history',
  summary: 'What happened to a series, the newest first; it outlives the series',
});
