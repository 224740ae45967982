import type { MouseEvent } from 'react';
import type { useItemGestures } from './use-item-gestures.ts';

/**
 * A click anywhere on the row of an item does what a click on its link does. A control in the row keeps its own click, and
 * text that was marked to be copied stays marked.
 */
export function openByRow(
  event: MouseEvent<HTMLElement>,
  uuid: string,
  gestures: Pick<ReturnType<typeof useItemGestures>, 'onClick'>,
): void {
  if (event.target instanceof Element && event.target.closest('a, label, button')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  gestures.onClick(event, uuid);
  if (!event.defaultPrevented)
    event.currentTarget.querySelector<HTMLElement>(`[data-card="${uuid}"]`)?.click();
}
