import { lazy, Suspense, useState, type ReactNode } from 'react';
import { isSendingFiles } from '../../features/upload/state/uploads.ts';
import { useOpener } from '../../ui/opener.ts';

const ChangeOrganisation = lazy(() =>
  import('../../features/session/components/change-organisation.tsx').then((module) => ({
    default: module.ChangeOrganisation,
  })),
);

/** The dialog that changes the organisation; its code is fetched when it is first opened. */
export function useChangeOrganisation(): { dialog: ReactNode; open(opener: Element | null): void } {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const opener = useOpener();
  return {
    open: (from) => {
      opener.keep(from);
      setWanted(true);
      setOpened(true);
    },
    dialog: wanted && (
      <Suspense fallback={null}>
        <ChangeOrganisation
          opened={opened}
          isSending={isSendingFiles}
          onClose={() => {
            setOpened(false);
            opener.giveBack();
          }}
        />
      </Suspense>
    ),
  };
}
