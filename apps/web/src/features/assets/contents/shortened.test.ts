import { expect, it } from 'vitest';
import { shortened } from './shortened.ts';

it('a long label ends with an ellipsis, and no letter is cut in two', () => {
  expect(shortened('Prologue')).toBe('Prologue');
  expect(shortened('a'.repeat(40))).toBe('a'.repeat(40));
  expect(shortened('𝔄'.repeat(41))).toBe(`${'𝔄'.repeat(39)}…`);
});
