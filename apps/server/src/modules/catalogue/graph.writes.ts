import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { MetadataEntry } from '@armarium/contract/records';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { mirrorOf, newMetadata } from './metadata.rules.ts';
import { collectionSearchText, sortTitle } from './record-text.ts';
import { fieldTemplates } from './template.queries.ts';

/** One writer of the graph at a time in a tenant (decisions §4); released with the transaction. */
export async function lockGraph(tx: WriteTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium graph', ${tx.tenantId}))`.execute(tx.db);
}

/**
 * Puts items into collections, with their sort keys copied beside each link and the collections' counters kept.
 * @throws ProblemError 422 naming the places in `parentCollectionsUuids` of the first item that has a
 *   collection that is not there
 */
export async function linkItems(
  tx: WriteTransaction,
  items: readonly { uuid: string; sortTitle: string; collectionUuids: readonly string[] }[],
): Promise<void> {
  const links = items.flatMap(({ uuid, sortTitle, collectionUuids }) =>
    [...new Set(collectionUuids.map((collection) => collection.toLowerCase()))].map((collection) => ({
      collection_uuid: collection,
      item_uuid: uuid,
      sort_title: sortTitle,
    })),
  );
  const counts = new Map<string, number>();
  for (const { collection_uuid } of links)
    counts.set(collection_uuid, (counts.get(collection_uuid) ?? 0) + 1);
  const wanted = [...counts].map(([uuid, more]) => ({ uuid, more }));
  const counted = await sql<{ uuid: string }>`
    update collection set items_count = items_count + wanted.more
    from jsonb_to_recordset(${jsonb(wanted)}) as wanted (uuid uuid, more integer)
    where collection.uuid = wanted.uuid and collection.trashed_at is null
    returning collection.uuid`.execute(tx.db);
  const found = new Set(counted.rows.map(({ uuid }) => uuid));
  for (const { collectionUuids } of items) {
    const missing = collectionUuids.flatMap((uuid, index) => (found.has(uuid.toLowerCase()) ? [] : [index]));
    if (missing.length > 0) {
      throw invalid(
        missing.map((index) => ({
          name: `parentCollectionsUuids[${index}]`,
          code: 'unknown-collection',
          message: 'This collection does not exist (any more). Choose another.',
        })),
      );
    }
  }
  await sql`
    insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
    select ${tx.tenantId}, made.*
    from jsonb_to_recordset(${jsonb(links)}) as made (collection_uuid uuid, item_uuid uuid, sort_title text)`.execute(
    tx.db,
  );
}

/** Makes the root collection of a tenant. */
export async function createRoot(tx: WriteTransaction, title: string): Promise<string> {
  const [uuid] = await insertCollections(tx, [[{ name: 'sgtt', value: title }]], { isRoot: true });
  if (uuid === undefined) throw new Error('A root was asked for, and none was made.');
  return uuid;
}

async function insertCollections(
  tx: WriteTransaction,
  all: readonly (readonly MetadataEntry[])[],
  { isRoot }: { isRoot: boolean },
): Promise<string[]> {
  const rows = all.map((metadata) => {
    const sgtt = mirrorOf(metadata, 'sgtt');
    const sgti = mirrorOf(metadata, 'sgti');
    return {
      uuid: uuidv7(),
      sgtt,
      sgti,
      metadata,
      sort_title: sortTitle(sgtt),
      search_text: collectionSearchText({ sgtt, sgti }),
    };
  });
  await sql`
    insert into collection (tenant_id, created_by, is_root, uuid, sgtt, sgti, metadata, sort_title, search_text)
    select ${tx.tenantId}, ${tx.actor.accountUuid}::uuid, ${isRoot}, made.*
    from jsonb_to_recordset(${jsonb(rows)}) as made (uuid uuid, sgtt text, sgti text, metadata jsonb,
      sort_title text, search_text text)`.execute(tx.db);
  await sql`
    insert into collection_closure (tenant_id, ancestor_uuid, descendant_uuid)
    select ${tx.tenantId}, uuid, uuid from unnest(${rows.map(({ uuid }) => uuid)}::uuid[]) as uuid`.execute(
    tx.db,
  );
  await recordHistory(
    tx,
    rows.map(({ uuid, metadata }) => ({
      record: uuid,
      resourceType: 'COLLECTION',
      action: 'create',
      after: { customMetadataList: metadata },
    })),
  );
  return rows.map(({ uuid }) => uuid);
}

/** Makes a collection below its parents: `createCollections` for one. */
export async function createCollection(
  tx: WriteTransaction,
  list: readonly MetadataEntry[],
  parents: readonly string[],
): Promise<string> {
  const [uuid] = await createCollections(tx, [{ list, parents }]);
  if (uuid === undefined) throw new Error('A collection was asked for, and none was made.');
  return uuid;
}

/**
 * Makes collections below parents that stand already (decisions §4). The new ones have nothing below them, so
 * no loop can come of it, and their ancestors are those of their parents. The number of statements does not
 * depend on how many there are.
 * @returns their uuids, in their order
 * @throws ProblemError 422 with the fields of the first one that is not valid
 */
export async function createCollections(
  tx: WriteTransaction,
  collections: readonly { list: readonly MetadataEntry[]; parents: readonly string[] }[],
): Promise<string[]> {
  await lockGraph(tx);
  const templates = await fieldTemplates(tx.db, 'COLLECTION');
  const all = collections.map(({ list }) => {
    const { metadata, problems } = newMetadata(list, {}, templates);
    if (problems.length > 0) throw invalid(problems);
    return metadata;
  });
  const more = new Map<string, number>();
  for (const { parents } of collections) {
    for (const parent of new Set(parents)) more.set(parent, (more.get(parent) ?? 0) + 1);
  }
  const counted = await sql<{ uuid: string }>`
    update collection set collections_count = collections_count + wanted.more
    from jsonb_to_recordset(${jsonb([...more].map(([uuid, count]) => ({ uuid, more: count })))})
      as wanted (uuid uuid, more integer)
    where collection.uuid = wanted.uuid and collection.trashed_at is null
    returning collection.uuid`.execute(tx.db);
  if (counted.rows.length !== more.size || collections.some(({ parents }) => parents.length === 0)) {
    throw invalid([
      {
        name: 'parentCollectionsUuids',
        code: 'unknown-collection',
        message: 'A parent does not exist (any more).',
      },
    ]);
  }
  const uuids = await insertCollections(tx, all, { isRoot: false });
  const links = collections.flatMap(({ parents }, index) =>
    [...new Set(parents)].map((parent) => ({
      parent_uuid: parent,
      child_uuid: uuids[index],
      sort_title: sortTitle(mirrorOf(all[index] ?? [], 'sgtt')),
    })),
  );
  await sql`
    insert into collection_link (tenant_id, parent_uuid, child_uuid, sort_title)
    select ${tx.tenantId}, made.*
    from jsonb_to_recordset(${jsonb(links)}) as made (parent_uuid uuid, child_uuid uuid, sort_title text)`.execute(
    tx.db,
  );
  await sql`
    insert into collection_closure (tenant_id, ancestor_uuid, descendant_uuid)
    select distinct ${tx.tenantId}::integer, above.ancestor_uuid, link.child_uuid
    from jsonb_to_recordset(${jsonb(links)}) as link (parent_uuid uuid, child_uuid uuid)
    join collection_closure above on above.descendant_uuid = link.parent_uuid`.execute(tx.db);
  return uuids;
}
