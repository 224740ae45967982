import { v7 as uuidv7 } from 'uuid';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { WriteTransaction } from '../../db/database.ts';
import { createRecords, kindOf, lockGraph } from '../records/public.ts';
import { requireRecordsQuota } from '../tenancy/public.ts';
import { linkRecords } from './graph.writes.ts';

/** An item whose metadata passed the rules (`newMetadata`). */
export interface ItemToMake {
  /** A new uuid where it is absent. */
  readonly uuid?: string | undefined;
  readonly metadata: readonly MetadataEntry[];
  readonly parentCollectionsUuids: readonly string[];
  /** Name of a state of the tenant; `Default` where it is absent. */
  readonly state?: string | undefined;
}

/**
 * Writes items with their links, counters and history. All items are made by this function. The number of
 * statements does not depend on the number of items.
 * @param options.isTrial whether the transaction is rolled back, so that the quota does not matter
 * @returns the uuids of each item and of its import, in the order of the items
 * @throws ProblemError 422 naming the missing collections of an item, 507 `records-quota`; the error of the database where a
 * pressmark was taken meanwhile (`item_pressmark_key`)
 */
export async function createItems(
  tx: WriteTransaction,
  items: readonly ItemToMake[],
  { isTrial = false } = {},
): Promise<{ uuid: string; importId: string }[]> {
  if (items.length === 0) return [];
  await lockGraph(tx);
  const kind = kindOf('ITEM');
  const imports = items.map(() => uuidv7());
  const made = await createRecords(
    tx,
    kind,
    items.map(({ parentCollectionsUuids, ...item }) => ({
      ...item,
      historyValues: { parentCollectionsUuids: parentCollectionsUuids.map((uuid) => uuid.toLowerCase()) },
    })),
    [{ name: 'import_uuid', type: 'uuid', valueOf: (index) => imports[index] }],
  );
  await linkRecords(
    tx,
    kind,
    made.map((row, index) => ({ ...row, parents: items[index]?.parentCollectionsUuids ?? [] })),
  );
  if (!isTrial) await requireRecordsQuota(tx.db);
  return made.map(({ uuid }, index) => ({ uuid, importId: imports[index] ?? '' }));
}
