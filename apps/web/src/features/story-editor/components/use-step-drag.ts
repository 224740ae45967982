import {
  closestCenter,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DndContextProps,
} from '@dnd-kit/core';
import { useEditorStore } from '../state/editor-store.ts';

/** Back office §9: a finger that moves at once scrolls. */
const TOUCH_DELAY_ms = 500;

/** The page itself announces what a move did; keys and the menu do all that dragging does. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** Drags a step to another place (EDIT-05, EDIT-06). */
export function useStepDrag(move: (id: string, to: number) => void): DndContextProps {
  const store = useEditorStore();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: TOUCH_DELAY_ms, tolerance: 8 } }),
  );
  return {
    sensors,
    collisionDetection: closestCenter,
    accessibility: { announcements: silent, screenReaderInstructions: { draggable: '' } },
    onDragEnd: ({ active, over }) => {
      if (over && over.id !== active.id)
        move(
          String(active.id),
          store.state().steps.findIndex(({ id }) => id === over.id),
        );
    },
  };
}
