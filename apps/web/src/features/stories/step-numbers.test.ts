import { expect, it } from 'vitest';
import { stepNumbers } from './step-numbers.ts';

it('writes numbers that follow one another together', () => {
  expect(stepNumbers([3])).toBe('3');
  expect(stepNumbers([1, 2, 3, 7, 9, 10])).toBe('1–3, 7, 9–10');
});
