import type { LazyWords } from '../../lib/lazy-words.ts';

/** The words of changed fields. They come with the pages that show changes, and name the settings of the contact sheet. */
export const changedFieldsWords: LazyWords = {
  en: async () => (await import('./en.json')).default,
  it: async () => (await import('./it.json')).default,
};
