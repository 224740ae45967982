import { englishOfAdministration } from '../../apps/web/src/app/english-of-administration.ts';
import { englishOfPages } from '../../apps/web/src/app/english-of-pages.ts';
import { english } from '../../apps/web/src/app/english.ts';
import { italianOfAdministration } from '../../apps/web/src/app/italian-of-administration.ts';
import { italianOfPages } from '../../apps/web/src/app/italian-of-pages.ts';
import { italian } from '../../apps/web/src/app/italian.ts';

/** What the screens say, for finding things as a person does: by their names. */
export const en = { ...english, ...englishOfPages, ...englishOfAdministration };
export const it: Words = { ...italian, ...italianOfPages, ...italianOfAdministration };
export type Words = typeof en;

/** A text with its `{{places}}` filled. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}
