import type { Template } from '@armarium/contract/templates';
import { expect, test } from 'vitest';
import { isSameValue } from './editable-cells.ts';

test.each([
  ['STRING', ' Erasmus ', 'Erasmus', true],
  ['STRING', '7', '07', false],
  ['INTEGER', '07', '7', true],
  ['NUMBER', 'many', 'few', false],
  ['DATE', '1/2/1999', '01/02/1999', true],
  ['STRING', ' ', '', true],
] as const)('a field of type %s with “%s” holds the same as with “%s”: %s', (type, one, other, isSame) => {
  expect(isSameValue([one], [other], { name: 'x', type } as Template)).toBe(isSame);
});
