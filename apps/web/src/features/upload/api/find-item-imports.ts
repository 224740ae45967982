import { findImportsByUuids, type ImportedItem } from '@armarium/contract/import-tracking';
import { call } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';

/** Addresses stay short enough for any proxy: 50 uuids are 2 kB. */
const UUIDS_PER_CALL = 50;

export const findItemImports: UploadApi['findItems'] = async (uuids) => {
  const items: ImportedItem[] = [];
  for (let start = 0; start < uuids.length; start += UUIDS_PER_CALL) {
    const uuid = uuids.slice(start, start + UUIDS_PER_CALL);
    const answer = await call(findImportsByUuids, { query: { uuid, size: uuid.length } });
    items.push(...answer._embedded.culturalItems);
  }
  return items;
};
