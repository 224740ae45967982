import { sql } from 'kysely';
import type { RecordType } from '@armarium/contract/record-types';
import { deleteCollection, dryRunDeleteCollection } from '@armarium/contract/deletions';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import { requireMatch } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { linkRecords } from '../catalogue/public.ts';
import { kindOf, lockGraph } from '../records/public.ts';
import { deletionFigures, deletionOf, parentsOf } from './deletion.queries.ts';
import { moveToTrash } from './trash.writes.ts';

/** @throws ProblemError 404 without it, 409 `root-collection` */
async function deletable(db: TenantQueries, uuid: string) {
  const collection = await db
    .selectFrom('collection')
    .select(['uuid', 'sgtt', 'version', 'is_root'])
    .where('uuid', '=', uuid)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  if (!collection) throw notFound('The collection');
  if (collection.is_root) {
    throw new ProblemError('root-collection', 'It contains everything else, so it cannot be deleted.');
  }
  return collection;
}

/** Puts items into a collection before all their other collections are deleted. */
async function moveOrphans(tx: WriteTransaction, items: readonly string[], to: string): Promise<void> {
  const rows = await tx.db
    .selectFrom('item')
    .select(['uuid', 'sort_title'])
    .where(sql<boolean>`uuid = any(${items}::uuid[])`)
    .execute();
  await linkRecords(
    tx,
    kindOf('ITEM'),
    rows.map(({ uuid, sort_title }) => ({ uuid, sortTitle: sort_title, parents: [to] })),
  );
  await recordHistory(
    tx,
    items.map((record) => ({
      record,
      resourceType: 'ITEM',
      action: 'link',
      after: { parentCollectionsUuids: [to] },
    })),
  );
}

/** Stores in the entry where orphans were put, so that a restore can undo it. */
async function rememberMove(
  tx: WriteTransaction,
  entry: string,
  items: readonly string[],
  to: string,
): Promise<void> {
  await sql`
    insert into trash_link (tenant_id, entry_uuid, parent_uuid, child_uuid, child_type, linked_at, is_move)
    select tenant_id, ${entry}::uuid, collection_uuid, item_uuid, 'ITEM', linked_at, true from item_link
    where collection_uuid = ${to}::uuid and item_uuid = any(${items}::uuid[])`.execute(tx.db);
}

/** The parent that orphans are moved to: the one through which the user arrived, else the first. */
async function parentForOrphans(
  db: TenantQueries,
  collectionUuid: string,
  arrivedBy: string | undefined,
): Promise<string> {
  const parents = await parentsOf(db, collectionUuid);
  const parent = parents.find((uuid) => uuid === arrivedBy?.toLowerCase()) ?? parents[0];
  if (parent === undefined) throw new Error('A collection that is not the root has no parent.');
  return parent;
}

const named = (resourceType: RecordType, uuids: readonly string[]) =>
  uuids.map((uuid) => ({ uuid, resourceType }));

/**
 * The operations that delete a collection, and that show the effect of a deletion (catalogue §7, decisions
 * §4).
 */
export const deleteCollectionOperations: Implementation[] = [
  implement(dryRunDeleteCollection, ({ data, params }) =>
    data.read(async (db) => deletionFigures(db, (await deletable(db, params.uuid)).uuid)),
  ),
  implement(deleteCollection, async ({ data, params, query, request }) => {
    await data.write('delete-collection', async (tx) => {
      await lockGraph(tx);
      const collection = await deletable(tx.db, params.uuid);
      requireMatch(request, collection.version);
      const deletion = await deletionOf(tx.db, collection.uuid);
      const to =
        query.orphans === 'parent'
          ? await parentForOrphans(tx.db, collection.uuid, query.parentId)
          : undefined;
      if (to !== undefined) await moveOrphans(tx, deletion.orphans, to);
      const [entry = ''] = await moveToTrash(tx, [
        {
          resourceType: 'COLLECTION',
          record: collection.uuid,
          title: collection.sgtt,
          pressmark: null,
          reason: query.reason ?? '',
          records: [
            ...(to === undefined ? named('ITEM', deletion.orphans) : []),
            ...named('COLLECTION', deletion.collections),
          ],
        },
      ]);
      if (to !== undefined) await rememberMove(tx, entry, deletion.orphans, to);
    });
    return undefined;
  }),
];
