import { sql } from 'kysely';
import {
  countItemStates,
  countTemplateRecords,
  getItemStateUsage,
  getTemplateUsage,
  type Usage,
} from '@armarium/contract/usage';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { notFound } from '../../problem-error.ts';
import { kindOf, recordKinds } from './kinds.ts';

/** The types of fields whose values are counted one by one: they have few. */
const countedTypes: readonly string[] = ['ENUM', 'BOOLEAN'];

/** The use of a field that is in force. */
async function templateUsageOf(db: TenantQueries, uuid: string): Promise<Usage> {
  const template = await db
    .selectFrom('metadata_template')
    .select(['name', 'type', 'resource_type', 'enum_values'])
    .where('uuid', '=', uuid)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (!template) throw notFound('The template');
  const kind = kindOf(template.resource_type);
  const options = countedTypes.includes(template.type) ? (template.enum_values as string[]) : null;
  const { rows } = await sql<Usage['values'][number]>`
    select value, records from field_usage(${kind.table}, ${kind.owner?.table ?? null}, ${kind.owner?.column ?? null},
      ${template.name}, ${options}::text[])`.execute(db);
  const [total, ...values] = rows;
  return { records: total?.records ?? 0, values };
}

/**
 * How many records of a kind hold a value of each field, by the IDs of the fields. One pass over the records: an index is
 * no faster for the fields that nearly all of them hold.
 * @param isTrashCounted whether records in the trash count too
 */
export async function recordsByField(
  db: TenantQueries,
  resourceType: TemplateResourceType,
  { isTrashCounted }: { isTrashCounted: boolean },
): Promise<Usage['values']> {
  const kind = kindOf(resourceType);
  const ownerIsThere = kind.owner
    ? sql`and exists (select from ${sql.table(kind.owner.table)} as owner
        where owner.uuid = record.${sql.ref(kind.owner.column)} and owner.trashed_at is null)`
    : sql``;
  const { rows } = await sql<Usage['values'][number]>`
    select held.value, count(*) as records
    from ${sql.table(kind.table)} as record cross join lateral (
      select distinct entry->>'name' as value from jsonb_array_elements(record.metadata) as entry) as held
    where ${isTrashCounted ? sql`true` : sql`record.trashed_at is null ${ownerIsThere}`}
    group by held.value order by records desc, held.value`.execute(db);
  return rows;
}

/** The use of a state by records of all kinds. Renaming it renames it in the trash too, so that counts here. */
async function stateUsageOf(db: TenantQueries, uuid: string): Promise<Usage> {
  const state = await db.selectFrom('item_state').select('name').where('uuid', '=', uuid).executeTakeFirst();
  if (!state) throw notFound('The state');
  const counts = recordKinds().map(
    ({ table, resourceType }) => sql`
      select ${resourceType}::text as value, count(*) as records from ${sql.table(table)} where state = ${state.name}`,
  );
  const { rows } = await sql<Usage['values'][number]>`
    select value, records from (${sql.join(counts, sql` union all `)}) as counted
    where records > 0 order by records desc, value`.execute(db);
  return usageOfStates(rows);
}

/** A record is in one state, so that the counts add up to all records. */
const usageOfStates = (values: Usage['values']): Usage => ({
  records: values.reduce((sum, { records }) => sum + records, 0),
  values,
});

/** The states of the records of one kind. */
async function statesOf(db: TenantQueries, resourceType: TemplateResourceType): Promise<Usage> {
  const { table } = kindOf(resourceType);
  const { rows } = await sql<Usage['values'][number]>`
    select state as value, count(*) as records from ${sql.table(table)}
    group by state order by records desc, value`.execute(db);
  return usageOfStates(rows);
}

/** The operations that count the records which a change to a field or a state concerns (decisions §13). */
export const usageOperations: Implementation[] = [
  implement(getTemplateUsage, ({ data, params }) => data.read((db) => templateUsageOf(db, params.uuid))),
  implement(countTemplateRecords, async ({ data, query }) => ({
    values: await data.read((db) => recordsByField(db, query.resourceType, { isTrashCounted: false })),
  })),
  implement(getItemStateUsage, ({ data, params }) => data.read((db) => stateUsageOf(db, params.uuid))),
  implement(countItemStates, ({ data, query }) => data.read((db) => statesOf(db, query.resourceType))),
];
