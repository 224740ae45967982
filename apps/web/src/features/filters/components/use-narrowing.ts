import type { ItemQuery } from '@armarium/contract/item-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { resultsIn } from '../set-filters.ts';

/** The address, and the way to another with other filters, another order or view: the page stays where it is, and knows whence it was reached. */
export function useNarrowing(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [search, setSearch] = useSearchParams();
  const state = useNarrowedState();
  return [search, (next) => setSearch(next, { preventScrollReset: true, state })];
}

/** The way to the results of a search in a collection and below it; without one, everywhere. */
export function useNarrowingPlace(): (search: URLSearchParams, belowUuid: string | undefined) => void {
  const navigate = useNavigate();
  const state = useNarrowedState();
  return (search, belowUuid) =>
    void navigate(resultsIn(search, belowUuid), { preventScrollReset: true, state });
}

/** The way to a list with other filters or another text. A search in a collection then looks everywhere. */
export function useWidening({ belowUuid }: ItemQuery): (search: URLSearchParams) => void {
  const [, setSearch] = useNarrowing();
  const goTo = useNarrowingPlace();
  return (search) => (belowUuid === undefined ? setSearch(search) : goTo(search, undefined));
}

/** What the history keeps of an address that stands for another list in the place of this one: one more step to go back (SEARCH-09). */
export function useNarrowedState(): unknown {
  const { state } = useLocation() as { state: { narrowed?: number } | null };
  return state && { ...state, narrowed: (state.narrowed ?? 0) + 1 };
}
