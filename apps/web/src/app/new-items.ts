import { useSyncExternalStore } from 'react';
import { recall, remember } from '../lib/remembered.ts';

/** New items a collection, by its uuid. */
export type NewItemCounts = Readonly<Record<string, number>>;

const STORAGE_KEY = 'armarium.new-items';
const listeners = new Set<() => void>();
let counts: NewItemCounts = read();

/** The counts with one more finished item; pure. */
export function withOneMore(before: NewItemCounts, collectionUuid: string): NewItemCounts {
  return { ...before, [collectionUuid]: (before[collectionUuid] ?? 0) + 1 };
}

/** The counts without those of a collection; pure. */
export function without(before: NewItemCounts, collectionUuid: string): NewItemCounts {
  return Object.fromEntries(Object.entries(before).filter(([uuid]) => uuid !== collectionUuid));
}

/** Counts what the user's own uploads added to a collection since its list was loaded; survives a reload (HOME-22). */
export function countNewItem(collectionUuid: string): void {
  replace(withOneMore(counts, collectionUuid));
}

export function forgetNewItems(collectionUuid: string): void {
  if (collectionUuid in counts) replace(without(counts, collectionUuid));
}

export function useNewItems(collectionUuid: string | undefined): number {
  const current = useSyncExternalStore(subscribe, () => counts);
  return collectionUuid === undefined ? 0 : (current[collectionUuid] ?? 0);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: NewItemCounts): void {
  counts = next;
  remember(STORAGE_KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

function read(): NewItemCounts {
  try {
    const kept: unknown = JSON.parse(recall(STORAGE_KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(([, count]) => Number.isInteger(count) && count > 0),
    );
  } catch {
    return {};
  }
}
