import type { Item } from '@armarium/contract/items';
import { queryClient } from '../lib/query-client.ts';

export interface ItemsList {
  readonly _embedded: { readonly culturalItems: readonly Item[] };
}

export const itemLists = { queryKey: ['catalogue', 'items'] } as const;
const itemKey = (uuid: string) => ['catalogue', 'item', uuid];

/** A list in which the given items replace those of the same uuid. No item is added, removed or moved. Pure. */
export function withItems<List extends ItemsList>(list: List, items: ReadonlyMap<string, Item>): List {
  const { culturalItems } = list._embedded;
  if (!culturalItems.some(({ uuid }) => items.has(uuid))) return list;
  const replaced = culturalItems.map((item) => items.get(item.uuid) ?? item);
  return { ...list, _embedded: { ...list._embedded, culturalItems: replaced } };
}

/**
 * Whether the item is missing from a list that is shown: that of its collection, or the results of a search. A list
 * that is not shown is fetched when it is shown next, so nothing is missing from it.
 */
export function isMissed(collectionUuid: string, itemUuid: string): boolean {
  const shown = queryClient.getQueryCache().findAll({ ...itemLists, type: 'active' });
  const concerned = shown.filter(({ queryKey }) => [collectionUuid, 'found'].includes(String(queryKey[2])));
  return (
    concerned.length > 0 &&
    !concerned.some(({ state }) =>
      (state.data as ItemsList | undefined)?._embedded.culturalItems.some(({ uuid }) => uuid === itemUuid),
    )
  );
}

export function isKnown(uuid: string): boolean {
  return (
    queryClient.getQueryData(itemKey(uuid)) !== undefined ||
    queryClient
      .getQueriesData<ItemsList>(itemLists)
      .some(([, list]) => list?._embedded.culturalItems.some((item) => item.uuid === uuid))
  );
}

export function showItems(items: readonly Item[]): void {
  const byUuid = new Map(items.map((item) => [item.uuid, item]));
  for (const query of queryClient.getQueryCache().findAll(itemLists)) {
    const list = query.state.data as ItemsList | undefined;
    const replaced = list && withItems(list, byUuid);
    if (!replaced || replaced === list) continue;
    // The list is no newer for this, and one that has to be fetched again still has to be.
    const { dataUpdatedAt: updatedAt, isInvalidated } = query.state;
    queryClient.setQueryData(query.queryKey, replaced, { updatedAt });
    if (isInvalidated) query.invalidate();
  }
  for (const item of items) {
    if (queryClient.getQueryData(itemKey(item.uuid))) queryClient.setQueryData(itemKey(item.uuid), item);
  }
}

/** Shows how many images of an item are ready, wherever the item is shown. */
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
    .getQueriesData<ItemsList>(itemLists)
    .flatMap(([, list]) => list?._embedded.culturalItems.filter((item) => item.uuid === uuid) ?? []);
  const open = queryClient.getQueryData<Item>(itemKey(uuid));
  const one = open ?? known[0];
  if (one) showItems([moved(one)]);
}
