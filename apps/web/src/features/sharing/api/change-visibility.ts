import { updateCollection, updateItem } from '@armarium/contract/record-edits';
import { getCollection } from '@armarium/contract/collection-calls';
import { getItem } from '@armarium/contract/item-calls';
import type { Visibility } from '@armarium/contract/visibility';
import { call, callTagged } from '../../../lib/api-client.ts';

/** Changes who sees an item, whatever else of it was changed meanwhile. @throws ApiProblem 412 for a change just now */
export async function changeVisibility(uuid: string, visibility: Visibility): Promise<void> {
  const params = { uuid };
  const { tag } = await callTagged(getItem, { params });
  await call(updateItem, { params, body: { visibility }, ifMatch: tag });
}

/** The same of a collection; what stands in it stays as it is. */
export async function changeCollectionVisibility(uuid: string, visibility: Visibility): Promise<void> {
  const params = { uuid };
  const { tag } = await callTagged(getCollection, { params });
  await call(updateCollection, { params, body: { visibility }, ifMatch: tag });
}
