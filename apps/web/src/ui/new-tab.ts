import type { MouseEvent } from 'react';

/** Whether a click on a link opens another tab or window, so that this page stays. */
export function isForNewTab({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey;
}

/** Does something in place of following a link, which leads to the same page where it is opened in a new tab. */
export const insteadOfLink = (act: () => void) => (event: MouseEvent) => {
  if (isForNewTab(event)) return;
  event.preventDefault();
  act();
};
