import type { Labels } from './labels.ts';
import type { Language } from './preferences.ts';

/**
 * What a field, state or transition is called in a language: its label in that language, otherwise the label
 * for all languages, otherwise its name.
 */
export function labelIn(
  language: Language,
  of: { readonly name: string; readonly label?: string; readonly labels?: Labels },
): string {
  return of.labels?.[language] || of.label || of.name;
}
