import type { LazyWords } from '../../../lib/lazy-words.ts';

/** The words of the table of contents. The page of an item does without them. */
export const contentsWords: LazyWords = {
  en: async () => (await import('./en.json')).default,
  it: async () => (await import('./it.json')).default,
};
