import { expect, it } from 'vitest';
import { askedLanguage } from './asked-language.ts';

it.each([
  [undefined, 'en'],
  ['it', 'it'],
  ['fr-CH, fr;q=0.9, it;q=0.7, en;q=0.8', 'en'],
  ['it;q=0, en;q=0.1', 'en'],
  ['*', 'en'],
])('of a browser that asks for %s the language is %s', (asked, language) => {
  expect(askedLanguage(asked)).toBe(language);
});
