import type { ItemQuery } from '@armarium/contract/item-query';
import { useNarrowing } from '../../filters/components/use-narrowing.ts';
import { nextSort, ownOrder, readSort } from '../columns.ts';

/** The order of a list of items, which the address holds. @param sort as the address has it */
export function useItemSort(query: ItemQuery, sort: string | undefined) {
  const [search, setSearch] = useNarrowing();
  const present = sort ?? ownOrder(query);
  const setSort = (to: string | undefined) => {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (to === undefined) next.delete('sort');
    else next.set('sort', to);
    setSearch(next);
  };
  const { name: sortedBy, isDescending } = readSort(present);
  return { sortedBy, isDescending, setSort, sortBy: (name: string) => setSort(nextSort(present, name)) };
}

export type ItemSort = ReturnType<typeof useItemSort>;
