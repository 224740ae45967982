import { retryImageImport } from '@armarium/contract/imports';
import { call } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';

export const retryImage: UploadApi['retryImage'] = (uuid) => call(retryImageImport, { params: { uuid } });
