import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { isLetterKey } from '../../ui/letter-keys.ts';
import { useOpener } from '../../ui/opener.ts';

const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })));

/** The list of keys, which `?` and an entry of the menu open; its code is fetched then. */
export function useKeys(): { dialog: ReactNode; open(opener: Element | null): void } {
  const [opened, setOpened] = useState<boolean>();
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
    dialog: opened !== undefined && (
      <Suspense fallback={null}>
        <KeysDialog
          opened={opened}
          onClose={() => {
            setOpened(false);
            opener.giveBack();
          }}
        />
      </Suspense>
    ),
  };
}
