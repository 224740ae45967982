import type { TestInstallation } from './test-installation.ts';

/** Links with their order, closure and counters of the records that stand, as text to be compared. */
export async function graphState(
  house: TestInstallation,
  tenantId: number,
): Promise<Record<string, string[]>> {
  const parts = {
    collectionLinks: `select concat_ws(' ', parent_uuid, child_uuid, sort_title, linked_at) from collection_link
      where tenant_id = $1`,
    itemLinks: `select concat_ws(' ', collection_uuid, item_uuid, sort_title, linked_at) from item_link
      where tenant_id = $1`,
    closure: `select concat_ws(' ', ancestor_uuid, descendant_uuid)
      from collection_closure closure join collection
        on collection.tenant_id = closure.tenant_id and collection.uuid = closure.descendant_uuid
      where closure.tenant_id = $1 and trashed_at is null`,
    collections: `select concat_ws(' ', uuid, collections_count, items_count) from collection
      where tenant_id = $1 and trashed_at is null`,
    items: `select concat_ws(' ', uuid, pressmark) from item where tenant_id = $1 and trashed_at is null`,
  };
  const read = async ([name, text]: [string, string]) => {
    const rows = await house.query<{ concat_ws: string }>(`${text} order by 1`, [tenantId]);
    return [name, rows.map(({ concat_ws }) => concat_ws)] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries(parts).map(read)));
}
