import { endsOf } from '@armarium/contract/contents-ranges';
import { CONTENTS_ENTRIES, CONTENTS_LEVELS, type ContentsEntry } from '@armarium/contract/table-of-contents';

/** The entries of a table of contents in one list, each followed by the entries within it. */
export type Outline = readonly ContentsEntry[];

/** Why something can't be done with an entry; a key of the words. */
export type Obstacle = 'levels' | 'noneBefore' | 'atTop' | 'isFirst' | 'isLast' | 'full';

/** What a gesture comes to: the list after it, or why it can't be done. */
export type Outcome = { readonly entries: Outline } | { readonly obstacle: Obstacle };

/** The index behind the last entry within an entry. */
const endOf = (entries: Outline, index: number) => endsOf(entries)[index] ?? entries.length;

const shifted = (part: Outline, by: number) => part.map((entry) => ({ ...entry, depth: entry.depth + by }));

/** How many levels there are within the first entry of a list. */
const levelsWithin = ([first, ...rest]: Outline) =>
  Math.max(0, ...rest.map(({ depth }) => depth - (first?.depth ?? 0)));

/**
 * The depths that something may have between two entries of a list. It never takes entries away from the one that they
 * are in, so it is at least as deep as the entry behind it.
 * @param levels how many levels there are within it
 */
function depthsAt(entries: Outline, at: number, levels = 0): { least: number; most: number } {
  const before = entries[at - 1];
  const least = entries[at]?.depth ?? 0;
  return { least, most: Math.min(before ? before.depth + 1 : 0, CONTENTS_LEVELS - 1 - levels) };
}

const within = (depth: number, { least, most }: { least: number; most: number }) =>
  Math.max(Math.min(depth, most), least);

/**
 * Adds an entry behind those that begin before it, or with the same image.
 * @param selected the entry whose depth it gets if possible; without one, that of the entry before it
 * @param placeOf the place of an image in the item; undefined where it is gone
 */
export function withEntry(
  entries: Outline,
  entry: Omit<ContentsEntry, 'depth'>,
  selected: ContentsEntry | undefined,
  placeOf: (image: string) => number | undefined,
): Outcome {
  if (entries.length >= CONTENTS_ENTRIES) return { obstacle: 'full' };
  const start = placeOf(entry.first) ?? Infinity;
  const at = entries.findLastIndex(({ first }) => (placeOf(first) ?? Infinity) <= start) + 1;
  const wanted = selected?.depth ?? entries[at - 1]?.depth ?? 0;
  const depth = within(wanted, depthsAt(entries, at));
  return { entries: entries.toSpliced(at, 0, { ...entry, depth }) };
}

/** Without an entry; those within it go up one level. */
export function withoutEntry(entries: Outline, index: number): Outline {
  const end = endOf(entries, index);
  return [...entries.slice(0, index), ...shifted(entries.slice(index + 1, end), -1), ...entries.slice(end)];
}

/** An entry and those within it one level further in. */
export function indented(entries: Outline, index: number): Outcome {
  const entry = entries[index];
  const before = entries[index - 1];
  if (!entry || !before || before.depth < entry.depth) return { obstacle: 'noneBefore' };
  const part = entries.slice(index, endOf(entries, index));
  if (entry.depth + levelsWithin(part) + 1 >= CONTENTS_LEVELS) return { obstacle: 'levels' };
  return { entries: entries.toSpliced(index, part.length, ...shifted(part, 1)) };
}

/**
 * An entry and those within it one level further out. It stays where it is, so that the order of the images is kept: the
 * entries that came behind it at its level are in it then.
 */
export function outdented(entries: Outline, index: number): Outcome {
  if ((entries[index]?.depth ?? 0) === 0) return { obstacle: 'atTop' };
  const part = entries.slice(index, endOf(entries, index));
  return { entries: entries.toSpliced(index, part.length, ...shifted(part, -1)) };
}

/** An entry with those within it before its neighbour; the first one within another goes before that. */
export function movedUp(entries: Outline, index: number): Outcome {
  const { depth } = entries[index] ?? { depth: 0 };
  const before = entries.findLastIndex((entry, at) => at < index && entry.depth <= depth);
  const neighbour = entries[before];
  if (!neighbour) return { obstacle: 'isFirst' };
  return { entries: droppedAt(entries, index, before, neighbour.depth) };
}

/** An entry with those within it behind its neighbour; the last one within another goes behind that. */
export function movedDown(entries: Outline, index: number): Outcome {
  const { depth } = entries[index] ?? { depth: 0 };
  const end = endOf(entries, index);
  const next = entries[end];
  if (next?.depth === depth) return { entries: droppedAt(entries, index, endOf(entries, end), depth) };
  // It was the last one within the entry that it is in, which ends here too.
  if (depth === 0) return { obstacle: 'isLast' };
  return outdented(entries, index);
}

/**
 * An entry with those within it put elsewhere, as deep as wanted or as near to that as it goes.
 * @param to before the entry of that index in the list as it is; its length for behind the last one
 */
export function droppedAt(entries: Outline, index: number, to: number, depth: number): Outline {
  const { part, rest, at, room } = lifted(entries, index, to);
  if (room.most < room.least) return entries;
  return rest.toSpliced(at, 0, ...shifted(part, within(depth, room) - (part[0]?.depth ?? 0)));
}

/** The depth that `droppedAt` gives. @returns undefined where the entry does not fit, since it holds too many levels */
export function dropDepth(entries: Outline, index: number, to: number, depth: number): number | undefined {
  const { room } = lifted(entries, index, to);
  return room.most < room.least ? undefined : within(depth, room);
}

/** An entry with those within it, the rest of the list, and where in that it is to go. */
function lifted(entries: Outline, index: number, to: number) {
  const part = entries.slice(index, endOf(entries, index));
  const rest = entries.toSpliced(index, part.length);
  // Dropped on itself it stays where it is, and may still change its depth.
  const at = to <= index ? to : Math.max(to, index + part.length) - part.length;
  return { part, rest, at, room: depthsAt(rest, at, levelsWithin(part)) };
}

/** An entry with other images or another label. */
export function changed(
  entries: Outline,
  uuid: string,
  part: Partial<Pick<ContentsEntry, 'label' | 'first' | 'last'>>,
): Outline {
  return entries.map((entry) => (entry.uuid === uuid ? { ...entry, ...part } : entry));
}

/** Whether two lists say the same. */
export function isSameOutline(one: Outline, other: Outline): boolean {
  return (
    one.length === other.length &&
    one.every((entry, index) => {
      const twin = other[index];
      return (
        twin !== undefined &&
        (['uuid', 'label', 'depth', 'first', 'last'] as const).every((name) => entry[name] === twin[name])
      );
    })
  );
}
