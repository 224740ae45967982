import { englishOfPages } from '../../apps/web/src/app/english-of-pages.ts';
import { english } from '../../apps/web/src/app/english.ts';
import { italianOfPages } from '../../apps/web/src/app/italian-of-pages.ts';
import { italian } from '../../apps/web/src/app/italian.ts';

/** What the screens say, for finding things as a person does: by their names. */
export const en = { ...english, ...englishOfPages };
export const it: Words = { ...italian, ...italianOfPages };
export type Words = typeof en;

/** A text with its `{{places}}` filled. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
