import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { moveFocusByArrows } from '../../ui/arrow-focus.ts';
import { useCameBack } from '../../ui/came-back.ts';
import { isLetterKey } from '../../ui/letter-keys.ts';
import type { Choice } from './picking.ts';
import { choose, isChosen, rangeOf } from './selection.ts';
import { useLongPress } from './use-long-press.ts';

/** The item that was opened last: going back puts the focus on it. */
let openedLast: string | undefined;

/** Where the user goes back to the list, the focus goes to this item. */
export function rememberOpened(uuid: string): void {
  openedLast = uuid;
}

const itemOf = (element: Element | null | undefined) =>
  element?.closest('li, tr')?.querySelector<HTMLElement>('[data-card]')?.dataset['card'];

/**
 * How items on a page are opened and chosen, whether they are shown as cards or as rows. A click opens one, or chooses it
 * while any is chosen; the shift key extends, `x` chooses. By touch the first tap highlights, the second opens, and a
 * long press chooses (GRID-19 to GRID-23).
 * @param uuids of the items in their order; the link of each has its uuid as `data-card`, in an `li` or `tr`
 * @param busy an older page is shown until the next one arrives
 * @param picking absent where there is nothing that the user may do with chosen items
 */
export function useItemGestures<List extends HTMLElement>(
  uuids: readonly string[],
  busy: boolean,
  picking: Choice | undefined,
) {
  const list = useRef<List>(null);
  const [highlighted, setHighlighted] = useState<string>();
  const { choosing, toggle, extend, extendTo } = useChosenByHand(uuids, busy, picking);
  const press = useLongPress((target) => {
    const uuid = target instanceof Element ? itemOf(target) : undefined;
    return picking && uuid !== undefined ? () => toggle(uuid) : undefined;
  });
  useReturnedFocus(list);
  useStepKeys(list);

  const onClick = (event: MouseEvent, uuid: string) => {
    const wasLong = press.takeLong();
    // The keyboard's click, and one that opens another tab, mean the link.
    const byHand = event.detail > 0 && !event.ctrlKey && !event.metaKey;
    if (byHand && wasLong) event.preventDefault();
    else if (byHand && picking && (choosing || event.shiftKey)) {
      event.preventDefault();
      if (event.shiftKey) extend(uuid);
      else toggle(uuid);
    } else if (byHand && press.isTouch() && highlighted !== uuid) {
      event.preventDefault();
      setHighlighted(uuid);
    } else rememberOpened(uuid);
  };

  const onTick = (uuid: string, withShift: boolean) => {
    // The click that ends a long press on the checkbox, which was its choice already.
    if (!press.takeLong()) (withShift ? extend : toggle)(uuid);
  };

  const onKeyDown = (event: KeyboardEvent<List>) => {
    press.takeLong();
    const from = itemOf(document.activeElement);
    const to = itemOf(moveFocusByArrows(event, '[data-card]', picking !== undefined));
    if (!picking || from === undefined) return;
    if (to !== undefined && event.shiftKey) extendTo(from, to);
    else if (isLetterKey(event.nativeEvent, 'x')) toggle(from);
  };

  return {
    choosing,
    highlighted: choosing ? undefined : highlighted,
    onClick,
    onTick,
    /** For the element around all of them. */
    around: { ref: list, 'data-choosing': choosing || undefined, onKeyDown, ...press.handlers },
  };
}

/**
 * The ways in which items of the page are chosen. While an older page is shown, its items may not
 * match any more: they can only be opened.
 */
function useChosenByHand(uuids: readonly string[], busy: boolean, picking: Choice | undefined) {
  /** Where the shift key extends from. */
  const anchor = useRef<string>(undefined);
  const choosing = picking !== undefined && picking.count > 0;
  /** Where nothing is chosen any more, or another page is shown, there is nothing to extend from. */
  const begin = (uuid: string) => {
    if (!choosing || anchor.current === undefined || !uuids.includes(anchor.current)) anchor.current = uuid;
    return anchor.current;
  };
  return {
    choosing,
    toggle: (uuid: string) => {
      if (busy) return;
      anchor.current = uuid;
      picking?.change(choose(picking.selection, [uuid], !isChosen(picking.selection, uuid)));
    },
    /** Chooses all items from the anchor to this one. */
    extend: (uuid: string) => {
      if (!busy) picking?.change(choose(picking.selection, rangeOf(uuids, begin(uuid), uuid), true));
    },
    /** Moves the end of the chosen range from one item to another. */
    extendTo: (from: string, to: string) => {
      if (busy || !picking) return;
      const start = begin(from);
      const before = choose(picking.selection, rangeOf(uuids, start, from), false);
      picking.change(choose(before, rangeOf(uuids, start, to), true));
    },
  };
}

/** Puts the focus on the item that was shown last, where the user comes back from it. */
function useReturnedFocus(list: RefObject<HTMLElement | null>): void {
  const cameBack = useCameBack();
  useEffect(() => {
    if (cameBack === undefined || openedLast === undefined) return;
    // A table may come after the page.
    if (!list.current) return;
    // Going back in history restores the place on the page, a link does not.
    const preventScroll = cameBack === 'history';
    list.current.querySelector<HTMLElement>(`[data-card="${openedLast}"]`)?.focus({ preventScroll });
    openedLast = undefined;
  });
}

/** `j` and `k` wherever the focus is on the page: to the first or the last item where it is at none. */
function useStepKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const step = (event: globalThis.KeyboardEvent) => {
      const by = isLetterKey(event, 'j') ? 1 : isLetterKey(event, 'k') ? -1 : 0;
      if (by === 0) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])];
      const place = links.findIndex(({ dataset }) => dataset['card'] === itemOf(document.activeElement));
      const none = by > 0 ? 0 : links.length - 1;
      links[place < 0 ? none : place + by]?.focus();
    };
    document.addEventListener('keydown', step);
    return () => document.removeEventListener('keydown', step);
  }, [list]);
}
