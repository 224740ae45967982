import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { jsonb, seeingEverything, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { unlinkCollections, unlinkItems, type Link } from '../catalogue/public.ts';

/** An entry of the trash: the record that was deleted, as people know it, and why. */
interface EntryToOpen {
  readonly resourceType: 'ITEM' | 'COLLECTION' | 'MEDIA';
  readonly record: string;
  readonly title: string;
  readonly pressmark: string | null;
  readonly reason: string;
}

/** What goes into the trash at once: one entry. */
export interface ToTrash extends EntryToOpen {
  readonly resourceType: 'ITEM' | 'COLLECTION';
  /** What goes with it, the record itself included. */
  readonly items: readonly string[];
  readonly collections: readonly string[];
}

/**
 * Opens entries for records that go to the trash, in two statements.
 * @param recordsOf all records that an entry holds, the one that was deleted included
 * @returns the entries with their uuids, and the records with the entry that holds each
 */
export async function openEntries<Entry extends EntryToOpen>(
  tx: WriteTransaction,
  all: readonly Entry[],
  recordsOf: (entry: Entry) => readonly { record: string; type: EntryToOpen['resourceType'] }[],
) {
  const entries = all.map((entry) => ({ uuid: uuidv7(), entry }));
  const going = entries.flatMap(({ uuid, entry }) =>
    recordsOf(entry).map((one) => ({ ...one, entry: uuid, reason: entry.reason })),
  );
  const rows = entries.map(({ uuid, entry: { resourceType, record, title, pressmark, reason } }) => ({
    uuid,
    resourceType,
    record,
    title,
    pressmark,
    reason,
  }));
  await sql`
    insert into trash_entry (tenant_id, uuid, resource_type, record_uuid, title, pressmark, change_set, reason)
    select ${tx.tenantId}::integer, uuid, "resourceType", record, title, pressmark, ${tx.changeSet}::uuid, reason
    from jsonb_to_recordset(${jsonb(rows)})
      as entry (uuid uuid, "resourceType" text, record uuid, title text, pressmark text, reason text)`.execute(
    tx.db,
  );
  await sql`
    insert into trash_record (tenant_id, record_uuid, entry_uuid, resource_type)
    select ${tx.tenantId}::integer, record, entry, type
    from jsonb_to_recordset(${jsonb(going)}) as going (record uuid, entry uuid, type text)`.execute(tx.db);
  return { uuids: entries.map(({ uuid }) => uuid), going };
}

/** Why, beside a deletion in the history: an entry of the trash goes with a restore, its reason must not. */
export function givenReason(reason: string): { after?: { reason: string } } {
  return reason === '' ? {} : { after: { reason } };
}

/**
 * Moves records to the trash, each entry by itself: every link that they have is remembered with its time and taken
 * away, counters and closure kept, and they answer 404 from then on. What stands elsewhere too is unlinked and kept.
 * No record is in two of the entries. The caller holds the lock of the graph. The number of statements does not depend
 * on how many entries and records there are.
 * @returns the uuids of the entries, in their order
 */
export async function moveToTrash(tx: WriteTransaction, all: readonly ToTrash[]): Promise<string[]> {
  if (all.length === 0) return [];
  // Links to collections that the actor does not see go as well, and are counted there.
  return seeingEverything(tx, () => moveAll(tx, all));
}

async function moveAll(tx: WriteTransaction, all: readonly ToTrash[]): Promise<string[]> {
  const items = all.flatMap((going) => going.items);
  const collections = all.flatMap((going) => going.collections);
  const { uuids, going } = await openEntries(tx, all, (entry) => [
    ...entry.items.map((record) => ({ record, type: 'ITEM' as const })),
    ...entry.collections.map((record) => ({ record, type: 'COLLECTION' as const })),
  ]);
  const itemLinks = await rememberLinks(tx, 'ITEM', going, items, collections);
  const collectionLinks = await rememberLinks(tx, 'COLLECTION', going, collections, collections);
  await unlinkItems(tx, itemLinks);
  if (collectionLinks.length > 0) await unlinkCollections(tx, collectionLinks);
  await sql`update item set trashed_at = now(), version = version + 1
    where uuid = any(${items}::uuid[])`.execute(tx.db);
  if (collections.length > 0) {
    await sql`update collection set trashed_at = now(), version = version + 1
      where uuid = any(${collections}::uuid[])`.execute(tx.db);
  }

  const itemParents = parentsByChild(itemLinks);
  const collectionParents = parentsByChild(collectionLinks);
  const sharedItems = without(itemParents, items);
  const sharedCollections = without(collectionParents, collections);
  await renewVersions(tx, sharedItems, sharedCollections);
  const reasonOf = new Map(going.map(({ record, reason }) => [record, reason]));
  const entryOf =
    (resourceType: 'ITEM' | 'COLLECTION', action: 'delete' | 'unlink') =>
    (record: string): HistoryEntry => {
      const parents = resourceType === 'ITEM' ? itemParents : collectionParents;
      const before = { parentCollectionsUuids: parents.get(record) ?? [] };
      return { record, resourceType, action, before, ...givenReason(reasonOf.get(record) ?? '') };
    };
  await recordHistory(tx, [
    ...items.map(entryOf('ITEM', 'delete')),
    ...collections.map(entryOf('COLLECTION', 'delete')),
    ...sharedItems.map(entryOf('ITEM', 'unlink')),
    ...sharedCollections.map(entryOf('COLLECTION', 'unlink')),
  ]);
  return uuids;
}

const links = {
  ITEM: { table: 'item_link', parent: 'collection_uuid', child: 'item_uuid' },
  COLLECTION: { table: 'collection_link', parent: 'parent_uuid', child: 'child_uuid' },
} as const;

/**
 * Remembers the links of one kind that go, each in the entry of its child, else of its parent.
 * @returns them in their order
 */
async function rememberLinks(
  tx: WriteTransaction,
  childType: keyof typeof links,
  going: readonly { record: string; entry: string; type: string }[],
  children: readonly string[],
  parents: readonly string[],
): Promise<Link[]> {
  if (children.length === 0 && parents.length === 0) return [];
  const { table, parent, child } = links[childType];
  const [parentRef, childRef] = [sql.ref(`link.${parent}`), sql.ref(`link.${child}`)];
  // A single entry may hold a hundred thousand records: nothing is joined for it.
  const [first] = going;
  const entry = going.every((one) => one.entry === first?.entry)
    ? { uuid: sql`${first?.entry}::uuid`, joins: sql`` }
    : {
        uuid: sql`coalesce(child.entry, parent.entry)`,
        joins: sql`
          left join going child on child.record = ${childRef} and child.type = ${childType}
          left join going parent on parent.record = ${parentRef} and parent.type = 'COLLECTION'`,
      };
  const { rows } = await sql<Link>`
    with going as materialized (
      select * from jsonb_to_recordset(${jsonb(going)}) as going (record uuid, entry uuid, type text)
    )
    insert into trash_link (tenant_id, entry_uuid, parent_uuid, child_uuid, child_type, linked_at)
    select link.tenant_id, ${entry.uuid}, ${parentRef}, ${childRef}, ${childType}, link.linked_at
    from ${sql.table(table)} link ${entry.joins}
    where ${parentRef} = any(${parents}::uuid[]) or ${childRef} = any(${children}::uuid[])
    order by link.linked_at, ${parentRef}
    returning parent_uuid as parent, child_uuid as child`.execute(tx.db);
  return [...rows];
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

/** Ends entries whose records came back, and hands the links over whose other end lies in another one. */
export async function closeEntries(db: TenantQueries, entries: readonly string[]): Promise<void> {
  // Two joins instead of one on either end, which would compare each link with each record of the trash.
  await sql`
    with going as materialized (
      select entry_uuid, parent_uuid, child_uuid from trash_link
      where entry_uuid = any(${entries}::uuid[]) and not is_move
    ), other as (
      select going.*, record.entry_uuid as other_uuid
      from going join trash_record record on record.record_uuid = going.parent_uuid
      union all
      select going.*, record.entry_uuid
      from going join trash_record record on record.record_uuid = going.child_uuid
    )
    update trash_link link set entry_uuid = other.other_uuid from other
    where (link.entry_uuid, link.parent_uuid, link.child_uuid) = (other.entry_uuid, other.parent_uuid, other.child_uuid)
      and other.other_uuid <> all(${entries}::uuid[])
      and not exists (select from trash_link same where same.entry_uuid = other.other_uuid
        and same.parent_uuid = link.parent_uuid and same.child_uuid = link.child_uuid)`.execute(db);
  await sql`delete from trash_entry where uuid = any(${entries}::uuid[])`.execute(db);
}
