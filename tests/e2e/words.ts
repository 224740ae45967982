import { english } from '../../apps/web/src/app/english.ts';
import { italian } from '../../apps/web/src/app/italian.ts';

/** What the screens say, for finding things as a person does: by their names. */
export { english as en, italian as it };
export type Words = typeof english;

/** A text with its `{{places}}` filled. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
