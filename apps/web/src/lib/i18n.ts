import { useSyncExternalStore } from 'react';
import { recall, remember } from './remembered.ts';

export const languages = ['en', 'it'] as const;
export type Language = (typeof languages)[number];

/** Messages of one namespace; nested objects become dotted keys (`problem.not-found.title`). */
export interface Messages {
  readonly [key: string]: string | Messages;
}

/** What fills a text's `{{places}}`; `count` also chooses the plural form, `defaultValue` stands for a missing text. */
interface Values {
  readonly count?: number;
  readonly defaultValue?: string;
  readonly [name: string]: string | number | null | undefined;
}

/** A text by its key, with its places filled; the key itself where there is no text. */
type Translate = (key: string, values?: Values) => string;

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

/** The texts of each language by namespace and key, `problem:not-found.title`. */
const texts: Record<Language, Map<string, string>> = { en: new Map(), it: new Map() };
const plurals = { en: new Intl.PluralRules('en'), it: new Intl.PluralRules('it') };
const listeners = new Set<() => void>();
let language: Language = typeof navigator === 'undefined' ? 'en' : initialLanguage();
if (typeof document !== 'undefined') document.documentElement.lang = language;

/**
 * Registers the messages of a feature, once, when its module is loaded (`messages.ts` beside its `en.json` and
 * `it.json`). The namespace is the feature's folder name; components read it by `useTranslation(namespace)`. What it
 * has already stays beside them.
 */
export function addMessages(namespace: string, en: Messages, it: Messages): void {
  addBelow(texts.en, `${namespace}:`, en);
  addBelow(texts.it, `${namespace}:`, it);
}

function addBelow(into: Map<string, string>, path: string, messages: Messages): void {
  for (const [key, text] of Object.entries(messages)) {
    if (typeof text === 'string') into.set(path + key, text);
    else addBelow(into, `${path}${key}.`, text);
  }
}

/**
 * The text of a key with its namespace. With a `count` that of its plural form (`key_one`, `key_other`, …, and
 * `key_zero` for none where there is such a text), else the key's own.
 */
function textOf(key: string, count: number | undefined): string | undefined {
  const known = texts[language];
  return (
    (count === 0 ? known.get(`${key}_zero`) : undefined) ??
    (count === undefined ? undefined : known.get(`${key}_${plurals[language].select(count)}`)) ??
    known.get(key)
  );
}

/** Looks a key without a namespace of its own up in these, in turn. */
function translateIn(namespaces: readonly string[], key: string, values: Values): string {
  const keys = key.includes(':') ? [key] : namespaces.map((namespace) => `${namespace}:${key}`);
  const text = keys.map((one) => textOf(one, values.count)).find((one) => one !== undefined);
  return (text ?? values.defaultValue ?? key).replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) =>
    String(values[name] ?? place),
  );
}

/** Whether there are words for a key with its namespace. */
export function hasMessage(key: string): boolean {
  return texts[language].has(key);
}

/** Switches the language at once and remembers it; `<html lang>` follows. */
export function chooseLanguage(chosen: Language): void {
  remember(STORAGE_KEY, chosen);
  document.documentElement.lang = chosen;
  language = chosen;
  for (const listener of listeners) listener();
}

/** A message outside React (notifications): the key with its namespace, `upload:finished`. */
export function translate(key: string, values: Values = {}): string {
  return translateIn([], key, values);
}

export function currentLanguage(): Language {
  return language;
}

/** `t` of each namespace and language: the same function as long as the language stays. */
const translators = new Map<string, Translate>();

/**
 * The words of a component in the user's language; it is drawn again when the language changes.
 * @param namespace where keys without one are looked up; of several in turn
 */
export function useTranslation(namespace: string | readonly string[]): { t: Translate; language: Language } {
  const current = useSyncExternalStore(onLanguage, currentLanguage);
  const name = `${current} ${String(namespace)}`;
  let t = translators.get(name);
  if (!t) {
    const namespaces = typeof namespace === 'string' ? [namespace] : namespace;
    t = (key, values = {}) => translateIn(namespaces, key, values);
    translators.set(name, t);
  }
  return { t, language: current };
}

function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
