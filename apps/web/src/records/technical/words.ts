import type { LazyWords } from '../../lib/lazy-words.ts';

/** The words of technical data. They come with the dialogs of files and with the filters; pages do without them. */
export const technicalWords: LazyWords = {
  en: async () => (await import('./en.json')).default,
  it: async () => (await import('./it.json')).default,
};
