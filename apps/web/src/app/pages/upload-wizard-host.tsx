import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';

const UploadWizard = lazy(() =>
  import('../../features/upload/components/upload-wizard.tsx').then((module) => ({
    default: module.UploadWizard,
  })),
);

interface Target {
  collection: { uuid: string; sgtt: string };
  /** Present for adding images to this item. */
  item?: { uuid: string; sgtt: string; pressmark: string };
}

/** A little after the dialog's own attempt, which knows no opener when its code came only after the click. */
const FOCUS_AFTER_MS = 30;

/** The upload wizard of a page: its code is fetched when it is first opened, and it stays for its closing motion. */
export function useUploadWizard(): { wizard: ReactNode; openWizard(target: Target): void } {
  const [target, setTarget] = useState<Target>();
  const [opened, setOpened] = useState(false);
  const opener = useRef<Element>(null);
  const close = () => {
    setOpened(false);
    const focused = document.activeElement;
    setTimeout(() => {
      const { activeElement, body } = document;
      const isNobodys = activeElement === body || activeElement === focused;
      if (isNobodys && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    }, FOCUS_AFTER_MS);
  };
  return {
    openWizard: (next) => {
      opener.current = document.activeElement;
      setTarget(next);
      setOpened(true);
    },
    wizard: target && (
      <Suspense fallback={null}>
        <UploadWizard
          key={target.item?.uuid ?? target.collection.uuid}
          opened={opened}
          onClose={close}
          {...target}
        />
      </Suspense>
    ),
  };
}
