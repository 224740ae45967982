import type { RecordType } from '@armarium/contract/record-types';
import { assetTrash, itemTrash } from '../media/public.ts';
import type { TrashHooks } from '../records/public.ts';

const hooks: Readonly<Partial<Record<RecordType, TrashHooks>>> = { ITEM: itemTrash, MEDIA: assetTrash };

/** What modules do beside when records of their kinds are deleted, restored or purged. */
export function hooksOf({ resourceType }: { readonly resourceType: RecordType }): TrashHooks {
  return hooks[resourceType] ?? {};
}
