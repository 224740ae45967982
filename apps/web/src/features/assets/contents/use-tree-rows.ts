import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { OutlineRow } from './outline-rows.ts';

const ROW_px = 46;
/** With the field of a label, and with what failed below it. */
const FIELD_px = 92;
const FAULT_px = 168;
/** How near to an edge a dragged entry scrolls the tree, and how far with each move. */
const EDGE_px = 32;
const STEP_px = 14;

/**
 * The rows of the tree, of which only those in sight are drawn, and the one that has the focus or would get it.
 * @param active the place of that row; the tree scrolls to it when its entry changes
 * @param typed the entries whose labels are typed: whether something failed, by their uuids
 */
export function useTreeRows(
  rows: readonly OutlineRow[],
  active: number,
  typed: ReadonlyMap<string, boolean>,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useRef<HTMLDivElement>(null);
  const uuidAt = (place: number) => rows[place]?.entry.uuid ?? '';
  const kept = [active, ...rows.flatMap(({ entry }, place) => (typed.has(entry.uuid) ? [place] : []))];
  // Nothing here is memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: uuidAt,
    estimateSize: (place) => {
      const failed = typed.get(uuidAt(place));
      return failed === undefined ? ROW_px : failed ? FAULT_px : FIELD_px;
    },
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...kept])]
        .filter((place) => place >= 0 && place < rows.length)
        .toSorted((one, other) => one - other),
    overscan: 6,
  });
  const sizes = JSON.stringify([...typed]);
  useEffect(() => virtual.measure(), [virtual, sizes]);
  const uuid = uuidAt(active);
  const seen = useRef(uuid);
  useEffect(() => {
    if (uuid !== '' && uuid !== seen.current) virtual.scrollToIndex(active);
    seen.current = uuid;
  }, [virtual, uuid, active]);

  const hasFocus = useRef(false);
  const wantsFocus = useRef(false);
  // A layout effect, because a row or field that is removed while it has the focus sends no event.
  useLayoutEffect(() => {
    const tree = scroller.current;
    const isLost = hasFocus.current && !tree?.contains(document.activeElement);
    if (!wantsFocus.current && !isLost) return;
    wantsFocus.current = false;
    tree?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus({ preventScroll: true });
  });

  return {
    scroller,
    drawn,
    virtual,
    /** Gives the focus to the active row once it is drawn. */
    focusActive: () => {
      wantsFocus.current = true;
    },
    focusSeen: (has: boolean) => {
      hasFocus.current = has;
    },
    /** The place of the row before which something would be dropped at a point of the window. */
    rowAt({ y }: { y: number }): number | undefined {
      const box = drawn.current?.getBoundingClientRect();
      if (!box) return undefined;
      const at = y - box.top;
      const row = virtual.getVirtualItems().find(({ start, end }) => at >= start && at < end);
      if (!row) return at < 0 ? 0 : rows.length;
      return at < (row.start + row.end) / 2 ? row.index : row.index + 1;
    },
    /** Scrolls a little where a point of the window is near the upper or the lower edge. */
    scrollAt(y: number): void {
      const box = scroller.current?.getBoundingClientRect();
      if (!box) return;
      const step = y < box.top + EDGE_px ? -STEP_px : y > box.bottom - EDGE_px ? STEP_px : 0;
      if (step !== 0) scroller.current?.scrollBy({ top: step });
    },
    /** Where the line before a row is. */
    lineTop: (place: number) => {
      const rest = virtual.getVirtualItems();
      return rest.find(({ index }) => index === place)?.start ?? rest.at(-1)?.end ?? 0;
    },
  };
}
