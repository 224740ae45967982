import { useEffect, useState } from 'react';
import { accountHere } from '../api/account-here.ts';
import { linkFault, readLink, type LinkAccount, type LinkKind } from '../api/password-links.ts';

/** How far the page of a link is. */
export type LinkStage =
  | { readonly at: 'loading' }
  | { readonly at: 'unknown' | 'over' }
  | { readonly at: 'failed'; readonly error: unknown; readonly isWaiting: boolean }
  | { readonly at: 'form'; readonly link: LinkAccount }
  | { readonly at: 'other'; readonly link: LinkAccount; readonly signedIn: string }
  | { readonly at: 'done'; readonly username: string };

/** Reads a link of mail, and looks who is signed in in this browser. */
export function useLink(kind: LinkKind, token: string) {
  const [stage, setStage] = useState<LinkStage>(token === '' ? { at: 'unknown' } : { at: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    if (token !== '')
      void stageOf(kind, token).then((found) => {
        if (!gone) setStage(found);
      });
    return () => {
      gone = true;
    };
  }, [kind, token, attempt]);
  const retry = () => {
    if (stage.at !== 'failed' || stage.isWaiting) return;
    setStage({ ...stage, isWaiting: true });
    setAttempt(attempt + 1);
  };
  return { stage, setStage, retry };
}

async function stageOf(kind: LinkKind, token: string): Promise<LinkStage> {
  try {
    const [link, signedIn] = await Promise.all([readLink(kind, token), accountHere()]);
    return signedIn === undefined || signedIn === link.username
      ? { at: 'form', link }
      : { at: 'other', link, signedIn };
  } catch (error) {
    const fault = linkFault(error);
    return fault === undefined ? { at: 'failed', error, isWaiting: false } : { at: fault };
  }
}
