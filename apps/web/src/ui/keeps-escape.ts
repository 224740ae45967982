import type { FocusEvent } from 'react';

/**
 * For `onFocusCapture` of what uses the Escape key itself: the dialog around it, which would be closed before any other
 * listener is called, looks for this attribute at the element that has the focus.
 */
export function keepsEscape({ target }: FocusEvent): void {
  target.setAttribute('data-mantine-stop-propagation', 'true');
}
