import { useEffect, useEffectEvent, useState } from 'react';
import { accountHere } from '../api/account-here.ts';

interface AccountHereOptions {
  /** Whether it looks. */
  isLooking: boolean;
  /** The account that is waited for. */
  username: string;
  /** It is signed in. */
  onThere(): void;
}

/**
 * Looks who is signed in whenever somebody comes back to the page, who may have signed in in another tab.
 * @returns the account that is signed in in place of the one that is waited for
 */
export function useAccountHere({ isLooking, username, onThere }: AccountHereOptions): string | undefined {
  const [other, setOther] = useState<string>();
  const take = useEffectEvent((found: string | undefined) => {
    if (found === username) onThere();
    setOther(found === username ? undefined : found);
  });
  useEffect(() => {
    if (!isLooking) return undefined;
    let gone = false;
    let isAsking = false;
    let isWanted = false;
    const lookAll = async () => {
      isAsking = true;
      while (isWanted) {
        isWanted = false;
        const found = await accountHere();
        if (!gone) take(found);
      }
      isAsking = false;
    };
    const look = () => {
      if (document.hidden) return;
      // Who comes back while an answer is under way may have signed in since it was asked for.
      isWanted = true;
      if (!isAsking) void lookAll();
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      gone = true;
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLooking]);
  return other;
}
