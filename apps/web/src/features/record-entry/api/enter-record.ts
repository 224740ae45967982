import { importItem } from '@armarium/contract/imports';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { call } from '../../../lib/api-client.ts';

/**
 * Makes an item without files (wire.md).
 * @param parents the uuids of the collections that it goes into, one at least
 * @returns its uuid
 * @throws ApiProblem 409 `pressmark-taken`, 422 with the fields named
 */
export async function enterRecord(list: MetadataEntry[], parents: readonly string[]): Promise<string> {
  const first = (name: string) => String(list.find((entry) => entry.name === name)?.value ?? '');
  const made = await call(importItem, {
    body: {
      sgtt: first('sgtt'),
      pressmark: first('pressmark'),
      customMetadataList: list,
      parentCollectionsUuids: [...parents],
    },
  });
  return made.uuid;
}
