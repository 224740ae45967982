import { PAGE_SIZE_CAP } from '@armarium/contract/hal';
import { listUploads, type UnclaimedUpload } from '@armarium/contract/uploads';
import { call } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';

export const listUnclaimed: UploadApi['listUnclaimed'] = async () => {
  const uploads: UnclaimedUpload[] = [];
  for (let page = 0; ; page += 1) {
    const answer = await call(listUploads, { query: { page, size: PAGE_SIZE_CAP } });
    uploads.push(...answer._embedded.uploads);
    if (page + 1 >= answer.page.totalPages) return uploads;
  }
};
