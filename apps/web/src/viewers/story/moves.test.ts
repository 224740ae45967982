import { easings, newStepTransition } from '@armarium/contract/story-steps';
import { describe, expect, it, test } from 'vitest';
import { moveDuration, moveProgress } from './moves.ts';

test('[EDIT-30] a greater speed makes a move shorter', () => {
  const at = (speed: number) => moveDuration(1.6, { ...newStepTransition, speed });
  expect([at(1), at(2), at(4)]).toEqual([2000, 1000, 500]);
});

it('lasts as long as its path, within bounds', () => {
  expect(moveDuration(0.8, newStepTransition)).toBe(1000);
  expect(moveDuration(0.01, newStepTransition)).toBe(400);
  expect(moveDuration(100, newStepTransition)).toBe(2500);
  expect(moveDuration(1, { ...newStepTransition, duration: 600, speed: 10 })).toBe(2500);
});

it('is a cut where the step wants no transition', () => {
  expect(moveDuration(3, { ...newStepTransition, enabled: false })).toBe(0);
});

describe.each(easings)('%s', (easing) => {
  it('begins and ends at rest: the first and the last frame move by less than half a percent', () => {
    // A frame of the shortest move on a screen that draws sixty a second.
    const frame = 1000 / 60 / 400;
    expect(moveProgress(0, { easing })).toBeCloseTo(0, 10);
    expect(moveProgress(1, { easing })).toBeCloseTo(1, 10);
    for (const early of [0.001, 0.005]) expect(moveProgress(early, { easing })).toBeLessThan(0.005);
    for (const late of [0.999, 0.995]) expect(1 - moveProgress(late, { easing })).toBeLessThan(0.005);
    expect(moveProgress(frame, { easing })).toBeLessThan(0.02);
  });
});
