import type { Item } from '@armarium/contract/items';
import { useQuery } from '@tanstack/react-query';
import { collectionItemsQuery, ITEMS_PER_PAGE } from '../../../records/api/collection-items.ts';
import { foundItemsQuery } from '../../../records/api/search.ts';
import type { ListedItems, ListPlace } from '../../../records/list-place.ts';
import { pageFrom } from '../../../ui/page-window.ts';

/** So many items before the end of a page of a list the next one is read. */
const AHEAD = 5;

const pageOf = (place: number): number => Math.floor(place / ITEMS_PER_PAGE) + 1;
const firstOf = (page = 1): number => (page - 1) * ITEMS_PER_PAGE;

/** The address of the page of a list on which a place is. Pure. */
export function addressOfPlace({ address, place }: ListPlace): string {
  const url = new URL(address, 'http://list.invalid');
  if (pageFrom(url.searchParams.get('page')) === pageOf(place)) return address;
  url.searchParams.set('page', String(pageOf(place)));
  return url.pathname + url.search;
}

/** A page of a list, from the same cache as the list itself. @param page 1-based */
function pageQuery({ query, sort }: ListedItems, page: number) {
  const { collectionUuid, ...filters } = query;
  const found = foundItemsQuery(query, page, sort);
  return collectionUuid === undefined ? found : collectionItemsQuery(collectionUuid, page, filters, sort);
}

/** A page of a list; `isPending` until it is read. @param page undefined where none is wanted */
function useListPage(list: ListPlace, page: number | undefined) {
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...pageQuery(list, page ?? 1),
    enabled: page !== undefined,
  });
  const isKnown = page !== undefined && data !== undefined && !isPlaceholderData;
  return { data: isKnown ? data : undefined, isPending: !isKnown && isFetching };
}

/** An item beside another one in a list. */
export interface Neighbour {
  readonly item: Item;
  readonly list: ListPlace;
}

/** What stands on one side of an item in a list. */
export interface Side {
  /** Undefined at the end of the list, and until it is read. */
  readonly neighbour: Neighbour | undefined;
  /** It is on another page of the list, which is not read yet. */
  readonly isPending: boolean;
}

/**
 * What stands before and after an item in the list that it was opened from, as the list is now. The item may have moved
 * to the page beside the one on which it was. Where it has left the list, the next one is the one that took its place.
 * @returns undefined until the list is read. `place` is 1-based, and undefined where the item is not in the list
 */
export function useNeighbours(list: ListPlace, uuid: string) {
  const page = pageOf(list.place);
  const { data: shown } = useListPage(list, page);
  const indexOn = (answer: typeof shown) =>
    answer?._embedded.culturalItems.findIndex((item) => item.uuid === uuid) ?? -1;
  const total = shown?.page.totalElements ?? 0;
  const index = indexOn(shown);
  const near = index < 0 ? list.place : firstOf(page) + index;
  // The page beside this one is read some items ahead, so that nobody who goes on quickly has to wait for it.
  const wanted = [near - 1, near + 1, near + AHEAD, near - AHEAD];
  const beyond = wanted.find((one) => one >= 0 && one < total && pageOf(one) !== page);
  const besidePage = beyond === undefined ? undefined : pageOf(beyond);
  const beside = useListPage(list, besidePage);
  if (shown === undefined) return undefined;

  const indexBeside = index < 0 ? indexOn(beside.data) : -1;
  const place = indexBeside < 0 ? near : firstOf(besidePage) + indexBeside;
  const isListed = index >= 0 || indexBeside >= 0;
  const sideAt = (one: number): Side => {
    const isBeside = pageOf(one) === besidePage;
    const item = (isBeside ? beside.data : pageOf(one) === page ? shown : undefined)?._embedded.culturalItems[
      one % ITEMS_PER_PAGE
    ];
    const isThere = one >= 0 && item !== undefined;
    return {
      neighbour: isThere ? { item, list: { ...list, place: one } } : undefined,
      isPending: isBeside && beside.isPending,
    };
  };
  return {
    place: isListed ? place + 1 : undefined,
    total,
    previous: sideAt(place - 1),
    next: sideAt(isListed ? place + 1 : place),
  };
}
