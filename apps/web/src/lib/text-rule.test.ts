import { Email } from '@armarium/contract/account-fields';
import { expect, it } from 'vitest';
import { fitsRule } from './text-rule.ts';

it.each([
  ['catalogue@example.org', true],
  ["o'neill+books@library.example.co.uk", true],
  ['', false],
  ['catalogue', false],
  ['catalogue@example', false],
  ['catalogue@example..org', false],
  ['a catalogue@example.org', false],
  [`${'a'.repeat(243)}@example.org`, false],
])('an e-mail address is held against the rule of the contract: %s', (text, expected) => {
  expect(fitsRule(Email, text)).toBe(expected);
});

it('a text may be as short and as long as its rule says', () => {
  const rule = { minLength: 2, maxLength: 3 };
  expect(['a', 'ab', 'abc', 'abcd'].map((text) => fitsRule(rule, text))).toEqual([false, true, true, false]);
});
