import type { MouseEvent } from 'react';

/** Whether a click on a link opens another tab or window, so that this page stays. */
export function isForNewTab({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
}
