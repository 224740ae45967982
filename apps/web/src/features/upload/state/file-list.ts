import { accepts, isDrawn, type ListKind } from './content-types.ts';
import { storedOf, type Stored, type StoredAnswer } from './upload-record.ts';

/** Largest file that gets a preview from the browser; decoding a larger one costs more than the preview is worth. */
const PREVIEW_LIMIT_BYTES = 24 * 1024 * 1024;

/** A file of the user's, or one that the server has fetched from its address. */
export type ChosenFile = { id: string; name: string; size_bytes: number } & (
  { file: File; stored?: undefined } | { stored: Stored; file?: undefined }
);

export interface ChosenFileList {
  files: readonly ChosenFile[];
  /** `name` until the user moves a file; from then on new files join at the end. */
  order: 'name' | 'own';
  /** What the last choice left out, to be shown. */
  leftOut: { duplicates: readonly string[]; wrongKind: readonly string[]; empty: readonly string[] };
}

const nothingLeftOut: ChosenFileList['leftOut'] = { duplicates: [], wrongKind: [], empty: [] };
export const noFiles: ChosenFileList = { files: [], order: 'name', leftOut: nothingLeftOut };

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Natural order of file names: `page 2` before `page 10`, whatever the case. */
function compareNames(a: string, b: string): number {
  return byName.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Adds files to a selection. Left out, and named: a file that is there already (same name, size and time of
 * change), one of another kind, one without content. What systems leave in folders (`.DS_Store`) goes unsaid.
 */
export function addFiles(
  selection: ChosenFileList,
  incoming: readonly File[],
  newId: () => string,
  list: ListKind = 'image',
): ChosenFileList {
  const identity = (file: File) => [file.name, file.size, file.lastModified].join('/');
  const known = new Set(selection.files.flatMap(({ file }) => (file ? [identity(file)] : [])));
  const duplicates: string[] = [];
  const wrongKind: string[] = [];
  const empty: string[] = [];
  const added: ChosenFile[] = [];
  for (const file of incoming) {
    if (isSystemFile(file.name)) continue;
    if (!accepts(list, file)) wrongKind.push(file.name);
    else if (file.size === 0) empty.push(file.name);
    else if (known.has(identity(file))) duplicates.push(file.name);
    else {
      known.add(identity(file));
      added.push({ id: newId(), name: file.name, size_bytes: file.size, file });
    }
  }
  return { ...joined(selection, added), leftOut: { duplicates, wrongKind, empty } };
}

/** Adds a file that the server has fetched. */
export function addFetched(
  selection: ChosenFileList,
  { size_bytes, ...answer }: StoredAnswer & { size_bytes: number },
): ChosenFileList {
  const stored = storedOf(answer);
  if (selection.files.some(({ id }) => id === stored.uuid)) return selection;
  return {
    ...joined(selection, [{ id: stored.uuid, name: stored.originalFilename, size_bytes, stored }]),
    leftOut: nothingLeftOut,
  };
}

function joined(selection: ChosenFileList, added: readonly ChosenFile[]): ChosenFileList {
  const files =
    selection.order === 'name'
      ? sortByName([...selection.files, ...added])
      : [...selection.files, ...sortByName(added)];
  return { ...selection, files };
}

export function removeFile(selection: ChosenFileList, id: string): ChosenFileList {
  const files = selection.files.filter((file) => file.id !== id);
  return { files, order: files.length === 0 ? 'name' : selection.order, leftOut: nothingLeftOut };
}

/** Moves a file by a number of places (negative: towards the start), as far as the list goes. */
export function moveFile(selection: ChosenFileList, id: string, places: number): ChosenFileList {
  const from = selection.files.findIndex((file) => file.id === id);
  const moved = selection.files[from];
  const to = Math.max(0, Math.min(selection.files.length - 1, from + places));
  if (moved === undefined || to === from) return selection;
  return { ...selection, files: selection.files.toSpliced(from, 1).toSpliced(to, 0, moved), order: 'own' };
}

export function orderByName(selection: ChosenFileList): ChosenFileList {
  return { ...selection, files: sortByName(selection.files), order: 'name' };
}

/** Whether the browser can show the file cheaply. */
export function canPreview(file: File): boolean {
  return isDrawn(file) && file.size <= PREVIEW_LIMIT_BYTES;
}

function sortByName(files: readonly ChosenFile[]): ChosenFile[] {
  return files.toSorted((a, b) => compareNames(a.name, b.name));
}

function isSystemFile(name: string): boolean {
  return name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';
}
