import { useSyncExternalStore } from 'react';

export type NoticeKind = 'success' | 'info' | 'error';

/** A message that was shown. */
export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly message: string;
  /** Epoch, milliseconds. */
  readonly at_ms: number;
  readonly seen: boolean;
}

const KEPT = 50;
const listeners = new Set<() => void>();
/** Newest first. In memory only: titles of records are in them, and the next person may use this browser. */
let notices: readonly Notice[] = [];

/** The list with one more on top; of two with the same id the newer stays. Pure. */
export function withNotice(before: readonly Notice[], notice: Notice): readonly Notice[] {
  return [notice, ...before.filter(({ id }) => id !== notice.id)].slice(0, KEPT);
}

/** Keeps a message that disappears by itself, so that it can be read again. */
export function keepNotice(notice: Omit<Notice, 'at_ms' | 'seen'>): void {
  replace(withNotice(notices, { ...notice, at_ms: Date.now(), seen: false }));
}

/** The user has read all of them. */
export function seeNotices(): void {
  if (notices.some(({ seen }) => !seen)) replace(notices.map((notice) => ({ ...notice, seen: true })));
}

export function clearNotices(): void {
  replace([]);
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => notices);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function replace(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}
