import type { DroppedFile } from './drop-plan.ts';

/** What a drop holds, taken while its event lasts: afterwards the browser forgets it. */
export function entriesOf({ items, files }: DataTransfer): (FileSystemEntry | File)[] {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return entries.length > 0 ? entries : [...files];
}

/** Files that a picker gave; those of a chosen folder know their path. */
export function chosenFiles(files: Iterable<File>): DroppedFile[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/** All files of what was dropped, folders within folders too. What can't be read is passed over. */
export async function readEntries(entries: readonly (FileSystemEntry | File)[]): Promise<DroppedFile[]> {
  const found: DroppedFile[] = [];
  for (const entry of entries) {
    if (entry instanceof File) found.push(...chosenFiles([entry]));
    else await readEntry(entry, found);
  }
  return found;
}

async function readEntry(entry: FileSystemEntry, found: DroppedFile[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const file = await new Promise<File | undefined>((resolve) => {
      (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined));
    });
    if (file) found.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // It answers a hundred at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]));
    });
    if (some.length === 0) return;
    for (const one of some) await readEntry(one, found);
  }
}
