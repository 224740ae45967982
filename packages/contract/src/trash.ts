import { Type, type Static } from '@sinclair/typebox';
import { pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { Timestamp, Uuid } from './scalar.ts';

const byUuid = Type.Object({ uuid: Uuid });

/** One change of a record (decisions §4): who made it, when, with which batch, and what it was before and after. */
export const HistoryEntry = Type.Object({
  /** Grows with time within a tenant; nothing else is promised of it. */
  id: Type.String(),
  date: Timestamp,
  /** Name and surname as they were then: history outlives accounts. */
  user: Type.String(),
  /** `create`, `update`, `link`, `unlink`. */
  action: Type.String(),
  /** The changes that were made together share it. */
  changeSet: Uuid,
  /** What the batch was, such as `import`. */
  changeSetKind: Type.String(),
  /** The parts of the record that changed, by their names in its representation; null where there was nothing. */
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

const history = {
  tag: 'History',
  access: 'readHistory',
  method: 'GET',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: pageOf('history', HistoryEntry) },
} as const;

export const getItemHistory = defineOperation({
  ...history,
  id: 'getItemHistory',
  path: '/meta/culturalItems/:uuid/history',
  summary: 'What happened to an item, the newest first; it outlives the item',
});

export const getCollectionHistory = defineOperation({
  ...history,
  id: 'getCollectionHistory',
  path: '/meta/culturalItemCollections/:uuid/history',
  summary: 'What happened to a collection, the newest first; it outlives the collection',
});

export const getImageHistory = defineOperation({
  ...history,
  id: 'getImageHistory',
  path: '/meta/images/:uuid/history',
  summary: 'What happened to an image, the newest first; it outlives the image',
});
