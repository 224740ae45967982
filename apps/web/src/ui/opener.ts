import { useRef, useState } from 'react';

/** A little after the dialog's own attempt, which knows no opener where the dialog was drawn after the click. */
const FOCUS_AFTER_MS = 30;

/** Gives the focus back to what opened a dialog that is drawn only from when it is first opened. */
export function useOpener(): { keep(opener?: Element | null): void; giveBack(): void } {
  const opener = useRef<Element>(null);
  return {
    keep: (element = document.activeElement) => {
      opener.current = element;
    },
    giveBack: () => {
      const focused = document.activeElement;
      setTimeout(() => {
        const { activeElement, body } = document;
        const isNobodys = activeElement === body || activeElement === focused;
        if (!isNobodys || !(opener.current instanceof HTMLElement)) return;
        // The opener may be gone, with what the dialog took away.
        const target = opener.current.isConnected ? opener.current : document.getElementById('content');
        target?.focus({ preventScroll: true });
      }, FOCUS_AFTER_MS);
    },
  };
}

/** Which dialog of a page is open, and about what. What opened it gets the focus back. */
export function useOpened<What>() {
  const [opened, setOpened] = useState<What>();
  const opener = useOpener();
  return {
    opened,
    /** @param from what gets the focus back; without it what has the focus now */
    open: (what: What, from?: Element | null) => {
      opener.keep(from);
      setOpened(what);
    },
    /** Opens another one in its place. */
    replace: (what: What) => setOpened(what),
    close: () => {
      setOpened(undefined);
      opener.giveBack();
    },
  };
}
