import { useWindowEvent } from '@mantine/hooks';
import { recall, remember } from '../lib/remembered.ts';

const KEY = 'armarium.letter-keys';

/** Whether single letters and signs do something in this browser; users who dictate can switch them off (WCAG 2.1.4). */
export function hasLetterKeys(): boolean {
  return recall(KEY) !== 'off';
}

export function setLetterKeys(on: boolean): void {
  remember(KEY, on ? 'on' : 'off');
}

/** Whether this is the key that saves a form. */
export function isSaveKey({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean {
  return key.toLowerCase() === 's' && (ctrlKey || metaKey);
}

/** Whether this is a single key for the page: not one for a field, for a dialog over the page, or for the browser. */
export function isLetterKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>,
  key: string,
): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || !hasLetterKeys()) return false;
  return !isElsewhere(event.target);
}

/** Calls `act` for a single key of the page. @param act undefined where the key does nothing */
export function useLetterKey(key: string, act: (() => void) | undefined): void {
  useWindowEvent('keydown', (event) => {
    if (!act || !isLetterKey(event, key)) return;
    event.preventDefault();
    act();
  });
}

/** Whether a key belongs to a field, or to what lies over the page. */
export function isElsewhere(target: EventTarget | null): boolean {
  // What is typed in a tree goes to its search.
  const field =
    'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=tree]';
  const inField = target instanceof Element && target.closest(field) !== null;
  return inField || document.querySelector('[aria-modal="true"], [role="menu"]') !== null;
}
