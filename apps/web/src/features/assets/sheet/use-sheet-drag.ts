import { useState } from 'react';
import { usePointerDrag } from '../drag/use-pointer-drag.ts';
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
  const context = usePointerDrag({
    isDragging: drop !== undefined,
    onStart: (pulled) => {
      const uuid = pulled.closest<HTMLElement>('[data-uuid]')?.dataset['uuid'];
      if (uuid === undefined) return;
      const carried = selection.chosen.has(uuid) ? selection : only(uuid);
      if (carried !== selection) onSelect(carried);
      setDragged(carried.chosen);
      setDrop(order.indexOf(uuid));
    },
    onMove: (to) => setDrop((before) => placeAt(to) ?? before),
    onCancel: () => setDrop(undefined),
    onDrop: () => {
      if (drop !== undefined) onReorder?.(droppedAt(order, dragged, drop));
      setDrop(undefined);
    },
  });
  /** `drop`: the place before which they would be dropped; undefined while nothing is dragged. */
  return { context, drop, dragged };
}
