import { useSyncExternalStore } from 'react';

/** What was moved to the trash last in this tab, for as long as it is offered to be undone. */
export interface Deletion {
  readonly kind: 'stories' | 'series';
  readonly uuids: readonly string[];
}

const listeners = new Set<() => void>();
let last: Deletion | undefined;

/** Offers to undo a deletion, in place of the one before; undefined offers none. */
export function offerUndo(deletion: Deletion | undefined): void {
  last = deletion;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLastDeletion(): Deletion | undefined {
  return useSyncExternalStore(subscribe, () => last);
}
