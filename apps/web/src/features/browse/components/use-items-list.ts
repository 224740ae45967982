import type { ItemQuery } from '@armarium/contract/item-query';
import type { AnswerOf } from '@armarium/contract/operation';
import type { searchItems } from '@armarium/contract/item-calls';
import type { UseQueryResult } from '@tanstack/react-query';
import { usePicking, type Picking } from '../../../records/selection/picking.ts';
import type { ItemsView } from './items-view.tsx';
import { useFilters, type Filters } from './use-filters.tsx';

interface ListedItems {
  /** All items that the list finds, over all of its pages. */
  readonly query: ItemQuery;
  readonly view: ItemsView;
  /** Those of the page that is shown. */
  readonly items: UseQueryResult<AnswerOf<typeof searchItems>>;
  /** How many the list finds. */
  readonly total: number;
}

/** A list of items: what it finds, how it is shown, what narrows it, and what is chosen in it. */
export interface ItemsList extends ListedItems {
  readonly filters: Filters;
  /** Absent where there is nothing that the user may do with chosen items. */
  readonly picking: Picking | undefined;
  /** Of the items of the page that can be chosen. */
  readonly uuids: readonly string[];
}

/** @param mayChoose whether there is anything that the user may do with chosen items */
export function useItemsList(listed: ListedItems, mayChoose: boolean): ItemsList {
  const { query, items, total } = listed;
  const picking = usePicking(query, total);
  const filters = useFilters(query);
  const shown = items.data?._embedded.culturalItems.map(({ uuid }) => uuid) ?? [];
  return {
    ...listed,
    filters,
    picking: mayChoose ? picking : undefined,
    // Those that are shown until the others arrive may not match any more.
    uuids: items.isPlaceholderData ? [] : shown,
  };
}
