import { PAGE_SIZE_CAP } from '@armarium/contract/hal';
import type { ImportedImage } from '@armarium/contract/import-tracking';
import { call } from '../../../lib/api-client.ts';
import type { UploadApi } from '../state/upload-api.ts';
import type { AssetType } from '../state/upload-record.ts';
import { mediaCalls } from './media-calls.ts';

export const listImportedAssets: UploadApi['listAssets'] = async (uuid, types) => {
  const lists = new Set(types.map((type) => (type === 'pdf' ? 'images' : type)));
  const found = await Promise.all([...lists].map((type) => listOfType(uuid, type)));
  return found.flat();
};

async function listOfType(uuid: string, type: AssetType): Promise<ImportedImage[]> {
  const assets: ImportedImage[] = [];
  for (let page = 0; ; page += 1) {
    const answer = await call(mediaCalls[type].list, {
      params: { uuid },
      query: { page, size: PAGE_SIZE_CAP },
    });
    // The list has the name of its kind.
    assets.push(...Object.values(answer._embedded as Record<string, ImportedImage[]>).flat());
    if (page + 1 >= answer.page.totalPages) return assets;
  }
}
