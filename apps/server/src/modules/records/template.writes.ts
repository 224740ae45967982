import { v7 as uuidv7 } from 'uuid';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TemplatePriority } from '@armarium/contract/templates';
import { jsonb, type WriteTransaction } from '../../db/database.ts';

export interface NewTemplate {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly priority: TemplatePriority;
  readonly repeatable: boolean;
}

/** Makes templates after the existing ones, in order. A name that is already in force is skipped. */
export async function createTemplates(
  tx: WriteTransaction,
  resourceType: TemplateResourceType,
  templates: readonly NewTemplate[],
): Promise<void> {
  if (templates.length === 0) return;
  const { last } = await tx.db
    .selectFrom('metadata_template')
    .select((column) => column.fn.max<number | null>('sort_order').as('last'))
    .where('resource_type', '=', resourceType)
    .executeTakeFirstOrThrow();
  await tx.db
    .insertInto('metadata_template')
    .values(
      templates.map((template, index) => ({
        tenant_id: tx.tenantId,
        uuid: uuidv7(),
        resource_type: resourceType,
        ...template,
        enum_values: jsonb([]),
        sort_order: (last ?? -1) + 1 + index,
      })),
    )
    .onConflict((clash) => clash.doNothing())
    .execute();
}
