import { getImage, type ImageAsset } from '@armarium/contract/records';
import { call, isProblem } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';

export const findImagePlace: UploadApi['findPlace'] = async (uuid) => {
  try {
    const image: ImageAsset = await call(getImage, { params: { uuid } });
    const itemUuid = new URL(image._links.culturalItem.href).pathname.split('/').at(-1) ?? '';
    return { itemUuid, position: image.position };
  } catch (error) {
    if (isProblem(error, 'not-found')) return undefined;
    throw error;
  }
};
