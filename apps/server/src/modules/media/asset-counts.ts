import { sql, type RawBuilder } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';
import type { AssetKind } from './kinds.ts';

/**
 * The columns in which an item counts its assets. Each kind has a column of its own, but the unready and
 * failed ones of all kinds except images share theirs.
 */
const counters = {
  image: { all: 'images_count', notReady: 'not_ready_images_count', failed: 'failed_images_count' },
  audio: { all: 'audios_count', notReady: 'not_ready_media_count', failed: 'failed_media_count' },
  video: { all: 'videos_count', notReady: 'not_ready_media_count', failed: 'failed_media_count' },
  model3d: { all: 'models_count', notReady: 'not_ready_media_count', failed: 'failed_media_count' },
} as const satisfies Record<AssetKind, unknown>;

type Counters = (typeof counters)[AssetKind];
type CounterColumn = Counters[keyof Counters];

/** The column of `item` that counts the assets of a kind. */
export function countColumn(kind: AssetKind): Counters['all'] {
  return counters[kind].all;
}

/** The SET clause of an update of `item` that adds to its counts; negative numbers subtract. */
export function countedMore(
  kind: AssetKind,
  more: { all?: number; notReady?: number; failed?: number },
): { [C in CounterColumn]?: RawBuilder<number> } {
  const changes = (['all', 'notReady', 'failed'] as const).flatMap((what) => {
    const by = more[what] ?? 0;
    const column = counters[kind][what];
    return by === 0 ? [] : [[column, sql<number>`${sql.ref(column)} + ${by}`] as const];
  });
  return Object.fromEntries(changes);
}

/** The thumbnail of the first asset of a kind that is ready. */
const pictureOf = (kind: AssetKind) => sql`(
  select jsonb_strip_nulls(jsonb_build_object('asset', asset.uuid, 'kind', ${kind === 'image' ? null : kind}::text,
    'width_px', version.thumbnail->'width_px', 'height_px', version.thumbnail->'height_px'))
  from asset join asset_version version on version.tenant_id = asset.tenant_id
    and version.asset_uuid = asset.uuid and version.number = asset.current_version
  where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and asset.kind = ${kind}
    and asset.trashed_at is null and version.thumbnail is not null
  order by asset.position, asset.uuid limit 1)`;

/**
 * The thumbnail of an item, for an update of `item`: that of its first image that is ready, else of its first
 * video, else of its first 3D model.
 */
export const pictureOfItem = sql<never>`coalesce(${pictureOf('image')}, ${pictureOf('video')}, ${pictureOf('model3d')})`;

/**
 * Recomputes the counts and the thumbnail of items from their assets in the catalogue; it counts as a change
 * of the items.
 */
export async function recountMedia(tx: WriteTransaction, itemUuids: readonly string[]): Promise<void> {
  await sql`
    update item set
      images_count = counted.images,
      not_ready_images_count = counted.open_images,
      failed_images_count = counted.failed_images,
      audios_count = counted.audios,
      videos_count = counted.videos,
      models_count = counted.models,
      not_ready_media_count = counted.open - counted.open_images,
      failed_media_count = counted.failed - counted.failed_images,
      thumbnail = ${pictureOfItem},
      version = version + 1,
      modified_at = now()
    from (
      select wanted.uuid,
        (count(*) filter (where kind = 'image'))::integer as images,
        (count(*) filter (where kind = 'audio'))::integer as audios,
        (count(*) filter (where kind = 'video'))::integer as videos,
        (count(*) filter (where kind = 'model3d'))::integer as models,
        (count(*) filter (where is_open and kind = 'image'))::integer as open_images,
        (count(*) filter (where is_open))::integer as open,
        (count(*) filter (where is_failed and kind = 'image'))::integer as failed_images,
        (count(*) filter (where is_failed))::integer as failed
      from unnest(${itemUuids}::uuid[]) as wanted (uuid)
        left join lateral (
          select asset.kind, import.overall_state in ('PENDING', 'IN_PROGRESS') as is_open,
            import.overall_state = 'ERROR' as is_failed
          from asset join asset_import import on import.asset_uuid = asset.uuid
            and import.version_number = asset.current_version
          where asset.item_uuid = wanted.uuid and asset.trashed_at is null
        ) as standing on true
      group by wanted.uuid
    ) as counted
    where item.uuid = counted.uuid`.execute(tx.db);
}
