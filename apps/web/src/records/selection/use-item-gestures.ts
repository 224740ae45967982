import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { useNavigationType } from 'react-router';
import { moveFocusByArrows } from '../../ui/arrow-focus.ts';
import { isLetterKey } from '../../ui/letter-keys.ts';
import type { Picking } from './picking.ts';
import { choose, isChosen, rangeOf } from './selection.ts';

const LONG_PRESS_ms = 500;
/** A finger is never quite still. */
const STILL_px = 10;

/** The item that was opened last: going back puts the focus on it. */
let openedLast: string | undefined;

function rememberOpened(uuid: string): void {
  openedLast = uuid;
}

const itemOf = (element: Element | null | undefined) =>
  element?.closest('li, tr')?.querySelector<HTMLElement>('[data-card]')?.dataset['card'];

/**
 * How items on a page are opened and chosen, whether they stand as cards or as rows. A click opens one, or chooses it
 * while any is chosen; the shift key extends, `x` chooses. By touch the first tap highlights, the second opens, and a
 * long press chooses (GRID-19 to GRID-23).
 * @param uuids of the items in their order; the link of each has its uuid as `data-card`, in an `li` or `tr`
 * @param busy an older page is shown until the one asked for arrives
 * @param picking absent where there is nothing that the user may do with chosen items
 */
export function useItemGestures<List extends HTMLElement>(
  uuids: readonly string[],
  busy: boolean,
  picking: Picking | undefined,
) {
  const navigation = useNavigationType();
  const list = useRef<List>(null);
  const [highlighted, setHighlighted] = useState<string>();
  /** Where the shift key extends from. */
  const anchor = useRef<string>(undefined);
  const press = useRef<{ touch: boolean; x: number; y: number; timer?: ReturnType<typeof setTimeout> }>(
    undefined,
  );
  const long = useRef(false);
  const choosing = picking !== undefined && picking.count > 0;

  useEffect(() => {
    if (navigation !== 'POP' || openedLast === undefined) return;
    // A table may come after the page.
    if (!list.current) return;
    list.current.querySelector<HTMLElement>(`[data-card="${openedLast}"]`)?.focus({ preventScroll: true });
    openedLast = undefined;
  });
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  // Wherever the focus is on the page: to the first or the last item where it is at none.
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
  }, []);

  // Older items may be none of those that are chosen among: they are opened, not chosen.
  const toggle = (uuid: string) => {
    if (busy) return;
    anchor.current = uuid;
    picking?.change(choose(picking.selection, [uuid], !isChosen(picking.selection, uuid)));
  };
  /** Where nothing is chosen any more, or another page is shown, there is nothing to extend from. */
  const begin = (uuid: string) => {
    if (!choosing || anchor.current === undefined || !uuids.includes(anchor.current)) anchor.current = uuid;
    return anchor.current;
  };
  const extend = (uuid: string) => {
    if (!busy) picking?.change(choose(picking.selection, rangeOf(uuids, begin(uuid), uuid), true));
  };

  const onClick = (event: MouseEvent, uuid: string) => {
    // The keyboard's click, and one that opens another tab, mean the link.
    const byHand = event.detail > 0 && !event.ctrlKey && !event.metaKey;
    if (byHand && long.current) event.preventDefault();
    else if (byHand && picking && (choosing || event.shiftKey)) {
      event.preventDefault();
      if (event.shiftKey) extend(uuid);
      else toggle(uuid);
    } else if (byHand && press.current?.touch && highlighted !== uuid) {
      event.preventDefault();
      setHighlighted(uuid);
    } else rememberOpened(uuid);
    long.current = false;
  };

  const onTick = (uuid: string, withShift: boolean) => {
    // The click that ends a long press on the checkbox, which was its choice already.
    if (!long.current) (withShift ? extend : toggle)(uuid);
    long.current = false;
  };

  const onKeyDown = (event: KeyboardEvent<List>) => {
    long.current = false;
    const from = itemOf(document.activeElement);
    const to = itemOf(moveFocusByArrows(event, '[data-card]', picking !== undefined));
    if (!picking || from === undefined) return;
    if (to !== undefined && event.shiftKey) {
      if (busy) return;
      const start = begin(from);
      const before = choose(picking.selection, rangeOf(uuids, start, from), false);
      picking.change(choose(before, rangeOf(uuids, start, to), true));
    } else if (isLetterKey(event.nativeEvent, 'x')) toggle(from);
  };

  const onPointerDown = (event: PointerEvent) => {
    const uuid = event.target instanceof Element ? itemOf(event.target) : undefined;
    long.current = false;
    clearTimeout(press.current?.timer);
    press.current = { touch: event.pointerType === 'touch', x: event.clientX, y: event.clientY };
    if (!press.current.touch || !picking || uuid === undefined) return;
    press.current.timer = setTimeout(() => {
      long.current = true;
      toggle(uuid);
    }, LONG_PRESS_ms);
  };
  const release = () => clearTimeout(press.current?.timer);

  return {
    choosing,
    highlighted: choosing ? undefined : highlighted,
    onClick,
    onTick,
    /** For the element around all of them. */
    around: {
      ref: list,
      'data-choosing': choosing || undefined,
      onKeyDown,
      onPointerDown,
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x = 0, y = 0 } = press.current ?? {};
        if (Math.hypot(clientX - x, clientY - y) > STILL_px) release();
      },
      onPointerUp: release,
      onPointerCancel: release,
      onContextMenu: (event: MouseEvent) => {
        if (press.current?.touch) event.preventDefault();
      },
    },
  };
}
