import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { links, pageOf, pageQuery, sortable } from './hal.ts';
import { ImportCause, ImportState } from './import-state.ts';
import { byUuid, defineOperation } from './operation.ts';
import { Count, oneOf, Uuid } from './scalar.ts';

const Stage = Type.Object({ importState: ImportState });

const Overall = Type.Object({
  importState: ImportState,
  cause: Type.Union([ImportCause, Type.Null()]),
});

/** What is not quite right with a file that is ready. */
const ImportWarning = Type.Object({
  code: Type.String(),
  title: Type.String(),
  /** The files that it is about. */
  names: Type.Optional(Type.Array(Type.String())),
  width_px: Type.Optional(Count),
  height_px: Type.Optional(Count),
});
export type ImportWarning = Static<typeof ImportWarning>;

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
  overall: Type.Intersect([Overall, Type.Object({ warnings: Type.Array(ImportWarning) })]),
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
  _links: links(['self', 'images'], ['audios', 'videos', 'model3Ds', 'thumb', 'retry']),
});
export type ImportedItem = Static<typeof ImportedItem>;

/** The states that the import of an item can have: failed, running, ready. */
export const itemImportStates = ['ERROR', 'IN_PROGRESS', 'DONE'] as const;
export type ItemImportState = (typeof itemImportStates)[number];

/** Limits imports to files that this account sent; callers with the right to own imports get those anyway. */
export const sentBy = { account: Type.Optional(Uuid) };

const ofState = { state: Type.Optional(oneOf(itemImportStates)) };

/** The query of a list of the files of an item; IN_PROGRESS means PENDING too. */
export const importsQuery = pageQuery({ ...sortable, ...sentBy, ...ofState });

/** Callers with the right to own imports find only those in lists, and are refused another's (PERM-08). */
const following = { tag: 'Import tracking', access: 'monitorImports' } as const;

export const listTenantImports = defineOperation({
  ...following,
  id: 'listTenantImports',
  method: 'GET',
  path: '/import-manager/culturalItems/search/findByTenant',
  summary:
    'The items of the tenant with the state of their imports, the newest first; of one state, or of one account',
  query: pageQuery({
    tenant: Type.String(),
    ...sortable,
    ...sentBy,
    ...ofState,
  }),
  responses: {
    200: Type.Intersect([
      pageOf('culturalItems', ImportedItem),
      /** The number of items in each state, whichever state was asked for. */
      Type.Object({ byState: Type.Object({ ERROR: Count, IN_PROGRESS: Count, DONE: Count }) }),
    ]),
  },
});

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
  query: importsQuery,
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
  tag: 'Upload and import',
  access: 'upload',
  id: 'retryImageImport',
  method: 'POST',
  path: '/import-manager/images/:uuid/retry',
  summary: 'Run the failed import of an image again',
  params: byUuid,
  responses: { 202: ImportedImage },
});

export const retryItemImports = defineOperation({
  tag: 'Upload and import',
  access: 'upload',
  id: 'retryItemImports',
  method: 'POST',
  path: '/import-manager/culturalItems/:uuid/retry',
  summary: 'Run all failed imports of an item again, of whatever kind the files are',
  params: byUuid,
  query: Type.Object(sentBy),
  responses: { 202: Type.Object({ started: Count }) },
});
