import { words } from '../../apps/web/src/app/words.ts';

/** What the screens say, for finding things as a person does: by their names. */
export const { en, it } = words;
export type Words = typeof en;

/** A text with its `{{places}}` filled. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
