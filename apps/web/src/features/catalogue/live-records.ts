import { getItem, type Item } from '@armarium/contract/records';
import type { QueryKey } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';

interface ItemsList {
  readonly _embedded: { readonly culturalItems: readonly Item[] };
}

const lists = { queryKey: ['catalogue', 'items'] } as const;
const itemKey = (uuid: string) => ['catalogue', 'item', uuid];
/** What changes together is fetched together. */
const GATHER_MS = 250;
/** Of more, whole lists are cheaper. */
const SINGLY_MAX = 8;

/** A list with the items that are given in place of those that it had: none comes, goes or moves. Pure. */
export function withItems<List extends ItemsList>(list: List, items: ReadonlyMap<string, Item>): List {
  const { culturalItems } = list._embedded;
  if (!culturalItems.some(({ uuid }) => items.has(uuid))) return list;
  const replaced = culturalItems.map((item) => items.get(item.uuid) ?? item);
  return { ...list, _embedded: { ...list._embedded, culturalItems: replaced } };
}

/** Whether the list of a collection that was loaded has the item. */
export function isListed(collectionUuid: string, itemUuid: string): boolean {
  return queryClient
    .getQueriesData<ItemsList>({ queryKey: [...lists.queryKey, collectionUuid] })
    .some(([, list]) => list?._embedded.culturalItems.some(({ uuid }) => uuid === itemUuid));
}

function isKnown(uuid: string): boolean {
  return (
    queryClient.getQueryData(itemKey(uuid)) !== undefined ||
    queryClient
      .getQueriesData<ItemsList>(lists)
      .some(([, list]) => list?._embedded.culturalItems.some((item) => item.uuid === uuid))
  );
}

function show(items: readonly Item[]): void {
  const byUuid = new Map(items.map((item) => [item.uuid, item]));
  queryClient.setQueriesData<ItemsList>(lists, (list) => list && withItems(list, byUuid));
  for (const item of items) {
    if (queryClient.getQueryData(itemKey(item.uuid))) queryClient.setQueryData(itemKey(item.uuid), item);
  }
}

const changed = new Set<string>();
let gathering: ReturnType<typeof setTimeout> | undefined;

/** An item is not as it is shown: it is fetched, and replaced wherever it stands. The lists keep their order. */
export function itemChanged(uuid: string): void {
  if (!isKnown(uuid)) return;
  changed.add(uuid);
  gathering ??= setTimeout(() => {
    gathering = undefined;
    const uuids = [...changed];
    changed.clear();
    if (uuids.length > SINGLY_MAX) void lookAgain();
    else void Promise.allSettled(uuids.map(fetchOne));
  }, GATHER_MS);
}

/** One that is gone stays as it was: whoever opens it is told. */
async function fetchOne(uuid: string): Promise<void> {
  show([await call(getItem, { params: { uuid } })]);
}

const ofCollections = ['collection', 'breadcrumb', 'subcollections', 'summary'];
const gone = new Set<unknown>();
let gatheringCollections: ReturnType<typeof setTimeout> | undefined;

/**
 * A collection is not as it is shown, in crumbs, strips and titles.
 * @param isGone then it can't be asked for itself, which whoever deleted it may still have before them
 */
export function collectionChanged(uuid: string, isGone: boolean): void {
  if (isGone) gone.add(uuid);
  else gone.delete(uuid);
  gatheringCollections ??= setTimeout(() => {
    gatheringCollections = undefined;
    void queryClient.invalidateQueries({
      queryKey: ['catalogue'],
      predicate: ({ queryKey }) => ofCollections.includes(String(queryKey[1])) && !gone.has(queryKey[2]),
    });
  }, GATHER_MS);
}

/** How far the images of an item are, wherever it is shown. */
export function itemProgressed(
  uuid: string,
  counts: Pick<Item, 'notReadyImagesCount'> & { imagesCount: number },
) {
  const { notReadyImagesCount, imagesCount } = counts;
  const moved = (item: Item): Item => ({
    ...item,
    notReadyImagesCount,
    mediaTypeInfo: { ...item.mediaTypeInfo, imagesCount, hasImage: imagesCount > 0 },
  });
  const known = queryClient
    .getQueriesData<ItemsList>(lists)
    .flatMap(([, list]) => list?._embedded.culturalItems.filter((item) => item.uuid === uuid) ?? []);
  const open = queryClient.getQueryData<Item>(itemKey(uuid));
  const one = open ?? known[0];
  if (one) show([moved(one)]);
}

/**
 * Much changed, or nobody knows what: what is shown is fetched again, and its items are replaced where they stand.
 * What is not shown is fetched when it is.
 * @returns the items of each list that it did not have, with the key of the list
 */
export async function lookAgain(): Promise<{ key: QueryKey; itemUuids: string[] }[]> {
  void queryClient.invalidateQueries({
    queryKey: ['catalogue'],
    predicate: ({ queryKey }) => queryKey[1] !== 'items',
  });
  void queryClient.invalidateQueries({ ...lists, refetchType: 'none' });
  const shown = queryClient.getQueryCache().findAll({ ...lists, type: 'active' });
  const found = await Promise.allSettled(
    shown.map(async ({ queryKey, options }) => {
      const fresh = await queryClient.fetchQuery({
        ...(options as { queryFn: () => Promise<ItemsList> }),
        queryKey: ['again', ...queryKey],
        staleTime: 0,
        gcTime: 0,
        meta: { quiet: true },
      });
      const before = queryClient.getQueryData<ItemsList>(queryKey)?._embedded.culturalItems ?? [];
      const { culturalItems } = fresh._embedded;
      show(culturalItems);
      const known = new Set(before.map(({ uuid }) => uuid));
      return {
        key: queryKey,
        itemUuids: culturalItems.filter(({ uuid }) => !known.has(uuid)).map(({ uuid }) => uuid),
      };
    }),
  );
  return found.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
