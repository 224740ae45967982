import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

/** The text of a search field, the search that follows it while somebody types, and the page that is shown (1-based). */
export function usePagedSearch() {
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 300);
  // A page belongs to its search: another search starts at its first page.
  const [turned, setTurned] = useState({ search: '', page: 1 });
  return {
    text,
    setText,
    search,
    page: turned.search === search ? turned.page : 1,
    turnTo: (page: number) => setTurned({ search, page }),
  };
}
