import { expect, it } from 'vitest';
import { readyPercentage } from './ready-percentage.ts';

it.each([
  [4, 1, 75],
  [3, 1, 67],
  [3, 2, 33],
  [8, 8, 0],
  [200, 1, 100],
  [4, 0, undefined],
  [0, 0, undefined],
])('[GRID-07] %i images of which %i are not ready are at %s %%', (images, notReady, percentage) => {
  expect(readyPercentage(images, notReady)).toBe(percentage);
});
