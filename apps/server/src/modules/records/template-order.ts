import type { Selectable } from 'kysely';
import type { PlacedTemplate } from '@armarium/contract/template-order';
import { templatePriorities, type TemplatePriority } from '@armarium/contract/templates';
import type { TenantQueries } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { orderVersion } from '../../http/entity-tag.ts';

type PlacedRow = Pick<Selectable<DB['metadata_template']>, 'uuid' | 'priority' | 'sort_order'>;

/** Fields of one kind of record in their order: by priority, then position. */
export function inOrder(rows: readonly PlacedRow[]): PlacedTemplate[] {
  const rank = ({ priority }: PlacedRow) => templatePriorities.indexOf(priority as TemplatePriority);
  return rows
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) || one.sort_order - other.sort_order || (one.uuid < other.uuid ? -1 : 1),
    )
    .map(({ uuid, priority }) => ({ uuid, priority: priority as TemplatePriority }));
}

/** Reads the fields in force of a kind of record, in their order. */
export async function placedTemplates(db: TenantQueries, resourceType: string): Promise<PlacedTemplate[]> {
  const rows = await db
    .selectFrom('metadata_template')
    .select(['uuid', 'priority', 'sort_order'])
    .where('resource_type', '=', resourceType)
    .where('archived_at', 'is', null)
    .execute();
  return inOrder(rows);
}

/**
 * The version of the order of all fields of a kind of record. It changes when a field is added, archived, moved or gets
 * another priority, and with nothing else.
 */
export function orderTag(order: readonly PlacedTemplate[]): string {
  return orderVersion(order.map(({ uuid, priority }) => `${uuid} ${priority}`));
}
