import { useQuery } from '@tanstack/react-query';
import { ownSignOnQuery } from '../api/own-sign-on.ts';

/** Whether the signed-in account has a password here; as long as that is not known it is taken to have one. */
export function useHasPassword(): boolean {
  return useQuery(ownSignOnQuery).data?.hasPassword !== false;
}
