import type { TemplateResourceType } from '@armarium/contract/record-types';
import { recall, remember } from '../../lib/remembered.ts';

/** The kinds of records in the order of the dropdown (back office §2.3). */
export const kinds: readonly TemplateResourceType[] = ['ITEM', 'MEDIA', 'STORY', 'SERIES', 'COLLECTION'];

const KEY = 'armarium.workflow-of';

/** The kind whose transitions were looked at last in this browser; at first ITEM. */
export function rememberedKind(): TemplateResourceType {
  const kept = recall(KEY);
  return kinds.find((kind) => kind === kept) ?? 'ITEM';
}

export function rememberKind(kind: TemplateResourceType): void {
  remember(KEY, kind);
}
