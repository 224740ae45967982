import { translate } from '../lib/i18n.ts';
import { describeProblem } from '../lib/problem/problem-text.ts';
import { noticeKinds } from './notice-kinds.tsx';
import { keepNotice, type NoticeKind } from './notices.ts';
import { notifications } from './toasts.tsx';

const SHOWN_ms = 5000;
let shown = 0;

/**
 * Shows a notification for 5 s (SHELL-31, A-55): the time stands still under the pointer, by itself, and while
 * the focus is in it. It can be read again in the header.
 * @param id the same id replaces the notification that is still shown, so that a poll can't pile them up
 */
export function notify(
  kind: NoticeKind,
  { id = `notice-${shown}`, title, message = '' }: { id?: string; title: string; message?: string },
): void {
  shown += 1;
  // The library starts the time anew only when it changes: one that replaces another has a millisecond more or less.
  const autoClose = SHOWN_ms + (shown % 2);
  const closeButtonProps = { 'aria-label': translate('ui:close') };
  const look = { id, title, message, closeButtonProps, ...noticeKinds[kind] };
  keepNotice({ id, kind, title, message });
  notifications.hide(id);
  notifications.show({
    ...look,
    autoClose,
    onFocus: () => notifications.update({ ...look, autoClose: false }),
    onBlur: () => notifications.update({ ...look, autoClose }),
  });
}

/**
 * Shows what failed, why, and what to do next; the global answer to a failed query or mutation (ERR-01, ERR-03).
 * @param what failed, in words of its own; else a first look, the renewal of what is shown, or a change
 */
export function notifyProblem(error: Error, what: (() => string) | 'load' | 'refresh' | 'do'): void {
  const { title: why, next } = describeProblem(error);
  const title = typeof what === 'function' ? what() : translate(`ui:failed.${what}`);
  // Of several calls that fail together for one reason one message is enough.
  notify('error', {
    id: `problem-${title}-${why}`,
    title,
    message: `${why.replace(/[^.!?]$/, '$&.')} ${next}`,
  });
}
