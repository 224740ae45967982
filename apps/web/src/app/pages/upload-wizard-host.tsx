import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useOpener } from '../../ui/opener.ts';

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

/** The upload wizard of a page: its code is fetched when it is first opened, and it stays for its closing motion. */
export function useUploadWizard(): { wizard: ReactNode; openWizard(target: Target): void } {
  const [target, setTarget] = useState<Target>();
  const [opened, setOpened] = useState(false);
  const opener = useOpener();
  const close = () => {
    setOpened(false);
    opener.giveBack();
  };
  return {
    openWizard: (next) => {
      opener.keep();
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
