import type { Labels } from '@armarium/contract/labels';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TenantQueries } from '../../db/database.ts';
import type { FieldTemplate } from './metadata.rules.ts';

/** The templates in force for one kind of record, for the rules. */
export async function fieldTemplates(
  db: TenantQueries,
  resourceType: TemplateResourceType,
): Promise<FieldTemplate[]> {
  const rows = await db
    .selectFrom('metadata_template')
    .select(['name', 'label', 'labels', 'type', 'required', 'repeatable', 'enum_values'])
    .where('resource_type', '=', resourceType)
    .where('archived_at', 'is', null)
    .orderBy('sort_order')
    .execute();
  return rows.map(({ enum_values, labels, ...row }) => ({
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
