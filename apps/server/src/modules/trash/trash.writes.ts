import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { WriteTransaction } from '../../db/database.ts';
import {
  recordHistory,
  unlinkCollections,
  unlinkItems,
  type HistoryEntry,
  type Link,
} from '../catalogue/public.ts';

/** What goes into the trash at once: one entry. */
export interface ToTrash {
  readonly resourceType: 'ITEM' | 'COLLECTION';
  /** The record that was deleted. */
  readonly record: string;
  readonly title: string;
  readonly pressmark: string | null;
  readonly reason: string;
  /** What goes with it, the record itself included. */
  readonly items: readonly string[];
  readonly collections: readonly string[];
}

/**
 * Moves records to the trash: every link that they have is remembered with its time and taken away, counters and
 * closure kept, and they answer 404 from then on. What stands elsewhere too is unlinked and kept. The caller holds
 * the lock of the graph. The number of statements does not depend on how many records there are.
 * @returns the uuid of the entry
 */
export async function moveToTrash(tx: WriteTransaction, going: ToTrash): Promise<string> {
  const { items, collections } = going;
  const entry = uuidv7();
  await tx.db
    .insertInto('trash_entry')
    .values({
      tenant_id: tx.tenantId,
      uuid: entry,
      resource_type: going.resourceType,
      record_uuid: going.record,
      title: going.title,
      pressmark: going.pressmark,
      change_set: tx.changeSet,
      reason: going.reason,
    })
    .execute();
  await sql`
    insert into trash_record (tenant_id, record_uuid, entry_uuid, resource_type)
    select ${tx.tenantId}::integer, uuid, ${entry}::uuid, 'ITEM' from unnest(${items}::uuid[]) as uuid
    union all
    select ${tx.tenantId}::integer, uuid, ${entry}::uuid, 'COLLECTION' from unnest(${collections}::uuid[]) as uuid`.execute(
    tx.db,
  );
  const { rows: itemLinks } = await sql<Link>`
    insert into trash_link (tenant_id, entry_uuid, parent_uuid, child_uuid, child_type, linked_at)
    select tenant_id, ${entry}::uuid, collection_uuid, item_uuid, 'ITEM', linked_at from item_link
    where collection_uuid = any(${collections}::uuid[]) or item_uuid = any(${items}::uuid[])
    order by linked_at, collection_uuid
    returning parent_uuid as parent, child_uuid as child`.execute(tx.db);
  const { rows: collectionLinks } = await sql<Link>`
    insert into trash_link (tenant_id, entry_uuid, parent_uuid, child_uuid, child_type, linked_at)
    select tenant_id, ${entry}::uuid, parent_uuid, child_uuid, 'COLLECTION', linked_at from collection_link
    where parent_uuid = any(${collections}::uuid[]) or child_uuid = any(${collections}::uuid[])
    order by linked_at, parent_uuid
    returning parent_uuid as parent, child_uuid as child`.execute(tx.db);
  await unlinkItems(tx, itemLinks);
  if (collectionLinks.length > 0) await unlinkCollections(tx, collectionLinks);
  await sql`update item set trashed_at = now(), version = version + 1
    where uuid = any(${items}::uuid[])`.execute(tx.db);
  await sql`update collection set trashed_at = now(), version = version + 1
    where uuid = any(${collections}::uuid[])`.execute(tx.db);

  const itemParents = parentsByChild(itemLinks);
  const collectionParents = parentsByChild(collectionLinks);
  const sharedItems = without(itemParents, items);
  const sharedCollections = without(collectionParents, collections);
  await renewVersions(tx, sharedItems, sharedCollections);
  const entryOf =
    (resourceType: 'ITEM' | 'COLLECTION', action: 'delete' | 'unlink') =>
    (record: string): HistoryEntry => {
      const parents = resourceType === 'ITEM' ? itemParents : collectionParents;
      const before = { parentCollectionsUuids: parents.get(record) ?? [] };
      return { record, resourceType, action, before };
    };
  await recordHistory(tx, [
    ...items.map(entryOf('ITEM', 'delete')),
    ...collections.map(entryOf('COLLECTION', 'delete')),
    ...sharedItems.map(entryOf('ITEM', 'unlink')),
    ...sharedCollections.map(entryOf('COLLECTION', 'unlink')),
  ]);
  return entry;
}

/** The parents of each child of some links, in the order of the links. */
export function parentsByChild(links: readonly Link[]): Map<string, string[]> {
  const byChild = new Map<string, string[]>();
  for (const { parent, child } of links) {
    const parents = byChild.get(child);
    if (parents) parents.push(parent);
    else byChild.set(child, [parent]);
  }
  return byChild;
}

/** The children that are not among some records. */
export function without(byChild: ReadonlyMap<string, unknown>, records: readonly string[]): string[] {
  const known = new Set(records);
  return [...byChild.keys()].filter((child) => !known.has(child));
}

/** Records whose parents changed are no longer as they were seen (`ETag`). */
export async function renewVersions(
  tx: WriteTransaction,
  items: readonly string[],
  collections: readonly string[],
): Promise<void> {
  await sql`update item set version = version + 1, modified_at = now()
    where uuid = any(${items}::uuid[])`.execute(tx.db);
  await sql`update collection set version = version + 1, modified_at = now()
    where uuid = any(${collections}::uuid[])`.execute(tx.db);
}
