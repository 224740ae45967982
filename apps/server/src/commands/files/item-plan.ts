/** Why a file was not imported, for the reader of the report. */
export interface Reason {
  /** One of the results of the report. */
  readonly result: 'refused' | 'checksum mismatch' | 'absent' | 'duplicate' | 'place taken';
  readonly cause: string;
  readonly nextStep: string;
}

/** A file of the folder for an item, as far as it was read. */
export interface ItemFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly seq: number;
  /**
   * Known where the file was read: always where the item or the folder has another file of the same size for
   * it.
   */
  readonly sha256?: string | undefined;
  /** The number of its images. */
  readonly pages: number;
  /** Set where it can't be imported, whatever else the item has. */
  readonly bad?: Reason | undefined;
}

/** A file that is an original of the item already, with the positions of its images. */
export interface Original {
  readonly uploadUuid: string;
  readonly filename: string;
  readonly sha256: string;
  /** Position of its last image, from 1. */
  readonly lastPosition: number;
  /** The number of its images. */
  readonly pages: number;
  /** Whether one of them could not be prepared, and none has a job in progress. */
  readonly isFailed: boolean;
}

/** Files to insert at a position, in order. The images of later groups follow those of earlier ones. */
export interface Group<File> {
  /** 1-based, with the images of earlier groups counted. */
  readonly position: number;
  readonly files: File[];
}

export interface ItemPlan<File> {
  readonly unchanged: ReadonlyMap<File, Original>;
  readonly left: ReadonlyMap<File, Reason>;
  /** The new files; none of them is imported where `heldBack` is set. */
  readonly groups: readonly Group<File>[];
  /** The files that replace one that could not be prepared; none is imported where `heldBack` is set. */
  readonly replacing: ReadonlyMap<File, Original>;
  /** Why the item is incomplete, in a sentence. */
  readonly heldBack: string | undefined;
}

/** The most files with the same number that a message names. */
const RIVALS_NAMED_MAX = 5;

/** `3, 7–9`, at most a few of them. */
function spoken(ranges: readonly (readonly [number, number])[]): string {
  const named = ranges.slice(0, 5).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  return `${named.join(', ')}${ranges.length > named.length ? ', …' : ''}`;
}

/** The missing numbers between the first (0 or 1) and the last. */
export function gapsIn(seqs: Iterable<number>): (readonly [number, number])[] {
  const sorted = [...new Set(seqs)].sort((a, b) => a - b);
  const gaps: [number, number][] = [];
  // Numbers begin with 0 or 1.
  let expected = sorted[0] === 0 ? 0 : 1;
  for (const seq of sorted) {
    if (seq > expected) gaps.push([expected, seq - 1]);
    expected = seq + 1;
  }
  return gaps;
}

/**
 * The number of each original: that of the folder's file with its content, else the one in its own name, else
 * one more than that of the previous original.
 */
function numbered(
  originals: readonly Original[],
  seqOfContent: ReadonlyMap<string, number>,
  seqOfName: (filename: string) => number | undefined,
): { seq: number; original: Original }[] {
  let last = 0;
  return originals.map((original) => {
    last = seqOfContent.get(original.sha256) ?? seqOfName(original.filename) ?? last + 1;
    return { seq: last, original };
  });
}

/**
 * Plans the import of an item's files. The numbers give the order: a file follows the item's images with
 * smaller numbers, and a file of several pages takes as many positions in a row.
 *
 * An item is imported as a whole. A missing number, two files with one number, an unusable file or a position
 * with other content hold all of its new files back, unless gaps are allowed; then the others are imported. A
 * failed original keeps its position for its replacement.
 *
 * @param originals in the order of their positions
 * @param seqOfName the number in an original's own file name, where its name has the same pattern
 */
export function planItem<File extends ItemFile>(
  files: readonly File[],
  originals: readonly Original[],
  seqOfName: (filename: string) => number | undefined,
  { allowGaps }: { allowGaps: boolean },
): ItemPlan<File> {
  const sorted = [...files].sort((a, b) => a.seq - b.seq || (a.path < b.path ? -1 : 1));
  const byContent = new Map(originals.map((original) => [original.sha256, original]));
  const unchanged = new Map<File, Original>();
  const left = new Map<File, Reason>();
  const fresh: File[] = [];

  const firstWith = new Map<string, File>();
  const bySeq = new Map<number, File[]>();
  for (const file of sorted) {
    const ofSeq = bySeq.get(file.seq);
    if (ofSeq) ofSeq.push(file);
    else bySeq.set(file.seq, [file]);
  }
  for (const file of sorted) {
    const twin = file.sha256 === undefined ? undefined : firstWith.get(file.sha256);
    if (file.bad) left.set(file, file.bad);
    else if (twin) left.set(file, sameContent(twin.path));
    else {
      if (file.sha256 !== undefined) firstWith.set(file.sha256, file);
      const original = byContent.get(file.sha256 ?? '');
      const rivals = original ? [] : someRivals(file, bySeq.get(file.seq) ?? []);
      if (original) unchanged.set(file, original);
      else if (rivals.length > 0) left.set(file, samePlace(file.seq, rivals));
      else fresh.push(file);
    }
  }

  const seqOfContent = new Map([...unchanged.keys()].map((file) => [file.sha256 ?? '', file.seq]));
  const inItem = numbered(originals, seqOfContent, seqOfName);
  const taken = new Map(inItem.map(({ seq, original }) => [seq, original]));
  const replacing = new Map<File, Original>();
  const wanted = fresh.filter((file) => {
    const holder = taken.get(file.seq);
    if (holder?.isFailed && holder.pages === file.pages) replacing.set(file, holder);
    else if (holder) left.set(file, takenBy(file, holder));
    return !holder;
  });

  const gaps = gapsIn([...sorted.map(({ seq }) => seq), ...taken.keys()]);
  const faults = [
    ...(gaps.length > 0 ? [`there is no number ${spoken(gaps)}`] : []),
    ...(left.size > 0 ? [`${left.size} of its files can't be taken in`] : []),
  ];
  return {
    unchanged,
    left,
    groups: groupsOf(wanted, inItem),
    replacing,
    heldBack: faults.length > 0 && !allowGaps ? `The item is not whole: ${faults.join('; ')}.` : undefined,
  };
}

function isCopy(one: ItemFile, other: ItemFile): boolean {
  return one.sha256 !== undefined && one.sha256 === other.sha256;
}

/**
 * Some of the files with a file's number but other content; one more than are named, where there are more.
 */
function someRivals<File extends ItemFile>(file: File, ofSeq: readonly File[]): File[] {
  const rivals: File[] = [];
  for (const other of ofSeq) {
    if (other === file || isCopy(other, file)) continue;
    rivals.push(other);
    if (rivals.length > RIVALS_NAMED_MAX) break;
  }
  return rivals;
}

/** Inserts each new file after the one with the next smaller number; neighbours make one group. */
function groupsOf<File extends ItemFile>(
  wanted: readonly File[],
  inItem: readonly { seq: number; original: Original }[],
): Group<File>[] {
  const ascending = [...inItem].sort((a, b) => a.seq - b.seq);
  const groups: { behind: number; files: File[] }[] = [];
  let next = 0;
  let behind = 0;
  for (const file of wanted) {
    for (let one = ascending[next]; one && one.seq < file.seq; one = ascending[next]) {
      behind = one.original.lastPosition;
      next += 1;
    }
    const last = groups.at(-1);
    if (last?.behind === behind) last.files.push(file);
    else groups.push({ behind, files: [file] });
  }
  // From the front on, also where people have reordered the originals: each insertion moves the later
  // positions.
  let added = 0;
  return groups
    .sort((a, b) => a.behind - b.behind)
    .map(({ behind, files }) => {
      const position = behind + 1 + added;
      for (const { pages } of files) added += pages;
      return { position, files };
    });
}

function sameContent(path: string): Reason {
  return {
    result: 'duplicate',
    cause: `It has the same content as ${path}.`,
    nextStep: 'Scan or copy the page that should stand here, or take this file out of the folder.',
  };
}

function samePlace(seq: number, rivals: readonly ItemFile[]): Reason {
  const named = rivals.slice(0, RIVALS_NAMED_MAX).map(({ path }) => path);
  return {
    result: 'duplicate',
    cause: `Number ${seq} of this item is also ${named.join(', ')}${rivals.length > named.length ? ', …' : '.'}`,
    nextStep:
      'Leave one of them in the folder, number them anew, or name one extension in the pattern (such as .tif).',
  };
}

function takenBy({ seq, pages }: ItemFile, { filename, isFailed, pages: inItem }: Original): Reason {
  if (isFailed) {
    return {
      result: 'place taken',
      cause: `Number ${seq} of the item is ${filename}, which could not be prepared and gives ${inItem} images; this file gives ${pages}.`,
      nextStep: 'Save this one with as many pages; then it stands in the place of the other.',
    };
  }
  return {
    result: 'place taken',
    cause: `The item has another image as number ${seq} already: ${filename}. What is ready is not overwritten.`,
    nextStep: 'Give this file another number, or take it out of the folder.',
  };
}
