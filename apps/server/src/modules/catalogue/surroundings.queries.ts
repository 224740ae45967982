import { sql } from 'kysely';
import type { ItemSurroundings } from '@armarium/contract/item-table';
import { reaches, type Actor, type TenantQueries } from '../../db/database.ts';

/**
 * Data beside the columns of some items, in the order of the uuids; one query. It has names of people only
 * for actors who may read histories.
 */
export async function surroundingsByUuids(
  db: TenantQueries,
  actor: Actor,
  uuids: readonly string[],
): Promise<ItemSurroundings[]> {
  const { rows } = await sql<ItemSurroundings & { owner: string | null }>`
    select item.uuid, item.created_by as owner,
      coalesce((
        select jsonb_agg(jsonb_build_object('uuid', collection.uuid, 'sgtt', collection.sgtt)
          order by link.linked_at, collection.uuid)
        from item_link link join collection on collection.tenant_id = link.tenant_id
          and collection.uuid = link.collection_uuid
        where link.tenant_id = item.tenant_id and link.item_uuid = item.uuid), '[]') as "parentCollections",
      ${nameInHistory('asc')} as "createdBy", ${nameInHistory('desc')} as "lastModifiedBy"
    from unnest(${uuids}::uuid[]) with ordinality as wanted (uuid, place) join item using (uuid)
    where trashed_at is null order by place`.execute(db);
  return rows.map(({ owner, ...row }) =>
    reaches(actor, 'readHistory', owner) ? row : { ...row, createdBy: null, lastModifiedBy: null },
  );
}

/** The name in the first, or the last, entry of an item's history; read from an index. */
function nameInHistory(direction: 'asc' | 'desc') {
  return sql`(
    select change_set.account_name from history
      join change_set on change_set.tenant_id = history.tenant_id and change_set.uuid = history.change_set
    where history.tenant_id = item.tenant_id and history.record_uuid = item.uuid
    order by history.id ${sql.raw(direction)} limit 1)`;
}
