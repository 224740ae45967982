import { canFollowEvents } from '../lib/live-events.ts';
import type { Item } from '@armarium/contract/items';

/**
 * Whoever changed a moment ago is probably being worked on: files follow a record one by one. Where events come, they
 * tell of it, and a list that is not asked for again does not move under the hand.
 */
const RECENT_ms = canFollowEvents() ? 0 : 2 * 60_000;

/** Whether an item is likely to look different soon: its images are prepared, or it changed a moment ago. */
export function isInMotion(
  item: Pick<Item, 'notReadyImagesCount' | 'lastModifiedDate'>,
  now_ms: number,
  recent_ms = RECENT_ms,
): boolean {
  return item.notReadyImagesCount > 0 || now_ms - Date.parse(item.lastModifiedDate) < recent_ms;
}
