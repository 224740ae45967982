import { insertedAt } from '@armarium/contract/template-order';
import { templatePriorities, type Template, type TemplatePriority } from '@armarium/contract/templates';
import {
  closestCorners,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DndContextProps,
  type DragOverEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { useState } from 'react';
import { listOf } from '../field-moves.ts';

/** The page itself announces what a move did; keys and buttons do all that dragging does. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** The list under the pointer: `over` names the list itself, or a field in it. */
const listAt = (order: readonly Template[], over: UniqueIdentifier): TemplatePriority | undefined =>
  templatePriorities.find((priority) => priority === over) ??
  order.find(({ uuid }) => uuid === over)?.priority;

const isIn = (order: readonly Template[], over: UniqueIdentifier, uuid: string) =>
  listAt(order, over) === order.find((one) => one.uuid === uuid)?.priority;

/** The order with a field in the place of what lies under the pointer; at the end of a list, over its free room. */
function orderOver(order: readonly Template[], uuid: string, over: UniqueIdentifier): readonly Template[] {
  const priority = listAt(order, over);
  const field = order.find((one) => one.uuid === uuid);
  if (!field || priority === undefined || over === uuid || over === field.priority) return order;
  const place = listOf(order, priority).findIndex((one) => one.uuid === over);
  const others = order.filter((one) => one.uuid !== uuid);
  // More than two may be in HIGH meanwhile.
  return insertedAt(others, { ...field, priority }, place < 0 ? Infinity : place);
}

/**
 * Drags fields within a list and between the lists. Meanwhile `order` shows where the field would go; what has to leave
 * HIGH for it does so when it is dropped.
 */
export function useFieldDrag(
  shown: readonly Template[],
  move: (uuid: string, priority: TemplatePriority, index: number) => void,
) {
  const [carried, setCarried] = useState<{ uuid: string; order: readonly Template[] }>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 8 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 260, tolerance: 8 } }),
  );
  const follow = ({ active, over }: DragOverEvent) => {
    if (over)
      setCarried(
        (before) => before && { ...before, order: orderOver(before.order, String(active.id), over.id) },
      );
  };
  const context: DndContextProps = {
    sensors,
    collisionDetection: closestCorners,
    accessibility: { announcements: silent, screenReaderInstructions: { draggable: '' } },
    onDragStart: ({ active }) => setCarried({ uuid: String(active.id), order: shown }),
    onDragOver: follow,
    onDragCancel: () => setCarried(undefined),
    onDragEnd: ({ active, over }) => {
      setCarried(undefined);
      if (!carried || !over) return;
      const was = shown.find(({ uuid }) => uuid === active.id);
      // A quick hand lets go before the list that it came to has followed.
      const order = isIn(carried.order, over.id, carried.uuid)
        ? carried.order
        : orderOver(carried.order, carried.uuid, over.id);
      const field = order.find(({ uuid }) => uuid === carried.uuid);
      if (!was || !field) return;
      const place = listOf(order, field.priority).indexOf(field);
      if (was.priority !== field.priority || listOf(shown, was.priority).indexOf(was) !== place)
        move(field.uuid, field.priority, place);
    },
  };
  return {
    context,
    order: carried?.order ?? shown,
    dragged: carried?.order.find(({ uuid }) => uuid === carried.uuid),
  };
}
