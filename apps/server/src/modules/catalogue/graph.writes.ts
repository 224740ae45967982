import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { MetadataEntry } from '@armarium/contract/records';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { invalid } from '../../problem-error.ts';
import { recordHistory } from './history.writes.ts';
import { mirrorOf, newMetadata } from './metadata.rules.ts';
import { searchTextOf, sortTitle } from './record-text.ts';
import { fieldTemplates } from './template.queries.ts';

/** One writer of the graph at a time in a tenant (decisions §4); released with the transaction. */
export async function lockGraph(tx: WriteTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium graph', ${tx.tenantId}))`.execute(tx.db);
}

/**
 * Puts an item into collections, with its sort key copied beside each link and the collections' counters kept.
 * @throws ProblemError 422 naming the place in `parentCollectionsUuids` of a collection that is not there
 */
export async function linkItem(
  tx: WriteTransaction,
  item: { uuid: string; sortTitle: string },
  collectionUuids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(collectionUuids.map((uuid) => uuid.toLowerCase()))];
  const counted = await tx.db
    .updateTable('collection')
    .set((column) => ({ items_count: column('items_count', '+', 1) }))
    .where('uuid', 'in', wanted)
    .where('trashed_at', 'is', null)
    .returning('uuid')
    .execute();
  const found = new Set(counted.map(({ uuid }) => uuid));
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
  await tx.db
    .insertInto('item_link')
    .values(
      wanted.map((collection) => ({
        tenant_id: tx.tenantId,
        collection_uuid: collection,
        item_uuid: item.uuid,
        sort_title: item.sortTitle,
      })),
    )
    .execute();
}

/** Makes the root collection of a tenant. */
export async function createRoot(tx: WriteTransaction, title: string): Promise<string> {
  return insertCollection(tx, [{ name: 'sgtt', value: title }], { isRoot: true });
}

async function insertCollection(
  tx: WriteTransaction,
  metadata: readonly MetadataEntry[],
  { isRoot }: { isRoot: boolean },
): Promise<string> {
  const uuid = uuidv7();
  const sgtt = mirrorOf(metadata, 'sgtt');
  await tx.db
    .insertInto('collection')
    .values({
      tenant_id: tx.tenantId,
      uuid,
      sgtt,
      sgti: mirrorOf(metadata, 'sgti'),
      metadata: jsonb(metadata),
      is_root: isRoot,
      sort_title: sortTitle(sgtt),
      search_text: searchTextOf({ sgtt }),
      created_by: tx.actor.accountUuid,
    })
    .execute();
  await tx.db
    .insertInto('collection_closure')
    .values({ tenant_id: tx.tenantId, ancestor_uuid: uuid, descendant_uuid: uuid })
    .execute();
  await recordHistory(tx, [
    { record: uuid, resourceType: 'COLLECTION', action: 'create', after: { customMetadataList: metadata } },
  ]);
  return uuid;
}

/**
 * Makes a collection below its parents (decisions §4). The new collection has nothing below it, so no loop
 * can come of it, and its ancestors are those of its parents.
 * @throws ProblemError 422 with the fields that are not valid
 */
export async function createCollection(
  tx: WriteTransaction,
  list: readonly MetadataEntry[],
  parents: readonly string[],
): Promise<string> {
  await lockGraph(tx);
  const { metadata, problems } = newMetadata(list, {}, await fieldTemplates(tx.db, 'COLLECTION'));
  if (problems.length > 0) throw invalid(problems);
  const counted = await tx.db
    .updateTable('collection')
    .set((column) => ({ collections_count: column('collections_count', '+', 1) }))
    .where('uuid', 'in', parents)
    .where('trashed_at', 'is', null)
    .returning('uuid')
    .execute();
  if (parents.length === 0 || counted.length !== new Set(parents).size) {
    throw invalid([
      {
        name: 'parentCollectionsUuids',
        code: 'unknown-collection',
        message: 'A parent does not exist (any more).',
      },
    ]);
  }
  const uuid = await insertCollection(tx, metadata, { isRoot: false });
  await tx.db
    .insertInto('collection_link')
    .values(
      counted.map((parent) => ({
        tenant_id: tx.tenantId,
        parent_uuid: parent.uuid,
        child_uuid: uuid,
        sort_title: sortTitle(mirrorOf(metadata, 'sgtt')),
      })),
    )
    .execute();
  await tx.db
    .insertInto('collection_closure')
    .columns(['tenant_id', 'ancestor_uuid', 'descendant_uuid'])
    .expression((from) =>
      from
        .selectFrom('collection_closure')
        .select(['tenant_id', 'ancestor_uuid', sql<string>`${uuid}::uuid`.as('descendant_uuid')])
        .distinct()
        .where('descendant_uuid', 'in', parents),
    )
    .execute();
  return uuid;
}
