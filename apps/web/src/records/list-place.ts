import type { ItemQuery } from '@armarium/contract/item-query';
import type { Item } from '@armarium/contract/items';
import { useLocation } from 'react-router';
import { pageFrom } from '../ui/page-window.ts';
import { ITEMS_PER_PAGE } from './api/collection-items.ts';
import { useItemAddress } from './item-address.ts';

/** A list of items over all of its pages, in its order. */
export interface ListedItems {
  readonly query: ItemQuery;
  /** As in `sort` of the calls; undefined for the list's own order. */
  readonly sort: string | undefined;
}

/** A place in a list of items. The page of an item has it in the state of its history entry, so a reload keeps it. */
export interface ListPlace extends ListedItems {
  /** 0-based, over all pages of the list. */
  readonly place: number;
  /** Path and query string of the page of the list that was left. */
  readonly address: string;
}

/** The state of a history entry that shows an item. */
export interface ItemEntryState {
  /** The entry before it shows the list that the item was opened from. */
  readonly fromList?: true;
  readonly list?: ListPlace;
  /** The button that led here from another item, which keeps the focus. */
  readonly turned?: 'previous' | 'next';
}

/** What opens an item, for a `Link`. */
export interface ItemLink {
  readonly to: string;
  readonly state: ItemEntryState;
}

/**
 * The links that open the items of a page of a list, with their places in it.
 * @param isOlder another page is shown until that of the address arrives; its places are not known
 */
export function useItemLinks(
  items: readonly Item[],
  list: ListedItems & { readonly collectionUuid: string | undefined },
  isOlder: boolean,
): (item: Item, index: number) => ItemLink {
  const { query, sort, collectionUuid } = list;
  const addressOf = useItemAddress(items, collectionUuid);
  const { pathname, search } = useLocation();
  const before = (pageFrom(new URLSearchParams(search).get('page')) - 1) * ITEMS_PER_PAGE;
  const address = pathname + search;
  return (item, index) => ({
    to: addressOf(item),
    state: {
      fromList: true,
      ...(!isOlder && { list: { query, sort, place: before + index, address } }),
    },
  });
}
