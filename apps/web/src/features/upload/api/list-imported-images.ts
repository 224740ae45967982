import { listImportedImages as operation, type ImportedImage } from '@armarium/contract/imports';
import { PAGE_SIZE_CAP } from '@armarium/contract/hal';
import { call } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';

export const listImportedImages: UploadApi['listImages'] = async (uuid) => {
  const images: ImportedImage[] = [];
  for (let page = 0; ; page += 1) {
    const answer = await call(operation, { params: { uuid }, query: { page, size: PAGE_SIZE_CAP } });
    images.push(...answer._embedded.images);
    if (page + 1 >= answer.page.totalPages) return images;
  }
};
