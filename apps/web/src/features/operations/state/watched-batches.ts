import { useSyncExternalStore } from 'react';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';

const NAME = 'watched-batches';
const listeners = new Set<() => void>();
let watched: readonly string[] | undefined;

/** The batches whose progress is shown beside whatever page, by uuid; they outlive a reload of the tab. */
export function useWatchedBatches(): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (watched ??= recallDraft<string[]>(NAME) ?? []),
  );
}

/** Those begun in this page: how they ended is news here, after a reload it was shown before. */
const begun = new Set<string>();

/** Whether a batch was begun in this page; says so once. */
export function isNews(uuid: string): boolean {
  return begun.delete(uuid);
}

export function watchBatch(uuid: string): void {
  begun.add(uuid);
  replace([...(watched ?? []).filter((other) => other !== uuid), uuid]);
}

export function leaveBatch(uuid: string): void {
  replace((watched ?? []).filter((other) => other !== uuid));
}

function replace(next: readonly string[]): void {
  watched = next;
  keepDraft(NAME, next.length > 0 ? next : undefined);
  for (const listener of listeners) listener();
}
