import { useWindowEvent } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { isLetterKey } from '../../ui/letter-keys.ts';
import { OnceOpened } from '../../ui/once-opened.tsx';
import { useOpener } from '../../ui/opener.ts';
import { KeysDialog } from '../lazy-dialogs.ts';

/** The list of keys, which `?` and an entry of the menu open. */
export function useKeysDialog(): { dialog: ReactNode; open(opener: Element | null): void } {
  const [opened, setOpened] = useState(false);
  const opener = useOpener();
  const open = (from: Element | null) => {
    opener.keep(from);
    setOpened(true);
  };
  useWindowEvent('keydown', (event) => {
    if (isLetterKey(event, '?')) open(document.activeElement);
  });
  return {
    open,
    dialog: (
      <OnceOpened opened={opened}>
        <KeysDialog
          opened={opened}
          onClose={() => {
            setOpened(false);
            opener.giveBack();
          }}
        />
      </OnceOpened>
    ),
  };
}
