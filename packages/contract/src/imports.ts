import type { Static, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links } from './hal.ts';
import { MetadataList } from './metadata.ts';
import { closed, defineOperation } from './operation.ts';
import { oneOf, Uuid } from './scalar.ts';

const Text = Type.Optional(Type.String());

/** The names of the kinds of asset upload data (catalogue §3). */
type AssetType = 'images' | 'audios' | 'videos' | 'model3Ds' | 'pdf';

/** The kind of a file, which the call and the list also say: any other is refused. */
const assetType = (names: readonly AssetType[]) => ({ assetType: Type.Optional(oneOf(names)) });

/** An upload that becomes an asset, with the metadata of that asset. */
export const FileToImport = Type.Object(
  {
    uuid: Uuid,
    sgtt: Text,
    autn: Text,
    imageLink: Text,
    originalFilename: Text,
    customMetadataList: Type.Optional(MetadataList),
  },
  closed,
);
export type FileToImport = Static<typeof FileToImport>;

/**
 * Property names and links of each kind, beside the common ones: two with different values are refused
 * (A-105).
 */
export const fileWords = {
  image: assetType(['images']),
  audio: { ...assetType(['audios']), audioOriginalName: Text, audioLink: Text },
  video: { ...assetType(['videos']), videoOriginalName: Text, videoLink: Text },
  pdf: { ...assetType(['pdf']), pdfLink: Text },
  model3D: {
    ...assetType(['model3Ds']),
    zipLink: Text,
    objectLink: Text,
    materialLink: Text,
    textureLink: Text,
    textureOriginalName: Text,
  },
} as const;
export type FileWords = Readonly<Record<string, TSchema>>;

/** The type without the names, since nothing reads the properties by name. */
const wordsOf = (words: FileWords) => words as unknown as Record<never, never>;

function filesToImport(words: FileWords) {
  const properties = { ...FileToImport.properties, ...wordsOf(words) };
  return Type.Optional(Type.Array(Type.Object(properties, closed), { maxItems: 5_000 }));
}

const uploading = { tag: 'Upload and import', access: 'upload' } as const;
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
      autn: Text,
      sgti: Text,
      customMetadataList: Type.Optional(MetadataList),
      parentCollectionsUuids: Type.Array(Uuid, { minItems: 1, maxItems: 1_000 }),
      images: filesToImport(fileWords.image),
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

/** The body of the calls that add a file to an item. */
export function importBody(words: FileWords) {
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

export const importImage = defineOperation({
  ...uploading,
  id: 'importImage',
  method: 'POST',
  path: '/ccc/importImage',
  summary:
    'Add an uploaded image to an item, at a position or last; or replace the file of one of its images (replaces), which keeps its uuid, place and metadata',
  body: importBody(fileWords.image),
  responses: { 202: StartedImport },
});

export const importPdf = defineOperation({
  ...uploading,
  id: 'importPdf',
  method: 'POST',
  path: '/ccc/importPdf',
  summary: 'Add the pages of an uploaded PDF to an item as images, at a position or last',
  body: importBody(fileWords.pdf),
  responses: { 202: StartedImport },
});
