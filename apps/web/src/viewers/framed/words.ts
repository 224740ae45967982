import toolsEn from '../en.json' with { type: 'json' };
import toolsIt from '../it.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };

const english = { ...toolsEn, ...en };
const italian: typeof english = { ...toolsIt, ...it };

/** The page's language, which colour-scheme.js has set: the remembered choice, else the browser's. */
export const language = document.documentElement.lang === 'it' ? 'it' : 'en';

/** A message in the page's language; `{{name}}` stands for a value. The client's library is not worth its weight here. */
export function say(
  key: keyof typeof english,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = (language === 'it' ? italian : english)[key];
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
