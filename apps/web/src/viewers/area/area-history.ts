import type { Aspect } from './aspects.ts';
import { isSameRegion, type Region } from './region.ts';

/** A region, and the shape that it was kept in. */
export interface ShapedRegion {
  readonly region: Region;
  readonly aspect: Aspect;
}

/** A region with those that it was before, and those that were undone. */
export interface AreaHistory {
  readonly past: readonly ShapedRegion[];
  readonly present: ShapedRegion;
  readonly future: readonly ShapedRegion[];
  /** What the last change was part of: keys that follow each other, or the typing in one field, are undone at once. */
  readonly run: string | undefined;
}

/** @param before what undo leads back to from the beginning */
export const beginHistory = (present: ShapedRegion, before?: ShapedRegion): AreaHistory => ({
  past: before ? [before] : [],
  present,
  future: [],
  run: undefined,
});

/** Another region or shape. What was undone before is forgotten. @param run as in `AreaHistory`; undefined: a step for itself */
export function changedArea(history: AreaHistory, change: Partial<ShapedRegion>, run?: string): AreaHistory {
  const { present } = history;
  const next = { ...present, ...change };
  if (isSameRegion(present.region, next.region) && present.aspect === next.aspect) return history;
  const continues = run !== undefined && run === history.run;
  return {
    past: continues ? history.past : [...history.past, present],
    present: next,
    future: [],
    run,
  };
}

/** The last change begins a new step: what comes next is undone for itself. */
export const endRun = (history: AreaHistory): AreaHistory =>
  history.run === undefined ? history : { ...history, run: undefined };

export function undoneArea(history: AreaHistory): AreaHistory {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
    run: undefined,
  };
}

export function redoneArea(history: AreaHistory): AreaHistory {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, run: undefined };
}
