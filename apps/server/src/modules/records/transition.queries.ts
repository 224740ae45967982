import { sql, type RawBuilder } from 'kysely';
import type { RecordType } from '@armarium/contract/record-types';
import type { KnownTransition } from './transition.rules.ts';

const listed = sql`jsonb_agg(jsonb_build_object('uuid', t.uuid, 'name', t.name,
      'itemFromState', t.from_state, 'itemToState', t.to_state, 'roles', t.roles,
      'changesVisibility', t.changes_visibility) order by t.sort_order, t.uuid)`;

/**
 * The transitions from a record's state in order, as an expression for the select list of its row. It looks
 * into an index of a few dozen rows a tenant, so that one statement reads a page of records.
 * @param state the column that holds the state
 */
export function transitionsFrom(resourceType: RecordType, state: string): RawBuilder<KnownTransition[]> {
  return sql<KnownTransition[]>`coalesce((select ${listed}
    from transition_template t
    where t.resource_type = ${sql.lit(resourceType)} and t.from_state = ${sql.ref(state)}), '[]'::jsonb)`;
}

/**
 * The same for many records of a kind, to be joined by their state. It is computed once for each state, not for each
 * record.
 */
export const transitionsByState = (resourceType: RecordType) => sql<{
  from_state: string;
  transitions: KnownTransition[];
}>`(select t.from_state, ${listed} as transitions
    from transition_template t where t.resource_type = ${sql.lit(resourceType)} group by t.from_state)`;
