import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/records';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import type { Edit } from './edit.rules.ts';
import { linkCollections, linkItems, unlinkCollections, unlinkItems } from './graph.writes.ts';
import { collectionColumns, itemColumns } from './record-columns.ts';
import type { CollectionRow, ItemRow } from './record-views.ts';

/** Where a kind of record is kept, and by what its links are written. */
const kinds = {
  ITEM: { table: 'item', links: 'item_link', child: 'item_uuid', link: linkItems, unlink: unlinkItems },
  COLLECTION: {
    table: 'collection',
    links: 'collection_link',
    child: 'child_uuid',
    link: linkCollections,
    unlink: unlinkCollections,
  },
} as const;

/**
 * Applies an edit to an item, under the lock of the graph: its fields, the sort keys beside its links, the links,
 * their counters, the history. An edit without a change writes nothing.
 * @throws ProblemError 422 naming the collections that are not there
 */
export async function editItem(tx: WriteTransaction, row: ItemRow, edit: Edit): Promise<void> {
  await editRecord(tx, 'ITEM', row, edit, edit.metadata && itemColumns(edit.metadata));
}

/**
 * `editItem` for a collection.
 * @throws ProblemError 422 naming the collections that are not there, 400 `destination-is-descendant`
 */
export async function editCollection(tx: WriteTransaction, row: CollectionRow, edit: Edit): Promise<void> {
  await editRecord(tx, 'COLLECTION', row, edit, edit.metadata && collectionColumns(edit.metadata));
}

/** @param columns those that follow from the new metadata, where there is one */
async function editRecord(
  tx: WriteTransaction,
  resourceType: keyof typeof kinds,
  row: ItemRow | CollectionRow,
  edit: Edit,
  columns: ({ readonly sort_title: string } & Readonly<Record<string, string>>) | undefined,
): Promise<void> {
  if (!edit.metadata && !edit.parents) return;
  const kind = kinds[resourceType];
  const values = [
    ...Object.entries(columns ?? {}).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    ...(edit.metadata ? [sql`metadata = ${jsonb(edit.metadata)}`] : []),
  ];
  await sql`
    update ${sql.table(kind.table)}
    set ${sql.join([...values, sql`version = version + 1`, sql`modified_at = now()`])}
    where uuid = ${row.uuid}::uuid`.execute(tx.db);
  if (columns && columns.sort_title !== row.sort_title) {
    await sql`
      update ${sql.table(kind.links)} set sort_title = ${columns.sort_title}
      where ${sql.ref(kind.child)} = ${row.uuid}::uuid`.execute(tx.db);
  }
  if (edit.parents) {
    await kind.unlink(
      tx,
      edit.parents.left.map((parent) => ({ parent, child: row.uuid })),
    );
    await kind.link(tx, [
      { uuid: row.uuid, sortTitle: columns?.sort_title ?? row.sort_title, parents: edit.parents.all },
    ]);
  }
  await recordEdit(tx, resourceType, row, edit);
}

/** A move is a link and an unlink of one change set. */
async function recordEdit(
  tx: WriteTransaction,
  resourceType: HistoryEntry['resourceType'],
  row: ItemRow | CollectionRow,
  { metadata, parents, reason }: Edit,
): Promise<void> {
  const record = { record: row.uuid, resourceType };
  const entries: HistoryEntry[] = [];
  if (metadata) {
    const before = { customMetadataList: row.metadata as unknown as MetadataEntry[] };
    const after = { customMetadataList: metadata, ...(reason !== undefined && { reason }) };
    entries.push({ ...record, action: 'update', before, after });
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
