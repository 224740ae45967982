import type { TemplatePriority } from '@armarium/contract/templates';

/** A field with its place in the order of all. */
interface Placed {
  readonly uuid: string;
  readonly priority: TemplatePriority;
}

/** The fields of one list, in order. */
export const listOf = <T extends Placed>(all: readonly T[], priority: TemplatePriority): T[] =>
  all.filter((one) => one.priority === priority);

/** Whether two orders are the same, priorities included. */
export const isSameOrder = (one: readonly Placed[], other: readonly Placed[]): boolean =>
  one.length === other.length &&
  one.every(({ uuid, priority }, index) => {
    const beside = other[index];
    return beside?.uuid === uuid && beside.priority === priority;
  });

/** What a move did, to be told. */
export interface MoveOutcome<T> {
  readonly moved: T;
  /** From 1. */
  readonly place: number;
  /** How many the list has now. */
  readonly count: number;
  readonly isAnotherList: boolean;
  /** What had to leave HIGH for it. */
  readonly demoted: T | undefined;
}

/** @returns undefined where the move changed nothing */
export function outcomeOf<T extends Placed>(
  before: readonly T[],
  after: readonly T[],
  uuid: string,
): MoveOutcome<T> | undefined {
  const moved = after.find((one) => one.uuid === uuid);
  const was = before.find((one) => one.uuid === uuid);
  if (!moved || !was || isSameOrder(before, after)) return undefined;
  const list = listOf(after, moved.priority);
  const wasHigh = new Set(listOf(before, 'HIGH').map((one) => one.uuid));
  return {
    moved,
    place: list.indexOf(moved) + 1,
    count: list.length,
    isAnotherList: was.priority !== moved.priority,
    demoted: after.find((one) => one.uuid !== uuid && one.priority !== 'HIGH' && wasHigh.has(one.uuid)),
  };
}
