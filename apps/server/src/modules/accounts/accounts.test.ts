import { expect, it } from 'vitest';
import { normaliseUsername } from './username.ts';

it.each([
  ['case', 'ADA', 'ada'],
  ['blanks around it', ' ada\u3000', 'ada'],
  ['composition', 'Perche\u0301', 'perch\u00e9'],
  ['width', '\uff21da', 'ada'],
  ['the sigma that ends a word', 'ΝΙΚΟΣ', 'νικος'],
  ['the sigma before a digit', 'ΝΙΚΟΣ1', 'νικος1'],
  ['a capital that comes apart', 'J\u030c', '\u01f0'],
])('names that differ in %s are one', (_what, one, other) => {
  expect(normaliseUsername(one)).toBe(normaliseUsername(other));
});

it('names of other letters are others', () => {
  expect(normaliseUsername('ada')).not.toBe(normaliseUsername('àda'));
});
