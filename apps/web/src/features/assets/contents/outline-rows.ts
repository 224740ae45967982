import { endsOf, entryHolding, type ContentsRange } from '@armarium/contract/contents-ranges';
import type { ContentsEntry } from '@armarium/contract/table-of-contents';
import type { Outline } from './outline.ts';

/** A row of the tree. */
export interface OutlineRow {
  readonly entry: ContentsEntry;
  /** Among all entries. */
  readonly index: number;
  /** The place among its siblings, from 1, and how many these are. */
  readonly position: number;
  readonly siblings: number;
  /** Undefined for an entry with none within it. */
  readonly isOpen: boolean | undefined;
}

/** The rows in sight: all entries but those within a closed one. */
export function rowsOf(entries: Outline, closed: ReadonlySet<string>): readonly OutlineRow[] {
  const ends = endsOf(entries);
  const counts = new Map<number, number>();
  const parents: number[] = [];
  const placed = entries.map(({ depth }, index) => {
    parents.length = depth;
    const parent = parents.at(-1) ?? -1;
    parents.push(index);
    const position = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, position);
    return { parent, position };
  });
  const rows: OutlineRow[] = [];
  for (let index = 0; index < entries.length;) {
    const entry = entries[index];
    const { parent, position } = placed[index] ?? { parent: -1, position: 1 };
    const end = ends[index] ?? entries.length;
    if (!entry) break;
    const isOpen = end > index + 1 ? !closed.has(entry.uuid) : undefined;
    rows.push({ entry, index, position, siblings: counts.get(parent) ?? 1, isOpen });
    index = isOpen === false ? end : index + 1;
  }
  return rows;
}

/** What an arrow key does in a tree, by the pattern of WAI-ARIA: leads to another row, or opens or closes this one. */
export function treeStep(
  rows: readonly OutlineRow[],
  at: number,
  key: string,
): { to: number } | { toggles: true } | undefined {
  const row = rows[at];
  if (!row) return undefined;
  const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
  if (step !== undefined) return rows[step] ? { to: step } : undefined;
  if (key === 'ArrowRight' && row.isOpen !== undefined)
    return row.isOpen ? { to: at + 1 } : { toggles: true };
  if (key !== 'ArrowLeft') return undefined;
  if (row.isOpen === true) return { toggles: true };
  const parent = rows.findLastIndex((one, place) => place < at && one.entry.depth < row.entry.depth);
  return parent < 0 ? undefined : { to: parent };
}

/** The row of the entry that an image is in. */
export function rowHolding(
  rows: readonly OutlineRow[],
  ranges: readonly (ContentsRange | undefined)[],
  place: number,
): OutlineRow | undefined {
  const ranged = rows.map(({ entry, index }) => ({ depth: entry.depth, range: ranges[index] }));
  return rows[entryHolding(ranged, { first: place, last: place })];
}

/** The closed entries without those around an entry, so that the entry is in sight. */
export function openedFor(
  entries: Outline,
  closed: ReadonlySet<string>,
  uuid: string | undefined,
): ReadonlySet<string> {
  let index = entries.findIndex((entry) => entry.uuid === uuid);
  if (index < 0 || closed.size === 0) return closed;
  const next = new Set(closed);
  for (let { depth } = entries[index] ?? { depth: 0 }; depth > 0; depth -= 1) {
    index = entries.findLastIndex((entry, at) => at < index && entry.depth < depth);
    next.delete(entries[index]?.uuid ?? '');
  }
  return next;
}
