import { afterAll, expect, it, vi } from 'vitest';
import { addWords, chooseLanguage } from '../i18n.ts';
import { describeCause } from './cause-text.ts';
import causes from './causes-in-italian.json' with { type: 'json' };

const cause = { code: 'truncated', title: 'The file is incomplete: 3 of 9 MB.', nextStep: 'Copy it again.' };

addWords('it', { cause: causes });
vi.stubGlobal('document', { documentElement: { lang: '' } });
afterAll(() => {
  // The language is that of the files after this one, too.
  chooseLanguage('en');
  vi.unstubAllGlobals();
});

it('keeps the server’s words in English, and has its own in Italian', () => {
  chooseLanguage('en');
  expect(describeCause(cause)).toEqual({ title: cause.title, next: cause.nextStep });
  chooseLanguage('it');
  expect(describeCause(cause).title).toBe('Il file è incompleto: manca la fine.');
  expect(describeCause({ ...cause, code: 'never-heard-of' }).title).toBe(cause.title);
});
