import { entryHolding } from '@armarium/contract/contents-ranges';
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

/** The entry that a reader of an opening is in. Pure. */
export function entryAt(entries: readonly PlacedEntry[], { first, last }: Opening): PlacedEntry | undefined {
  const ranged = entries.map(({ depth, firstPosition, lastPosition }) => ({
    depth,
    range: firstPosition === null ? undefined : { first: firstPosition, last: lastPosition ?? firstPosition },
  }));
  return entries[entryHolding(ranged, { first, last })];
}
