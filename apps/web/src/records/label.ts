import type { Template } from '@armarium/contract/templates';
import { labelIn } from '@armarium/contract/label-in';
import { currentLanguage } from '../lib/i18n.ts';

/** What a field or a transition is called in the reader's language. */
export function labelOf(of: Parameters<typeof labelIn>[1]): string {
  return labelIn(currentLanguage(), of);
}

/** What the field of a name is called in the reader's language; its name where there is no such field any more. */
export function fieldLabel(templates: readonly Template[], name: string): string {
  return labelOf(templates.find((template) => template.name === name) ?? { name });
}
