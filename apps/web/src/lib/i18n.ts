import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { recall, remember } from './remembered.ts';

export const languages = ['en', 'it'] as const;
export type Language = (typeof languages)[number];

/** Messages of one namespace; nested objects become dotted keys (`not-found.title`). */
interface Messages {
  readonly [key: string]: string | Messages;
}

/** Messages by namespace, which components read by `useTranslation(namespace)`. */
export type Words = Readonly<Record<string, Messages>>;

const STORAGE_KEY = 'armarium.language';

/** The remembered choice, else the browser's language, else English (decisions §9). */
export function initialLanguage(
  remembered: string | null = recall(STORAGE_KEY),
  offered: readonly string[] = navigator.languages,
): Language {
  const known = (tag: string | null) =>
    languages.find((language) => tag?.toLowerCase().split('-')[0] === language);
  return known(remembered) ?? offered.map(known).find((language) => language !== undefined) ?? 'en';
}

void i18next.use(initReactI18next).init({
  lng: typeof navigator === 'undefined' ? 'en' : initialLanguage(),
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  // React escapes what it draws.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  showSupportNotice: false,
});
if (typeof document !== 'undefined') document.documentElement.lang = i18next.language;

/** Registers words of a language, before anything is drawn that shows them. */
export function addWords(language: Language, words: Words): void {
  for (const [namespace, messages] of Object.entries(words))
    i18next.addResourceBundle(language, namespace, messages);
}

/** Whether there are words for a key with its namespace. */
export function hasMessage(key: string): boolean {
  return i18next.exists(key);
}

/** Switches to a language whose words are registered, and remembers it; `<html lang>` follows. */
export function chooseLanguage(language: Language): void {
  remember(STORAGE_KEY, language);
  document.documentElement.lang = language;
  void i18next.changeLanguage(language);
}

/** A message outside React (notifications): the key with its namespace, `upload:finished`. */
export function translate(key: string, values: Record<string, unknown> = {}): string {
  return i18next.t(key, values);
}

export function currentLanguage(): Language {
  return i18next.language === 'it' ? 'it' : 'en';
}
