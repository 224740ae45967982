import type { Item } from '@armarium/contract/items';

/** Where an item of a list is opened. @param collectionUuid that is looked at; else its first */
export function itemAddress(item: Item, collectionUuid: string | undefined): string {
  return `/catalog/${collectionUuid ?? item.parentCollectionsUuids[0]}/cultural-item/${item.uuid}`;
}
