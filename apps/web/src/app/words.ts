import { addWords, currentLanguage, type Language } from '../lib/i18n.ts';

let hasPages = false;

/** Fetches and registers the words of the client in a language. Each language weighs 20 kB of the first page. */
export async function loadWords(language: Language): Promise<void> {
  if (language === 'it') addWords('it', (await import('./italian.ts')).italian);
  else addWords('en', (await import('./english.ts')).english);
  if (hasPages) await wordsOfPages(language);
}

/** The same for the words of the pages beside the lists of the catalogue, which come with the first of them. */
export async function loadWordsOfPages(): Promise<void> {
  // From now on a change of language brings them too, even while they are loaded.
  hasPages = true;
  await wordsOfPages(currentLanguage());
}

async function wordsOfPages(language: Language): Promise<void> {
  if (language === 'it') addWords('it', (await import('./italian-of-pages.ts')).italianOfPages);
  else addWords('en', (await import('./english-of-pages.ts')).englishOfPages);
}
