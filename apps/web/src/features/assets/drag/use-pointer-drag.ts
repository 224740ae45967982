import {
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DndContextProps,
  type DragStartEvent,
} from '@dnd-kit/core';
import { useEffect } from 'react';

/** A point of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

interface PointerDragOptions {
  isDragging: boolean;
  /** Called with the element that is pulled at, and where. */
  onStart(pulled: Element, at: Point): void;
  /** Called with each move while something is dragged. */
  onMove(to: Point): void;
  onDrop(): void;
  onCancel(): void;
}

/**
 * What a drag context needs where the pointer says where something is dropped: what it stands over is worked out from the
 * rows, which are not all there.
 */
export function usePointerDrag({
  isDragging,
  onStart,
  onMove,
  onDrop,
  onCancel,
}: PointerDragOptions): DndContextProps {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 260, tolerance: 8 } }),
  );
  useEffect(() => {
    if (!isDragging) return;
    const follow = (event: MouseEvent | TouchEvent) => {
      const at = pointOf(event);
      if (at) onMove(at);
    };
    window.addEventListener('mousemove', follow);
    window.addEventListener('touchmove', follow);
    return () => {
      window.removeEventListener('mousemove', follow);
      window.removeEventListener('touchmove', follow);
    };
  });
  return {
    sensors,
    collisionDetection: () => [],
    accessibility: { announcements: silent, screenReaderInstructions: { draggable: '' } },
    onDragStart: ({ activatorEvent }: DragStartEvent) => {
      const at = pointOf(activatorEvent as MouseEvent | TouchEvent);
      onStart(activatorEvent.target as Element, at ?? { x: 0, y: 0 });
    },
    onDragCancel: onCancel,
    onDragEnd: onDrop,
  };
}

function pointOf(event: MouseEvent | TouchEvent): Point | undefined {
  const at = 'touches' in event ? event.touches[0] : event;
  return at && { x: at.clientX, y: at.clientY };
}

/** The page itself announces what was done. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
