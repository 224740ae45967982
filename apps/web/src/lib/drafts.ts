import { forget, recall, remember, rememberedKeys } from './remembered.ts';

/**
 * What somebody typed and has not sent yet, kept in the tab's own storage: it outlives a reload, an expired session
 * and a conflict, and ends with the tab. What is kept on the machine ends with neither. Each account sees its own.
 */
let owner = '';

/** Sets whose drafts are read and kept from now on. @param accountId of the user who is signed in */
export function ownDrafts(accountId: string): void {
  owner = accountId;
}

/** Where a draft is kept: another key for each account, also for what is held in memory beside it. */
export const keyOf = (name: string) => `armarium.draft.${owner}.${name}`;

/** The draft of this name, or undefined; also where storage is forbidden or holds something else. */
export function recallDraft<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(name));
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Keeps a draft as far as the browser lets us; undefined takes it away. */
export function keepDraft(name: string, draft: object | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify(draft));
  } catch {
    // Forbidden or full: it stands on the page as long as that is open.
  }
}

/**
 * What is kept on this machine under names that begin so, by key: other tabs may have written it. A key stays that of the
 * account that is signed in now.
 */
export function recallFromMachine(beginning: string): Map<string, unknown> {
  const keys = rememberedKeys(keyOf(beginning));
  return new Map(keys.map((key) => [key, parsed(recall(key))]));
}

/** Keeps a draft on this machine until it is taken away; undefined takes it away. @returns false where the browser keeps nothing more */
export function keepOnMachine(key: string, draft: object | undefined): boolean {
  if (draft !== undefined) return remember(key, JSON.stringify(draft));
  forget(key);
  return true;
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
