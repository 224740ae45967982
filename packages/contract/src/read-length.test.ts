import { expect, it } from 'vitest';
import { readLength } from './read-length.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

it('counts what is read as one character once, wherever it stands in a long text', () => {
  expect(readLength('')).toBe(0);
  for (const character of ['a', 'e\u0301', family, '\u{1F1EE}\u{1F1F9}', '\u0915\u094D\u0937', '\r\n'])
    for (const count of [1, 255, 256, 257, 1_000])
      expect(readLength(`x${character.repeat(count)}`), `${count} of ${character}`).toBe(1 + count);
});

it('counts a text of 200,000 characters', () => {
  expect(readLength('a'.repeat(200_000))).toBe(200_000);
});
