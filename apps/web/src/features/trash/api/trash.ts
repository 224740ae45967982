import { getCollection } from '@armarium/contract/collection-calls';
import { getItem } from '@armarium/contract/item-calls';
import { deleteCollection, deleteItem, dryRunDeleteCollection } from '@armarium/contract/deletions';
import { listTrash, purgeTrashEntry, restoreTrashEntry } from '@armarium/contract/trash';
import { queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { TRASHED_RECORDS } from './trash-records.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';

const ENTRIES_PER_PAGE = 20;

/** What lies in the trash, the newest first. @param page 1-based */
export function trashQuery(text: string, page: number) {
  return queryOptions({
    queryKey: ['catalogue', 'trash', text, page],
    queryFn: ({ signal }) =>
      call(listTrash, { query: { text: text || undefined, page: page - 1, size: ENTRIES_PER_PAGE }, signal }),
    meta: { inPlace: true },
    staleTime: 0,
    placeholderData: (previous, query) => (query?.queryKey[2] === text ? previous : undefined),
  });
}

/**
 * Brings an entry back to where it stood, or one item of it alone.
 * @param wanted `parents` are collections for it to stand in where its own are gone, `pressmark` is another one for an
 *   item whose own was given away, `pressmarks` are those of items that come back with a collection
 * @throws ApiProblem 409 where it needs a collection, or its pressmark was given to another
 */
export async function restoreEntry(
  uuid: string,
  {
    recordUuid,
    parents,
    pressmark,
    pressmarks,
  }: {
    recordUuid: string | undefined;
    parents: readonly string[];
    pressmark: string | undefined;
    pressmarks: readonly { recordUuid: string; pressmark: string }[] | undefined;
  },
) {
  const body = {
    ...(recordUuid !== undefined && { recordUuid }),
    ...(pressmark !== undefined && { pressmark }),
    ...(pressmarks !== undefined && { pressmarks: [...pressmarks] }),
    ...(parents.length > 0 && { parentCollectionsUuids: [...parents] }),
  };
  await call(restoreTrashEntry, { params: { uuid }, body });
  // The others of the entry are still in the trash.
  if (recordUuid !== undefined) await queryClient.invalidateQueries({ queryKey: [TRASHED_RECORDS, uuid] });
  await recordsChanged();
}

/** Removes an entry for ever. */
export async function purgeEntry(uuid: string, reason: string) {
  await call(purgeTrashEntry, { params: { uuid }, query: { reason: reason || undefined } });
  await queryClient.invalidateQueries({ queryKey: ['catalogue', 'trash'] });
}

/** Whatever is shown next looks again; the page of what is gone doesn't, which is left at once. */
function recordGone(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['catalogue'], refetchType: 'none' });
}

/** Moves an item to the trash, as it stands at the moment. */
export async function trashItem(uuid: string, reason: string) {
  const { tag } = await callTagged(getItem, { params: { uuid } });
  await call(deleteItem, { params: { uuid }, query: { reason: reason || undefined }, ifMatch: tag });
  await recordGone();
}

/** What deleting a collection would do. */
export function deletionQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'deletion', uuid],
    queryFn: ({ signal }) => call(dryRunDeleteCollection, { params: { uuid }, signal }),
    staleTime: 0,
    meta: { inPlace: true },
  });
}

/** Deletes a collection, as it stands at the moment. */
export async function removeCollection(
  uuid: string,
  query: { orphans: 'trash' | 'parent'; parentId: string | undefined; reason: string },
) {
  const { tag } = await callTagged(getCollection, { params: { uuid } });
  const wanted = { ...query, reason: query.reason || undefined };
  await call(deleteCollection, { params: { uuid }, query: wanted, ifMatch: tag });
  await recordGone();
}
