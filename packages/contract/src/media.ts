import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery, sortable } from './hal.ts';
import {
  StartedImport,
  FileToImport,
  fileWords,
  ImportCause,
  ImportedImage,
  StoredUpload,
  type FileWords,
} from './imports.ts';
import type { Operation } from './operation.ts';
import { MetadataList, readOnly } from './record-edits.ts';
import { ImageAsset, ImportState } from './records.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';
import { HistoryEntry } from './trash.ts';

const closed = { additionalProperties: false } as const;
const byUuid = Type.Object({ uuid: Uuid });
const Text = Type.Optional(Type.String());

/** An asset of any kind (wire.md); properties that its kind lacks are null. */
export const MediaAsset = Type.Object({
  ...ImageAsset.properties,
  duration_s: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  _links: links(
    ['self', 'culturalItem'],
    [
      'import',
      'thumb',
      'iiif',
      'history',
      'original',
      'text',
      'playable',
      'peaks',
      'poster',
      'model',
      'player_audio',
      'player_video',
      'viewer_3d',
      'captions',
    ],
  ),
});
export type MediaAsset = Static<typeof MediaAsset>;

/** A previous, current or future file of an asset (decisions §4). */
export const AssetVersion = Type.Object({
  /** Counts from 1; the greatest is the latest. */
  number: Type.Integer({ minimum: 1 }),
  /** Whether this version is shown. */
  isCurrent: Type.Boolean(),
  createdDate: Timestamp,
  originalFilename: Type.String(),
  size_bytes: Count,
  sha256: Type.String(),
  width_px: Type.Union([Type.Integer(), Type.Null()]),
  height_px: Type.Union([Type.Integer(), Type.Null()]),
  duration_s: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
  /** Degrees clockwise by which its file is rotated. */
  rotation: Type.Integer(),
  importState: ImportState,
  /** Why its preparation failed. */
  cause: Type.Union([ImportCause, Type.Null()]),
  /** The files that accompany it: materials and textures of a model. */
  parts: Type.Array(Type.Object({ role: Type.String(), name: Type.String() })),
  /** `original` loads the file; `restore` shows the version again. */
  _links: links([], ['original', 'restore']),
});
export type AssetVersion = Static<typeof AssetVersion>;

/** Names in the calls of a kind of asset, from the specification (catalogue §7). */
interface Names {
  /** In ids and calls: `addAudio`. */
  readonly One: string;
  /** In calls: `importAudios`. */
  readonly Many: string;
  /** In paths and answers: `audios`. */
  readonly many: string;
  /** In parameters, with `Uuid` or `Uuids` behind it: `audioUuid`. */
  readonly one: string;
  /** In summaries, for people. */
  readonly aWord: string;
  readonly words: string;
}

/** Types an operation whose id is built from its kind's names; its schemas keep their literal types. */
function of<const O extends Operation>(operation: O): O {
  return operation;
}

/** The type without the names, since nothing reads the properties by name. */
const wordsOf = (words: FileWords) => words as unknown as Record<never, never>;

/** The body of the calls that add a file to an item. */
function importBody(words: FileWords) {
  return Type.Object(
    {
      culturalItemUuid: Uuid,
      ...FileToImport.properties,
      ...wordsOf(words),
      /** 1-based; default the last. */
      position: Type.Optional(Type.Integer({ minimum: 1 })),
      /** The asset whose file this one replaces; it keeps its uuid, position and metadata. */
      replaces: Type.Optional(Uuid),
    },
    closed,
  );
}

/** The calls of each kind of asset, under its own names. */
function assetCalls(names: Names, words: FileWords) {
  const { One, many, aWord, words: plural } = names;
  return {
    ...recordCalls(names),
    ...placeCalls(names),
    delete: of({
      tag: 'Assets',
      access: 'trash',
      id: `delete${One}`,
      method: 'DELETE',
      path: `/meta/${many}/:uuid`,
      summary: `Move one of the ${plural} to the trash; honours If-Match`,
      params: byUuid,
      query: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 1_000 })) }),
      responses: { 204: null },
    }),
    history: of({
      tag: 'History',
      access: 'readHistory',
      id: `get${One}History`,
      method: 'GET',
      path: `/meta/${many}/:uuid/history`,
      summary: `What happened to one of the ${plural}, the newest first; it outlives it`,
      params: byUuid,
      query: pageQuery({}),
      responses: { 200: pageOf('history', HistoryEntry) },
    }),
    ...versionCalls(One, many, aWord),
    ...importCalls(names, words),
  };
}

/** The calls that read assets and change their metadata. */
function recordCalls({ One, Many, many, aWord, words: plural }: Names) {
  const reads = { tag: 'Assets', access: 'browse', method: 'GET' } as const;
  const fields = { customMetadataList: Type.Optional(MetadataList), sgtt: Text, autn: Text };
  return {
    list: of({
      ...reads,
      id: `listItem${Many}`,
      path: `/meta/culturalItems/:uuid/${many}`,
      summary: `The ${plural} of an item, in order (default size 20)`,
      params: byUuid,
      query: pageQuery({}),
      responses: { 200: pageOf(many, MediaAsset) },
    }),
    get: of({
      ...reads,
      id: `get${One}`,
      path: `/meta/${many}/:uuid`,
      summary: `One ${aWord}`,
      params: byUuid,
      responses: { 200: MediaAsset },
    }),
    find: of({
      ...reads,
      id: `find${One}ByUuid`,
      path: `/meta/${many}/search/findByUuid`,
      summary: `One ${aWord} by its uuid`,
      query: byUuid,
      responses: { 200: MediaAsset },
    }),
    update: of({
      tag: 'Assets',
      access: 'editAssets',
      id: `update${One}`,
      method: 'PATCH',
      path: `/meta/${many}/:uuid`,
      summary: `Change the metadata of one of the ${plural}; honours If-Match`,
      params: byUuid,
      body: Type.Object({ ...readOnly(MediaAsset, Object.keys(fields)), ...fields }, closed),
      responses: { 200: MediaAsset },
    }),
  };
}

/** The calls that change the order of an item's assets, and the items of assets. */
function placeCalls({ One, Many, many, one, words: plural }: Names) {
  const arranges = { tag: 'Assets', access: 'arrangeItems' } as const;
  const named = { [`${one}Uuid`]: Type.Optional(Uuid) } as unknown as Record<never, never>;
  const Position = Type.Optional(Type.Integer({ minimum: 1 }));
  return {
    arrange: arrangeCall(`arrange${Many}`, many, plural),
    arrangeByAlias: arrangeCall(`arrange${One}Uuids`, `${one}Uuids`, plural),
    add: of({
      ...arranges,
      id: `add${One}`,
      method: 'PATCH',
      path: `/meta/culturalItems/:uuid/add${One}`,
      summary: `Move one of the ${plural} to this item from the one that it is in, or to another place within it; honours If-Match of the item`,
      params: byUuid,
      query: Type.Object({ ...named, position: Position }),
      body: Type.Object({ ...named, position: Position }, { ...closed, default: {} }),
      responses: { 200: MediaAsset },
    }),
    remove: of({
      ...arranges,
      id: `remove${One}`,
      method: 'PATCH',
      path: `/meta/culturalItems/:uuid/remove${One}`,
      summary: `Take one of the ${plural} out of an item, to the trash, which takes that right; of one that was moved to another item nothing is left to do`,
      params: byUuid,
      query: Type.Object(named),
      body: Type.Object(named, { ...closed, default: {} }),
      responses: { 204: null },
    }),
  };
}

/** The calls that import files and read imports. */
function importCalls({ One, Many, many, aWord, words: plural }: Names, words: FileWords) {
  const follows = { tag: 'Import tracking', access: 'monitorImports', method: 'GET' } as const;
  const uploads = { tag: 'Upload and import', access: 'upload' } as const;
  return {
    listImports: of({
      ...follows,
      id: `listImported${Many}`,
      path: `/import-manager/culturalItems/:uuid/${many}`,
      summary: `The imports of the ${plural} of an item (default size 10)`,
      params: byUuid,
      query: pageQuery(sortable),
      responses: { 200: pageOf(many, ImportedImage) },
    }),
    findImport: of({
      ...follows,
      id: `find${One}Import`,
      path: `/import-manager/${many}/search/findByImportId`,
      summary: `The ${aWord} of an import`,
      query: Type.Object({ importId: Uuid }),
      responses: { 200: ImportedImage },
    }),
    getImport: of({
      ...follows,
      id: `getImported${One}`,
      path: `/import-manager/${many}/:uuid`,
      summary: `The import stages of one of the ${plural}`,
      params: byUuid,
      responses: { 200: ImportedImage },
    }),
    retry: of({
      ...uploads,
      id: `retry${One}Import`,
      method: 'POST',
      path: `/import-manager/${many}/:uuid/retry`,
      summary: `Run the failed import of one of the ${plural} again`,
      params: byUuid,
      responses: { 202: ImportedImage },
    }),
    import: of({
      ...uploads,
      id: `import${One}`,
      method: 'POST',
      path: `/ccc/import${One}`,
      summary: `Add an uploaded ${aWord} to an item, at a position or last; or replace the file of one of its ${plural} (replaces), which keeps its uuid, place and metadata`,
      body: importBody(words),
      responses: { 202: StartedImport },
    }),
    start: startCall(Many, plural),
  };
}

/** The calls on earlier versions of an asset: list them, and show one again. */
function versionCalls(One: string, many: string, aWord: string) {
  return {
    listVersions: of({
      tag: 'History',
      access: 'readHistory',
      id: `list${One}Versions`,
      method: 'GET',
      path: `/meta/${many}/:uuid/versions`,
      summary: `The files of the ${aWord}, also those that were replaced, the newest first`,
      params: byUuid,
      query: pageQuery({}),
      responses: { 200: pageOf('versions', AssetVersion) },
    }),
    restoreVersion: of({
      tag: 'Upload and import',
      access: 'upload',
      id: `restore${One}Version`,
      method: 'POST',
      path: `/meta/${many}/:uuid/versions/:number/restore`,
      summary: `Show an earlier file of the ${aWord} again; the other stays as a version. Honours If-Match`,
      params: Type.Object({ uuid: Uuid, number: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
      responses: { 200: MediaAsset },
    }),
  };
}

function arrangeCall(id: string, path: string, plural: string) {
  return of({
    id,
    tag: 'Assets',
    access: 'arrangeItems',
    method: 'PUT',
    path: `/meta/culturalItems/:uuid/${path}`,
    summary: `Set the order of the ${plural} of an item: exactly those that it has (else 409), by their self links; honours If-Match of the item`,
    params: byUuid,
    body: Type.Array(Type.String(), { maxItems: 100_000, contentMediaType: 'text/uri-list', default: [] }),
    responses: { 204: null },
  });
}

/** A GET starts a batch of imports (catalogue §7); repeating it does no harm. */
function startCall(Many: string, plural: string) {
  return of({
    tag: 'Upload and import',
    access: 'upload',
    id: `start${Many}`,
    method: 'GET',
    path: `/ccc/import${Many === 'Model3Ds' ? '3DModels' : Many}`,
    summary: `Take up the imports of ${plural} that wait, and try the failed ones again; 422 where there are none`,
    responses: { 202: Type.Object({ started: Count }) },
  });
}

export const audioCalls = assetCalls(
  {
    One: 'Audio',
    Many: 'Audios',
    many: 'audios',
    one: 'audio',
    aWord: 'sound recording',
    words: 'sound recordings',
  },
  fileWords.audio,
);
export const videoCalls = assetCalls(
  { One: 'Video', Many: 'Videos', many: 'videos', one: 'video', aWord: 'video', words: 'videos' },
  fileWords.video,
);
export const modelCalls = assetCalls(
  {
    One: 'Model3D',
    Many: 'Model3Ds',
    many: 'model3Ds',
    one: 'model3D',
    aWord: '3D model',
    words: '3D models',
  },
  fileWords.model3D,
);
export type AssetCalls = typeof audioCalls;

/** The calls of images beside those for records, assets and imports. */
export const imageCalls = {
  arrangeByAlias: arrangeCall('arrangeImageUuids', 'imageUuids', 'images'),
  start: startCall('Images', 'images'),
  ...versionCalls('Image', 'images', 'image'),
};

/**
 * A call that stores a file of one kind. The answer has its link under the kind's name and as `imageLink`
 * (A-20).
 */
function uploadCall<L extends string>(name: string, link: L, what: string) {
  return of({
    tag: 'Upload and import',
    access: 'upload',
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

export const importPdf = of({
  tag: 'Upload and import',
  access: 'upload',
  id: 'importPdf',
  method: 'POST',
  path: '/ccc/importPdf',
  summary: 'Add the pages of an uploaded PDF to an item as images, at a position or last',
  body: importBody(fileWords.pdf),
  responses: { 202: StartedImport },
});
