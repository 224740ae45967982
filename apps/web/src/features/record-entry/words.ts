import type { LazyWords } from '../../lib/lazy-words.ts';

/** The words of forms of records. Lists of the catalogue do without them. */
export const recordEntryWords: LazyWords = {
  en: async () => (await import('./en.json')).default,
  it: async () => (await import('./it.json')).default,
};
