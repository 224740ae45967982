import { findItemByPressmark } from '@armarium/contract/item-calls';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';
import type { UploadApi } from '../state/upload-api.ts';

export const findEmptyItem: UploadApi['findEmptyItem'] = async (pressmark) => {
  try {
    const item = await call(findItemByPressmark, { query: { pressmark } });
    const { imagesCount, audiosCount, videosCount, model3DsCount } = item.mediaTypeInfo;
    return imagesCount + audiosCount + videosCount + model3DsCount === 0 ? item : undefined;
  } catch (error) {
    if (isProblem(error, 'not-found')) return undefined;
    throw error;
  }
};
