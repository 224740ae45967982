import { sql, type RawBuilder } from 'kysely';
import { followingColumns, recordKinds, type RecordKind } from './kinds.ts';

/**
 * Left joins of the record with some uuid, whatever its kind it is: its row stands under the name of its table, and
 * the row of the record that it belongs to under that name with `_owner`.
 * @param uuid an expression over what stands before in FROM
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

/** The name under which `joinRecords` has the owner of a record. */
export function ownerAlias({ table }: RecordKind): string {
  return `${table}_owner`;
}

/** A column of the record that `joinRecords` found; null where its kind has no such column. */
export function recordColumn<Value>(name: string): RawBuilder<Value> {
  return coalesced(recordKinds().flatMap((kind) => (hasColumn(kind, name) ? [`${kind.table}.${name}`] : [])));
}

/** The same, but of the owner of a record whose kind has no such column. */
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
