import { recallList, remember } from '../../lib/remembered.ts';
import { fieldFrom, type SearchField } from '../../records/search-address.ts';

/** How many searches the browser keeps of an account (decisions §11). */
const KEPT = 20;

/** A search that the user began in the search box. */
export interface RecentSearch {
  readonly text: string;
  readonly findBy?: SearchField | undefined;
  /** The collection in which, and below which, it looks. */
  readonly below?: { readonly uuid: string; readonly title: string } | undefined;
}

/** People who share a browser don't see each other's searches. */
const keyOf = (accountId: string) => `armarium.recent-searches.${accountId}`;

/** Whether two searches find the same. */
export const isSameSearch = (one: RecentSearch, other: RecentSearch): boolean =>
  one.text === other.text && one.findBy === other.findBy && one.below?.uuid === other.below?.uuid;

/** A search as it was kept; undefined if the value is not a search. */
function keptSearch(kept: unknown): RecentSearch | undefined {
  const { text, findBy, below } = (kept ?? {}) as Record<string, unknown>;
  const { uuid, title } = (below ?? {}) as Record<string, unknown>;
  if (typeof text !== 'string') return undefined;
  return {
    text,
    findBy: fieldFrom(typeof findBy === 'string' ? findBy : null),
    below: typeof uuid === 'string' && typeof title === 'string' ? { uuid, title } : undefined,
  };
}

/** The last searches of an account in this browser, the newest first. */
export function recentSearches(accountId: string): RecentSearch[] {
  return recallList(keyOf(accountId), keptSearch);
}

/** Keeps a search as the newest; the oldest may go. A blank text is no search. */
export function keepSearch(accountId: string, search: RecentSearch): void {
  const newest = { ...search, text: search.text.trim() };
  if (newest.text === '') return;
  const others = recentSearches(accountId).filter((one) => !isSameSearch(one, newest));
  remember(keyOf(accountId), JSON.stringify([newest, ...others].slice(0, KEPT)));
}

export function forgetSearches(accountId: string): void {
  remember(keyOf(accountId), '[]');
}
