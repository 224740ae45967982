import { expect, it } from 'vitest';
import { initialLanguage } from './i18n.ts';

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
