import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import type { Edit } from './edit.rules.ts';
import { foundFields, hasSameDates, keepDates } from './found-fields.ts';
import type { RecordKind } from './kinds.ts';
import { writeMetadata } from './write-metadata.ts';
import type { SearchedFields } from './search-fields.ts';

/** A record before an edit. */
export interface EditableRow {
  readonly uuid: string;
  /** A list of `MetadataEntry`. */
  readonly metadata: unknown;
  readonly visibility: string;
  /** The uuids of the collections that it is in; empty where the kind is in none. */
  readonly parents: readonly string[];
  readonly sort_title: string;
}

/** A record before an edit, with the edit. */
export interface RecordEdit<Row extends EditableRow = EditableRow> {
  readonly row: Row;
  readonly edit: Edit;
  /**
   * What the module of the kind changes beside, as its history shows it before and after: written by that
   * module, before `editRecords` is called.
   */
  readonly further?: { readonly before: object; readonly after: object } | undefined;
}

/** Changes the collections of records. The caller of `editRecords` holds the lock of the graph for it. */
export type PlaceRecords = (edits: readonly (RecordEdit & { readonly sortTitle: string })[]) => Promise<void>;

/** An edit with the columns that follow from its new metadata, where it has new metadata. */
interface EditWithColumns extends RecordEdit {
  readonly columns: Readonly<Record<string, string>> | undefined;
}

/**
 * Applies edits to records of one kind: their fields, the sort keys beside their links, their collections by
 * `place`, the history. The caller holds the lock of the graph. An edit without a change writes nothing. The
 * number of statements does not depend on the number of edits.
 * @throws ProblemError as `place` does
 */
export async function editRecords(
  tx: WriteTransaction,
  kind: RecordKind,
  all: readonly RecordEdit[],
  place: PlaceRecords = () => Promise.resolve(),
): Promise<void> {
  const { searched, dates } = await foundFields(tx.db, kind);
  const edits = all
    .filter(({ edit, further }) => edit.metadata ?? edit.parents ?? edit.visibility ?? further)
    .map(({ row, edit, further }) => ({
      row,
      edit,
      further,
      columns: edit.metadata && kind.columns(edit.metadata),
    }));
  if (edits.length === 0) return;
  await writeFields(tx, kind, edits, searched);
  await place(
    edits
      .filter(({ edit }) => edit.parents)
      .map(({ columns, ...one }) => ({ ...one, sortTitle: columns?.['sort_title'] ?? one.row.sort_title })),
  );
  await recordHistory(
    tx,
    edits.flatMap((one) => historyOf(kind.resourceType, one)),
  );
  if (!kind.keepsDates) return;
  const redated = edits.flatMap(({ row, edit: { metadata } }) =>
    metadata && !hasSameDates(row.metadata as MetadataEntry[], metadata, dates)
      ? [{ uuid: row.uuid, metadata }]
      : [],
  );
  await keepDates(tx, redated, dates);
}

async function writeFields(
  tx: WriteTransaction,
  kind: RecordKind,
  edits: readonly EditWithColumns[],
  searched: SearchedFields,
): Promise<void> {
  const table = sql.table(kind.table);
  const rewritten = edits.flatMap(({ row, edit: { metadata }, columns }) =>
    metadata && columns ? [{ uuid: row.uuid, metadata, columns, sortTitle: row.sort_title }] : [],
  );
  await writeMetadata(tx, kind, rewritten, { isNewVersion: true, searched });
  const onlyMoved = edits.flatMap(({ row, columns }) => (columns ? [] : [row.uuid]));
  if (onlyMoved.length > 0) {
    await sql`
      update ${table} set version = version + 1, modified_at = now()
      where uuid = any(${onlyMoved}::uuid[])`.execute(tx.db);
  }
  const shown = edits.flatMap(({ row, edit: { visibility } }) =>
    visibility === undefined ? [] : [{ uuid: row.uuid, visibility }],
  );
  if (shown.length > 0) {
    await sql`
      update ${table} record
      set visibility = shown.visibility, ever_public = ever_public or shown.visibility = 'public'
      from jsonb_to_recordset(${jsonb(shown)}) as shown (uuid uuid, visibility text)
      where record.uuid = shown.uuid`.execute(tx.db);
  }
}

/** A move is a link and an unlink in one change set. */
function historyOf(
  resourceType: HistoryEntry['resourceType'],
  { row, edit: { metadata, parents, reason, visibility }, further }: EditWithColumns,
): HistoryEntry[] {
  const record = { record: row.uuid, resourceType };
  const entries: HistoryEntry[] = [];
  if (metadata ?? visibility ?? further) {
    const before = {
      ...(metadata && { customMetadataList: row.metadata }),
      ...(visibility && { visibility: row.visibility }),
      ...further?.before,
    };
    const after = {
      ...(metadata && { customMetadataList: metadata }),
      ...(visibility && { visibility }),
      ...(reason !== undefined && { reason }),
      ...further?.after,
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
