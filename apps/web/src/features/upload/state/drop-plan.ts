import { acceptsDropped, assetTypeOf, kindOf, type ListKind } from './content-types.ts';
import type { NewAsset } from './new-upload.ts';

/** A file with its path below what was dropped, `/` between folders. */
export interface DroppedFile {
  path: string;
  file: File;
}

export interface PlannedFile extends DroppedFile {
  list: ListKind;
  /** What was read from its name; absent where nothing could be read. */
  seq?: number;
}

/** The files of one item, in the order that they will have. */
export interface FileGroup {
  /** As it was found in the names; empty where they have none. */
  pressmark: string;
  files: readonly PlannedFile[];
  /** Numbers that lack between the first and the last, as ranges: `3, 7–9`. */
  gaps: string;
  /** Numbers that several files have. */
  doubles: string;
}

export interface DropPlan {
  groups: readonly FileGroup[];
  /** Names of the files that no kind takes. */
  leftOut: readonly string[];
}

/** Longer numbers are dates and times of cameras, as for folders of scans (docs/ingest.md). */
const NAME = /^(?<pressmark>.+)_(?<seq>\d{1,9})(?:_(?<label>.+))?$/su;
const RANGES_SHOWN = 5;
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Groups files into items as `import files` does by default: `{pressmark}_{seq}_{label}`, the longest pressmark that a
 * name can be read with. What is named otherwise goes by the folder that it lies in.
 */
export function planDrop(dropped: readonly DroppedFile[]): DropPlan {
  const groups = new Map<string, { pressmark: string; files: PlannedFile[] }>();
  const leftOut: string[] = [];
  for (const { path, file } of dropped) {
    const segments = path.normalize('NFC').split('/');
    const name = segments.at(-1) ?? '';
    if (segments.some((segment) => segment.startsWith('.')) || /^(?:Thumbs\.db|desktop\.ini)$/i.test(name))
      continue;
    const list = acceptsDropped(file);
    if (list === undefined || file.size === 0) {
      leftOut.push(name);
      continue;
    }
    const read = NAME.exec(name.replace(/\.[^.]*$/, ''))?.groups;
    const pressmark = (read?.['pressmark'] ?? segments.at(-2) ?? '').trim();
    const key = pressmark.toLowerCase().replace(/\s+/g, ' ');
    const group = groups.get(key) ?? { pressmark, files: [] };
    groups.set(key, group);
    group.files.push({ path, file, list, ...(read && { seq: Number(read['seq']) }) });
  }
  const ordered = [...groups.values()].sort((a, b) => byName.compare(a.pressmark, b.pressmark));
  return {
    leftOut,
    groups: ordered.map(({ pressmark, files }) => ({
      pressmark,
      files: inOrder(files),
      ...numbersOf(files),
    })),
  };
}

/**
 * The files of a group by what becomes of them: a PDF does nothing but make an item, the first one alone.
 * @param isNew whether they make an item
 */
export function filesTaken(
  files: readonly PlannedFile[],
  isNew: boolean,
): { taken: PlannedFile[]; pdfsLeft: PlannedFile[] } {
  const pdfs = files.filter(({ list }) => list === 'pdf');
  const pdfsLeft = isNew ? pdfs.slice(1) : pdfs;
  return { taken: files.filter((file) => !pdfsLeft.includes(file)), pdfsLeft };
}

/** Files in the order that an item has them: by their numbers, then by name. */
export function inOrder(files: readonly PlannedFile[]): PlannedFile[] {
  return files.toSorted(
    (a, b) => (a.seq ?? Infinity) - (b.seq ?? Infinity) || byName.compare(a.path, b.path) || 0,
  );
}

export function assetOf({ file, list }: PlannedFile): NewAsset {
  return {
    assetType: assetTypeOf[list],
    kind: kindOf(list, file.name),
    name: file.name,
    size_bytes: file.size,
    file,
  };
}

function numbersOf(files: readonly PlannedFile[]): Pick<FileGroup, 'gaps' | 'doubles'> {
  const gaps: string[] = [];
  const doubles = new Set<number>();
  const numbers = files
    .flatMap(({ seq, list }) => (seq !== undefined && list === 'image' ? [seq] : []))
    .sort((a, b) => a - b);
  // Numbering begins with 0 or 1.
  let before = Math.min(numbers[0] ?? 1, 1) - 1;
  for (const seq of numbers) {
    if (seq === before) doubles.add(seq);
    if (seq === before + 2) gaps.push(String(before + 1));
    if (seq > before + 2) gaps.push(`${before + 1}–${seq - 1}`);
    before = seq;
  }
  return { gaps: listed(gaps), doubles: listed([...doubles].map(String)) };
}

function listed(parts: readonly string[]): string {
  return parts.length > RANGES_SHOWN ? `${parts.slice(0, RANGES_SHOWN).join(', ')}, …` : parts.join(', ');
}
