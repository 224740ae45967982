import { easings, newStepTransition } from '@armarium/contract/story-steps';
import { describe, expect, it, test } from 'vitest';
import { easingFunctions } from './easing.ts';

describe.each(easings)('%s', (easing) => {
  it('begins at 0 and ends at 1', () => {
    expect(easingFunctions[easing](0)).toBeCloseTo(0, 10);
    expect(easingFunctions[easing](1)).toBeCloseTo(1, 10);
  });

  it('has no gaps', () => {
    for (let time = 0; time < 1; time += 0.001)
      expect(Math.abs(easingFunctions[easing](time + 0.001) - easingFunctions[easing](time))).toBeLessThan(
        0.02,
      );
  });
});

test('[EDIT-35] the easings are those of back office §9, the first is the default', () => {
  expect(Object.keys(easingFunctions)).toEqual([
    'easeOutSine',
    'easeInOutSine',
    'easeOutCubic',
    'easeInOutCubic',
    'easeOutLinear',
    'easeOutBounce',
    'easeInOutBounce',
  ]);
  expect(newStepTransition.easing).toBe('easeOutSine');
});

// Values from the formulas of Penner's book, worked out by hand.
it.each([
  ['easeOutSine', 1 / 3, 0.5],
  ['easeInOutSine', 0.25, 0.1464466094],
  ['easeInOutSine', 0.5, 0.5],
  ['easeOutCubic', 0.5, 0.875],
  ['easeInOutCubic', 0.25, 0.0625],
  ['easeInOutCubic', 0.75, 0.9375],
  ['easeOutLinear', 0.3, 0.3],
  ['easeOutBounce', 0.2, 0.3025],
  ['easeOutBounce', 6 / 11, 0.75],
  ['easeOutBounce', 9 / 11, 0.9375],
  ['easeInOutBounce', 0.5, 0.5],
  ['easeInOutBounce', 0.9, 0.97],
] as const)('%s at %f', (easing, time, value) => {
  expect(easingFunctions[easing](time)).toBeCloseTo(value, 8);
});
