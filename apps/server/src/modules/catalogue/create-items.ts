import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { MetadataEntry } from '@armarium/contract/records';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { linkItems } from './graph.writes.ts';
import { recordHistory } from '../../db/history.ts';
import { foundFields, keepDates, lockGraph, itemColumns } from '../records/public.ts';

/** An item that the rules let through (`newMetadata`). */
export interface ItemToMake {
  /** A new one where it is absent. */
  readonly uuid?: string | undefined;
  readonly metadata: readonly MetadataEntry[];
  readonly parentCollectionsUuids: readonly string[];
  /** Name of a state of the tenant; `Default` without it. */
  readonly state?: string | undefined;
}

/**
 * Writes items with their links, counters and history: the one way in which items come to be. The number of
 * statements does not depend on how many there are.
 * @returns the uuids of each item and of its import, in the order of the items
 * @throws ProblemError 422 naming the collections of an item that are not there; the database's own error
 *   where a pressmark was taken meanwhile (`item_pressmark_key`)
 */
export async function createItems(
  tx: WriteTransaction,
  items: readonly ItemToMake[],
): Promise<{ uuid: string; importId: string }[]> {
  if (items.length === 0) return [];
  await lockGraph(tx);
  const { searchable, dates } = await foundFields(tx.db, 'ITEM');
  const rows = items.map(({ uuid = uuidv7(), metadata, state = 'Default' }) => {
    return { uuid, ...itemColumns(metadata, searchable), metadata, state, import_uuid: uuidv7() };
  });
  await sql`
    insert into item (tenant_id, created_by, uuid, sgtt, autn, sgti, pressmark, pressmark_norm, metadata, state,
      sort_title, sort_pressmark, search_text, import_uuid)
    select ${tx.tenantId}, ${tx.actor.accountUuid}::uuid, made.*
    from jsonb_to_recordset(${jsonb(rows)}) as made (uuid uuid, sgtt text, autn text, sgti text, pressmark text,
      pressmark_norm text, metadata jsonb, state text, sort_title text, sort_pressmark text, search_text text,
      import_uuid uuid)`.execute(tx.db);
  if (dates.size > 0) await keepDates(tx, rows, dates);
  await linkItems(
    tx,
    rows.map(({ uuid, sort_title }, index) => ({
      uuid,
      sortTitle: sort_title,
      parents: items[index]?.parentCollectionsUuids ?? [],
    })),
  );
  await recordHistory(
    tx,
    rows.map(({ uuid, metadata }, index) => ({
      record: uuid,
      resourceType: 'ITEM',
      action: 'create',
      after: {
        customMetadataList: metadata,
        parentCollectionsUuids: items[index]?.parentCollectionsUuids,
        ...(items[index]?.state !== undefined && { state: items[index].state }),
      },
    })),
  );
  return rows.map(({ uuid, import_uuid }) => ({ uuid, importId: import_uuid }));
}
