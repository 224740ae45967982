import { canFollowEvents } from '../lib/live-events.ts';
import type { Item } from '@armarium/contract/items';

/**
 * A record that changed a moment ago is probably being worked on: its files follow one by one. Where the browser follows
 * events, they report this, and the list, which need not be fetched again, does not move under the pointer.
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
