import type { LazyWords } from '../../lib/lazy-words.ts';

/** The words of the filters. A list of which nobody opened them does without. */
export const filterWords: LazyWords = {
  en: async () => (await import('./en.json')).default,
  it: async () => (await import('./it.json')).default,
};
