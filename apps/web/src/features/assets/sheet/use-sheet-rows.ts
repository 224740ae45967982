import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type UIEvent } from 'react';
import { flushSync } from 'react-dom';
import { paceAt } from './scroll-pace.ts';
import type { MarkedRange } from './use-ranges.ts';

export const cellSizes = { small: 92, middle: 136, large: 220 } as const;
export type CellSize = keyof typeof cellSizes;

export const GAP_px = 12;
/** Place, label and marks below a picture. */
const WORDS_px = 50;

export type SheetRows = ReturnType<typeof useSheetRows>;

/**
 * The rows in which images stand, as wide as the sheet allows, and which of them are in sight.
 * @param place of the image at which the keys act, from 0; the sheet scrolls to it when it changes. -1 for none
 * @param marked the images of an entry; the sheet scrolls to the first of them when the entry changes
 */
export function useSheetRows(count: number, size: CellSize, place: number, marked: MarkedRange | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measure, width } = useElementSize<HTMLDivElement>();
  const drawn = useRef<HTMLDivElement>(null);
  const measured = useMergedRef(measure, drawn);
  const columns = Math.max(2, Math.floor((width + GAP_px) / (cellSizes[size] + GAP_px)));
  const cell_px = (width - (columns - 1) * GAP_px) / columns;
  const row_px = Math.max(60, Math.round(cell_px * 1.2) + WORDS_px + GAP_px);
  // Nothing here is memoized by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: width === 0 ? 0 : Math.ceil(count / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => row_px,
    overscan: 2,
  });
  useEffect(() => rows.measure(), [rows, row_px]);
  const pace = useRef({ top_px: 0, at_ms: 0, isQuick: false });
  const [isQuick, setQuick] = useState(false);
  const seen = useRef(-1);
  useEffect(() => {
    if (place >= 0 && place !== seen.current) rows.scrollToIndex(Math.floor(place / columns));
    seen.current = place;
  }, [rows, place, columns]);
  const entry = marked?.entry;
  const first = marked?.first ?? 0;
  const seenEntry = useRef<string>(undefined);
  useEffect(() => {
    if (entry !== undefined && entry !== seenEntry.current) rows.scrollToIndex(Math.floor(first / columns));
    seenEntry.current = entry;
  }, [rows, entry, first, columns]);

  return {
    scroller,
    measured,
    rows,
    onScroll({ currentTarget: { scrollTop, clientHeight }, timeStamp }: UIEvent) {
      pace.current = paceAt(pace.current, scrollTop, timeStamp, clientHeight);
      // The virtualizer draws the rows that come into sight in the same event: they have to know it before.
      flushSync(() => setQuick(pace.current.isQuick));
    },
    /** Whether it scrolls so quickly that nobody can look at its rows; a little after the last move it is at rest. */
    isPassing: isQuick && rows.isScrolling,
    columns,
    row_px,
    /** How many images a page of the sheet holds. */
    pageLength: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / row_px)) * columns,
    /** The place before which something would be dropped at a point of the window. */
    placeAt({ x, y }: { x: number; y: number }): number | undefined {
      const box = drawn.current?.getBoundingClientRect();
      if (!box) return undefined;
      const row = Math.max(0, Math.floor((y - box.top) / row_px));
      const column = Math.round((x - box.left) / (cell_px + GAP_px));
      return Math.min(row * columns + Math.min(Math.max(column, 0), columns), count);
    },
    /** Moves a line before a place, at the end of a row rather than alone in a new one. */
    lineAt(at: number): string {
      const atEnd = at === count && at > 0 && at % columns === 0;
      const row = Math.floor(at / columns) - (atEnd ? 1 : 0);
      const column = atEnd ? columns : at % columns;
      const x = column * (cell_px + GAP_px) - GAP_px / 2 - 2;
      return `translate(${x}px, ${row * row_px}px)`;
    },
  };
}
