import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery } from './hal.ts';
import { byUuid, defineOperation } from './operation.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';

/** A file of a record that has the same bytes as an upload. */
const SameContent = Type.Object({
  uuid: Uuid,
  sgtt: Type.String(),
  /** Whether its record shows this file; otherwise the file was replaced. */
  isCurrent: Type.Boolean(),
  culturalItemUuid: Uuid,
  pressmark: Type.String(),
  _links: links(['self', 'culturalItem'], []),
});
export type SameContent = Static<typeof SameContent>;

/** A stored upload that no record has claimed; its uuid becomes the asset's (wire.md). */
export const StoredUpload = Type.Object({
  uuid: Uuid,
  imageLink: Type.String(),
  originalFilename: Type.String(),
  size_bytes: Count,
  sha256: Type.String(),
  /**
   * Files with the same bytes that the caller may see, 20 at most, without the trash. They don't prevent the
   * upload.
   */
  sameContent: Type.Array(SameContent),
});
export type StoredUpload = Static<typeof StoredUpload>;

/** An upload of the caller's that no record has claimed (decisions §6). */
export const UnclaimedUpload = Type.Object({
  ...StoredUpload.properties,
  /**
   * `image`, `pdf`, `audio`, `video`, `zip`, `object`, `material`, `texture` or `captions`; it decides which
   * import call accepts the upload.
   */
  kind: Type.String(),
  createdDate: Timestamp,
  _links: links(['self'], []),
});
export type UnclaimedUpload = Static<typeof UnclaimedUpload>;

const uploading = { tag: 'Upload and import', access: 'upload' } as const;

/**
 * A call that stores a file of one kind. The answer has its link under the kind's name and as `imageLink`
 * (A-20).
 */
function uploadCall<L extends string>(name: string, link: L, what: string) {
  return defineOperation({
    ...uploading,
    id: `upload${name}`,
    method: 'POST',
    path: `/ccc/upload${name}`,
    summary: `Store ${what}, streamed: multipart with one part named file, or fetched from a url`,
    body: { multipart: 'file', orUrl: true },
    responses: {
      201: Type.Object({ ...StoredUpload.properties, [link]: Type.String() }),
    },
  });
}

export const uploadFile = uploadCall('File', 'imageLink', 'an image');

export const uploadCalls = {
  pdf: uploadCall('Pdf', 'pdfLink', 'a PDF'),
  audio: uploadCall('Audio', 'audioLink', 'a sound recording'),
  video: uploadCall('Video', 'videoLink', 'a video'),
  zip: uploadCall('Zip', 'zipLink', 'a zip with a 3D model'),
  object: uploadCall('Obj', 'objectLink', 'a 3D model (OBJ)'),
  material: uploadCall('Material', 'materialLink', 'the materials of a 3D model (MTL)'),
  texture: uploadCall('Texture', 'textureLink', 'a texture of a 3D model'),
  captions: uploadCall('Captions', 'captionsLink', 'the captions of a sound or video (WebVTT)'),
};

export const listUploads = defineOperation({
  ...uploading,
  id: 'listUploads',
  method: 'GET',
  path: '/ccc/uploads',
  summary:
    "The caller's uploads that no record has claimed yet, the newest first; they are swept after a week",
  query: pageQuery({}),
  responses: { 200: pageOf('uploads', UnclaimedUpload) },
});

export const getUpload = defineOperation({
  ...uploading,
  id: 'getUpload',
  method: 'GET',
  path: '/ccc/uploads/:uuid',
  summary: "One of the caller's uploads that no record has claimed yet",
  params: byUuid,
  responses: { 200: UnclaimedUpload },
});
