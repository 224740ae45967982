import { afterAll, describe, expect, it, vi } from 'vitest';
import { addMessages, chooseLanguage, hasMessage, initialLanguage, translate } from './i18n.ts';

vi.stubGlobal('document', { documentElement: { lang: '' } });
afterAll(() => vi.unstubAllGlobals());

it.each([
  ['it', ['en-GB'], 'it'],
  ['en', ['it-IT'], 'en'],
  [null, ['it-IT', 'en'], 'it'],
  [null, ['de-DE', 'it', 'en'], 'it'],
  [null, ['de-DE', 'fr'], 'en'],
  [null, [], 'en'],
  ['fr', ['it'], 'it'],
])(
  '[I18N-09, I18N-10] with %s remembered and a browser of %s it starts in %s',
  (remembered, offered, language) => {
    expect(initialLanguage(remembered, offered)).toBe(language);
  },
);

describe('a text', () => {
  addMessages(
    'shelf',
    {
      books_one: '{{count}} book',
      books_other: '{{count}} books',
      books_zero: 'no book',
      of: { whom: '{{name}}’s' },
    },
    { books_one: '{{count}} libro', books_many: '{{count}} di libri', books_other: '{{count}} libri' },
  );

  it.each([
    ['en', 0, 'no book'],
    ['en', 1, '1 book'],
    ['en', 2, '2 books'],
    ['it', 0, '0 libri'],
    ['it', 1, '1 libro'],
    ['it', 1_000_000, '1000000 di libri'],
  ] as const)('of a number has its form in %s: %i', (language, count, text) => {
    chooseLanguage(language);
    expect(translate('shelf:books', { count })).toBe(text);
  });

  it('is filled with what is given, as it is, and else is its key or what stands for it', () => {
    chooseLanguage('en');
    expect(translate('shelf:of.whom', { name: '{{name}} & <b>' })).toBe('{{name}} & <b>’s');
    expect([hasMessage('shelf:of.whom'), hasMessage('shelf:of')]).toEqual([true, false]);
    expect(translate('shelf:lost')).toBe('shelf:lost');
    expect(translate('shelf:lost', { defaultValue: 'gone' })).toBe('gone');
  });
});
