import { useWindowEvent } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import classes from './file-drop.module.css';
import { DropDialog } from '../lazy-dialogs.ts';

export interface DropTarget {
  collectionUuid: string;
  itemUuid?: string;
}

/**
 * Files that are dropped anywhere on the page are looked at by a dialog, whose code comes with the first of them. While
 * another dialog stands over the page a drop is its own matter. The way without the gesture is in the wizard.
 */
export function FileDrop({ target }: { target: DropTarget }) {
  const [entries, setEntries] = useState<readonly (FileSystemEntry | File)[]>();
  const [isOver, setOver] = useState(false);
  const takes = ({ dataTransfer }: DragEvent) =>
    entries === undefined &&
    dataTransfer?.types.includes('Files') === true &&
    document.querySelector('[role=dialog][aria-modal=true]') === null;

  useWindowEvent('dragover', (event) => {
    if (!takes(event)) return;
    event.preventDefault();
    setOver(true);
  });
  useWindowEvent('dragleave', (event) => {
    // Out of the window, not from one element to the next.
    if (event.relatedTarget === null) setOver(false);
  });
  useWindowEvent('drop', (event) => {
    setOver(false);
    if (!takes(event) || event.dataTransfer === null) return;
    event.preventDefault();
    const { items, files } = event.dataTransfer;
    // Taken while the event lasts: afterwards the browser forgets them.
    const found = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    setEntries(found.length > 0 ? found : [...files]);
  });
  return (
    <>
      {isOver && <div className={classes.over} aria-hidden />}
      {entries && (
        <Suspense fallback={null}>
          <DropDialog {...target} entries={entries} onClose={() => setEntries(undefined)} />
        </Suspense>
      )}
    </>
  );
}
