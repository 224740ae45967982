import { useLocation, useSearchParams } from 'react-router';

/** The address, and the way to another with other filters, another order or view: the page stays where it is, and knows whence it was reached. */
export function useNarrowing(): [URLSearchParams, (next: URLSearchParams) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: { narrowed?: number } | null };
  return [
    search,
    (next) =>
      setSearch(next, {
        preventScrollReset: true,
        // Each is one more step to go back (SEARCH-09).
        state: state && { ...state, narrowed: (state.narrowed ?? 0) + 1 },
      }),
  ];
}
