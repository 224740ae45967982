import { expect, test } from 'vitest';
import { duplicateTitle } from './duplicate-title.ts';

test.each([
  ['The herbal', 'The herbal (2)'],
  ['The herbal (2)', 'The herbal (3)'],
  ['The herbal (9)', 'The herbal (10)'],
  ['Atlas maior (1662)', 'Atlas maior (1662) (2)'],
  ['Part (1)', 'Part (1) (2)'],
  ['Maps (Venice)', 'Maps (Venice) (2)'],
  ['Maps  ', 'Maps (2)'],
  ['(2)', '(2) (2)'],
])('%s', (title, expected) => {
  expect(duplicateTitle(title)).toBe(expected);
});
