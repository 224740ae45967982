import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { describeProblem } from '../lib/problem/problem-text.ts';

const kinds = {
  success: { color: 'green', icon: <IconCheck size={18} /> },
  info: { color: 'accent', icon: <IconInfoCircle size={18} /> },
  error: { color: 'red', icon: <IconAlertTriangle size={18} /> },
};

/**
 * Shows a notification for 5 s (the time stands still under pointer or focus).
 * @param id the same id replaces the notification that is still shown, so that a poll can't pile them up
 */
export function notify(
  kind: keyof typeof kinds,
  { id, title, message }: { id?: string; title: string; message?: string },
): void {
  const look = { title, message: message ?? '', ...kinds[kind] };
  if (id !== undefined) notifications.hide(id);
  notifications.show({ ...look, ...(id !== undefined && { id }) });
}

/** Tells what failed and what to do next; the global answer to a failed query or mutation. */
export function notifyProblem(error: Error): void {
  const { title, next } = describeProblem(error);
  notify('error', { id: `problem-${title}`, title, message: next });
}
