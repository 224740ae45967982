import { sql } from 'kysely';
import {
  findSelectionParents,
  findSelectionStates,
  findSelectionValues,
} from '@armarium/contract/selections';
import type { ItemSelection } from '@armarium/contract/item-query';
import { DEFAULT_STATE } from '@armarium/contract/item-states';
import type { TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { requireWholeSelection, selectedItems } from './selection.ts';

/** The number of most frequent values of a field that are shown. */
const VALUES_SHOWN = 10;

interface Figures {
  readonly items: number;
  readonly public: number;
  readonly byState: Record<string, number>;
}

/** @throws ProblemError 422 where records of the selection are missing, or it is empty */
async function figuresOf(db: TenantQueries, selection: ItemSelection): Promise<Figures> {
  const { rows } = await sql<{ state: string; items: number; public: number }>`
    select item.state, count(*)::integer as items,
      (count(*) filter (where item.visibility = 'public'))::integer as public
    from ${await selectedItems(db, selection)} join item on item.uuid = selected.uuid
    group by item.state order by item.state`.execute(db);
  const items = rows.reduce((sum, row) => sum + row.items, 0);
  await requireWholeSelection(db, selection, items);
  return {
    items,
    public: rows.reduce((sum, row) => sum + row.public, 0),
    byState: Object.fromEntries(
      rows.flatMap(({ state, items }) => (state === DEFAULT_STATE ? [] : [[state, items] as const])),
    ),
  };
}

/** The operations that show what the items of a selection have in common. */
export const selectionReads: readonly Implementation[] = [
  implement(findSelectionParents, ({ data, body: { selection } }) =>
    data.read(async (db) => {
      const { items } = await figuresOf(db, selection);
      const { rows } = await sql<{ uuid: string; sgtt: string; items: number }>`
        select collection.uuid, collection.sgtt, counted.items
        from (
          select link.collection_uuid, count(*)::integer as items
          from ${await selectedItems(db, selection)} join item_link link on link.item_uuid = selected.uuid
          group by link.collection_uuid
        ) as counted join collection on collection.uuid = counted.collection_uuid
        order by counted.items desc, collection.sort_title, collection.uuid`.execute(db);
      return { items, collections: [...rows] };
    }),
  ),
  implement(findSelectionStates, ({ data, body: { selection } }) =>
    data.read(async (db) => {
      const isQuery = 'query' in selection;
      const { rows } = await sql<{ state: string; items: number; uuids: string[] | null }>`
        select item.state, count(*)::integer as items,
          ${isQuery ? sql`null` : sql`to_jsonb(array_agg(item.uuid order by item.sort_title, item.uuid))`} as uuids
        from ${await selectedItems(db, selection)} join item on item.uuid = selected.uuid
        group by item.state order by item.state`.execute(db);
      const items = rows.reduce((sum, row) => sum + row.items, 0);
      await requireWholeSelection(db, selection, items);
      return { items, states: [...rows] };
    }),
  ),
  implement(findSelectionValues, ({ data, body: { selection } }) =>
    data.read(async (db) => {
      const figures = await figuresOf(db, selection);
      const { rows } = await sql<{
        name: string;
        filled: number;
        distinct: number;
        values: { value: string | number | boolean; items: number }[];
      }>`
        with entry as (
          select item.uuid, entry->>'name' as name, entry->'value' as value
          from ${await selectedItems(db, selection)} join item on item.uuid = selected.uuid,
            jsonb_array_elements(item.metadata) as entry
        ), filled as (
          select name, count(distinct uuid)::integer as items from entry group by name
        ), counted as (
          select name, value, count(distinct uuid)::integer as items from entry group by name, value
        ), ranked as (
          select *, row_number() over (partition by name order by items desc, value) as place,
            count(*) over (partition by name) as distinct_values
          from counted
        )
        select ranked.name, filled.items as filled, max(distinct_values)::integer as distinct,
          jsonb_agg(jsonb_build_object('value', value, 'items', ranked.items) order by place) as values
        from ranked join filled on filled.name = ranked.name
        where place <= ${VALUES_SHOWN}
        group by ranked.name, filled.items
        order by ranked.name collate "C"`.execute(db);
      return { ...figures, fields: [...rows] };
    }),
  ),
];
