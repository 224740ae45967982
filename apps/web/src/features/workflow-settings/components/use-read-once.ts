import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** What a dialog is about, as it was read first. A change by others is told when something is saved over it. */
export function useReadOnce<Data>(query: UseQueryResult<Data>) {
  const [read, setRead] = useState(query.data);
  if (read === undefined && query.data !== undefined) setRead(query.data);
  return {
    read,
    /** Takes it as it is now, where that can be read. */
    readAgain: async () => {
      const { data } = await query.refetch();
      setRead(data);
    },
  };
}
