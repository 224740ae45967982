import { useQuery } from '@tanstack/react-query';
import { accountQuery } from '../api/account.ts';
import { keepPlace } from './recent-places.ts';

/** Remembers for the signed-in account that a collection was used as a place. */
export function useKeepPlace(): (uuid: string) => void {
  const accountId = useQuery(accountQuery).data?.id;
  return (uuid) => {
    if (accountId !== undefined) keepPlace(accountId, uuid);
  };
}
