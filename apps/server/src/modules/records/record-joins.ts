import { sql, type RawBuilder } from 'kysely';
import { followingColumns, recordKinds, type RecordKind } from './kinds.ts';

/**
 * Left joins that find a record of any kind by its uuid. Its row has the name of its table as alias; the row
 * of its owner has that name with `_owner`.
 * @param uuid an SQL expression over the tables to the left in FROM
 * @param isOf a further condition on the rows of a kind
 */
export function joinRecords(
  uuid: RawBuilder<unknown>,
  isOf: (kind: RecordKind) => RawBuilder<unknown> = () => sql`true`,
): RawBuilder<unknown> {
  return sql.join(
    recordKinds().map((kind) => {
      const { table, owner } = kind;
      const record = sql`left join ${sql.table(table)} on ${sql.ref(`${table}.uuid`)} = ${uuid} and ${isOf(kind)}`;
      if (!owner) return record;
      const [alias, ownerUuid] = [ownerAlias(kind), sql.ref(`${table}.${owner.column}`)];
      return sql`${record}
        left join ${sql.table(owner.table)} ${sql.ref(alias)} on ${sql.ref(`${alias}.uuid`)} = ${ownerUuid}`;
    }),
    sql` `,
  );
}

/** The alias that `joinRecords` gives to the owner of a record. */
export function ownerAlias({ table }: RecordKind): string {
  return `${table}_owner`;
}

/** A column of the record that `joinRecords` found; null for kinds without this column. */
export function recordColumn<Value>(name: string): RawBuilder<Value> {
  return coalesced(recordKinds().flatMap((kind) => (hasColumn(kind, name) ? [`${kind.table}.${name}`] : [])));
}

/** The same column; for kinds without it, the column of the owner. */
export function columnOrOwners<Value>(name: string): RawBuilder<Value> {
  return coalesced(
    recordKinds().flatMap((kind) => {
      if (hasColumn(kind, name)) return [`${kind.table}.${name}`];
      return kind.owner ? [`${ownerAlias(kind)}.${name}`] : [];
    }),
  );
}

const everyTable = [
  'uuid',
  'metadata',
  'state',
  'created_by',
  'created_at',
  'modified_at',
  'version',
  'trashed_at',
];

function hasColumn(kind: RecordKind, name: string): boolean {
  if (everyTable.includes(name)) return true;
  if (name === 'visibility' || name === 'ever_public') return !kind.owner;
  return followingColumns(kind).includes(name);
}

function coalesced<Value>(columns: readonly string[]): RawBuilder<Value> {
  return columns.length === 0
    ? sql<Value>`null`
    : sql<Value>`coalesce(${sql.join(columns.map((column) => sql.ref(column)))})`;
}
