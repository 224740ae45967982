import { call } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';
import { mediaCalls } from './media-calls.ts';

export const retryAsset: UploadApi['retryAsset'] = (uuid, type) =>
  call(mediaCalls[type].retry, { params: { uuid } });
