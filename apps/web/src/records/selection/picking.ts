import type { ItemQuery } from '@armarium/contract/item-query';
import { useSyncExternalStore } from 'react';
import { keepDraft, recallDraft } from '../../lib/drafts.ts';
import { chosenCount, nothing, type Selection } from './selection.ts';

/** What is chosen in a list of records, and how it is changed. */
export interface Choice {
  /** How many records the list has. */
  readonly total: number;
  readonly selection: Selection;
  /** How many of them are chosen. */
  readonly count: number;
  change(next: Selection): void;
}

/** What is chosen in a list of items. */
export interface Picking extends Choice {
  /** What the list finds: another query has another selection. */
  readonly query: ItemQuery;
}

const listeners = new Set<() => void>();
const known = new Map<string, Selection>();

/** The selection of a list of items, by its query. */
export function usePicking(query: ItemQuery, total: number): Picking {
  return { query, ...useChoice(JSON.stringify(query), total) };
}

/**
 * The selection of a list. It holds over pages, over going away and back, and over a reload within the tab; each
 * account has its own (GRID-28).
 * @param list the name of the list: each has its own selection
 */
export function useChoice(list: string, total: number): Choice {
  const name = `selection.${list}`;
  const selection = useSyncExternalStore(subscribe, () => current(name));
  return {
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
