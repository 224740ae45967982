import { recall, remember } from '../../lib/remembered.ts';
import { fieldFrom, type SearchField } from '../../records/search-address.ts';

/** How many searches the browser keeps of an account (decisions §11). */
const KEPT = 20;

/** A search that the user began in the search box. */
export interface RecentSearch {
  readonly text: string;
  readonly findBy?: SearchField | undefined;
  /** The collection in which, and below which, it looks. */
  readonly belowUuid?: string | undefined;
}

/** People who share a browser don't see each other's searches. */
const keyOf = (accountId: string) => `armarium.recent-searches.${accountId}`;

const isSame = (one: RecentSearch, other: RecentSearch) =>
  one.text === other.text && one.findBy === other.findBy && one.belowUuid === other.belowUuid;

/** A search as it was kept; undefined for what is none. */
function keptSearch(kept: unknown): RecentSearch | undefined {
  const { text, findBy, belowUuid } = (kept ?? {}) as Record<string, unknown>;
  if (typeof text !== 'string') return undefined;
  return {
    text,
    findBy: fieldFrom(typeof findBy === 'string' ? findBy : null),
    belowUuid: typeof belowUuid === 'string' ? belowUuid : undefined,
  };
}

/** The last searches of an account in this browser, the newest first. */
export function recentSearches(accountId: string): RecentSearch[] {
  try {
    const kept: unknown = JSON.parse(recall(keyOf(accountId)) ?? '[]');
    return Array.isArray(kept) ? kept.flatMap((one) => keptSearch(one) ?? []) : [];
  } catch {
    // Something else wrote it: nothing is offered.
    return [];
  }
}

/** Keeps a search as the newest; the oldest may go. A blank text is no search. */
export function keepSearch(accountId: string, search: RecentSearch): void {
  if (search.text.trim() === '') return;
  const others = recentSearches(accountId).filter((one) => !isSame(one, search));
  remember(keyOf(accountId), JSON.stringify([search, ...others].slice(0, KEPT)));
}

export function forgetSearches(accountId: string): void {
  remember(keyOf(accountId), '[]');
}
