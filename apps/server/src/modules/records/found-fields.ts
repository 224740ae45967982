import { sql } from 'kysely';
import { FIELD_COLUMN } from '@armarium/contract/item-table';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { RecordType } from '@armarium/contract/record-types';
import { isSearched, type SearchedField } from '@armarium/contract/search-fields';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { dateSpan } from './dates/date-span.ts';
import { keepWords } from './keep-words.ts';
import { kindOf, type RecordKind } from './kinds.ts';
import type { SearchedFields } from './search-fields.ts';

/** The fields, beside the standard ones, by which searches and filters find records of a kind. */
export interface FoundFields {
  /** The fields in force whose values become words, by name (`isSearched`). */
  readonly searched: SearchedFields;
  /** DATE fields, with the archived ones, whose values are kept. */
  readonly dates: ReadonlySet<string>;
}

/**
 * Reads these fields. Callers that write metadata call it under the lock of the graph, so that
 * `indexFieldsJob` also processes the records that they wrote.
 */
export async function foundFields(db: TenantQueries, kind: RecordKind): Promise<FoundFields> {
  const { search } = kind;
  if (!search) return { searched: new Map(), dates: new Set() };
  const { rows } = await sql<SearchedField & { isInForce: boolean }>`
    select distinct on (name) name, label, labels, type, searchable as "isSearchable", archived_at is null as "isInForce"
    from metadata_template where resource_type = ${kind.resourceType}
    order by name, archived_at desc nulls first`.execute(db);
  const searched = rows.filter(
    (field) => field.isInForce && isSearched(field) && !search.fields.includes(field.name),
  );
  return {
    searched: new Map(searched.map((field) => [field.name, field])),
    dates: new Set(rows.filter(({ type }) => type === 'DATE').map(({ name }) => name)),
  };
}

/**
 * Updates the words of records whose further lines changed (`RecordSearch.lines`). The caller holds the lock of the
 * graph.
 */
export async function keepRecordWords(
  tx: WriteTransaction,
  kind: RecordKind,
  records: readonly { readonly uuid: string; readonly metadata: readonly MetadataEntry[] }[],
): Promise<void> {
  const { searched } = await foundFields(tx.db, kind);
  await keepWords(tx, kind, records, searched);
}

/**
 * The fields in force that a search of these kinds can name, in the order of their templates; none where neither its text
 * nor its `findBy` names a field.
 */
export async function namedFields(
  db: TenantQueries,
  { text, findBy }: { readonly text?: string | undefined; readonly findBy?: string | undefined },
  kinds: readonly RecordType[],
): Promise<SearchedField[]> {
  if (!text?.includes(':') && !findBy?.startsWith(FIELD_COLUMN)) return [];
  const standard = kinds.flatMap((kind) => kindOf(kind).search?.fields ?? []);
  const { rows } = await sql<SearchedField>`
    select name, label, labels, type, searchable as "isSearchable" from metadata_template
    where resource_type = any(${kinds}::text[]) and archived_at is null
    order by resource_type desc, sort_order, name`.execute(db);
  return rows.filter((field) => isSearched(field) && !standard.includes(field.name));
}

/** Whether a field, with this definition, adds something by which records are found. */
export function isFoundBy(
  { searchable, type, name }: { searchable: boolean; type: string; name: string },
  resourceType: string,
): boolean {
  const search = kindOf(resourceType).search;
  return (
    search !== undefined && isSearched({ type, isSearchable: searchable }) && !search.fields.includes(name)
  );
}

/** Whether a field of this name was a DATE field before, so that its days may still be kept. */
export async function wasDate(
  { db }: Pick<WriteTransaction, 'db'>,
  { name }: { name: string },
  resourceType: string,
): Promise<boolean> {
  if (!kindOf(resourceType).keepsDates) return false;
  const before = await db
    .selectFrom('metadata_template')
    .select('uuid')
    .where('resource_type', '=', resourceType)
    .where('name', '=', name)
    .where('type', '=', 'DATE')
    .limit(1)
    .executeTakeFirst();
  return before !== undefined;
}

/** Enqueues the indexing of the values that were written before the field was defined or changed. */
export async function indexLater(
  { db }: Pick<WriteTransaction, 'db'>,
  templateUuid: string,
  resourceType: string,
): Promise<void> {
  await db
    .updateTable('metadata_template')
    .set({ to_index: true })
    .where('uuid', '=', templateUuid)
    .execute();
  await enqueueIndexing(db, resourceType);
}

/** The key of the job `index-fields` of a kind of record. */
export const indexingKey = (resourceType: string) => `index-fields:${resourceType}`;

/** @param resourceType a kind that searches find */
export async function enqueueIndexing(db: TenantQueries, resourceType: string): Promise<void> {
  await enqueue(db, 'index-fields', { resourceType }, { jobKey: indexingKey(resourceType) });
}

/**
 * Updates the days of the DATE values of items (`item_date`) from their metadata. A value that is not
 * understood has none.
 */
export async function keepDates(
  { db, tenantId }: Pick<WriteTransaction, 'db' | 'tenantId'>,
  items: readonly { readonly uuid: string; readonly metadata: readonly MetadataEntry[] }[],
  dates: ReadonlySet<string>,
): Promise<number> {
  if (items.length === 0) return 0;
  const rows = items.flatMap(({ uuid, metadata }) => {
    const places = new Map<string, number>();
    return metadata.flatMap(({ name, value }) => {
      if (!dates.has(name)) return [];
      const place = places.get(name) ?? 0;
      places.set(name, place + 1);
      const span = dateSpan(String(value));
      if (!span) return [];
      return [{ uuid, name, place, edtf: span.edtf, first_day: span.first, last_day: span.last }];
    });
  });
  const { rows: counted } = await sql<{ changed: number }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${jsonb(rows)}) as wanted
        (uuid uuid, name text, place integer, edtf text, first_day integer, last_day integer)
    ), gone as (
      delete from item_date kept where item_uuid = any(${items.map(({ uuid }) => uuid)}::uuid[])
        and (item_uuid, name, place) not in (select uuid, name, place from wanted)
      returning 1
    ), made as (
      insert into item_date as kept (tenant_id, item_uuid, name, place, edtf, first_day, last_day)
      select ${tenantId}::integer, wanted.* from wanted
      on conflict (tenant_id, item_uuid, name, place) do update
        set edtf = excluded.edtf, first_day = excluded.first_day, last_day = excluded.last_day
        where (kept.edtf, kept.first_day, kept.last_day) is distinct from
          (excluded.edtf, excluded.first_day, excluded.last_day)
      returning 1
    )
    select (select count(*) from gone)::integer + (select count(*) from made)::integer as changed`.execute(
    db,
  );
  return counted[0]?.changed ?? 0;
}

/** Whether two lists have the same values in their DATE fields. */
export function hasSameDates(
  one: readonly MetadataEntry[],
  other: readonly MetadataEntry[],
  dates: ReadonlySet<string>,
): boolean {
  if (dates.size === 0) return true;
  const of = (list: readonly MetadataEntry[]) =>
    JSON.stringify(list.filter(({ name }) => dates.has(name)).map(({ name, value }) => [name, value]));
  return of(one) === of(other);
}
