import { expect, it } from 'vitest';
import { placeAfter } from './arrow-focus.ts';

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 10, undefined],
  ['ArrowLeft', 4, 3],
  ['ArrowLeft', 0, undefined],
  ['ArrowDown', 2, 6],
  ['ArrowDown', 8, undefined],
  ['ArrowUp', 6, 2],
  ['ArrowUp', 3, undefined],
  ['Home', 7, 0],
  ['End', 7, 10],
  ['a', 7, undefined],
])('%s on place %i of eleven in rows of four leads to %s', (key, place, to) => {
  expect(placeAfter(key, place, 4, 11)).toBe(to);
});
