import { useEffect } from 'react';
import { recall, remember } from '../lib/remembered.ts';

/**
 * Whether a list had something in it when this account saw it last, as far as this browser knows. Such a list gets its
 * place before it is read, so that the page does not jump.
 * @param hasSome undefined until the list is read
 */
export function useHadSome(
  list: string,
  accountId: string | undefined,
  hasSome: boolean | undefined,
): boolean {
  const key = `armarium.has-${list}.${accountId}`;
  useEffect(() => {
    if (accountId !== undefined && hasSome !== undefined) remember(key, String(hasSome));
  }, [accountId, key, hasSome]);
  return recall(key) === 'true';
}
