import type { ContentsEntry } from './table-of-contents.ts';

/** The images of an entry, by their 0-based places in the item; the last one is one of them. */
export interface ContentsRange {
  readonly first: number;
  readonly last: number;
}

type Place = Pick<ContentsEntry, 'depth' | 'first' | 'last'>;

/**
 * The images of each entry. An entry ends before the next one begins, in the order of the images, or before the end of
 * the entry that it is in. One that names its last image ends with that, and may share the image with which the next one
 * begins. So an image is in at most two entries of a level, however many entries there are.
 * @param images the uuids of all images of the item, in order
 * @returns for each entry its range; undefined where the image that it begins with is not there
 */
export function contentsRanges(
  entries: readonly Place[],
  images: readonly string[],
): readonly (ContentsRange | undefined)[] {
  const places = new Map(images.map((uuid, place) => [uuid, place]));
  const starts = entries.map(({ first }) => places.get(first));
  const parents = parentsOf(entries);
  const ends = endsOf(entries);
  // By where they begin; of those that begin with the same image, in the order of the list.
  const sorted = starts
    .flatMap((start, index) => (start === undefined ? [] : [{ start, index }]))
    .toSorted((one, other) => one.start - other.start || one.index - other.index);
  const ranges: (ContentsRange | undefined)[] = entries.map(() => undefined);
  const ranks = new Map(sorted.map(({ index }, rank) => [index, rank]));
  // In the order of the list, so that the range of a parent is known before those of its children.
  for (const [index, entry] of entries.entries()) {
    const start = starts[index];
    if (start === undefined) continue;
    const isWithin = (other: number) => other > index && other < (ends[index] ?? 0);
    const rank = ranks.get(index) ?? 0;
    const next = sorted.find((other, otherRank) => otherRank > rank && !isWithin(other.index));
    const outer = outerRange(index, parents, ranges);
    const bound = outer && outer.first <= start && outer.last >= start ? outer.last : images.length - 1;
    const named = entry.last === null ? undefined : places.get(entry.last);
    const last =
      named !== undefined && named >= start
        ? Math.min(named, next?.start ?? named)
        : Math.max(start, (next?.start ?? images.length) - 1);
    ranges[index] = { first: start, last: Math.min(last, bound) };
  }
  return ranges;
}

/** An entry with the images that it has; undefined where the image that it begins with is gone. */
export interface RangedEntry {
  readonly depth: number;
  readonly range: ContentsRange | undefined;
}

/**
 * The place of the entry that a reader is in: of those that hold any image that is shown the one that begins last; of
 * several that begin together the deepest, and of these the last. -1 where no entry holds one.
 * @param entries in their order
 * @param shown the images that are shown
 */
export function entryHolding(entries: readonly RangedEntry[], shown: ContentsRange): number {
  let found = -1;
  for (const [place, { depth, range }] of entries.entries()) {
    if (!range || range.first > shown.last || range.last < shown.first) continue;
    const before = entries[found];
    const later = range.first - (before?.range?.first ?? -1);
    if (!before || later > 0 || (later === 0 && depth >= before.depth)) found = place;
  }
  return found;
}

/** The index of the entry that each entry is in. */
function parentsOf(entries: readonly Pick<ContentsEntry, 'depth'>[]): readonly (number | undefined)[] {
  const open: number[] = [];
  return entries.map(({ depth }, index) => {
    open.length = Math.min(open.length, depth);
    const parent = open.at(-1);
    open.push(index);
    return parent;
  });
}

/** The index behind the last entry within each entry. */
export function endsOf(entries: readonly Pick<ContentsEntry, 'depth'>[]): readonly number[] {
  const ends = entries.map(() => entries.length);
  const open: number[] = [];
  for (const [index, { depth }] of entries.entries()) {
    while (open.length > depth) ends[open.pop() ?? 0] = index;
    open.push(index);
  }
  return ends;
}

/** The range of the nearest entry around one that has a range. */
function outerRange(
  index: number,
  parents: readonly (number | undefined)[],
  ranges: readonly (ContentsRange | undefined)[],
): ContentsRange | undefined {
  for (let at = parents[index]; at !== undefined; at = parents[at]) {
    const range = ranges[at];
    if (range) return range;
  }
  return undefined;
}
