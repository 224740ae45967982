import type { Item } from '@armarium/contract/records';

/** Whoever changed a moment ago is probably being worked on: files follow a record one by one. */
const RECENT_ms = 2 * 60_000;

/** Whether an item is likely to look different soon: its images are prepared, or it changed a moment ago. */
export function isInMotion(
  item: Pick<Item, 'notReadyImagesCount' | 'lastModifiedDate'>,
  now_ms: number,
): boolean {
  return item.notReadyImagesCount > 0 || now_ms - Date.parse(item.lastModifiedDate) < RECENT_ms;
}
