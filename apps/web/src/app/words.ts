import { addWords, type Language } from '../lib/i18n.ts';

/** Fetches and registers all words of the client in a language. Each language weighs 20 kB of the first page. */
export async function loadWords(language: Language): Promise<void> {
  if (language === 'it') addWords('it', (await import('./italian.ts')).italian);
  else addWords('en', (await import('./english.ts')).english);
}
