import type { StepTransition } from '@armarium/contract/story-steps';
import { easingFunctions } from './easing.ts';

/** The shortest and the longest move, milliseconds. */
const SHORTEST_ms = 400;
const LONGEST_ms = 2500;
/** How long a path of length 1 takes for each second that `duration / speed` of the step gives, milliseconds. */
const PACE_ms = 125;
/** A fade to another image lasts as long as a path of this length. */
export const FADE_LENGTH = 0.5;

/**
 * How long the camera takes for a path: longer ones longer, and slower where the step asks for it, but never so fast that
 * nobody can follow, nor so slow that somebody waits.
 * @returns milliseconds; 0 for a cut
 */
export function moveDuration(pathLength: number, { enabled, duration, speed }: StepTransition): number {
  if (!enabled) return 0;
  return Math.min(LONGEST_ms, Math.max(SHORTEST_ms, pathLength * PACE_ms * (duration / speed)));
}

/**
 * How far along its path a move is. It begins and ends at rest, whatever the easing of the step: that acts on a time which
 * itself begins and ends slowly.
 * @param time the part of its duration that is over, from 0 to 1
 */
export function moveProgress(time: number, { easing }: Pick<StepTransition, 'easing'>): number {
  const bounded = Math.min(1, Math.max(0, time));
  return easingFunctions[easing](bounded * bounded * (3 - 2 * bounded));
}
