import type { ItemQuery } from '@armarium/contract/item-query';
import { useSyncExternalStore } from 'react';
import { keepDraft, recallDraft } from '../../lib/drafts.ts';
import { chosenCount, nothing, type Selection } from './selection.ts';

/** What is chosen in a list, and how it is changed. */
export interface Picking {
  /** What the list finds: another query has another selection. */
  readonly query: ItemQuery;
  /** How many items it finds. */
  readonly total: number;
  readonly selection: Selection;
  /** How many items are chosen. */
  readonly count: number;
  change(next: Selection): void;
}

const listeners = new Set<() => void>();
const known = new Map<string, Selection>();

/**
 * The selection of a list. It holds over pages, over going away and back, and over a reload within the tab; each
 * account has its own (GRID-28).
 */
export function usePicking(query: ItemQuery, total: number): Picking {
  const name = `selection.${JSON.stringify(query)}`;
  const selection = useSyncExternalStore(subscribe, () => current(name));
  return {
    query,
    total,
    selection,
    count: chosenCount(selection, total),
    change: (next) => {
      known.set(name, next);
      keepDraft(name, !next.all && next.uuids.length === 0 ? undefined : next);
      for (const listener of listeners) listener();
    },
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(name: string): Selection {
  const selection = known.get(name) ?? recallDraft<Selection>(name) ?? nothing;
  known.set(name, selection);
  return selection;
}
