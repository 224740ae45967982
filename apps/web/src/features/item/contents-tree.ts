import type { PlacedEntry } from '@armarium/contract/item-presentation';
import type { Opening } from '../../viewers/openings.ts';

/** An entry of a table of contents with the entries within it. */
export interface ContentsBranch {
  readonly entry: PlacedEntry;
  readonly within: readonly ContentsBranch[];
}

/**
 * The entries as a tree. One whose image is gone leads nowhere, and stays only above others that do. Pure.
 * @param entries in their order, each followed by those within it
 */
export function contentsTree(entries: readonly PlacedEntry[]): readonly ContentsBranch[] {
  const top: ContentsBranch[] = [];
  const open: { depth: number; within: ContentsBranch[] }[] = [{ depth: -1, within: top }];
  for (const entry of entries) {
    while (open.length > 1 && (open.at(-1)?.depth ?? 0) >= entry.depth) open.pop();
    const within: ContentsBranch[] = [];
    open.at(-1)?.within.push({ entry, within });
    open.push({ depth: entry.depth, within });
  }
  return led(top);
}

/** The branches in which anything leads to an image. */
function led(branches: readonly ContentsBranch[]): readonly ContentsBranch[] {
  return branches
    .map(({ entry, within }) => ({ entry, within: led(within) }))
    .filter(({ entry, within }) => entry.firstPosition !== null || within.length > 0);
}

/**
 * The entry that a reader is in: of those that hold any image that is shown the one that begins last; of several that begin
 * together the deepest, and of these the last. Pure.
 */
export function entryAt(
  entries: readonly PlacedEntry[],
  { first: from, last: to }: Opening,
): PlacedEntry | undefined {
  let found: PlacedEntry | undefined;
  for (const entry of entries) {
    const { firstPosition: first, lastPosition: last, depth } = entry;
    if (first === null || first > to || (last ?? first) < from) continue;
    const later = first - (found?.firstPosition ?? 0);
    if (!found || later > 0 || (later === 0 && depth >= found.depth)) found = entry;
  }
  return found;
}
