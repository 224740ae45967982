import type { RecordType } from '@armarium/contract/record-types';
import { assetTrash, itemTrash } from '../media/public.ts';
import { storyTrash } from '../story/public.ts';
import type { TrashHooks } from '../records/public.ts';

const hooks: Readonly<Partial<Record<RecordType, TrashHooks>>> = {
  ITEM: itemTrash,
  MEDIA: assetTrash,
  STORY: storyTrash,
};

/** The further steps of modules when records of a kind are deleted, restored or purged. */
export function hooksOf({ resourceType }: { readonly resourceType: RecordType }): TrashHooks {
  return hooks[resourceType] ?? {};
}
