import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/records';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { linkCollections, linkItems, unlinkCollections, unlinkItems } from './graph.writes.ts';
import {
  type Edit,
  foundFields,
  hasSameDates,
  keepDates,
  collectionColumns,
  itemColumns,
} from '../records/public.ts';
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

/** A record as it stands, and what is to become of it. */
export interface RecordEdit<Row extends ItemRow | CollectionRow> {
  readonly row: Row;
  readonly edit: Edit;
}

/**
 * Applies edits to items, under the lock of the graph: their fields, the sort keys beside their links, the links,
 * their counters, the history. An edit without a change writes nothing. The number of statements does not depend on
 * how many there are.
 * @throws ProblemError 422 naming the collections of the first item that has one that is not there
 */
export async function editItems(tx: WriteTransaction, edits: readonly RecordEdit<ItemRow>[]): Promise<void> {
  const { searchable, dates } = await foundFields(tx.db, 'ITEM');
  await editRecords(
    tx,
    'ITEM',
    edits.map(({ row, edit }) => ({
      row,
      edit,
      columns: edit.metadata && itemColumns(edit.metadata, searchable),
    })),
  );
  const redated = edits.flatMap(({ row, edit: { metadata } }) =>
    metadata && !hasSameDates(row.metadata as unknown as MetadataEntry[], metadata, dates)
      ? [{ uuid: row.uuid, metadata }]
      : [],
  );
  await keepDates(tx, redated, dates);
}

/**
 * `editItems` for one collection.
 * @throws ProblemError 422 naming the collections that are not there, 400 `destination-is-descendant`
 */
export async function editCollection(tx: WriteTransaction, row: CollectionRow, edit: Edit): Promise<void> {
  const { searchable } = await foundFields(tx.db, 'COLLECTION');
  await editRecords(tx, 'COLLECTION', [
    { row, edit, columns: edit.metadata && collectionColumns(edit.metadata, searchable) },
  ]);
}

/** An edit with the columns that follow from the new metadata, where there is one. */
interface EditWithColumns extends RecordEdit<ItemRow | CollectionRow> {
  readonly columns: ({ readonly sort_title: string } & Readonly<Record<string, string>>) | undefined;
}

async function editRecords(
  tx: WriteTransaction,
  resourceType: keyof typeof kinds,
  edits: readonly EditWithColumns[],
): Promise<void> {
  const changing = edits.filter(({ edit }) => edit.metadata ?? edit.parents ?? edit.visibility);
  if (changing.length === 0) return;
  const kind = kinds[resourceType];
  await writeFields(tx, kind, changing);
  const placed = changing.filter(({ edit }) => edit.parents);
  if (placed.length > 0) {
    await kind.unlink(
      tx,
      placed.flatMap(({ row, edit }) =>
        (edit.parents?.left ?? []).map((parent) => ({ parent, child: row.uuid })),
      ),
    );
    await kind.link(
      tx,
      placed.map(({ row, edit, columns }) => ({
        uuid: row.uuid,
        sortTitle: columns?.sort_title ?? row.sort_title,
        parents: edit.parents?.all ?? [],
      })),
    );
  }
  await recordHistory(
    tx,
    changing.flatMap((one) => historyOf(resourceType, one)),
  );
}

async function writeFields(
  tx: WriteTransaction,
  kind: (typeof kinds)[keyof typeof kinds],
  edits: readonly EditWithColumns[],
): Promise<void> {
  const rows = edits.flatMap(({ row, edit, columns }) =>
    columns ? [{ uuid: row.uuid, metadata: edit.metadata, ...columns }] : [],
  );
  const [first] = edits.flatMap(({ columns }) => columns ?? []);
  if (first) {
    const names = Object.keys(first);
    const values = names.map((name) => sql`${sql.ref(name)} = edited.${sql.ref(name)}`);
    await sql`
      update ${sql.table(kind.table)} record
      set ${sql.join(values)}, metadata = edited.metadata, version = version + 1, modified_at = now()
      from jsonb_to_recordset(${jsonb(rows)}) as edited
        (uuid uuid, metadata jsonb, ${sql.join(names.map((name) => sql`${sql.ref(name)} text`))})
      where record.uuid = edited.uuid`.execute(tx.db);
  }
  const onlyMoved = edits.flatMap(({ row, columns }) => (columns ? [] : [row.uuid]));
  if (onlyMoved.length > 0) {
    await sql`
      update ${sql.table(kind.table)} set version = version + 1, modified_at = now()
      where uuid = any(${onlyMoved}::uuid[])`.execute(tx.db);
  }
  const shown = edits.flatMap(({ row, edit: { visibility } }) =>
    visibility === undefined ? [] : [{ uuid: row.uuid, visibility }],
  );
  if (shown.length > 0) {
    await sql`
      update ${sql.table(kind.table)} record
      set visibility = shown.visibility, ever_public = ever_public or shown.visibility = 'public'
      from jsonb_to_recordset(${jsonb(shown)}) as shown (uuid uuid, visibility text)
      where record.uuid = shown.uuid`.execute(tx.db);
  }
  const retitled = edits.flatMap(({ row, columns }) =>
    columns && columns.sort_title !== row.sort_title
      ? [{ uuid: row.uuid, sort_title: columns.sort_title }]
      : [],
  );
  if (retitled.length > 0) {
    await sql`
      update ${sql.table(kind.links)} link set sort_title = edited.sort_title
      from jsonb_to_recordset(${jsonb(retitled)}) as edited (uuid uuid, sort_title text)
      where link.${sql.ref(kind.child)} = edited.uuid`.execute(tx.db);
  }
}

/** A move is a link and an unlink of one change set. */
function historyOf(
  resourceType: HistoryEntry['resourceType'],
  { row, edit: { metadata, parents, reason, visibility } }: EditWithColumns,
): HistoryEntry[] {
  const record = { record: row.uuid, resourceType };
  const entries: HistoryEntry[] = [];
  if (metadata ?? visibility) {
    const before = {
      ...(metadata && { customMetadataList: row.metadata as unknown as MetadataEntry[] }),
      ...(visibility && { visibility: row.visibility }),
    };
    const after = {
      ...(metadata && { customMetadataList: metadata }),
      ...(visibility && { visibility }),
      ...(reason !== undefined && { reason }),
    };
    entries.push({ ...record, action: 'update', before, after });
  }
  const joined = [...new Set(parents?.all)].filter((uuid) => !row.parents.includes(uuid));
  if (joined.length > 0) {
    entries.push({ ...record, action: 'link', after: { parentCollectionsUuids: joined } });
  }
  if (parents && parents.left.length > 0) {
    entries.push({ ...record, action: 'unlink', before: { parentCollectionsUuids: parents.left } });
  }
  return entries;
}
