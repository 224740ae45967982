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

/** The one that gets the focus when it is drawn. */
let focused: string | undefined;

/** Whether a batch gets the focus now that it is drawn; says so once. */
export function takesFocus(uuid: string): boolean {
  if (focused !== uuid) return false;
  focused = undefined;
  return true;
}

/** @param withFocus whether what began it goes, so that the focus moves to where its progress is shown */
export function watchBatch(uuid: string, withFocus = false): void {
  begun.add(uuid);
  if (withFocus) focused = uuid;
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
