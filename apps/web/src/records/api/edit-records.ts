import { createCollection, updateCollection, updateItem } from '@armarium/contract/record-edits';
import { getCollection, getCollectionSummary } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { getItem } from '@armarium/contract/item-calls';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Whatever shows records looks again: a change of one is seen in lists, crumbs and counts. */
export function recordsChanged(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['catalogue'] });
}

/** The metadata of an item as they stand, with the tag to save them by. */
export async function readItem(uuid: string) {
  const { answer, tag } = await callTagged(getItem, { params: { uuid } });
  return { list: answer.customMetadataList, tag };
}

export async function saveItem(uuid: string, list: MetadataEntry[], ifMatch: string | undefined) {
  await call(updateItem, { params: { uuid }, body: { customMetadataList: list }, ifMatch });
  await recordsChanged();
}

export async function readCollection(uuid: string) {
  const { answer, tag } = await callTagged(getCollection, { params: { uuid } });
  return { list: answer.customMetadataList, tag };
}

export async function saveCollection(uuid: string, list: MetadataEntry[], ifMatch: string | undefined) {
  await call(updateCollection, { params: { uuid }, body: { customMetadataList: list }, ifMatch });
  await recordsChanged();
}

/** A new collection below its parent. */
export async function makeCollection(list: MetadataEntry[], parent: string): Promise<Collection> {
  const body = { customMetadataList: list, parentCollectionsUuids: [parent] };
  const made = await call(createCollection, { body });
  await recordsChanged();
  return made;
}

/**
 * Changes the parents of a collection.
 * @param become gives the new parents from those that the collection has at the moment
 * @throws ApiProblem 400 `destination-is-descendant`, 409 `last-parent`, 412 where somebody else changed it meanwhile
 */
export async function placeCollection(uuid: string, become: (parents: readonly string[]) => string[]) {
  const { answer, tag } = await callTagged(getCollection, { params: { uuid } });
  const body = { parentCollectionsUuids: become(answer.parentCollectionsUuids) };
  await call(updateCollection, { params: { uuid }, body, ifMatch: tag });
  await recordsChanged();
}

/** The totals of a collection with all that stands below it. */
export function summaryQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'summary', uuid],
    queryFn: ({ signal }) => call(getCollectionSummary, { params: { uuid }, signal }),
    meta: { inPlace: true },
  });
}
