import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery } from './hal.ts';
import { byUuid, defineOperation } from './operation.ts';
import { RecordNames } from './record-names.ts';
import { RecordType } from './record-types.ts';
import { Uuid } from './scalar.ts';

/** A record that was deleted together with another. */
export const TrashedRecord = Type.Object({
  uuid: Uuid,
  resourceType: RecordType,
  title: Type.String(),
  /** Null for a collection. */
  pressmark: Type.Union([Type.String(), Type.Null()]),
  /** The collections that it was in. */
  formerParents: RecordNames,
  /** The item that has its pressmark now; it can't be restored under the same one. */
  pressmarkHolder: Type.Union([
    Type.Object({ uuid: Uuid, title: Type.String(), pressmark: Type.String() }),
    Type.Null(),
  ]),
  _links: links(['restore'], []),
});
export type TrashedRecord = Static<typeof TrashedRecord>;

export const listTrashedRecords = defineOperation({
  tag: 'Trash',
  access: 'useTrash',
  id: 'listTrashedRecords',
  method: 'GET',
  path: '/meta/trash/:uuid/records',
  summary: 'What went to the trash with the record of an entry: collections, then items, by title',
  params: byUuid,
  query: pageQuery({
    /** `taken`: only those whose pressmarks other items have now. */
    pressmarks: Type.Optional(Type.Literal('taken')),
  }),
  responses: { 200: pageOf('trashedRecords', TrashedRecord) },
});
