import { templatePriorities, type TemplatePriority } from './templates.ts';

/** The most fields with priority HIGH: more would not fit on a card (back office §9). */
export const HIGH_MAX = 2;

/** A field with its priority. Its position is its place in the list of all fields of the same kind of record. */
export interface PlacedTemplate {
  readonly uuid: string;
  readonly priority: TemplatePriority;
}

/**
 * The fields of a kind of record, in order, with one of them moved into the list of a priority (back office §4).
 *
 * With an index the field goes to that place. Without an index it goes to the start of the list, but to the end where
 * it goes to HIGH, or from LOW to MEDIUM; a field that has the priority already stays where it is.
 *
 * HIGH never gets more than `HIGH_MAX` fields: its last ones become the first of MEDIUM. The moved field is not
 * one of them, whatever the index. A move within HIGH demotes nothing.
 *
 * @param all in order; the result has the same fields with their other properties
 * @param uuid of the field that moves; where no field has it, nothing changes
 * @param index the place in the list of that priority, from 0, counted without the moved field and without fields that
 *   are demoted; one outside the list is taken as its start or its end
 * @returns a new list: HIGH, then MEDIUM, then LOW
 */
export function movedTo<T extends PlacedTemplate>(
  all: readonly T[],
  uuid: string,
  priority: TemplatePriority,
  index?: number,
): T[] {
  const moved = all.find((one) => one.uuid === uuid);
  if (!moved || (moved.priority === priority && index === undefined)) return inLists(all);
  const others = all.filter((one) => one !== moved);
  const isAtEnd = priority === 'HIGH' || (priority === 'MEDIUM' && moved.priority === 'LOW');
  const isNew = moved.priority !== priority;
  const rest = isNew && priority === 'HIGH' ? withRoomInHigh(others) : others;
  return insertedAt(rest, { ...moved, priority }, index ?? (isAtEnd ? Infinity : 0));
}

/**
 * The fields of a kind of record, in order, with a new one at the end of the list of its priority. Where HIGH is full
 * it makes room as for a field that is moved there.
 */
export function withAdded<T extends PlacedTemplate>(all: readonly T[], added: T): T[] {
  return insertedAt(added.priority === 'HIGH' ? withRoomInHigh(all) : all, added, Infinity);
}

function inLists<T extends PlacedTemplate>(all: readonly T[]): T[] {
  return templatePriorities.flatMap((list) => all.filter(({ priority }) => priority === list));
}

/** The fields with room for one more in HIGH: its last ones are the first of MEDIUM. */
function withRoomInHigh<T extends PlacedTemplate>(all: readonly T[]): T[] {
  const high = all.filter(({ priority }) => priority === 'HIGH');
  const demoted = high.slice(HIGH_MAX - 1).map((one): T => ({ ...one, priority: 'MEDIUM' }));
  return [...high.slice(0, HIGH_MAX - 1), ...demoted, ...all.filter(({ priority }) => priority !== 'HIGH')];
}

/**
 * The fields with one more at a place of the list of its priority, however many that list holds.
 * @param index from 0; one outside the list is taken as its start or its end
 */
export function insertedAt<T extends PlacedTemplate>(all: readonly T[], added: T, index: number): T[] {
  const list = all.filter(({ priority }) => priority === added.priority);
  const place = Math.max(0, index);
  const others = all.filter(({ priority }) => priority !== added.priority);
  return inLists([...list.slice(0, place), added, ...list.slice(place), ...others]);
}
