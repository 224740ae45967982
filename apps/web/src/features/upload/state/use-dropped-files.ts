import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { addDropped, entriesOfPlan, type GroupEntry } from './drop-entries.ts';
import { planDrop, type DroppedFile } from './drop-plan.ts';
import { entriesOf, readEntries } from './dropped-files.ts';

interface Notes {
  leftOut: readonly string[];
  /** Chosen or dropped once more. */
  again: readonly string[];
}

/**
 * The files that were chosen or dropped so far, in groups that the user changes. While the component is there, files
 * that are dropped anywhere in the window join them.
 * @param first what was dropped before the component was there
 * @param isGiven the files go to one item, whatever their names tell
 */
export function useDroppedFiles(first: readonly (FileSystemEntry | File)[], isGiven: boolean) {
  const [chosen, setChosen] = useState<readonly DroppedFile[]>([]);
  const [groups, setGroups] = useState<readonly GroupEntry[]>([]);
  const [notes, setNotes] = useState<Notes>();
  const [reading, setReading] = useState(0);

  // Through the ref: a folder is read for a while, in which more may be dropped.
  const all = useRef(chosen);
  const take = (dropped: readonly DroppedFile[]) => {
    if (dropped.length === 0) return;
    const { files, again } = addDropped(all.current, dropped);
    all.current = files;
    const plan = planDrop(files);
    setChosen(files);
    setGroups((before) => entriesOfPlan(plan, before, isGiven));
    setNotes({ leftOut: plan.leftOut, again: again.map(({ file }) => file.name) });
  };
  const readAndTake = async (dropped: readonly (FileSystemEntry | File)[]) => {
    setReading((before) => before + 1);
    take(await readEntries(dropped));
    setReading((before) => before - 1);
  };
  const changeGroup = useCallback(
    (entry: GroupEntry) =>
      setGroups((before) => before.map((group) => (group.key === entry.key ? entry : group))),
    [],
  );

  // Text that is dragged into a field is the field's.
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  useWindowEvent('dragover', (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  useWindowEvent('drop', (event) => {
    if (!holdsFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    void readAndTake(entriesOf(event.dataTransfer));
  });
  useEffect(() => {
    if (first.length > 0) void readAndTake(first);
    // Once, with what was there at first.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return { groups, changeGroup, notes, take, isReading: reading > 0, hasFiles: chosen.length > 0 };
}
