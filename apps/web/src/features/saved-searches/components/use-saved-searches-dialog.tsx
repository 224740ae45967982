import { lazy, useState, type MouseEvent } from 'react';
import { OnceOpened } from '../../../ui/once-opened.tsx';
import { useOpener } from '../../../ui/opener.ts';
import type { SearchToSave } from './use-saved-searches.ts';

// Dialogs are no part of the first load of a page.
const SavedSearchesDialog = lazy(() =>
  import('./saved-searches-dialog.tsx').then((module) => ({ default: module.SavedSearchesDialog })),
);

/**
 * The dialog of saved searches, and the click of a button that opens it. When it is closed, the button gets the focus back.
 * @param search the one that can be saved
 */
export function useSavedSearchesDialog(search: SearchToSave | undefined) {
  const [opened, setOpened] = useState(false);
  const opener = useOpener();
  const openDialog = (event: MouseEvent<HTMLElement>) => {
    opener.keep(event.currentTarget);
    setOpened(true);
  };
  const dialog = (
    <OnceOpened opened={opened}>
      <SavedSearchesDialog
        {...{ search, opened }}
        onClose={() => {
          setOpened(false);
          opener.giveBack();
        }}
        onGo={() => setOpened(false)}
      />
    </OnceOpened>
  );
  return { openDialog, dialog };
}
