import toolsEn from '../en.json' with { type: 'json' };
import toolsIt from '../it.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };

const english = { ...toolsEn.viewers, ...en.framed };
const italian: typeof english = { ...toolsIt.viewers, ...it.framed };

/** The page's language, which colour-scheme.js has set: the remembered choice, else the browser's. */
export const language = document.documentElement.lang === 'it' ? 'it' : 'en';

/**
 * Gives messages in the page's language; `{{name}}` stands for a value. The client's library is not worth its weight
 * here.
 */
export function speaker<Words extends Readonly<Record<string, string>>>(inEnglish: Words, inItalian: Words) {
  const words = language === 'it' ? inItalian : inEnglish;
  return (key: keyof Words & string, values: Readonly<Record<string, string | number>> = {}): string =>
    (words[key] ?? '').replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

export const say = speaker(english, italian);
