import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus with a row that moves, or gives it to another one where a row goes: on a control of the row, wherever
 * that is drawn then. The controls of a row carry their names as `data-control`.
 * @param rowOf the row of a key, once the change is drawn
 * @returns called together with the change
 */
export function useKeptFocus(rowOf: (key: string) => Element | null | undefined) {
  const wanted = useRef<{ key: string; control: string }>(undefined);
  // Within the commit that draws the change: an effect of the render before it could still run after the key, take what
  // is wanted, and find the row where it was.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { key, control } = wanted.current;
    wanted.current = undefined;
    const row = rowOf(key);
    row?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  });
  return (key: string, control: string): void => {
    wanted.current = { key, control };
  };
}

/** The name of the control that an element is; undefined where it is none. */
export const controlOf = (element: EventTarget | null): string | undefined =>
  element instanceof HTMLElement ? element.dataset['control'] : undefined;
