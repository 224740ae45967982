import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery, sortable } from './hal.ts';
import { defineOperation } from './operation.ts';
import { ImportState, MetadataEntry } from './records.ts';
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

/** Why an import stage failed, for a cataloguer: what happened, and what to do next. */
export const ImportCause = Type.Object({
  code: Type.String(),
  title: Type.String(),
  nextStep: Type.String(),
});
export type ImportCause = Static<typeof ImportCause>;

export const importStages = ['metadata', 'upload', 'processing', 'indexing', 'overall'] as const;
export type ImportStage = (typeof importStages)[number];

const Stage = Type.Object({ importState: ImportState });
const Overall = Type.Object({
  importState: ImportState,
  cause: Type.Union([ImportCause, Type.Null()]),
});

/** The import of one image with its five stages (back office §2.1, wire.md). */
export const ImportedImage = Type.Object({
  uuid: Uuid,
  importId: Uuid,
  sgtt: Type.String(),
  autn: Type.String(),
  originalFilename: Type.String(),
  metadata: Stage,
  upload: Stage,
  processing: Stage,
  indexing: Stage,
  overall: Type.Intersect([
    Overall,
    Type.Object({ warnings: Type.Array(Type.Object({ code: Type.String(), title: Type.String() })) }),
  ]),
  _links: links(['self'], ['retry', 'thumb']),
});
export type ImportedImage = Static<typeof ImportedImage>;

/** The import of an item: counts and sums over its images (wire.md). */
export const ImportedItem = Type.Object({
  uuid: Uuid,
  importId: Uuid,
  pressmark: Type.String(),
  sgtt: Type.String(),
  parentCollectionsUuids: Type.Array(Uuid),
  imagesCount: Count,
  notReadyImagesCount: Count,
  failedImagesCount: Count,
  /** Sounds, videos and models together. */
  mediaCount: Count,
  notReadyMediaCount: Count,
  failedMediaCount: Count,
  overall: Overall,
  _links: links(['self', 'images'], ['audios', 'videos', 'model3Ds']),
});
export type ImportedItem = Static<typeof ImportedItem>;

const uploading = { tag: 'Upload and import', access: 'upload' } as const;
/** Callers with the right to own imports find only those in lists, and are refused another's (PERM-08). */
const following = { tag: 'Import tracking', access: 'monitorImports' } as const;

export const uploadFile = defineOperation({
  ...uploading,
  id: 'uploadFile',
  method: 'POST',
  path: '/ccc/uploadFile',
  summary: 'Store an image, streamed: multipart with one part named file, or fetched from a url',
  body: { multipart: 'file', orUrl: true },
  responses: { 201: StoredUpload },
});

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
  params: Type.Object({ uuid: Uuid }),
  responses: { 200: UnclaimedUpload },
});

/** More entries than any record has; a longer list is a mistake that would only cost time. */
const MetadataList = Type.Array(MetadataEntry, { maxItems: 1_000 });

const closed = { additionalProperties: false } as const;

export const FileToImport = Type.Object(
  {
    uuid: Uuid,
    sgtt: Type.Optional(Type.String()),
    autn: Type.Optional(Type.String()),
    imageLink: Type.Optional(Type.String()),
    originalFilename: Type.Optional(Type.String()),
    customMetadataList: Type.Optional(MetadataList),
  },
  closed,
);
export type FileToImport = Static<typeof FileToImport>;

const Text = Type.Optional(Type.String());
/**
 * Property names and links of each kind, beside the common ones: two with different values are refused
 * (A-105).
 */
export const fileWords = {
  audio: { audioOriginalName: Text, audioLink: Text },
  video: { videoOriginalName: Text, videoLink: Text },
  pdf: { pdfLink: Text },
  model3D: {
    zipLink: Text,
    objectLink: Text,
    materialLink: Text,
    textureLink: Text,
    textureOriginalName: Text,
  },
} as const;
export type FileWords = Readonly<Record<string, typeof Text>>;

function filesToImport(words: FileWords) {
  const properties = { ...FileToImport.properties, ...(words as unknown as Record<never, never>) };
  return Type.Optional(Type.Array(Type.Object(properties, closed), { maxItems: 5_000 }));
}

const Imported = Type.Array(Type.Object({ uuid: Uuid, importId: Uuid }));

export const importItem = defineOperation({
  tag: 'Upload and import',
  access: 'create',
  id: 'importItem',
  method: 'POST',
  path: '/ccc/importCulturalItem',
  summary: 'Make an item, with the files that were uploaded for it; all or nothing',
  body: Type.Object(
    {
      pressmark: Type.String(),
      sgtt: Type.String(),
      autn: Type.Optional(Type.String()),
      sgti: Type.Optional(Type.String()),
      customMetadataList: Type.Optional(MetadataList),
      parentCollectionsUuids: Type.Array(Uuid, { minItems: 1, maxItems: 1_000 }),
      images: filesToImport({}),
      audios: filesToImport(fileWords.audio),
      videos: filesToImport(fileWords.video),
      model3Ds: filesToImport(fileWords.model3D),
    },
    closed,
  ),
  responses: {
    201: Type.Object({
      uuid: Uuid,
      importId: Uuid,
      images: Imported,
      audios: Imported,
      videos: Imported,
      model3Ds: Imported,
      _links: links(['self'], []),
    }),
  },
});

/** `uuid` is the upload's; `replaces` is the asset whose file it replaces. */
export const StartedImport = Type.Object({ importId: Uuid, uuid: Uuid, replaces: Type.Optional(Uuid) });

export const importImage = defineOperation({
  ...uploading,
  id: 'importImage',
  method: 'POST',
  path: '/ccc/importImage',
  summary:
    'Add an uploaded image to an item, at a position or last; or replace the file of one of its images (replaces), which keeps its uuid, place and metadata',
  body: Type.Object(
    {
      culturalItemUuid: Uuid,
      uuid: Uuid,
      sgtt: Type.Optional(Type.String()),
      autn: Type.Optional(Type.String()),
      imageLink: Type.Optional(Type.String()),
      originalFilename: Type.Optional(Type.String()),
      customMetadataList: Type.Optional(MetadataList),
      position: Type.Optional(Type.Integer({ minimum: 1 })),
      replaces: Type.Optional(Uuid),
    },
    closed,
  ),
  responses: { 202: StartedImport },
});

const byUuid = Type.Object({ uuid: Uuid });

export const findImportsByUuids = defineOperation({
  ...following,
  id: 'findImportsByUuids',
  method: 'GET',
  path: '/import-manager/culturalItems/search/findByUuids',
  summary: 'The imports of some items, for following them',
  query: pageQuery({ uuid: Type.Array(Uuid, { maxItems: 1_000 }) }),
  responses: { 200: pageOf('culturalItems', ImportedItem) },
});

export const findItemImport = defineOperation({
  ...following,
  id: 'findItemImport',
  method: 'GET',
  path: '/import-manager/culturalItems/search/findByImportId',
  summary: 'The item of an import',
  query: Type.Object({ importId: Uuid }),
  responses: { 200: ImportedItem },
});

export const getImportedItem = defineOperation({
  ...following,
  id: 'getImportedItem',
  method: 'GET',
  path: '/import-manager/culturalItems/:uuid',
  summary: 'The import of one item',
  params: byUuid,
  responses: { 200: ImportedItem },
});

export const listImportedImages = defineOperation({
  ...following,
  id: 'listImportedImages',
  method: 'GET',
  path: '/import-manager/culturalItems/:uuid/images',
  summary: 'The imports of the images of an item (default size 10)',
  params: byUuid,
  query: pageQuery(sortable),
  responses: { 200: pageOf('images', ImportedImage) },
});

export const findImageImport = defineOperation({
  ...following,
  id: 'findImageImport',
  method: 'GET',
  path: '/import-manager/images/search/findByImportId',
  summary: 'The image of an import',
  query: Type.Object({ importId: Uuid }),
  responses: { 200: ImportedImage },
});

export const getImportedImage = defineOperation({
  ...following,
  id: 'getImportedImage',
  method: 'GET',
  path: '/import-manager/images/:uuid',
  summary: 'The import stages of one image',
  params: byUuid,
  responses: { 200: ImportedImage },
});

export const retryImageImport = defineOperation({
  ...uploading,
  id: 'retryImageImport',
  method: 'POST',
  path: '/import-manager/images/:uuid/retry',
  summary: 'Run the failed import of an image again',
  params: byUuid,
  responses: { 202: ImportedImage },
});
