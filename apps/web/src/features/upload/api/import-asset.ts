import { call } from '../../../lib/api-client.ts';
import { fileToImport, partsToImport } from '../state/file-to-import.ts';
import type { UploadApi } from '../state/upload-api.ts';
import { mediaCalls } from './media-calls.ts';

/** Adds a stored file to an item; where a model lacked something, what it lacked to the model. */
export const importAsset: UploadApi['importAsset'] = ({ culturalItemUuid, asset, position }) =>
  call(mediaCalls[asset.assetType].import, {
    body: {
      culturalItemUuid,
      ...(asset.missing ? { uuid: asset.stored.uuid, ...partsToImport(asset) } : fileToImport(asset)),
      ...(position !== undefined && { position }),
    },
  });
