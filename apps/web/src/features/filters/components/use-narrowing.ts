import { useLocation, useSearchParams } from 'react-router';

/** The address, and the way to another with other filters, another order or view: the page stays where it is, and knows whence it was reached. */
export function useNarrowing(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [search, setSearch] = useSearchParams();
  const state = useNarrowedState();
  return [search, (next) => setSearch(next, { preventScrollReset: true, state })];
}

/** What the history keeps of an address that stands for another list in the place of this one: one more step to go back (SEARCH-09). */
export function useNarrowedState(): unknown {
  const { state } = useLocation() as { state: { narrowed?: number } | null };
  return state && { ...state, narrowed: (state.narrowed ?? 0) + 1 };
}
