import { addWords, currentLanguage, type Language } from '../lib/i18n.ts';
import { loadLazyWords, loadWantedWords, type LazyWords } from '../lib/lazy-words.ts';

/** Words that come with the first page or dialog that needs them. */
export const pageWords = {
  item: {
    en: async () => (await import('./english-of-item.ts')).englishOfItem,
    it: async () => (await import('./italian-of-item.ts')).italianOfItem,
  },
  sharing: {
    en: async () => (await import('./english-of-sharing.ts')).englishOfSharing,
    it: async () => (await import('./italian-of-sharing.ts')).italianOfSharing,
  },
  pages: {
    en: async () => (await import('./english-of-pages.ts')).englishOfPages,
    it: async () => (await import('./italian-of-pages.ts')).italianOfPages,
  },
  stories: {
    en: async () => (await import('./english-of-stories.ts')).englishOfStories,
    it: async () => (await import('./italian-of-stories.ts')).italianOfStories,
  },
  storyEditor: {
    en: async () => (await import('./english-of-story-editor.ts')).englishOfStoryEditor,
    it: async () => (await import('./italian-of-story-editor.ts')).italianOfStoryEditor,
  },
  picking: {
    en: async () => (await import('./english-of-picking.ts')).englishOfPicking,
    it: async () => (await import('./italian-of-picking.ts')).italianOfPicking,
  },
  passwordLinks: {
    en: async () => (await import('./english-of-password-links.ts')).englishOfPasswordLinks,
    it: async () => (await import('./italian-of-password-links.ts')).italianOfPasswordLinks,
  },
  secondFactor: {
    en: async () => (await import('./english-of-second-factor.ts')).englishOfSecondFactor,
    it: async () => (await import('./italian-of-second-factor.ts')).italianOfSecondFactor,
  },
  signOn: {
    en: async () => (await import('./english-of-sign-on.ts')).englishOfSignOn,
    it: async () => (await import('./italian-of-sign-on.ts')).italianOfSignOn,
  },
  administration: {
    en: async () => (await import('./english-of-administration.ts')).englishOfAdministration,
    it: async () => (await import('./italian-of-administration.ts')).italianOfAdministration,
  },
} satisfies Record<string, LazyWords>;
export type PageWords = keyof typeof pageWords;

/** Fetches and registers the words of the client in a language. Each language weighs 20 kB of the first page. */
export async function loadWords(language: Language): Promise<void> {
  if (language === 'it') addWords('it', (await import('./italian.ts')).italian);
  else addWords('en', (await import('./english.ts')).english);
  await loadWantedWords(language);
}

/** Fetches and registers the words of the sign-in page, and those of what else was opened of its program. */
export async function loadSignInWords(language: Language): Promise<void> {
  if (language === 'it') addWords('it', (await import('./sign-in-italian.ts')).signInItalian);
  else addWords('en', (await import('./sign-in-english.ts')).signInEnglish);
  await loadWantedWords(language);
}

/** Fetches the words with which the sign-in page begins: where it has to say how a sign-on failed, those too. */
export async function loadArrivalWords(): Promise<void> {
  const saysMore = new URLSearchParams(window.location.search).has('signOn');
  await Promise.all([loadSignInWords(currentLanguage()), saysMore && loadPageWords('signOn')]);
}

/** Fetches and registers the words that a page or dialog needs beside those of the catalogue. */
export function loadPageWords(words: PageWords): Promise<void> {
  return loadLazyWords(pageWords[words]);
}
