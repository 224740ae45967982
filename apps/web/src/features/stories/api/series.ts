import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Series } from '@armarium/contract/stories';
import {
  addStoryToSeries,
  arrangeSeries,
  createSeries,
  deleteSeries,
  findSeriesByCustomMetadata,
  getSeries,
  listSeries,
  listStoriesOfSeries,
  removeStoryFromSeries,
  updateSeries,
} from '@armarium/contract/story-calls';
import { queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { movedTo } from '../moved-to.ts';

/** Back office §9. */
export const SERIES_SHOWN_FIRST = 5;
/** */
export const SERIES_PER_PAGE = 20;
/** All stories of a series at once (back office §7). */
const ALL_STORIES = 10_000;

/** A page of the series, the newest first. @param page 1-based */
export function seriesListQuery(page: number, size: number) {
  return queryOptions({
    queryKey: ['catalogue', 'series', 'list', page, size],
    queryFn: ({ signal }) => call(listSeries, { query: { page: page - 1, size }, signal }),
    meta: { inPlace: true },
    placeholderData: (previous, query) => (query?.queryKey[4] === size ? previous : undefined),
  });
}

/** A page of the series whose titles contain a text. @param page 1-based */
export function seriesSearchQuery(text: string, page: number) {
  if (text === '') return seriesListQuery(page, SERIES_PER_PAGE);
  return queryOptions({
    queryKey: ['catalogue', 'series', 'found', page, text],
    queryFn: ({ signal }) =>
      call(findSeriesByCustomMetadata, {
        query: { name: 'sgtt', value: text, page: page - 1, size: SERIES_PER_PAGE },
        signal,
      }),
    meta: { inPlace: true },
  });
}

/** One series. Quiet: the page itself says that nothing is there. */
export function seriesQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'series', 'one', uuid],
    queryFn: ({ signal }) => call(getSeries, { params: { uuid }, signal }),
    meta: { quiet: true },
  });
}

/** The metadata of a series as they stand, with the tag to save them by. */
export async function readSeries(uuid: string) {
  const { answer, tag } = await callTagged(getSeries, { params: { uuid } });
  return { list: answer.customMetadataList, tag };
}

/** @throws ApiProblem 412 `stale` where the tag is no longer current, 422 with the fields named */
export async function saveSeries(uuid: string, list: MetadataEntry[], ifMatch: string | undefined) {
  await call(updateSeries, { params: { uuid }, body: { customMetadataList: list }, ifMatch });
  await recordsChanged();
}

/** Makes a series without stories. */
export async function makeSeries(list: MetadataEntry[]): Promise<Series> {
  const made = await call(createSeries, { body: { customMetadataList: list } });
  await recordsChanged();
  return made;
}

/** Moves a series to the trash; its stories stay. What is shown next looks again, but for the page that is left. */
export async function trashSeries(uuid: string, reason: string): Promise<void> {
  await call(deleteSeries, { params: { uuid }, query: { reason: reason || undefined } });
  await queryClient.invalidateQueries({ queryKey: ['catalogue'], refetchType: 'none' });
}

/** Puts a story at the end of a series. Whatever shows stories has to look again. */
export function addToSeries(uuid: string, storyboardUuid: string): Promise<unknown> {
  return call(addStoryToSeries, { params: { uuid }, query: { storyboardUuid } });
}

/** Takes a story out of a series. Whatever shows stories has to look again. */
export function removeFromSeries(uuid: string, storyboardUuid: string): Promise<unknown> {
  return call(removeStoryFromSeries, { params: { uuid }, query: { storyboardUuid } });
}

/**
 * Moves a story to another place in a series (back office §7).
 * @param position 1-based
 * @returns whether the story is in the series; else somebody took it out meanwhile
 * @throws ApiProblem 412 `stale`, 409 `order-differs` where somebody else changed the series at the same moment
 */
export async function moveInSeries(uuid: string, storyUuid: string, position: number): Promise<boolean> {
  // The tag first: whatever changes after it is noticed.
  const { tag } = await callTagged(getSeries, { params: { uuid } });
  const all = await call(listStoriesOfSeries, { params: { uuid }, query: { size: ALL_STORIES } });
  const isThere = all._embedded.storyboards.some(({ uuid: one }) => one === storyUuid);
  const stories = movedTo(all._embedded.storyboards, storyUuid, position);
  const body = stories.map(({ _links }) => _links.self.href);
  if (isThere) await call(arrangeSeries, { params: { uuid }, body, ifMatch: tag });
  await recordsChanged();
  return isThere;
}
