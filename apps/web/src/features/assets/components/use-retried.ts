import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';

/**
 * A query whose failure is shown at its place, with a button that asks again.
 * @param place gets the focus where the button goes, since its query was answered
 */
export function useRetried<Data>(query: UseQueryResult<Data>, place: RefObject<HTMLElement | null>) {
  // It stays until there is an answer, and with it the button that has the focus.
  const [failure, setFailure] = useState<Error>();
  if (query.error && query.error !== failure) setFailure(query.error);
  const again = async () => {
    const { isSuccess } = await query.refetch();
    if (isSuccess) place.current?.focus();
  };
  return { data: query.data, failure, again };
}
