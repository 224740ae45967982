import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { RecordNames } from './record-names.ts';
import { RecordType } from './record-types.ts';
import { Count, oneOf, Timestamp, TokenName, Uuid } from './scalar.ts';

/** Fields before and after a change, with state and visibility; long values are cut. */
export const ChangedFields = Type.Array(
  Type.Object({ name: Type.String(), before: Type.Array(Type.String()), after: Type.Array(Type.String()) }),
);
export type ChangedFields = Static<typeof ChangedFields>;

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
  token: TokenName,
  /**
   * Actions on the record. `move` is any change of its collections; an image moves between items and
   * positions.
   */
  actions: Type.Array(oneOf(changeActions)),
  /** The reason that was given for a deletion, a correction or a transition; empty where there was none. */
  reason: Type.String(),
  changeSet: Uuid,
  changeSetKind: Type.String(),
  /** The batch that it belongs to; null where there is none, or the caller may not see it. */
  batchUuid: Type.Union([Uuid, Type.Null()]),
  /** The collections (for an image the item) that it left and that it entered. */
  left: RecordNames,
  entered: RecordNames,
  /** The titles of images that an item lost and gained. */
  imagesLost: Type.Array(Type.String()),
  imagesGot: Type.Array(Type.String()),
  /** Empty for a creation. */
  fields: ChangedFields,
  /** The record as it is now, or was before its purge. */
  record: Type.Object({
    uuid: Uuid,
    resourceType: RecordType,
    title: Type.String(),
    pressmark: Type.Union([Type.String(), Type.Null()]),
    place: oneOf(['catalogue', 'trash', 'purged']),
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
    /** A pressmark, also a former one, or words of pressmarks and titles as in the search of items. */
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
