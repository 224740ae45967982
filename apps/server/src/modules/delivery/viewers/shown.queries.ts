import { sql } from 'kysely';
import type { TenantQueries } from '../../../db/database.ts';

/** Who may see a record, and what its page is called. */
export interface SeenRecord {
  readonly visibility: string;
  readonly createdBy: string | null;
  readonly title: string;
}

/** One image, recording or model, in the order of its item. */
export interface ShownMedium {
  readonly uuid: string;
  readonly label: string;
}

export interface ShownItem extends SeenRecord {
  /** Those of the kind that are ready. */
  readonly media: readonly ShownMedium[];
}

/**
 * What a viewer's page shows: of an item all that is ready, of an asset that alone.
 * @returns undefined where there is no such item and no such asset of the kind
 */
export async function shownItem(
  db: TenantQueries,
  uuid: string,
  kind: 'image',
): Promise<ShownItem | undefined> {
  const { rows } = await sql<{
    visibility: string;
    created_by: string | null;
    title: string;
    media: readonly ShownMedium[];
  }>`
    with wanted as (
      select tenant_id, uuid as item_uuid, null::uuid as asset_uuid from item where uuid = ${uuid}::uuid
      union all
      select tenant_id, item_uuid, uuid from asset
        where uuid = ${uuid}::uuid and kind = ${kind} and trashed_at is null
    )
    select item.visibility, item.created_by, item.sgtt as title,
      (select coalesce(jsonb_agg(jsonb_build_object('uuid', asset.uuid, 'label', asset.sgtt)
          order by asset.position, asset.uuid), '[]')
        from asset join asset_version version on version.tenant_id = asset.tenant_id
          and version.asset_uuid = asset.uuid and version.number = asset.current_version
        where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and asset.kind = ${kind}
          and (wanted.asset_uuid is null or asset.uuid = wanted.asset_uuid)
          and asset.trashed_at is null and version.pyramid is not null) as media
    from wanted join item on item.tenant_id = wanted.tenant_id and item.uuid = wanted.item_uuid
    where item.trashed_at is null`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { visibility, created_by: createdBy, title, media } = row;
  return { visibility, createdBy, title, media };
}

/** The record of a manifest: an item with something to show, or a collection. */
export async function seenRecord(
  db: TenantQueries,
  uuid: string,
  kind: 'item' | 'collection',
): Promise<SeenRecord | undefined> {
  const row = await db
    .selectFrom(kind)
    .select(['visibility', 'created_by as createdBy', 'sgtt as title'])
    .where('uuid', '=', uuid)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();
  return row;
}
