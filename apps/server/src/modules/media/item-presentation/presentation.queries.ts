import type { Behavior, ViewingDirection } from '@armarium/contract/item-presentation';
import type { ContentsEntry } from '@armarium/contract/table-of-contents';
import type { TenantQueries } from '../../../db/database.ts';

/** What is said of how the images of an item are presented. */
export interface StoredPresentation {
  readonly viewingDirection: ViewingDirection | null;
  readonly behavior: Behavior | null;
  readonly contents: readonly ContentsEntry[];
}

/** Of an item of which nothing was said yet nothing is set. */
export async function storedPresentation(db: TenantQueries, itemUuid: string): Promise<StoredPresentation> {
  const row = await db
    .selectFrom('item_presentation')
    .select(['viewing_direction', 'behavior', 'contents'])
    .where('item_uuid', '=', itemUuid)
    .executeTakeFirst();
  return {
    viewingDirection: (row?.viewing_direction ?? null) as ViewingDirection | null,
    behavior: (row?.behavior ?? null) as Behavior | null,
    contents: (row?.contents ?? []) as unknown as ContentsEntry[],
  };
}
