import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery } from './hal.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';

/** A WebVTT file with the captions of a sound or video. */
export const Captions = Type.Object({
  uuid: Uuid,
  /** A BCP 47 tag, such as `it` or `pt-BR`. */
  language: Type.String(),
  /** The label in players. */
  label: Type.String(),
  originalFilename: Type.String(),
  size_bytes: Count,
  sha256: Type.String(),
  createdDate: Timestamp,
  _links: links(['self', 'file', 'recording'], []),
});
export type Captions = Static<typeof Captions>;

const Language = Type.String({ minLength: 2, maxLength: 64, description: 'A language as BCP 47 writes it' });
const Label = Type.String({ minLength: 1, maxLength: 100 });

export const listCaptions = defineOperation({
  tag: 'Captions',
  access: 'browse',
  id: 'listCaptions',
  method: 'GET',
  path: '/meta/recordings/:uuid/captions',
  summary: 'The captions of a sound or video, by language and label (default size 20)',
  params: byUuid,
  query: pageQuery({}),
  responses: { 200: pageOf('captions', Captions) },
});

export const getCaptions = defineOperation({
  tag: 'Captions',
  access: 'browse',
  id: 'getCaptions',
  method: 'GET',
  path: '/meta/captions/:uuid',
  summary: 'One caption file',
  params: byUuid,
  responses: { 200: Captions },
});

export const addCaptions = defineOperation({
  tag: 'Captions',
  access: 'editAssets',
  id: 'addCaptions',
  method: 'POST',
  path: '/meta/recordings/:uuid/captions',
  summary:
    'Add an uploaded WebVTT file to a sound or video, in a language and under a label; honours If-Match of its captions',
  params: byUuid,
  body: Type.Object({ uploadUuid: Uuid, language: Language, label: Label }, closed),
  responses: { 201: Captions },
});

export const replaceCaptions = defineOperation({
  tag: 'Captions',
  access: 'editAssets',
  id: 'replaceCaptions',
  method: 'PATCH',
  path: '/meta/captions/:uuid',
  summary: 'Give captions another uploaded file, language or label; what is left out stays; honours If-Match',
  params: byUuid,
  body: Type.Object(
    {
      uploadUuid: Type.Optional(Uuid),
      language: Type.Optional(Language),
      label: Type.Optional(Label),
    },
    closed,
  ),
  responses: { 200: Captions },
});

export const removeCaptions = defineOperation({
  tag: 'Captions',
  access: 'editAssets',
  id: 'removeCaptions',
  method: 'DELETE',
  path: '/meta/captions/:uuid',
  summary: 'Take captions away; the file is kept until the recording is purged; honours If-Match',
  params: byUuid,
  responses: { 204: null },
});
