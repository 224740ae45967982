import { sql, type RawBuilder } from 'kysely';
import type { KnownTransition } from './transition.rules.ts';

/**
 * The transitions from a record's state in their order, for the select list of its row. A look into an index that
 * holds a few dozen rows a tenant, so that a page of records stays one statement.
 * @param state the column that holds the state
 */
export function transitionsFrom(
  resourceType: 'ITEM' | 'COLLECTION' | 'MEDIA',
  state: string,
): RawBuilder<KnownTransition[]> {
  return sql<KnownTransition[]>`coalesce((select jsonb_agg(jsonb_build_object('uuid', t.uuid, 'name', t.name,
      'itemFromState', t.from_state, 'itemToState', t.to_state, 'roles', t.roles,
      'changesVisibility', t.changes_visibility) order by t.sort_order, t.uuid)
    from transition_template t
    where t.resource_type = ${sql.lit(resourceType)} and t.from_state = ${sql.ref(state)}), '[]'::jsonb)`;
}
