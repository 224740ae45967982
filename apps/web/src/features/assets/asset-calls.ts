import {
  arrangeImages,
  addImage,
  deleteImage,
  updateImage,
  getImage,
  listItemImages,
} from '@armarium/contract/image-calls';
import { getImportedImage, retryImageImport } from '@armarium/contract/import-tracking';
import { importImage } from '@armarium/contract/imports';
import {
  audioCalls,
  imageCalls,
  modelCalls,
  videoCalls,
  type AssetCalls,
} from '@armarium/contract/asset-calls';
import type { AssetKind } from './asset-kinds.ts';

type Calls = Pick<
  AssetCalls,
  | 'list'
  | 'get'
  | 'update'
  | 'arrange'
  | 'add'
  | 'delete'
  | 'getImport'
  | 'retry'
  | 'import'
  | 'listVersions'
  | 'restoreVersion'
>;

/** The calls of each kind. Those of images have names of their own and differ in nothing that is read here. */
export const callsOf: Readonly<Record<AssetKind, Calls>> = {
  images: {
    list: listItemImages,
    get: getImage,
    update: updateImage,
    arrange: arrangeImages,
    add: addImage,
    delete: deleteImage,
    getImport: getImportedImage,
    retry: retryImageImport,
    import: importImage,
    listVersions: imageCalls.listVersions,
    restoreVersion: imageCalls.restoreVersion,
  } as unknown as Calls,
  audios: audioCalls,
  videos: videoCalls,
  model3Ds: modelCalls,
};
