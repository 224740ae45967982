import { importItem as operation } from '@armarium/contract/imports';
import { call } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';

export const importItem: UploadApi['importItem'] = (body) => call(operation, { body });
