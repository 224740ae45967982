import { uploadFile } from '@armarium/contract/imports';
import { sendFile } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';

export const storeFile: UploadApi['storeFile'] = (file, options) => sendFile(uploadFile, file, options);
