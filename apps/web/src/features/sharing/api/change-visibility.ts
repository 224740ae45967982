import { updateCollection, updateItem } from '@armarium/contract/record-edits';
import { getCollection } from '@armarium/contract/collection-calls';
import { getItem } from '@armarium/contract/item-calls';
import { getSeries, getStory, updateSeries, updateStory } from '@armarium/contract/story-calls';
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

/** The same of a series; its stories stay as they are. */
export async function changeSeriesVisibility(uuid: string, visibility: Visibility): Promise<void> {
  const params = { uuid };
  const { tag } = await callTagged(getSeries, { params });
  await call(updateSeries, { params, body: { visibility }, ifMatch: tag });
}

/**
 * The same of a story. @param confirmedImages uuids of images that are not public and that the user agrees to show in it
 * @throws ApiProblem 409 `images-not-confirmed` where a story that is to be public shows others
 */
export async function changeStoryVisibility(
  uuid: string,
  visibility: Visibility,
  confirmedImages: readonly string[],
): Promise<void> {
  await changeStory(uuid, { visibility, confirmedImages: [...confirmedImages] });
}

/** Agrees to show images in a story. @param confirmedImages their uuids */
export async function agreeToImages(uuid: string, confirmedImages: readonly string[]): Promise<void> {
  await changeStory(uuid, { confirmedImages: [...confirmedImages] });
}

async function changeStory(
  uuid: string,
  body: { visibility?: Visibility; confirmedImages: string[] },
): Promise<void> {
  const params = { uuid };
  const { tag } = await callTagged(getStory, { params });
  await call(updateStory, { params, body, ifMatch: tag });
}
