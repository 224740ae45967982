import { useSyncExternalStore } from 'react';
import { recall, remember } from '../lib/remembered.ts';

/** The uuids of new items, by that of their collection. */
export type NewItems = Readonly<Record<string, readonly string[]>>;

/** As many as anybody counts; of more the list is looked at anyway. */
const NEW_MAX = 1_000;

const listeners = new Set<() => void>();
const newItemsOf = new Map<string, NewItems>();

/** Adds an item, which counts once however often it is reported. Pure. */
export function withOneMore(before: NewItems, collectionUuid: string, itemUuid: string): NewItems {
  const known = before[collectionUuid] ?? [];
  if (known.includes(itemUuid) || known.length >= NEW_MAX) return before;
  return { ...before, [collectionUuid]: [...known, itemUuid] };
}

/** Without those of a collection; pure. */
export function without(before: NewItems, collectionUuid: string): NewItems {
  return Object.fromEntries(Object.entries(before).filter(([uuid]) => uuid !== collectionUuid));
}

/**
 * Counts an item that came to a collection since its list was loaded, by the user's own upload or as the events tell
 * survives a reload (HOME-22). Each account has counts of its own in a browser, and each organisation by its
 * address.
 */
export function countNewItem(accountId: string, collectionUuid: string, itemUuid: string): void {
  const before = current(accountId);
  const next = withOneMore(before, collectionUuid, itemUuid);
  if (next !== before) replace(accountId, next);
}

/** @param collectionUuid undefined for those of all collections (SEARCH-15) */
export function forgetNewItems(accountId: string, collectionUuid: string | undefined): void {
  if (collectionUuid === undefined) replace(accountId, {});
  else if (collectionUuid in current(accountId))
    replace(accountId, without(current(accountId), collectionUuid));
}

/** @param collectionUuid undefined for those of all collections, each item once */
export function useNewItems(accountId: string | undefined, collectionUuid: string | undefined): number {
  const items = useSyncExternalStore(subscribe, () =>
    accountId === undefined ? undefined : current(accountId),
  );
  if (collectionUuid === undefined) return new Set(Object.values(items ?? {}).flat()).size;
  return items?.[collectionUuid]?.length ?? 0;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const storageKey = (accountId: string) => `armarium.new-items.${accountId}`;

function current(accountId: string): NewItems {
  const known = newItemsOf.get(accountId) ?? parse(recall(storageKey(accountId)));
  newItemsOf.set(accountId, known);
  return known;
}

function replace(accountId: string, next: NewItems): void {
  newItemsOf.set(accountId, next);
  remember(storageKey(accountId), JSON.stringify(next));
  for (const listener of listeners) listener();
}

function parse(json: string | null): NewItems {
  try {
    const kept: unknown = JSON.parse(json ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(([, uuids]) => Array.isArray(uuids) && uuids.length > 0),
    );
  } catch {
    return {};
  }
}
