import { changedParts, isSamePart, withParts, type DraftStep, type StepPart } from './draft-step.ts';

type Steps = readonly DraftStep[];
export type Side = 'mine' | 'theirs';

/** A step that both sides changed, so that somebody has to choose. Undefined where a side deleted it. */
export interface StepConflict {
  readonly id: string;
  /** What of it both changed, to different things; empty where a side deleted it. */
  readonly parts: readonly StepPart[];
  readonly mine: DraftStep | undefined;
  readonly theirs: DraftStep | undefined;
}

/** Two edits of the same steps, put together as far as that goes without asking. */
export interface StepMerge {
  readonly conflicts: readonly StepConflict[];
  /** Whether both put the steps into another order. */
  readonly isOrderInConflict: boolean;
  /** The ids of steps that only the others changed or added; their changes are taken over. */
  readonly takenOver: readonly string[];
  /** @param choose which side a conflict is decided for. @param order which order, where that is one */
  resolve(choose: (id: string) => Side, order: Side): DraftStep[];
}

/**
 * Merges two edits of the steps that both began from (three ways). Parts of a step that only one side changed are taken
 * from that side.
 * @param base what both began from. @param theirs what is stored now
 */
export function mergeSteps(base: Steps, mine: Steps, theirs: Steps): StepMerge {
  const [baseById, mineById, theirsById] = [base, mine, theirs].map(byId) as [StepMap, StepMap, StepMap];
  const conflicts: StepConflict[] = [];
  const settled = new Map<string, DraftStep>();
  const takenOver: string[] = [];
  for (const id of new Set([...mineById.keys(), ...theirsById.keys(), ...baseById.keys()])) {
    const was = baseById.get(id);
    const one = mineById.get(id);
    const other = theirsById.get(id);
    const isMine = one !== undefined && (!was || changedParts(was, one).length > 0);
    const isTheirs = other !== undefined && (!was || changedParts(was, other).length > 0);
    if (one && other) {
      const parts = was ? clashing(was, one, other) : changedParts(one, other);
      if (parts.length > 0) {
        const ofTheirs = was ? changedParts(was, other).filter((part) => !parts.includes(part)) : [];
        const whole = withParts(one, other, ofTheirs);
        conflicts.push({ id, parts, mine: whole, theirs: withParts(whole, other, parts) });
        continue;
      }
      settled.set(id, was ? withParts(other, one, changedParts(was, one)) : one);
      if (isTheirs && changedParts(one, other).length > 0) takenOver.push(id);
    } else if (one && was) {
      // They deleted it.
      if (isMine) conflicts.push({ id, parts: [], mine: one, theirs: undefined });
      else takenOver.push(id);
    } else if (other && was) {
      if (isTheirs) conflicts.push({ id, parts: [], mine: undefined, theirs: other });
    } else {
      const added = one ?? other;
      if (added) settled.set(id, added);
      if (other) takenOver.push(id);
    }
  }
  const [mineIds, theirIds, baseIds] = [mine, theirs, base].map((steps) => steps.map(({ id }) => id)) as [
    string[],
    string[],
    string[],
  ];
  const isMineMoved = isReordered(baseIds, mineIds);
  const isTheirsMoved = isReordered(baseIds, theirIds);
  const isOrderInConflict = isMineMoved && isTheirsMoved && isReordered(mineIds, theirIds);
  return {
    conflicts,
    isOrderInConflict,
    takenOver,
    resolve: (choose, order) => {
      const kept = new Map(settled);
      for (const { id, mine: one, theirs: other } of conflicts) {
        const step = choose(id) === 'mine' ? one : other;
        if (step) kept.set(id, step);
      }
      const leads = isOrderInConflict ? order === 'mine' : isMineMoved;
      const ids = leads ? mergedOrder(mineIds, theirIds, kept) : mergedOrder(theirIds, mineIds, kept);
      return ids.flatMap((id) => kept.get(id) ?? []);
    },
  };
}

type StepMap = ReadonlyMap<string, DraftStep>;
const byId = (steps: Steps): StepMap => new Map(steps.map((step) => [step.id, step]));

/** The parts that both changed, to different things. */
const clashing = (was: DraftStep, one: DraftStep, other: DraftStep): StepPart[] =>
  changedParts(one, other).filter((part) => !isSamePart(was, one, part) && !isSamePart(was, other, part));

/** Whether the steps that stand in both lists stand in another order. */
function isReordered(one: readonly string[], other: readonly string[]): boolean {
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const both = one.filter((id) => inOther.has(id));
  return other.filter((id) => inOne.has(id)).some((id, index) => id !== both[index]);
}

/** The order of one list; what only the other one has stands behind what it stands behind there. */
function mergedOrder(lead: readonly string[], other: readonly string[], kept: StepMap): string[] {
  const order = lead.filter((id) => kept.has(id));
  const there = new Set(order);
  const behind = new Map<string | undefined, string[]>();
  let anchor: string | undefined;
  for (const id of other) {
    if (!kept.has(id)) continue;
    if (there.has(id)) anchor = id;
    else behind.set(anchor, [...(behind.get(anchor) ?? []), id]);
  }
  return [...(behind.get(undefined) ?? []), ...order.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}
