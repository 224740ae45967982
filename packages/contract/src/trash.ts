import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { RecordType } from './record-types.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';

const byUuid = Type.Object({ uuid: Uuid });

/** One change of a record (decisions §4): who made it, when, with which batch, and what it was before and after. */
export const HistoryEntry = Type.Object({
  /** Grows with time within a tenant; no other property is guaranteed. */
  id: Type.String(),
  date: Timestamp,
  /** Name and surname at that time: the history outlives accounts. */
  user: Type.String(),
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

/** Collections by title, and whether each still exists. */
export const Names = Type.Array(Type.Object({ uuid: Uuid, title: Type.String(), isThere: Type.Boolean() }));

export const changeActions = [
  'create',
  'update',
  'move',
  'transition',
  'delete',
  'restore',
  'purge',
] as const;
export type ChangeAction = (typeof changeActions)[number];

/** What one person did to one record at one moment, for the audit. */
export const RecordChange = Type.Object({
  /** Grows with time within a tenant; no other property is guaranteed. */
  id: Type.String(),
  date: Timestamp,
  user: Type.String(),
  /**
   * Actions on the record. `move` is any change of its collections; an image moves between items and
   * positions.
   */
  actions: Type.Array(Type.Union(changeActions.map((action) => Type.Literal(action)))),
  /** The reason that was given for a deletion, a correction or a transition; empty where there was none. */
  reason: Type.String(),
  changeSet: Uuid,
  changeSetKind: Type.String(),
  /** The batch that it belongs to; null where there is none, or the caller may not see it. */
  batchUuid: Type.Union([Uuid, Type.Null()]),
  /** The collections (for an image the item) that it left and that it entered. */
  left: Names,
  entered: Names,
  /** The titles of images that an item lost and gained. */
  imagesLost: Type.Array(Type.String()),
  imagesGot: Type.Array(Type.String()),
  /** The changed fields, with state and visibility; long values are cut. Empty for a creation. */
  fields: Type.Array(
    Type.Object({ name: Type.String(), before: Type.Array(Type.String()), after: Type.Array(Type.String()) }),
  ),
  /** The record as it is now, or was before its purge. */
  record: Type.Object({
    uuid: Uuid,
    resourceType: RecordType,
    title: Type.String(),
    pressmark: Type.Union([Type.String(), Type.Null()]),
    place: Type.Union([Type.Literal('catalogue'), Type.Literal('trash'), Type.Literal('purged')]),
    /** A collection that it is in, for the address of its page; null where there is none. */
    parentUuid: Type.Union([Uuid, Type.Null()]),
    /** The item of an image that is not purged. */
    culturalItemUuid: Type.Union([Uuid, Type.Null()]),
    /** Its entry in the trash; null where it is not in the trash. */
    trash: Type.Union([
      Type.Object({
        entryUuid: Uuid,
        entryTitle: Type.String(),
        /** Whether it was deleted with another record, that of the entry. */
        wentAlong: Type.Boolean(),
        /** Whether one of its former collections still exists. */
        hasPlace: Type.Boolean(),
        mayRestore: Type.Boolean(),
      }),
      Type.Null(),
    ]),
  }),
  _links: links([], ['record', 'history', 'restore', 'batch']),
});
export type RecordChange = Static<typeof RecordChange>;

/** The most records whose changes one search reads. */
export const AUDITED_RECORDS_MAX = 200;

export const findRecordChanges = defineOperation({
  tag: 'History',
  access: 'readHistory',
  id: 'findRecordChanges',
  method: 'GET',
  path: '/meta/history/search/findByPressmarkOrTitle',
  summary: 'What happened to the records of a pressmark or title, the newest first: those purged, too',
  query: pageQuery({
    /**
     * A pressmark (also a former one), or a part of one or of a title; with fewer than three letters a whole
     * pressmark.
     */
    text: Type.String({ minLength: 1, maxLength: 1_000 }),
    /** One of `changeActions`; absent: all. */
    action: Type.Optional(Type.String()),
  }),
  responses: {
    200: Type.Object({
      ...pageOf('changes', RecordChange).properties,
      /** The number of found records, at most `AUDITED_RECORDS_MAX`. */
      records: Count,
      /** Whether there are more, which were not read. */
      hasFurtherRecords: Type.Boolean(),
    }),
  },
});

/** The reason of a deletion, for people who find the record in the trash or miss it later. */
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

/** The effect of the deletion of a collection on other records (catalogue §7, decisions §4). */
export const DeletionFigures = Type.Object({
  /** Items that are in other collections too: unlinked and kept. */
  sharedItems: Count,
  /** Collections below it that can be reached only through it: deleted with it. */
  deletedSubcollections: Count,
  /** Items that are in no other collection: to the trash with it, or to its parent. */
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
    /** Where items without another collection go: to the trash with it (the default), or to its parent. */
    orphans: Type.Optional(Type.Union([Type.Literal('trash'), Type.Literal('parent')])),
    /** That parent: the one through which the user arrived; default the first. */
    parentId: Type.Optional(Uuid),
    ...reason,
  }),
  responses: { 204: null },
});

/** One deletion, with all records that it took (decisions §4). */
export const TrashEntry = Type.Object({
  uuid: Uuid,
  resourceType: RecordType,
  /** The record that was deleted. */
  recordUuid: Uuid,
  title: Type.String(),
  /** Null for a collection and for an image. */
  pressmark: Type.Union([Type.String(), Type.Null()]),
  trashedBy: Type.String(),
  trashedDate: Timestamp,
  reason: Type.String(),
  /** Collections and items that were deleted with the record and still exist, the record itself excluded. */
  collectionsCount: Count,
  culturalItemsCount: Count,
  /** The former collections of the record; a restore has to replace those that no longer exist. */
  formerParents: Names,
  /** The item of an image; it has to exist when the image is restored. Null for other records. */
  culturalItem: Type.Union([
    Type.Object({ uuid: Uuid, title: Type.String(), pressmark: Type.String(), isThere: Type.Boolean() }),
    Type.Null(),
  ]),
  /**
   * The date of the purge; null where only a person may purge it, since one of its records was once public.
   */
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
    /** Text in title or pressmark of the record, or of one that was deleted with it. */
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
      /** Further collections for it, beside its former ones that still exist. */
      parentCollectionsUuids: Type.Optional(Type.Array(Uuid, { maxItems: 1_000 })),
      /**
       * A new pressmark for the item, where another item has taken its own; searches for the old one still
       * find it.
       */
      pressmark: Type.Optional(Type.String({ maxLength: 10_000 })),
      /** The same for items that are restored with the record, by uuid. */
      pressmarks: Type.Optional(
        Type.Array(
          Type.Object(
            { recordUuid: Uuid, pressmark: Type.String({ maxLength: 10_000 }) },
            { additionalProperties: false },
          ),
          { maxItems: 1_000 },
        ),
      ),
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
