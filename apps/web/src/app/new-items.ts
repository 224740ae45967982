import { useSyncExternalStore } from 'react';
import { recall, remember } from '../lib/remembered.ts';

/** New items a collection, by its uuid. */
export type NewItemCounts = Readonly<Record<string, number>>;

const listeners = new Set<() => void>();
const countsOf = new Map<string, NewItemCounts>();

/** The counts with one more finished item; pure. */
export function withOneMore(before: NewItemCounts, collectionUuid: string): NewItemCounts {
  return { ...before, [collectionUuid]: (before[collectionUuid] ?? 0) + 1 };
}

/** The counts without those of a collection; pure. */
export function without(before: NewItemCounts, collectionUuid: string): NewItemCounts {
  return Object.fromEntries(Object.entries(before).filter(([uuid]) => uuid !== collectionUuid));
}

/**
 * Counts what the user's own uploads added to a collection since its list was loaded; survives a reload (HOME-22).
 * Each account has counts of its own in a browser, and each organisation by its address.
 */
export function countNewItem(accountId: string, collectionUuid: string): void {
  replace(accountId, withOneMore(current(accountId), collectionUuid));
}

export function forgetNewItems(accountId: string, collectionUuid: string): void {
  if (collectionUuid in current(accountId)) replace(accountId, without(current(accountId), collectionUuid));
}

export function useNewItems(accountId: string | undefined, collectionUuid: string): number {
  const counts = useSyncExternalStore(subscribe, () =>
    accountId === undefined ? undefined : current(accountId),
  );
  return counts?.[collectionUuid] ?? 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const storageKey = (accountId: string) => `armarium.new-items.${accountId}`;

function current(accountId: string): NewItemCounts {
  const known = countsOf.get(accountId) ?? parse(recall(storageKey(accountId)));
  countsOf.set(accountId, known);
  return known;
}

function replace(accountId: string, next: NewItemCounts): void {
  countsOf.set(accountId, next);
  remember(storageKey(accountId), JSON.stringify(next));
  for (const listener of listeners) listener();
}

function parse(json: string | null): NewItemCounts {
  try {
    const kept: unknown = JSON.parse(json ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(([, count]) => Number.isInteger(count) && count > 0),
    );
  } catch {
    return {};
  }
}
