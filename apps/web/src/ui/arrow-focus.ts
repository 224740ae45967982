import type { KeyboardEvent } from 'react';

/**
 * The place that a key leads to in a grid of `total` places filled row by row; undefined for a key that
 * leads nowhere.
 */
export function placeAfter(key: string, place: number, columns: number, total: number): number | undefined {
  const to = {
    ArrowRight: place + 1,
    ArrowLeft: place - 1,
    ArrowDown: place + columns,
    ArrowUp: place - columns,
    Home: 0,
    End: total - 1,
  }[key];
  return to !== undefined && to >= 0 && to < total && to !== place ? to : undefined;
}

/**
 * Lets arrows, Home and End move the focus among the elements of a grid, as it is laid out at the moment.
 * @param withShift whether they do so with the shift key too
 * @returns the element that the focus was moved to
 */
export function moveFocusByArrows(
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  withShift = false,
): HTMLElement | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && !withShift)) return undefined;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const place = places.indexOf(document.activeElement as HTMLElement);
  if (place < 0) return undefined;
  // The cells are measured, not the links in them: a line of another script starts at another height.
  const tops = places.map((element) => (element.closest('li, tr') ?? element).getBoundingClientRect().top);
  const wrapped = tops.findIndex((top) => top !== tops[0]);
  const to = placeAfter(event.key, place, wrapped < 0 ? places.length : wrapped, places.length);
  if (to === undefined) return undefined;
  event.preventDefault();
  places[to]?.focus();
  return places[to];
}
