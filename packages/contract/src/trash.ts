import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed } from './allowed-actions.ts';
import { deletionReason } from './deletions.ts';
import { links, pageOf, pageQuery } from './hal.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { RecordNames } from './record-names.ts';
import { RecordType } from './record-types.ts';
import { Count, oneOf, Timestamp, Uuid } from './scalar.ts';
import { StoryUse } from './story-use.ts';

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
  formerParents: RecordNames,
  /** The item of an image; it has to exist when the image is restored. Null for other records. */
  culturalItem: Type.Union([
    Type.Object({ uuid: Uuid, title: Type.String(), pressmark: Type.String(), isThere: Type.Boolean() }),
    Type.Null(),
  ]),
  /**
   * The date of the purge; null where only a person may purge it: one of its records was once public, or a story
   * shows an image of it.
   */
  purgeDate: Type.Union([Timestamp, Type.Null()]),
  /** Why there is no `purgeDate`; empty where there is one. */
  keptFor: Type.Array(oneOf(['public', 'stories'])),
  /** The stories that show an image of the deleted records, as far as the reader may see them. */
  shownIn: StoryUse,
  allowedActions: allowed(['restore', 'purge']),
  _links: links(['self'], ['restore', 'history']),
});
export type TrashEntry = Static<typeof TrashEntry>;

/** Each kind of record has a right of its own to be restored; this one only opens the trash. */
const trash = { tag: 'Trash', access: 'useTrash' } as const;

export const listTrash = defineOperation({
  ...trash,
  id: 'listTrash',
  method: 'GET',
  path: '/meta/trash',
  summary: 'What lies in the trash and may be restored, the newest first',
  query: pageQuery({
    /** As in the search of items: words of the record, or of one that was deleted with it. */
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
        Type.Array(Type.Object({ recordUuid: Uuid, pressmark: Type.String({ maxLength: 10_000 }) }, closed), {
          maxItems: 1_000,
        }),
      ),
    },
    closed,
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
  query: Type.Object(deletionReason),
  responses: { 204: null },
});
