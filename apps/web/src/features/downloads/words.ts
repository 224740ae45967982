import type { LazyWords } from '../../lib/lazy-words.ts';

/** The words of the download dialogs. The page of an item has a button that opens one, and no more of them. */
export const downloadWords: LazyWords = {
  en: async () => (await import('./dialog/en.json')).default,
  it: async () => (await import('./dialog/it.json')).default,
};
