import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import { columnOrOwners, joinRecords, ownerAlias, recordColumn, recordKinds } from '../records/public.ts';
import type { Position } from '../../db/event-position.ts';

/** An event as it is sent, and what decides who gets it: the visibility and the owner of its record or batch. */
export interface StreamEvent {
  readonly id: number;
  readonly kind:
    | 'item.created'
    | 'record.changed'
    | 'record.state'
    | 'import.progress'
    | 'job.progress'
    | 'organisation.changed'
    | 'configuration.changed'
    | 'resync';
  readonly data: Readonly<Record<string, unknown>>;
  readonly visibility: string | null;
  readonly created_by: string | null;
  /** Of a new item the restricted ones of its collections, with who made them; null where there are none. */
  readonly restrictedParents: readonly { readonly uuid: string; readonly madeBy: string | null }[] | null;
}

/** Of each kind its record, or of one that belongs to another that other one: what decides who sees it. */
const deciding = (column: string) =>
  recordKinds().map((kind) => sql.ref(`${kind.owner ? ownerAlias(kind) : kind.table}.${column}`));
const seen = () => deciding('uuid');
const seenBy = () => deciding('created_by');

/** The most events of one reading. A client that missed more loads its page again. */
const EVENTS_MAX = 1_000;

/**
 * The events after a position in their order, those below it included that were not committed then: each once.
 * @returns `isWhole` false where there are more
 */
export async function eventsSince(
  db: TenantQueries,
  { id, snapshot }: Position,
): Promise<{ events: StreamEvent[]; position: Position; isWhole: boolean }> {
  const oldest = Number(snapshot.split(':')[0]);
  const { rows } = await sql<StreamEvent & { snapshot: string; read: number }>`
    with fresh as materialized (
      (select id, made_in, kind, resource_type, record_uuid from event where id > ${id} order by id limit ${EVENTS_MAX})
      union
      (select id, made_in, kind, resource_type, record_uuid from event
        where made_in >= ${oldest} and id <= ${id}
          and not pg_visible_in_snapshot(made_in::text::xid8, ${snapshot}::pg_snapshot)
        order by id limit ${EVENTS_MAX})
    )
    select fresh.id, fresh.kind,
      pg_current_snapshot()::text as snapshot, (select count(*) from fresh) as read,
      coalesce(${columnOrOwners('visibility')}, imported_item.visibility) as visibility,
      coalesce(batch.account_uuid, ${sql.join(seenBy())}, imported_item.created_by) as created_by,
      case
        when fresh.kind = 'item.created' then jsonb_build_object('itemUuid', item.uuid, 'parentCollectionsUuids',
          array(select collection_uuid from item_link where item_link.item_uuid = item.uuid
            order by linked_at, collection_uuid))
        when fresh.kind = 'record.changed' then jsonb_build_object('uuid', record_uuid, 'resourceType', resource_type,
          'etag', '"' || case when ${recordColumn('trashed_at')} is null then ${recordColumn('version')} end || '"')
        when fresh.kind = 'record.state' then jsonb_build_object('uuid', record_uuid, 'resourceType', resource_type,
          'state', ${recordColumn('state')})
        when fresh.kind = 'import.progress' then jsonb_build_object('itemUuid', import.item_uuid,
          'assetUuid', import.asset_uuid,
          'stage', case when import.overall_state in ('DONE', 'ERROR') then 'overall' else 'processing' end,
          'importState', case when import.overall_state in ('DONE', 'ERROR') then import.overall_state
            else import.processing_state end,
          'kind', imported.kind, 'notReadyImagesCount', imported_item.not_ready_images_count, 'imagesCount', imported_item.images_count,
          'notReadyMediaCount', imported_item.not_ready_media_count,
          'mediaCount', imported_item.audios_count + imported_item.videos_count + imported_item.models_count)
        when fresh.kind = 'job.progress' then jsonb_build_object('jobUuid', batch.uuid,
          'done', batch.changed + batch.unchanged + batch.failed, 'total', batch.total, 'errors', batch.failed)
        else '{}'::jsonb
      end as data,
      case when fresh.kind = 'item.created' then (
        select jsonb_agg(jsonb_build_object('uuid', parent.uuid, 'madeBy', parent.created_by))
        from item_link link join collection parent
          on parent.tenant_id = link.tenant_id and parent.uuid = link.collection_uuid
        where link.tenant_id = item.tenant_id and link.item_uuid = item.uuid and parent.visibility = 'restricted')
      end as "restrictedParents"
    from fresh
      left join asset_import import on fresh.kind = 'import.progress' and import.uuid = record_uuid
      left join asset imported on imported.uuid = import.asset_uuid
      left join item imported_item on imported_item.uuid = import.item_uuid
      ${joinRecords(
        sql`record_uuid`,
        ({ resourceType }) => sql`fresh.kind <> 'import.progress' and resource_type = ${resourceType}`,
      )}
      left join batch on resource_type = 'BATCH' and batch.uuid = record_uuid
    where fresh.kind in ('resync', 'organisation.changed', 'configuration.changed')
      or coalesce(${sql.join(seen())}, imported_item.uuid, batch.uuid) is not null
    order by fresh.id`.execute(db);
  // Nothing read leaves the position as it is: what it waits for may still come.
  const last = rows.at(-1);
  if (!last) return { events: [], position: { id, snapshot }, isWhole: true };
  return {
    events: rows,
    position: { id: Math.max(id, last.id), snapshot: last.snapshot },
    isWhole: Number(last.read) < EVENTS_MAX,
  };
}
