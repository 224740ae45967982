import * as Type from '@sinclair/typebox/type';
import { importCalls, startCall } from './asset-imports.ts';
import { assetNames, type AssetNames } from './asset-names.ts';
import { arrangeCall } from './asset-order.ts';
import { versionCalls } from './asset-versions.ts';
import { MediaAsset } from './assets.ts';
import { deletionReason } from './deletions.ts';
import { pageOf, pageQuery, readOnly } from './hal.ts';
import { historyCall } from './history.ts';
import { fileWords, type FileWords } from './imports.ts';
import { MetadataList } from './metadata.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';

const Text = Type.Optional(Type.String());

/** The calls of each kind of asset, under its own names. */
function assetCalls(names: AssetNames, words: FileWords) {
  const { One, many, words: plural } = names;
  return {
    ...recordCalls(names),
    ...placeCalls(names),
    delete: defineOperation({
      tag: 'Assets',
      access: 'trash',
      id: `delete${One}`,
      method: 'DELETE',
      path: `/meta/${many}/:uuid`,
      summary: `Move one of the ${plural} to the trash; honours If-Match`,
      params: byUuid,
      query: Type.Object(deletionReason),
      responses: { 204: null },
    }),
    history: defineOperation({
      ...historyCall,
      id: `get${One}History`,
      path: `/meta/${many}/:uuid/history`,
      summary: `What happened to one of the ${plural}, the newest first; it outlives it`,
    }),
    ...versionCalls(names),
    ...importCalls(names, words),
  };
}

/** The calls that read assets and change their metadata. */
function recordCalls({ One, Many, many, aWord, words: plural }: AssetNames) {
  const reads = { tag: 'Assets', access: 'browse', method: 'GET' } as const;
  const fields = { customMetadataList: Type.Optional(MetadataList), sgtt: Text, autn: Text };
  return {
    list: defineOperation({
      ...reads,
      id: `listItem${Many}`,
      path: `/meta/culturalItems/:uuid/${many}`,
      summary: `The ${plural} of an item, in order (default size 20)`,
      params: byUuid,
      query: pageQuery({}),
      responses: { 200: pageOf(many, MediaAsset) },
    }),
    get: defineOperation({
      ...reads,
      id: `get${One}`,
      path: `/meta/${many}/:uuid`,
      summary: `One ${aWord}`,
      params: byUuid,
      responses: { 200: MediaAsset },
    }),
    find: defineOperation({
      ...reads,
      id: `find${One}ByUuid`,
      path: `/meta/${many}/search/findByUuid`,
      summary: `One ${aWord} by its uuid`,
      query: byUuid,
      responses: { 200: MediaAsset },
    }),
    update: defineOperation({
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
function placeCalls({ One, Many, many, one, words: plural }: AssetNames) {
  const arranges = { tag: 'Assets', access: 'arrangeItems' } as const;
  const named = { [`${one}Uuid`]: Type.Optional(Uuid) } as unknown as Record<never, never>;
  const Position = Type.Optional(Type.Integer({ minimum: 1 }));
  return {
    arrange: arrangeCall(`arrange${Many}`, many, plural),
    arrangeByAlias: arrangeCall(`arrange${One}Uuids`, `${one}Uuids`, plural),
    add: defineOperation({
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
    remove: defineOperation({
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

export const audioCalls = assetCalls(assetNames.audio, fileWords.audio);
export const videoCalls = assetCalls(assetNames.video, fileWords.video);
export const modelCalls = assetCalls(assetNames.model3D, fileWords.model3D);
export type AssetCalls = typeof audioCalls;

/** The calls of images beside those for records, assets and imports. */
export const imageCalls = {
  arrangeByAlias: arrangeCall('arrangeImageUuids', 'imageUuids', 'images'),
  start: startCall(assetNames.image),
  ...versionCalls(assetNames.image),
};
