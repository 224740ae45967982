import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { keepWords } from './keep-words.ts';
import { followingColumns, type RecordKind } from './kinds.ts';
import type { SearchedFields } from './search-fields.ts';

/** The new metadata of a record. */
interface MetadataToWrite {
  readonly uuid: string;
  readonly metadata: readonly MetadataEntry[];
  /** The columns that follow from them, as `RecordKind.columns` gives them. */
  readonly columns: Readonly<Record<string, string>>;
  /** The sort key before, which its links hold. */
  readonly sortTitle: string;
}

/**
 * Writes the metadata of records of one kind, the columns that follow from them, the words by which searches
 * find them, and the sort keys of their links.
 * @param isNewVersion whether to increment the version too; false where another statement does it
 * @param searched the fields whose values become words (`foundFields`)
 */
export async function writeMetadata(
  tx: WriteTransaction,
  kind: RecordKind,
  records: readonly MetadataToWrite[],
  { isNewVersion, searched }: { isNewVersion: boolean; searched: SearchedFields },
): Promise<void> {
  if (records.length === 0) return;
  const names = followingColumns(kind);
  const values = names.map((name) => sql`${sql.ref(name)} = edited.${sql.ref(name)}`);
  const declared = names.map((name) => sql`${sql.ref(name)} text`);
  const rows = records.map(({ uuid, metadata, columns }) => ({ uuid, metadata, ...columns }));
  await sql`
    update ${sql.table(kind.table)} record
    set ${sql.join(values)}, metadata = edited.metadata
      ${isNewVersion ? sql`, version = version + 1, modified_at = now()` : sql``}
    from jsonb_to_recordset(${jsonb(rows)}) as edited (uuid uuid, metadata jsonb, ${sql.join(declared)})
    where record.uuid = edited.uuid`.execute(tx.db);
  await keepWords(tx, kind, records, searched);
  const retitled = records.flatMap(({ uuid, columns, sortTitle }) =>
    columns['sort_title'] === sortTitle ? [] : [{ uuid, sort_title: columns['sort_title'] }],
  );
  if (!kind.links || retitled.length === 0) return;
  await sql`
    update ${sql.table(kind.links.table)} link set sort_title = edited.sort_title
    from jsonb_to_recordset(${jsonb(retitled)}) as edited (uuid uuid, sort_title text)
    where link.${sql.ref(kind.links.child)} = edited.uuid`.execute(tx.db);
}
