import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';
import type { UploadApi } from '../state/upload-api.ts';
import { mediaCalls } from './media-calls.ts';

export const findAssetPlace: UploadApi['findPlace'] = async (uuid, type) => {
  try {
    const asset = await call(mediaCalls[type].get, { params: { uuid } });
    const itemUuid = new URL(asset._links.culturalItem.href).pathname.split('/').at(-1) ?? '';
    return { itemUuid, position: asset.position };
  } catch (error) {
    if (isProblem(error, 'not-found')) return undefined;
    throw error;
  }
};
