/** Where the focus goes when what had it is gone: what is hidden can't take it. */
const places = ['[data-chosen] [data-control="open"]', '#step-heading', '#content'];

/** Gives the focus to the chosen step where nothing has it any more. */
export function focusStepIfLost(): void {
  // A dialog that closes gives the focus back first.
  setTimeout(() => {
    for (const place of places)
      if (document.activeElement === document.body) document.querySelector<HTMLElement>(place)?.focus();
  }, 60);
}
