import {
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DndContextProps,
  type DragStartEvent,
} from '@dnd-kit/core';
import { useEffect, useState } from 'react';
import { droppedAt } from './sheet-order.ts';
import { only, type SheetSelection } from './sheet-selection.ts';
import type { SheetRows } from './use-sheet-rows.ts';

interface SheetDragOptions {
  order: readonly string[];
  selection: SheetSelection;
  placeAt: SheetRows['placeAt'];
  onSelect(selection: SheetSelection): void;
  onReorder: ((order: readonly string[]) => void) | undefined;
}

/** Drags the chosen images, or the one that is pulled at, to another place. */
export function useSheetDrag({ order, selection, placeAt, onSelect, onReorder }: SheetDragOptions) {
  const [drop, setDrop] = useState<number>();
  const [dragged, setDragged] = useState<ReadonlySet<string>>(new Set());
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 260, tolerance: 8 } }),
  );
  useEffect(() => {
    if (drop === undefined) return;
    const follow = (event: MouseEvent | TouchEvent) => {
      const at = 'touches' in event ? event.touches[0] : event;
      if (at) setDrop((before) => placeAt({ x: at.clientX, y: at.clientY }) ?? before);
    };
    window.addEventListener('mousemove', follow);
    window.addEventListener('touchmove', follow);
    return () => {
      window.removeEventListener('mousemove', follow);
      window.removeEventListener('touchmove', follow);
    };
  });
  const context: DndContextProps = {
    sensors,
    // The pointer says where; what it stands over is worked out from the rows, which are not all there.
    collisionDetection: () => [],
    accessibility: { announcements: silent, screenReaderInstructions: { draggable: '' } },
    onDragStart: ({ activatorEvent }: DragStartEvent) => {
      const cell = (activatorEvent.target as Element).closest<HTMLElement>('[data-uuid]');
      const uuid = cell?.dataset['uuid'];
      if (uuid === undefined) return;
      const carried = selection.chosen.has(uuid) ? selection : only(uuid);
      if (carried !== selection) onSelect(carried);
      setDragged(carried.chosen);
      setDrop(order.indexOf(uuid));
    },
    onDragCancel: () => setDrop(undefined),
    onDragEnd: () => {
      if (drop !== undefined) onReorder?.(droppedAt(order, dragged, drop));
      setDrop(undefined);
    },
  };
  /** `drop`: the place before which they would be dropped; undefined while nothing is dragged. */
  return { context, drop, dragged };
}

/** The page itself announces what was done. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
