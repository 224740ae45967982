/** Why something was not taken in, for whoever reads the report. */
export interface Reason {
  /** One of the report's results. */
  readonly result: 'refused' | 'checksum mismatch' | 'absent' | 'duplicate' | 'place taken';
  readonly cause: string;
  readonly nextStep: string;
}

/** A file that a folder holds for an item, as far as it was looked at. */
export interface ItemFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly seq: number;
  /** Known where the bytes were read: always where the item or the folder has something of the same size for it. */
  readonly sha256?: string | undefined;
  /** The images that it gives. */
  readonly pages: number;
  /** Set where it can't be taken in, whatever else the item has. */
  readonly bad?: Reason | undefined;
}

/** A file that is an original of the item already, with its images' places. */
export interface Original {
  readonly uploadUuid: string;
  readonly filename: string;
  readonly sha256: string;
  /** Place of its last image, from 1. */
  readonly lastPosition: number;
  /** How many images it has given. */
  readonly pages: number;
  /** Whether one of them could not be prepared, and none is still worked on. */
  readonly isFailed: boolean;
}

/** Files to add, in order, from a place on; the images of later groups stand behind those of earlier ones. */
export interface Group<File> {
  /** 1-based, counted with what earlier groups have added. */
  readonly position: number;
  readonly files: File[];
}

export interface ItemPlan<File> {
  readonly unchanged: ReadonlyMap<File, Original>;
  readonly left: ReadonlyMap<File, Reason>;
  /** The files that would be new; nothing of them is taken in where `heldBack` is set. */
  readonly groups: readonly Group<File>[];
  /** The files that would stand in place of one that could not be prepared; likewise. */
  readonly replacing: ReadonlyMap<File, Original>;
  /** Why the item is not whole, in a sentence. */
  readonly heldBack: string | undefined;
}

/** Of the files that want one place, so many are named. */
const RIVALS_TOLD = 5;

/** `3, 7–9`, at most a few of them. */
function spoken(ranges: readonly (readonly [number, number])[]): string {
  const told = ranges.slice(0, 5).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  return `${told.join(', ')}${ranges.length > told.length ? ', …' : ''}`;
}

/** The numbers that lack between the first (0 or 1) and the last. */
export function gapsIn(seqs: Iterable<number>): (readonly [number, number])[] {
  const sorted = [...new Set(seqs)].sort((a, b) => a - b);
  const gaps: [number, number][] = [];
  // A numbering begins with 0 or 1.
  let expected = sorted[0] === 0 ? 0 : 1;
  for (const seq of sorted) {
    if (seq > expected) gaps.push([expected, seq - 1]);
    expected = seq + 1;
  }
  return gaps;
}

/**
 * The number of each original: that of the file with its content, else what its own name says, else the one
 * behind the original before it.
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
 * Decides what becomes of an item's files. The numbers tell the order: a file's place is behind what the item
 * has with a smaller number, and a file of several pages takes as many places in a row.
 *
 * An item is whole or it is not begun: a missing number, two files for one number, a file that can't be used or
 * a place that something else has hold all of its new files back, unless gaps are allowed; then the rest goes in.
 * What could not be prepared holds its place for whatever comes instead.
 *
 * @param originals in the order of their places
 * @param seqOfName the number in an original's own file name, where it was named by the same pattern
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
  const standing = numbered(originals, seqOfContent, seqOfName);
  const taken = new Map(standing.map(({ seq, original }) => [seq, original]));
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
    groups: groupsOf(wanted, standing),
    replacing,
    heldBack: faults.length > 0 && !allowGaps ? `The item is not whole: ${faults.join('; ')}.` : undefined,
  };
}

function isCopy(one: ItemFile, other: ItemFile): boolean {
  return one.sha256 !== undefined && one.sha256 === other.sha256;
}

/** Some of the files that want a file's place with another content; one more than are told, where there are more. */
function someRivals<File extends ItemFile>(file: File, ofSeq: readonly File[]): File[] {
  const rivals: File[] = [];
  for (const other of ofSeq) {
    if (other === file || isCopy(other, file)) continue;
    rivals.push(other);
    if (rivals.length > RIVALS_TOLD) break;
  }
  return rivals;
}

/** Puts each new file behind what has the nearest smaller number; neighbours make one group. */
function groupsOf<File extends ItemFile>(
  wanted: readonly File[],
  standing: readonly { seq: number; original: Original }[],
): Group<File>[] {
  const ascending = [...standing].sort((a, b) => a.seq - b.seq);
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
  // From the front on, whatever order somebody gave the originals by hand: what was added in front has moved the rest.
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
  const told = rivals.slice(0, RIVALS_TOLD).map(({ path }) => path);
  return {
    result: 'duplicate',
    cause: `Number ${seq} of this item is also ${told.join(', ')}${rivals.length > told.length ? ', …' : '.'}`,
    nextStep:
      'Leave one of them in the folder, number them anew, or name one extension in the pattern (such as .tif).',
  };
}

function takenBy({ seq, pages }: ItemFile, { filename, isFailed, pages: standing }: Original): Reason {
  if (isFailed) {
    return {
      result: 'place taken',
      cause: `Number ${seq} of the item is ${filename}, which could not be prepared and gives ${standing} images; this file gives ${pages}.`,
      nextStep: 'Save this one with as many pages; then it stands in the place of the other.',
    };
  }
  return {
    result: 'place taken',
    cause: `The item has another image as number ${seq} already: ${filename}. What is ready is not overwritten.`,
    nextStep: 'Give this file another number, or take it out of the folder.',
  };
}
