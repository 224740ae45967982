import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/records';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import type { Edit } from './edit.rules.ts';
import { linkCollections, linkItems, unlinkCollections, unlinkItems } from './graph.writes.ts';
import { collectionColumns, itemColumns } from './record-columns.ts';
import type { CollectionRow, ItemRow } from './record-views.ts';

/**
 * Applies an edit to an item, under the lock of the graph: its fields, the sort keys beside its links, the links,
 * their counters, the history. An edit without a change writes nothing.
 * @throws ProblemError 422 naming the collections that are not there
 */
export async function editItem(tx: WriteTransaction, row: ItemRow, edit: Edit): Promise<void> {
  if (!edit.metadata && !edit.parents) return;
  const columns = edit.metadata && itemColumns(edit.metadata);
  await tx.db
    .updateTable('item')
    .set((column) => ({
      ...(columns && { ...columns, metadata: jsonb(edit.metadata) }),
      version: column('version', '+', 1),
      modified_at: sql<Date>`now()`,
    }))
    .where('uuid', '=', row.uuid)
    .execute();
  if (columns && columns.sort_title !== row.sort_title) {
    await tx.db
      .updateTable('item_link')
      .set({ sort_title: columns.sort_title })
      .where('item_uuid', '=', row.uuid)
      .execute();
  }
  if (edit.parents) {
    await unlinkItems(tx, leaving(row, edit.parents));
    await linkItems(tx, [
      { uuid: row.uuid, sortTitle: columns?.sort_title ?? row.sort_title, parents: edit.parents.all },
    ]);
  }
  await recordEdit(tx, 'ITEM', row, edit);
}

/**
 * `editItem` for a collection.
 * @throws ProblemError 422 naming the collections that are not there, 400 `destination-is-descendant`
 */
export async function editCollection(tx: WriteTransaction, row: CollectionRow, edit: Edit): Promise<void> {
  if (!edit.metadata && !edit.parents) return;
  const columns = edit.metadata && collectionColumns(edit.metadata);
  await tx.db
    .updateTable('collection')
    .set((column) => ({
      ...(columns && { ...columns, metadata: jsonb(edit.metadata) }),
      version: column('version', '+', 1),
      modified_at: sql<Date>`now()`,
    }))
    .where('uuid', '=', row.uuid)
    .execute();
  if (columns && columns.sort_title !== row.sort_title) {
    await tx.db
      .updateTable('collection_link')
      .set({ sort_title: columns.sort_title })
      .where('child_uuid', '=', row.uuid)
      .execute();
  }
  if (edit.parents) {
    await unlinkCollections(tx, leaving(row, edit.parents));
    await linkCollections(tx, [
      { uuid: row.uuid, sortTitle: columns?.sort_title ?? row.sort_title, parents: edit.parents.all },
    ]);
  }
  await recordEdit(tx, 'COLLECTION', row, edit);
}

function leaving({ uuid }: { uuid: string }, { left }: NonNullable<Edit['parents']>) {
  return left.map((parent) => ({ parent, child: uuid }));
}

/** A move is a link and an unlink of one change set. */
async function recordEdit(
  tx: WriteTransaction,
  resourceType: HistoryEntry['resourceType'],
  row: ItemRow | CollectionRow,
  { metadata, parents }: Edit,
): Promise<void> {
  const record = { record: row.uuid, resourceType };
  const entries: HistoryEntry[] = [];
  if (metadata) {
    const before = { customMetadataList: row.metadata as unknown as MetadataEntry[] };
    entries.push({ ...record, action: 'update', before, after: { customMetadataList: metadata } });
  }
  const joined = [...new Set(parents?.all)].filter((uuid) => !row.parents.includes(uuid));
  if (joined.length > 0) {
    entries.push({ ...record, action: 'link', after: { parentCollectionsUuids: joined } });
  }
  if (parents && parents.left.length > 0) {
    entries.push({ ...record, action: 'unlink', before: { parentCollectionsUuids: parents.left } });
  }
  await recordHistory(tx, entries);
}
