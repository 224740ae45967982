import { useState, type ReactNode } from 'react';
import { isSendingFiles } from '../../features/upload/state/uploads.ts';
import { OnceOpened } from '../../ui/once-opened.tsx';
import { useOpener } from '../../ui/opener.ts';
import { ChangeOrganisation } from '../lazy-dialogs.ts';

/** The dialog that changes the organisation, and what opens it. */
export function useChangeOrganisation(): { dialog: ReactNode; open(opener: Element | null): void } {
  const [opened, setOpened] = useState(false);
  const opener = useOpener();
  return {
    open: (from) => {
      opener.keep(from);
      setOpened(true);
    },
    dialog: (
      <OnceOpened opened={opened}>
        <ChangeOrganisation
          opened={opened}
          isSending={isSendingFiles}
          onClose={() => {
            setOpened(false);
            opener.giveBack();
          }}
        />
      </OnceOpened>
    ),
  };
}
