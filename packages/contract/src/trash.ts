import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { RecordType } from './record-types.ts';
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

/** Collections by their titles, and whether each is there still. */
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

/** What one person did to one record at one moment, as the audit tells it. */
export const RecordChange = Type.Object({
  /** Grows with time within a tenant; nothing else is promised of it. */
  id: Type.String(),
  date: Timestamp,
  user: Type.String(),
  /** Of the record. `move` is any change of its collections; an image moves between items and places. */
  actions: Type.Array(Type.Union(changeActions.map((action) => Type.Literal(action)))),
  /** Why, as it was given with a deletion, a correction or a workflow action; empty where it was not. */
  reason: Type.String(),
  changeSet: Uuid,
  changeSetKind: Type.String(),
  /** The operation on many records of which it is a part; null where there is none or it may not be seen. */
  batchUuid: Type.Union([Uuid, Type.Null()]),
  /** The collections, or of an image the item, that it left and that it came to. */
  left: Names,
  entered: Names,
  /** The titles of images that an item lost and got. */
  imagesLost: Type.Array(Type.String()),
  imagesGot: Type.Array(Type.String()),
  /** The fields that changed, state and visibility among them; long values are cut. Of what was made nothing. */
  fields: Type.Array(
    Type.Object({ name: Type.String(), before: Type.Array(Type.String()), after: Type.Array(Type.String()) }),
  ),
  /** The record as it is now, or was at its end. */
  record: Type.Object({
    uuid: Uuid,
    resourceType: RecordType,
    title: Type.String(),
    pressmark: Type.Union([Type.String(), Type.Null()]),
    place: Type.Union([Type.Literal('catalogue'), Type.Literal('trash'), Type.Literal('purged')]),
    /** A collection in which it stands, by which its page is reached; null where it doesn't. */
    parentUuid: Type.Union([Uuid, Type.Null()]),
    /** The item of an image that is not purged. */
    culturalItemUuid: Type.Union([Uuid, Type.Null()]),
    /** Where it lies in the trash; null where it doesn't. */
    trash: Type.Union([
      Type.Object({
        entryUuid: Uuid,
        entryTitle: Type.String(),
        /** Whether it went with another record, that of the entry. */
        wentAlong: Type.Boolean(),
        /** Whether one of the collections in which it stood is there. */
        hasPlace: Type.Boolean(),
        mayRestore: Type.Boolean(),
      }),
      Type.Null(),
    ]),
  }),
  _links: links([], ['record', 'history', 'restore', 'batch']),
});
export type RecordChange = Static<typeof RecordChange>;

/** As many records are looked at for one search of changes. */
export const AUDITED_RECORDS_MAX = 200;

export const findRecordChanges = defineOperation({
  tag: 'History',
  access: 'readHistory',
  id: 'findRecordChanges',
  method: 'GET',
  path: '/meta/history/search/findByPressmarkOrTitle',
  summary: 'What happened to the records of a pressmark or title, the newest first: those purged, too',
  query: pageQuery({
    /** A pressmark, a former one too, or a part of one or of a title; of fewer than three letters a whole pressmark. */
    text: Type.String({ minLength: 1, maxLength: 1_000 }),
    /** One of `changeActions`; absent for all. */
    action: Type.Optional(Type.String()),
  }),
  responses: {
    200: Type.Object({
      ...pageOf('changes', RecordChange).properties,
      /** How many records were found, at most `AUDITED_RECORDS_MAX`. */
      records: Count,
      /** Whether there are further ones, which were not looked at. */
      hasFurtherRecords: Type.Boolean(),
    }),
  },
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
  resourceType: RecordType,
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
  formerParents: Names,
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
      /** Another pressmark for the item, where its own was given to another meanwhile; the old one goes on finding it. */
      pressmark: Type.Optional(Type.String({ maxLength: 10_000 })),
      /** The same for items that come back with the record, by their uuids. */
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
