import { addWords, currentLanguage, type Language, type Words } from './i18n.ts';

/** Words that come with the first page or dialog that needs them, by language. */
export type LazyWords = Readonly<Record<Language, () => Promise<Words>>>;

/** Those of which a page or dialog was opened: a change of language brings their words too. */
const wanted = new Set<LazyWords>();

/** Fetches and registers words in the current language. */
export async function loadLazyWords(words: LazyWords): Promise<void> {
  // From now on a change of language brings them too, even while they are loaded.
  wanted.add(words);
  await add(words, currentLanguage());
}

/** Fetches and registers, in a language, all words that were loaded before. */
export async function loadWantedWords(language: Language): Promise<void> {
  await Promise.all([...wanted].map((words) => add(words, language)));
}

async function add(words: LazyWords, language: Language): Promise<void> {
  addWords(language, await words[language]());
}
