import { Type, type Static } from '@sinclair/typebox';
import { links, pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';

const byUuid = Type.Object({ uuid: Uuid });

/** One change of a record (decisions §4): who made it, when, with which batch, and what it was before and after. */
export const HistoryEntry = Type.Object({
  /** Grows with time within a tenant; nothing else is promised of it. */
  id: Type.String(),
  date: Timestamp,
  /** Name and surname as they were then: history outlives accounts. */
  user: Type.String(),
  /** `create`, `update`, `link`, `unlink`, `delete`, `restore`, `transition`, `purge`. */
  action: Type.String(),
  /** The changes that were made together share it. */
  changeSet: Uuid,
  /** What the batch was, such as `import` or `delete-collection`. */
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

/** Why something goes, for whoever finds it in the trash or misses it later. */
const reason = { reason: Type.Optional(Type.String({ maxLength: 1_000 })) };

export const deleteItem = defineOperation({
  tag: 'Items',
  access: 'trash',
  id: 'deleteItem',
  method: 'DELETE',
  path: '/meta/culturalItems/:uuid',
  summary: 'Move an item to the trash with its images; honours If-Match',
  params: byUuid,
  query: Type.Object(reason),
  responses: { 204: null },
});

/** What the deletion of a collection does to others (catalogue §7, decisions §4). */
export const DeletionFigures = Type.Object({
  /** Items that stand elsewhere too: unlinked and kept. */
  sharedItems: Count,
  /** Collections below it that only it leads to: deleted with it. */
  deletedSubcollections: Count,
  /** Items placed nowhere else: to the trash with it, or to its parent. */
  orphanItems: Count,
});
export type DeletionFigures = Static<typeof DeletionFigures>;

const deletions = { tag: 'Collections', access: 'deleteCollections', method: 'DELETE' } as const;

export const dryRunDeleteCollection = defineOperation({
  ...deletions,
  id: 'dryRunDeleteCollection',
  path: '/meta/culturalItemCollections/:uuid/dry-run',
  summary: 'What deleting a collection would do; changes nothing',
  params: byUuid,
  responses: { 200: DeletionFigures },
});

export const deleteCollection = defineOperation({
  ...deletions,
  id: 'deleteCollection',
  path: '/meta/culturalItemCollections/:uuid',
  summary: 'Delete a collection: one entry of the trash for all that goes with it; honours If-Match',
  params: byUuid,
  query: Type.Object({
    /** Where items placed nowhere else go: to the trash with it (the default), or to its parent. */
    orphans: Type.Optional(Type.Union([Type.Literal('trash'), Type.Literal('parent')])),
    /** That parent: the one through which the user arrived; the first where it is none of them. */
    parentId: Type.Optional(Uuid),
    ...reason,
  }),
  responses: { 204: null },
});

/** What was deleted at once, with all that went with it (decisions §4). */
export const TrashEntry = Type.Object({
  uuid: Uuid,
  resourceType: Type.Union([Type.Literal('ITEM'), Type.Literal('COLLECTION'), Type.Literal('MEDIA')]),
  /** The record that was deleted. */
  recordUuid: Uuid,
  title: Type.String(),
  /** Null for a collection and for an image. */
  pressmark: Type.Union([Type.String(), Type.Null()]),
  trashedBy: Type.String(),
  trashedDate: Timestamp,
  reason: Type.String(),
  /** Collections and items that went with the record and are here still, itself left out. */
  collectionsCount: Count,
  culturalItemsCount: Count,
  /** Where the record stood; those that are gone have to be replaced when it is restored. */
  formerParents: Type.Array(Type.Object({ uuid: Uuid, title: Type.String(), isThere: Type.Boolean() })),
  /** The item that an image belongs to; it has to be there when the image is restored. Null for other records. */
  culturalItem: Type.Union([
    Type.Object({ uuid: Uuid, title: Type.String(), pressmark: Type.String(), isThere: Type.Boolean() }),
    Type.Null(),
  ]),
  /** When it will be purged; null where only a person may do it, since something of it was once public. */
  purgeDate: Type.Union([Timestamp, Type.Null()]),
  allowedActions: Type.Array(Type.Union([Type.Literal('restore'), Type.Literal('purge')])),
  _links: links(['self'], ['restore', 'history']),
});
export type TrashEntry = Static<typeof TrashEntry>;

const trash = { tag: 'Trash', access: 'trash' } as const;

export const listTrash = defineOperation({
  ...trash,
  id: 'listTrash',
  method: 'GET',
  path: '/meta/trash',
  summary: 'What lies in the trash and may be restored, the newest first',
  query: pageQuery({
    /** In title or pressmark of the record, or of one that went with it. */
    text: Type.Optional(Type.String()),
  }),
  responses: { 200: pageOf('trash', TrashEntry) },
});

export const getTrashEntry = defineOperation({
  ...trash,
  id: 'getTrashEntry',
  method: 'GET',
  path: '/meta/trash/:uuid',
  summary: 'One entry of the trash',
  params: byUuid,
  responses: { 200: TrashEntry },
});

export const restoreTrashEntry = defineOperation({
  ...trash,
  id: 'restoreTrashEntry',
  method: 'POST',
  path: '/meta/trash/:uuid/restore',
  summary: 'Bring an entry of the trash back with its links and order, or one item of it alone',
  params: byUuid,
  body: Type.Object(
    {
      /** One item of a deleted collection; the others stay in the trash. */
      recordUuid: Type.Optional(Uuid),
      /** Collections for it to stand in, beside those of its former ones that are there. */
      parentCollectionsUuids: Type.Optional(Type.Array(Uuid, { maxItems: 1_000 })),
    },
    { additionalProperties: false },
  ),
  responses: { 200: Type.Object({ recordUuid: Uuid, _links: links(['record'], []) }) },
});

export const purgeTrashEntry = defineOperation({
  tag: 'Trash',
  access: 'deleteCollections',
  id: 'purgeTrashEntry',
  method: 'DELETE',
  path: '/meta/trash/:uuid',
  summary: 'Remove an entry of the trash for ever, rows and files; a tombstone stays',
  params: byUuid,
  query: Type.Object(reason),
  responses: { 204: null },
});
