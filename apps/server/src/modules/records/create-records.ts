import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Visibility } from '@armarium/contract/visibility';
import { DEFAULT_STATE } from '@armarium/contract/item-states';
import { jsonb, type WriteTransaction } from '../../db/database.ts';
import { recordHistory } from '../../db/history.ts';
import { foundFields, keepDates } from './found-fields.ts';
import { keepWords } from './keep-words.ts';
import { followingColumns, type RecordKind } from './kinds.ts';

/** A record whose metadata passed the rules (`newMetadata`). */
export interface NewRecord {
  /** A new uuid where it is absent. */
  readonly uuid?: string | undefined;
  readonly metadata: readonly MetadataEntry[];
  /** Name of a state of the tenant; `Default` where it is absent. */
  readonly state?: string | undefined;
  readonly visibility?: Visibility | undefined;
  /** Values for the history beside the metadata, such as the collections that the record is put into. */
  readonly historyValues?: object;
}

/** A further column of the table with its SQL type. `valueOf` gives its value for each record. */
export interface FurtherColumn {
  readonly name: string;
  readonly type: 'uuid' | 'boolean' | 'text';
  readonly valueOf: (index: number) => unknown;
}

/**
 * Writes new records of a kind with their history. The caller writes their links. The number of statements
 * does not depend on the number of records. The caller holds the lock of the graph where searches find the
 * kind by its fields.
 * @returns their uuids and sort titles, in the order of the records
 */
export async function createRecords(
  tx: WriteTransaction,
  kind: RecordKind,
  records: readonly NewRecord[],
  further: readonly FurtherColumn[] = [],
): Promise<{ uuid: string; sortTitle: string }[]> {
  if (records.length === 0) return [];
  const { searched, dates } = await foundFields(tx.db, kind);
  const rows = records.map(
    ({ uuid = uuidv7(), metadata, state = DEFAULT_STATE, visibility = 'private' }, index) => ({
      uuid,
      metadata,
      state,
      visibility,
      ever_public: visibility === 'public',
      ...kind.columns(metadata),
      ...Object.fromEntries(further.map(({ name, valueOf }) => [name, valueOf(index)])),
    }),
  );
  const columns = [
    { name: 'uuid', type: 'uuid' },
    { name: 'metadata', type: 'jsonb' },
    { name: 'state', type: 'text' },
    ...(kind.owner
      ? []
      : [
          { name: 'visibility', type: 'text' },
          { name: 'ever_public', type: 'boolean' },
        ]),
    ...followingColumns(kind).map((name) => ({ name, type: 'text' })),
    ...further,
  ];
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const declared = sql.join(columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  await sql`
    insert into ${sql.table(kind.table)} (tenant_id, created_by, ${names})
    select ${tx.tenantId}, ${tx.actor.accountUuid}::uuid, ${names}
    from jsonb_to_recordset(${jsonb(rows)}) as made (${declared})`.execute(tx.db);
  await keepWords(tx, kind, rows, searched, { areNew: true });
  if (kind.keepsDates && dates.size > 0) await keepDates(tx, rows, dates);
  await recordHistory(
    tx,
    rows.map(({ uuid, metadata }, index) => {
      const { historyValues, state, visibility } = records[index] ?? {};
      return {
        record: uuid,
        resourceType: kind.resourceType,
        action: 'create',
        after: {
          customMetadataList: metadata,
          ...historyValues,
          ...(state !== undefined && { state }),
          ...(visibility !== undefined && { visibility }),
        },
      };
    }),
  );
  return rows.map((row) => ({
    uuid: row.uuid,
    sortTitle: (row as { sort_title?: string }).sort_title ?? '',
  }));
}
