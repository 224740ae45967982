import type { TemplateResourceType } from '@armarium/contract/record-types';
import { recall, remember } from '../../lib/remembered.ts';

/** The kinds of records in the order of the dropdown (back office §2.2), with the keys of their words. */
export const kinds = [
  { type: 'ITEM', word: 'kind.ITEM' },
  { type: 'MEDIA', word: 'kind.MEDIA' },
  { type: 'COLLECTION', word: 'kind.COLLECTION' },
  { type: 'STORY', word: 'kind.STORY' },
  { type: 'SERIES', word: 'kind.SERIES' },
] as const;

const KEY = 'armarium.fields-of';

/** The kind whose fields were looked at last in this browser; at first ITEM. */
export function rememberedKind(): TemplateResourceType {
  const kept = recall(KEY);
  return kinds.find(({ type }) => type === kept)?.type ?? 'ITEM';
}

export function rememberKind(type: TemplateResourceType): void {
  remember(KEY, type);
}
