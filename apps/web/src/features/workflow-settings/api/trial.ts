import { audioCalls, modelCalls, videoCalls } from '@armarium/contract/asset-calls';
import { searchCollections } from '@armarium/contract/collection-calls';
import { listItemImages } from '@armarium/contract/image-calls';
import { searchItems } from '@armarium/contract/item-calls';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { findSeriesByCustomMetadata, listSeries, listStories } from '@armarium/contract/story-calls';
import { tryTransition, type TransitionTrial } from '@armarium/contract/transition-trials';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** A record that a transition can be tried on. */
export interface TriedRecord {
  readonly uuid: string;
  readonly sgtt: string;
  readonly pressmark?: string;
  readonly state: string;
}

/** The most records that are offered at once. */
export const OFFERED_MAX = 8;

/** The most files of each kind that are offered for an item. */
const FILES_OF_KIND_MAX = 200;

/**
 * The records that a text finds; without one those in the state where the transition begins, of collections and series
 * those of any state. For a transition of assets, the items that may hold them.
 */
export function offeredRecordsQuery(resourceType: TemplateResourceType, text: string, fromState: string) {
  return queryOptions({
    queryKey: ['workflow-settings', 'tried-records', resourceType, text, fromState],
    queryFn: ({ signal }) => recordsFound(resourceType, text, fromState, signal),
    meta: { inPlace: true },
    staleTime: 0,
    placeholderData: (previous, last) => (last?.queryKey[2] === resourceType ? previous : undefined),
  });
}

async function recordsFound(
  resourceType: TemplateResourceType,
  text: string,
  fromState: string,
  signal: AbortSignal,
): Promise<readonly TriedRecord[]> {
  const size = OFFERED_MAX;
  const inState = text === '' ? fromState : undefined;
  switch (resourceType) {
    case 'COLLECTION':
      return (await call(searchCollections, { query: { text, size }, signal }))._embedded
        .culturalItemCollections;
    case 'STORY': {
      const query = { size, ...(text !== '' && { text }), ...(inState !== undefined && { state: inState }) };
      return (await call(listStories, { query, signal }))._embedded.storyboards;
    }
    case 'SERIES': {
      const page =
        text === ''
          ? await call(listSeries, { query: { size }, signal })
          : await call(findSeriesByCustomMetadata, { query: { name: 'sgtt', value: text, size }, signal });
      return page._embedded.storyboardCollections;
    }
    case 'ITEM':
    case 'MEDIA': {
      const isInState = resourceType === 'ITEM' && inState !== undefined;
      const query = { text, size, ...(isInState && { state: [inState] }) };
      return (await call(searchItems, { query, signal }))._embedded.culturalItems;
    }
  }
}

/** The files of an item, kind by kind in their order. */
export function filesOfItemQuery(item: string) {
  return queryOptions({
    queryKey: ['workflow-settings', 'tried-files', item],
    queryFn: async ({ signal }): Promise<readonly TriedRecord[]> => {
      const options = { params: { uuid: item }, query: { size: FILES_OF_KIND_MAX }, signal };
      const [images, audios, videos, models] = await Promise.all([
        call(listItemImages, options),
        call(audioCalls.list, options),
        call(videoCalls.list, options),
        call(modelCalls.list, options),
      ]);
      return [images, audios, videos, models].flatMap(
        ({ _embedded }) => Object.values(_embedded).flat() as TriedRecord[],
      );
    },
    meta: { inPlace: true },
    staleTime: 0,
  });
}

/** Tells what a transition would do to one record, and what it would send. Nothing is kept or sent. */
export function tryOn(transition: string, record: string, comment: string): Promise<TransitionTrial> {
  return call(tryTransition, {
    params: { uuid: transition },
    body: { uuids: [record], ...(comment !== '' && { comment }) },
  });
}
