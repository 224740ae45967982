import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import type { AssetNames } from './asset-names.ts';
import { MediaAsset } from './assets.ts';
import { links, pageOf, pageQuery } from './hal.ts';
import { ImportCause, ImportState } from './import-state.ts';
import { byUuid, defineOperation } from './operation.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';

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

/** The calls on earlier versions of an asset: list them, and show one again. */
export function versionCalls({ One, many, aWord }: AssetNames) {
  return {
    listVersions: defineOperation({
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
    restoreVersion: defineOperation({
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
