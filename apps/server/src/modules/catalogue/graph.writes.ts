import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { MetadataEntry } from '@armarium/contract/records';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { mirrorOf, newMetadata } from './metadata.rules.ts';
import { collectionSearchText, sortTitle } from './record-text.ts';
import { fieldTemplates } from './template.queries.ts';

/** One writer of the graph at a time in a tenant (decisions §4); released with the transaction. */
export async function lockGraph(tx: WriteTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium graph', ${tx.tenantId}))`.execute(tx.db);
}

/** A record with the collections that it is to stand in; one named twice counts once. */
export interface Placement {
  readonly uuid: string;
  /** The record's own sort key, which each of its links carries. */
  readonly sortTitle: string;
  readonly parents: readonly string[];
}

/** A record in one of its collections. */
export interface Link {
  readonly parent: string;
  readonly child: string;
}

/**
 * Puts items into collections that they do not stand in yet, with their sort keys copied beside each link and the
 * collections' counters kept. Here as in the functions below the caller holds the lock of the graph, and the number
 * of statements does not depend on how many records there are.
 * @throws ProblemError 422 naming the places in `parentCollectionsUuids` of the first item that has a
 *   collection that is not there
 */
export async function linkItems(tx: WriteTransaction, items: readonly Placement[]): Promise<void> {
  const links = await countedLinks(tx, 'items_count', items);
  await sql`
    insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
    select ${tx.tenantId}, made.*
    from jsonb_to_recordset(${jsonb(links)}) as made (parent uuid, child uuid, sort_title text)`.execute(
    tx.db,
  );
}

/**
 * Takes items out of collections, the counters kept; a link that does not stand is passed over. Whether an item
 * keeps a collection is for the caller to say: what goes to the trash keeps none.
 */
export async function unlinkItems(tx: WriteTransaction, links: readonly Link[]): Promise<void> {
  await sql`
    with gone as (
      delete from item_link link
      using jsonb_to_recordset(${jsonb(links)}) as unwanted (parent uuid, child uuid)
      where link.collection_uuid = unwanted.parent and link.item_uuid = unwanted.child
      returning link.collection_uuid
    )
    update collection set items_count = items_count - counted.less
    from (select collection_uuid, count(*)::integer as less from gone group by 1) counted
    where collection.uuid = counted.collection_uuid`.execute(tx.db);
}

/**
 * Puts collections below further parents: links with their sort keys, counters and closure. What shall leave another
 * parent in the same move is unlinked first, so that only what stands in the end is judged.
 * @throws ProblemError 422 as `linkItems`; 400 `destination-is-descendant` where a collection would stand below
 *   itself, as the root would wherever it were put
 */
export async function linkCollections(
  tx: WriteTransaction,
  collections: readonly Placement[],
): Promise<void> {
  const links = await countedLinks(tx, 'collections_count', collections);
  await sql`
    insert into collection_link (tenant_id, parent_uuid, child_uuid, sort_title)
    select ${tx.tenantId}, made.*
    from jsonb_to_recordset(${jsonb(links)}) as made (parent uuid, child uuid, sort_title text)`.execute(
    tx.db,
  );
  await renewClosure(
    tx,
    collections.map(({ uuid }) => uuid),
  );
  const { rows: loops } = await sql`
    select from jsonb_to_recordset(${jsonb(links)}) as made (parent uuid, child uuid)
    join collection_closure closure
      on closure.ancestor_uuid = made.child and closure.descendant_uuid = made.parent
    limit 1`.execute(tx.db);
  if (loops.length > 0) {
    throw new ProblemError(
      'destination-is-descendant',
      'The destination is the collection itself, or stands below it. Choose another.',
    );
  }
}

/** Takes collections out of parents: `unlinkItems` for collections, with the closure of all that stands below them. */
export async function unlinkCollections(tx: WriteTransaction, links: readonly Link[]): Promise<void> {
  await sql`
    with gone as (
      delete from collection_link link
      using jsonb_to_recordset(${jsonb(links)}) as unwanted (parent uuid, child uuid)
      where link.parent_uuid = unwanted.parent and link.child_uuid = unwanted.child
      returning link.parent_uuid
    )
    update collection set collections_count = collections_count - counted.less
    from (select parent_uuid, count(*)::integer as less from gone group by 1) counted
    where collection.uuid = counted.parent_uuid`.execute(tx.db);
  await renewClosure(
    tx,
    links.map(({ child }) => child),
  );
}

/**
 * Counts links to come at the collections that they lead to.
 * @returns the links, each once
 * @throws ProblemError 422 as `linkItems`
 */
async function countedLinks(
  tx: WriteTransaction,
  counter: 'items_count' | 'collections_count',
  placements: readonly Placement[],
): Promise<(Link & { sort_title: string })[]> {
  const links = placements.flatMap(({ uuid, sortTitle, parents }) =>
    [...new Set(parents.map((parent) => parent.toLowerCase()))].map((parent) => ({
      parent,
      child: uuid,
      sort_title: sortTitle,
    })),
  );
  const counts = new Map<string, number>();
  for (const { parent } of links) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  const wanted = [...counts].map(([uuid, more]) => ({ uuid, more }));
  const counted = await sql<{ uuid: string }>`
    update collection set ${sql.ref(counter)} = ${sql.ref(counter)} + wanted.more
    from jsonb_to_recordset(${jsonb(wanted)}) as wanted (uuid uuid, more integer)
    where collection.uuid = wanted.uuid and collection.trashed_at is null
    returning collection.uuid`.execute(tx.db);
  const found = new Set(counted.rows.map(({ uuid }) => uuid));
  for (const { parents } of placements) {
    const missing = parents.flatMap((uuid, index) => (found.has(uuid.toLowerCase()) ? [] : [index]));
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
  return links;
}

/**
 * Makes the closure of collections, and of everything below them, what their links say. A loop does not hold it up:
 * whoever stands in one comes out as standing below itself by way of others.
 */
async function renewClosure(tx: WriteTransaction, collectionUuids: readonly string[]): Promise<void> {
  await sql`
    with recursive below (uuid) as (
      select uuid from unnest(${collectionUuids}::uuid[]) as uuid
      union
      select link.child_uuid from below join collection_link link on link.parent_uuid = below.uuid
    ), way (ancestor, descendant) as (
      select uuid, uuid from below
      union
      select link.parent_uuid, way.descendant from way join collection_link link on link.child_uuid = way.ancestor
    ), gone as (
      delete from collection_closure closure using below
      where closure.descendant_uuid = below.uuid and not exists (
        select from way where way.ancestor = closure.ancestor_uuid and way.descendant = closure.descendant_uuid)
    )
    insert into collection_closure (tenant_id, ancestor_uuid, descendant_uuid)
    select ${tx.tenantId}::integer, ancestor, descendant from way
    on conflict do nothing`.execute(tx.db);
}

/** Makes the root collection of a tenant. */
export async function createRoot(tx: WriteTransaction, title: string): Promise<string> {
  const [uuid] = await insertCollections(tx, [[{ name: 'sgtt', value: title }]], { isRoot: true });
  if (uuid === undefined) throw new Error('A root was asked for, and none was made.');
  await renewClosure(tx, [uuid]);
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
 * Makes collections below parents that stand already (decisions §4). The number of statements does not depend on how
 * many there are.
 * @returns their uuids, in their order
 * @throws ProblemError 422 with the fields of the first one that is not valid
 */
export async function createCollections(
  tx: WriteTransaction,
  collections: readonly { list: readonly MetadataEntry[]; parents: readonly string[] }[],
): Promise<string[]> {
  await lockGraph(tx);
  const templates = await fieldTemplates(tx.db, 'COLLECTION');
  const all = collections.map(({ list, parents }) => {
    const { metadata, problems } = newMetadata(list, {}, templates);
    if (parents.length === 0) {
      problems.push({ name: 'parentCollectionsUuids', code: 'required', message: 'It is required.' });
    }
    if (problems.length > 0) throw invalid(problems);
    return { metadata, parents };
  });
  const uuids = await insertCollections(
    tx,
    all.map(({ metadata }) => metadata),
    { isRoot: false },
  );
  await linkCollections(
    tx,
    all.map(({ metadata, parents }, index) => ({
      uuid: uuids[index] ?? '',
      sortTitle: sortTitle(mirrorOf(metadata, 'sgtt')),
      parents,
    })),
  );
  return uuids;
}
