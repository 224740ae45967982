import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { translate } from '../lib/i18n.ts';
import { describeProblem } from '../lib/problem/problem-text.ts';
import './messages.ts';

const kinds = {
  success: { color: 'green', icon: <IconCheck size={18} /> },
  info: { color: 'accent', icon: <IconInfoCircle size={18} /> },
  error: { color: 'red', icon: <IconAlertTriangle size={18} /> },
};

const SHOWN_ms = 5000;
let shown = 0;

/**
 * Shows a notification for 5 s (SHELL-31, A-55): the time stands still under the pointer, by itself, and while
 * the focus is in it.
 * @param id the same id replaces the notification that is still shown, so that a poll can't pile them up
 */
export function notify(
  kind: keyof typeof kinds,
  { id = `notice-${++shown}`, title, message }: { id?: string; title: string; message?: string },
): void {
  const closeButtonProps = { 'aria-label': translate('ui:close') };
  const look = { id, title, message: message ?? '', closeButtonProps, ...kinds[kind] };
  notifications.hide(id);
  notifications.show({
    ...look,
    onFocus: () => notifications.update({ ...look, autoClose: false }),
    onBlur: () => notifications.update({ ...look, autoClose: SHOWN_ms }),
  });
}

/** Tells what failed and what to do next; the global answer to a failed query or mutation. */
export function notifyProblem(error: Error): void {
  const { title, next } = describeProblem(error);
  notify('error', { id: `problem-${title}`, title, message: next });
}
