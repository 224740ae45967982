import { importImage as operation } from '@armarium/contract/imports';
import { call } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';

export const importImage: UploadApi['importImage'] = (body) => call(operation, { body });
