import {
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DndContextProps,
  type DragStartEvent,
} from '@dnd-kit/core';
import { useEffect, useState } from 'react';
import { dropDepth, droppedAt, type Outline } from './outline.ts';
import type { OutlineRow } from './outline-rows.ts';

/** How far each level stands in from the one above it. */
export const INDENT_px = 16;

interface Point {
  readonly x: number;
  readonly y: number;
}

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
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 260, tolerance: 8 } }),
  );
  function dropAt(point: Point, from_x: number): Drop | undefined {
    const row = rowAt(point);
    const entry = entries[index];
    if (row === undefined || !entry) return undefined;
    const to = rows[row]?.index ?? entries.length;
    const wanted = entry.depth + Math.round((point.x - from_x) / INDENT_px);
    const depth = dropDepth(entries, index, to, wanted);
    return depth === undefined ? undefined : { to, row, depth };
  }

  useEffect(() => {
    if (!dragged) return;
    const follow = (event: MouseEvent | TouchEvent) => {
      const at = 'touches' in event ? event.touches[0] : event;
      if (!at) return;
      scrollAt(at.clientY);
      setDrop((before) => dropAt({ x: at.clientX, y: at.clientY }, dragged.x) ?? before);
    };
    window.addEventListener('mousemove', follow);
    window.addEventListener('touchmove', follow);
    return () => {
      window.removeEventListener('mousemove', follow);
      window.removeEventListener('touchmove', follow);
    };
  });

  const stop = () => {
    setDragged(undefined);
    setDrop(undefined);
  };
  const context: DndContextProps = {
    sensors,
    // The pointer says where; what it stands over is worked out from the rows, which are not all there.
    collisionDetection: () => [],
    accessibility: { announcements: silent, screenReaderInstructions: { draggable: '' } },
    onDragStart: ({ activatorEvent }: DragStartEvent) => {
      const row = (activatorEvent.target as Element).closest<HTMLElement>('[data-entry]');
      const uuid = row?.dataset['entry'];
      if (uuid === undefined) return;
      const event = activatorEvent as MouseEvent | TouchEvent;
      const x = 'touches' in event ? event.touches[0]?.clientX : event.clientX;
      setDragged({ uuid, x: x ?? 0 });
    },
    onDragCancel: stop,
    onDragEnd: () => {
      if (drop && index >= 0) onDrop(droppedAt(entries, index, drop.to, drop.depth), index);
      stop();
    },
  };
  return { context, drop, dragged: dragged?.uuid };
}

/** The page itself announces what was done. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
