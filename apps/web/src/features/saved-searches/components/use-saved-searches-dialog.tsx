import { lazy, Suspense, useState, type MouseEvent } from 'react';
import { useOpener } from '../../../ui/opener.ts';
import type { SavedSearchesDialogProps } from './saved-searches-dialog.tsx';

// Dialogs are no part of the first load of a page.
const SavedSearchesDialog = lazy(() =>
  import('./saved-searches-dialog.tsx').then((module) => ({ default: module.SavedSearchesDialog })),
);

/** The dialog of saved searches for a button that opens it, and that gets the focus back. */
export function useSavedSearchesDialog(props: Pick<SavedSearchesDialogProps, 'search' | 'mayShare'>) {
  const [opened, setOpened] = useState<boolean>();
  const opener = useOpener();
  const openDialog = (event: MouseEvent<HTMLElement>) => {
    opener.keep(event.currentTarget);
    setOpened(true);
  };
  const dialog = opened !== undefined && (
    <Suspense fallback={null}>
      <SavedSearchesDialog
        // What was typed for one search is not offered for another.
        key={props.search?.address}
        {...props}
        opened={opened}
        onClose={() => {
          setOpened(false);
          opener.giveBack();
        }}
      />
    </Suspense>
  );
  return { openDialog, dialog };
}
