import { useState } from 'react';
import { usePointerDrag, type Point } from '../drag/use-pointer-drag.ts';
import { dropDepth, droppedAt, type Outline } from './outline.ts';
import type { OutlineRow } from './outline-rows.ts';

/** How far each level stands in from the one above it. */
export const INDENT_px = 16;

/** Where a dragged entry would go. */
interface Drop {
  /** Before the entry of that index. */
  readonly to: number;
  /** Before the row of that place. */
  readonly row: number;
  readonly depth: number;
}

interface EntryDragOptions {
  entries: Outline;
  rows: readonly OutlineRow[];
  /** The place of the row before which something would be dropped at a point of the window. */
  rowAt(point: Point): number | undefined;
  /** Scrolls the tree where the pointer comes near its edge. @param y of the window */
  scrollAt(y: number): void;
  onDrop(entries: Outline, index: number): void;
}

/** Drags an entry with those within it. Up and down decides the place, sideways the depth. */
export function useEntryDrag({ entries, rows, rowAt, scrollAt, onDrop }: EntryDragOptions) {
  const [dragged, setDragged] = useState<{ uuid: string; x: number }>();
  const [drop, setDrop] = useState<Drop>();
  const index = dragged ? entries.findIndex(({ uuid }) => uuid === dragged.uuid) : -1;
  function dropAt(point: Point, from_x: number): Drop | undefined {
    const row = rowAt(point);
    const entry = entries[index];
    if (row === undefined || !entry) return undefined;
    const to = rows[row]?.index ?? entries.length;
    const wanted = entry.depth + Math.round((point.x - from_x) / INDENT_px);
    const depth = dropDepth(entries, index, to, wanted);
    return depth === undefined ? undefined : { to, row, depth };
  }

  const stop = () => {
    setDragged(undefined);
    setDrop(undefined);
  };
  const context = usePointerDrag({
    isDragging: dragged !== undefined,
    onStart: (pulled, { x }) => {
      const uuid = pulled.closest<HTMLElement>('[data-entry]')?.dataset['entry'];
      if (uuid !== undefined) setDragged({ uuid, x });
    },
    onMove: (to) => {
      if (!dragged) return;
      scrollAt(to.y);
      setDrop((before) => dropAt(to, dragged.x) ?? before);
    },
    onCancel: stop,
    onDrop: () => {
      if (drop && index >= 0) onDrop(droppedAt(entries, index, drop.to, drop.depth), index);
      stop();
    },
  });
  return { context, drop, dragged: dragged?.uuid };
}
