import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/records';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import { enqueue } from '../../queue/enqueue.ts';
import { dateSpan } from './date-span.ts';
import { findKind, type RecordKind } from './kinds.ts';

/** By what records of a kind are found beside their standard fields. */
export interface FoundFields {
  /** Searchable fields that no line of the search text has already. */
  readonly searchable: ReadonlySet<string>;
  /** DATE fields; archived ones too, whose values still stand. */
  readonly dates: ReadonlySet<string>;
}

/** Asked under the lock of the graph by whoever writes metadata, so that `indexFieldsJob` comes to what was written. */
export async function foundFields(db: TenantQueries, kind: RecordKind): Promise<FoundFields> {
  const { foundBy } = kind;
  if (!foundBy) return { searchable: new Set(), dates: new Set() };
  const { rows } = await sql<{ name: string; type: string; searchable: boolean }>`
    select distinct on (name) name, type, searchable and archived_at is null as searchable
    from metadata_template where resource_type = ${kind.resourceType}
    order by name, archived_at desc nulls first`.execute(db);
  const named = (chosen: typeof rows) => new Set(chosen.map(({ name }) => name));
  return {
    searchable: named(rows.filter(({ name, searchable }) => searchable && !foundBy.includes(name))),
    dates: named(rows.filter(({ type }) => type === 'DATE')),
  };
}

/** Whether a field, as it is defined, finds records otherwise than by what every record has. */
export function isFoundBy(
  { searchable, type, name }: { searchable: boolean; type: string; name: string },
  resourceType: string,
): boolean {
  const kind = findKind(resourceType);
  if (!kind?.foundBy) return false;
  return (searchable && !kind.foundBy.includes(name)) || (type === 'DATE' && kind.keepsDates === true);
}

/** Whether the name of a field was that of a date before, whose days may still be kept. */
export async function wasDate(
  { db }: Pick<WriteTransaction, 'db'>,
  { name }: { name: string },
  resourceType: string,
): Promise<boolean> {
  if (!findKind(resourceType)?.keepsDates) return false;
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

/** Has the values that there are of a field gone through: it was defined, or changed, after they were written. */
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

/** @param resourceType a kind that a search finds */
export async function enqueueIndexing(db: TenantQueries, resourceType: string): Promise<void> {
  await enqueue(db, 'index-fields', { resourceType }, { jobKey: `index-fields:${resourceType}` });
}

/** Keeps the days of the DATE values of items as their metadata have them; what is not understood has none. */
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
