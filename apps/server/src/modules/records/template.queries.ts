import type { Labels } from '@armarium/contract/labels';
import {
  templateResourceTypes,
  type RecordType,
  type TemplateResourceType,
} from '@armarium/contract/record-types';
import { templatePriorities, type TemplatePriority } from '@armarium/contract/templates';
import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import { kindOf } from './kinds.ts';
import type { FieldTemplate } from './metadata.rules.ts';
import { fieldsOf } from './template-operations.ts';

/** The kinds whose templates count for a kind of record, in the order in which they do. */
export const fieldTypesOf = (resourceType: TemplateResourceType): RecordType[] => [
  ...(kindOf(resourceType).alsoFieldsOf ?? []),
  resourceType,
];
const inOrderOf = (types: readonly RecordType[]) => sql`array_position(${types}::text[], resource_type)`;

/** The templates in force for one kind of record, for the rules. */
export async function fieldTemplates(
  db: TenantQueries,
  resourceType: TemplateResourceType,
): Promise<FieldTemplate[]> {
  const rows = await db
    .selectFrom('metadata_template')
    .select(['name', 'label', 'labels', 'type', 'required', 'repeatable', 'enum_values'])
    .where('resource_type', 'in', fieldTypesOf(resourceType))
    .where('archived_at', 'is', null)
    .orderBy(inOrderOf(fieldTypesOf(resourceType)))
    .orderBy('sort_order')
    .execute();
  // The first of a name counts.
  const byName = new Map([...rows].reverse().map((row) => [row.name, row]));
  return rows
    .filter((row) => byName.get(row.name) === row)
    .map(({ enum_values, labels, ...row }) => ({
      ...row,
      labels: labels as Labels,
      enumValues: enum_values as string[],
    }));
}

/** The ENUM and BOOLEAN fields of items in force, in order, whose values are counted together. */
export async function choiceFields(db: TenantQueries): Promise<{ name: string; label: string }[]> {
  return db
    .selectFrom('metadata_template')
    .select(['name', 'label'])
    .where('resource_type', '=', 'ITEM')
    .where('type', 'in', ['ENUM', 'BOOLEAN'])
    .where('archived_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('name')
    .execute();
}

/** The fields in force of all kinds of records, by kind and in their order. One statement. */
export async function allFields(db: TenantQueries) {
  const rows = await db
    .selectFrom('metadata_template')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy(
      (order) => sql`array_position(${[...templateResourceTypes]}::text[], ${order.ref('resource_type')})`,
    )
    .orderBy(sql`array_position(${[...templatePriorities]}::text[], priority)`)
    .orderBy('sort_order')
    .orderBy('uuid')
    .execute();
  return rows.map((row) => ({
    uuid: row.uuid,
    locked: row.locked,
    resourceType: row.resource_type as TemplateResourceType,
    ...fieldsOf(row),
    priority: row.priority as TemplatePriority,
  }));
}
