import { endsOf } from '@armarium/contract/contents-ranges';
import type { ContentsEntry } from '@armarium/contract/table-of-contents';
import {
  changed,
  indented,
  movedDown,
  movedUp,
  outdented,
  withoutEntry,
  type Obstacle,
  type Outcome,
  type Outline,
} from './outline.ts';

/** What is done with the selected entry at once, in the order of the buttons. */
export const moves = ['up', 'down', 'out', 'in'] as const;
export const bounds = ['begins', 'ends', 'endsFree'] as const;
export type Gesture = (typeof moves)[number] | (typeof bounds)[number] | 'remove';

/** The entries after a gesture, and what is said about it. */
export interface EntryEdit {
  readonly entries: Outline;
  /** The key of the words that say what was done, and the number in them. */
  readonly said: string;
  readonly count?: number;
  /** The image that is named there. */
  readonly image?: string;
  /** The entry that is selected afterwards; undefined where there is none. */
  readonly selected: string | undefined;
}
export interface Refusal {
  readonly not: Obstacle | 'noEntry' | 'noImage' | 'isSo' | 'before' | 'firstGone';
}

interface Around {
  readonly entries: Outline;
  readonly selected: ContentsEntry | undefined;
  /** The first and the last one of the chosen images. */
  readonly images: { readonly first: string; readonly last: string } | undefined;
  placeOf(image: string): number | undefined;
}

/** What a gesture changes of the selected entry, or why it can't be done. */
export function editOf(gesture: Gesture, around: Around): EntryEdit | Refusal {
  const { entries, selected } = around;
  const index = selected ? entries.findIndex(({ uuid }) => uuid === selected.uuid) : -1;
  const entry = entries[index];
  if (!entry) return { not: 'noEntry' };
  const moved = (outcome: Outcome, said: string): EntryEdit | Refusal =>
    'entries' in outcome
      ? { entries: outcome.entries, said, selected: entry.uuid }
      : { not: outcome.obstacle };
  switch (gesture) {
    case 'up':
      return moved(movedUp(entries, index), 'moved');
    case 'down':
      return moved(movedDown(entries, index), 'moved');
    case 'in':
      return moved(indented(entries, index), 'in');
    case 'out':
      return moved(outdented(entries, index), 'out');
    case 'remove':
      return removal(entries, index);
    default:
      return boundary(gesture, entry, around);
  }
}

function removal(entries: Outline, index: number): EntryEdit {
  const rest = withoutEntry(entries, index);
  const count = (endsOf(entries)[index] ?? 0) - index - 1;
  const selected = (rest[index] ?? rest.at(-1))?.uuid;
  return { entries: rest, said: count > 0 ? 'removedWith' : 'removed', count, selected };
}

function boundary(
  gesture: (typeof bounds)[number],
  entry: ContentsEntry,
  { entries, images, placeOf }: Around,
): EntryEdit | Refusal {
  const done = (image: string, part: Partial<ContentsEntry>): EntryEdit => ({
    entries: changed(entries, entry.uuid, part),
    said: gesture,
    image,
    selected: entry.uuid,
  });
  if (gesture === 'endsFree') return entry.last === null ? { not: 'isSo' } : done('', { last: null });
  if (!images) return { not: 'noImage' };
  if (gesture === 'begins') {
    if (images.first === entry.first) return { not: 'isSo' };
    const end = entry.last === null ? undefined : placeOf(entry.last);
    // An end before the new beginning would mean nothing.
    const isKept = end !== undefined && end >= (placeOf(images.first) ?? 0);
    return done(images.first, { first: images.first, last: isKept ? entry.last : null });
  }
  if (images.last === entry.last) return { not: 'isSo' };
  const start = placeOf(entry.first);
  if (start === undefined) return { not: 'firstGone' };
  return (placeOf(images.last) ?? 0) < start ? { not: 'before' } : done(images.last, { last: images.last });
}
