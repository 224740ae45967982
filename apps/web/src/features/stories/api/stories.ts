import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Story, StoryInList } from '@armarium/contract/stories';
import {
  createStory,
  deleteStory,
  getStory,
  listStories,
  listStoriesOfSeries,
  updateStory,
} from '@armarium/contract/story-calls';
import { queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { isMissing } from '../../../records/api/missing.ts';
import { duplicateTitle } from '../duplicate-title.ts';
import { addToSeries } from './series.ts';

/** */
const STORIES_PER_PAGE = 20;

/** A page of all stories, the newest first, or of those of a series in its order. @param page 1-based */
export function storiesQuery(seriesUuid: string | undefined, page: number) {
  const list = seriesUuid ?? 'all';
  return queryOptions({
    queryKey: ['catalogue', 'stories', list, page],
    queryFn: ({ signal }) => {
      const query = { page: page - 1, size: STORIES_PER_PAGE };
      return seriesUuid === undefined
        ? call(listStories, { query, signal })
        : call(listStoriesOfSeries, { params: { uuid: seriesUuid }, query, signal });
    },
    meta: { inPlace: true },
    // Turning a page keeps the old one until the new one is there; another list starts with a skeleton.
    placeholderData: (previous, query) => (query?.queryKey[2] === list ? previous : undefined),
  });
}

/** One story with its steps. Quiet: what shows it says that it is not there. */
export function storyQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'story', uuid],
    queryFn: ({ signal }) => call(getStory, { params: { uuid }, signal }),
    meta: { quiet: true },
  });
}

/** More stories than these are looked for in the list of all, not one by one. */
const ONE_BY_ONE = 8;
/** The most stories on a page of a list. */
const PAGE_MAX = 1_000;

/**
 * The chosen stories as they stand, from the pages that are shown, and else one by one or from the list of all; those that
 * are gone are left out.
 */
export function chosenStoriesQuery(uuids: readonly string[]) {
  return queryOptions({
    queryKey: ['batches', 'chosen-stories', uuids],
    queryFn: async ({ signal }) => {
      const found = new Map(shownStories().map((story) => [story.uuid, story]));
      const unknown = new Set(uuids.filter((uuid) => !found.has(uuid)));
      for (const story of await storiesAmong(unknown, signal)) found.set(story.uuid, story);
      return uuids.flatMap((uuid) => found.get(uuid) ?? []);
    },
    staleTime: 0,
    gcTime: 0,
    meta: { inPlace: true },
  });
}

/** The stories of the pages that are shown now. */
function shownStories(): StoryInList[] {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: ['catalogue', 'stories'], type: 'active' })
    .flatMap(({ state }) => (state.data as { _embedded: { storyboards: StoryInList[] } } | undefined) ?? [])
    .flatMap(({ _embedded }) => _embedded.storyboards);
}

/** The stories of some uuids; those that are gone are left out. */
async function storiesAmong(uuids: ReadonlySet<string>, signal: AbortSignal): Promise<StoryInList[]> {
  if (uuids.size <= ONE_BY_ONE) {
    const read = await Promise.all([...uuids].map((uuid) => storyIfThere(uuid, signal)));
    return read.filter((story) => story !== undefined);
  }
  const found: StoryInList[] = [];
  for (let page = 0, pages = 1; page < pages && found.length < uuids.size; page += 1) {
    const list = await call(listStories, { query: { page, size: PAGE_MAX }, signal });
    found.push(...list._embedded.storyboards.filter(({ uuid }) => uuids.has(uuid)));
    pages = list.page.totalPages;
  }
  return found;
}

async function storyIfThere(uuid: string, signal: AbortSignal): Promise<Story | undefined> {
  try {
    return await call(getStory, { params: { uuid }, signal });
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
}

/** The metadata of a story as they stand, with the tag to save them by. */
export async function readStory(uuid: string) {
  const { answer, tag } = await callTagged(getStory, { params: { uuid } });
  return { list: answer.customMetadataList, tag };
}

/** @throws ApiProblem 412 `stale` where the tag is no longer current, 422 with the fields named */
export async function saveStory(uuid: string, list: MetadataEntry[], ifMatch: string | undefined) {
  await call(updateStory, { params: { uuid }, body: { customMetadataList: list }, ifMatch });
  await recordsChanged();
}

/**
 * Makes a story without steps.
 * @param seriesUuid of the series at whose end it is put
 * @returns why it could not be put there; the story was made all the same
 */
export async function makeStory(list: MetadataEntry[], seriesUuid: string | undefined): Promise<unknown> {
  const { uuid } = await call(createStory, { body: { customMetadataList: list } });
  const failure = await putInSeries(seriesUuid, uuid);
  await recordsChanged();
  return failure;
}

/** Puts a new story at the end of a series, if there is one. @returns why it could not be put there */
export async function putInSeries(seriesUuid: string | undefined, uuid: string): Promise<unknown> {
  if (seriesUuid === undefined) return undefined;
  return addToSeries(seriesUuid, uuid).then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Makes another story of one: with its metadata under another title, and its steps (back office §7). */
export async function duplicateStory(uuid: string): Promise<Story> {
  const { sgtt: _sgtt, visibility: _visibility, ...read } = await call(getStory, { params: { uuid } });
  const customMetadataList = read.customMetadataList.map((entry) =>
    entry.name === 'sgtt' ? { ...entry, value: duplicateTitle(String(entry.value)) } : entry,
  );
  const made = await call(createStory, { body: { ...read, customMetadataList } });
  await recordsChanged();
  return made;
}

/** Moves a story to the trash. Whatever shows stories has to look again. */
export function trashStory(uuid: string, reason: string): Promise<unknown> {
  return call(deleteStory, { params: { uuid }, query: { reason: reason || undefined } });
}
