import type { PoolClient } from 'pg';

/** A record with a wrong counter. */
export interface WrongCounter {
  readonly tenant: string;
  /** The record's name for people: a pressmark, a collection's title. */
  readonly record: string;
  readonly uuid: string;
  readonly counter: string;
  readonly kept: number;
  readonly counted: number;
}

const ITEMS = `
  select tenant.name as tenant, item.pressmark as record, item.uuid, counter, kept, counted
  from item join tenant on tenant.id = item.tenant_id
    left join (
      select asset.tenant_id, asset.item_uuid, count(*) filter (where kind = 'image') as images,
        count(*) filter (where kind = 'audio') as audios, count(*) filter (where kind = 'video') as videos,
        count(*) filter (where kind = 'model3d') as models,
        count(*) filter (where kind = 'image' and import.overall_state in ('PENDING', 'IN_PROGRESS')) as not_ready,
        count(*) filter (where kind = 'image' and import.overall_state = 'ERROR') as failed,
        count(*) filter (where kind <> 'image' and import.overall_state in ('PENDING', 'IN_PROGRESS')) as not_ready_media,
        count(*) filter (where kind <> 'image' and import.overall_state = 'ERROR') as failed_media
      from asset left join asset_import import on import.tenant_id = asset.tenant_id
        and import.asset_uuid = asset.uuid and import.version_number = asset.current_version
      where asset.trashed_at is null
      group by asset.tenant_id, asset.item_uuid
    ) real on real.tenant_id = item.tenant_id and real.item_uuid = item.uuid,
    lateral (values
      ('images', images_count, coalesce(images, 0)),
      ('images not ready', not_ready_images_count, coalesce(not_ready, 0)),
      ('images in error', failed_images_count, coalesce(failed, 0)),
      ('sounds', audios_count, coalesce(audios, 0)),
      ('videos', videos_count, coalesce(videos, 0)),
      ('models', models_count, coalesce(models, 0)),
      ('other media not ready', not_ready_media_count, coalesce(not_ready_media, 0)),
      ('other media in error', failed_media_count, coalesce(failed_media, 0))
    ) counter (counter, kept, counted)
  where item.trashed_at is null and kept <> counted`;

const COLLECTIONS = `
  select tenant.name as tenant, collection.sgtt as record, collection.uuid, counter, kept, counted
  from collection join tenant on tenant.id = collection.tenant_id,
    lateral (values
      ('collections', collections_count,
        (select count(*) from collection_link link
         where link.tenant_id = collection.tenant_id and link.parent_uuid = collection.uuid)),
      ('items', items_count,
        (select count(*) from item_link link
         where link.tenant_id = collection.tenant_id and link.collection_uuid = collection.uuid))
    ) counter (counter, kept, counted)
  where collection.trashed_at is null and kept <> counted`;

const ROWS_AT_ONCE = 1_000;

/** The counters of items and collections that differ from the numbers of rows, within a snapshot. */
export async function* wrongCounters(client: PoolClient): AsyncGenerator<WrongCounter> {
  await client.query(`declare wrong_counter no scroll cursor for ${ITEMS} union all ${COLLECTIONS}`);
  for (;;) {
    const { rows } = await client.query<WrongCounter>(`fetch ${ROWS_AT_ONCE} from wrong_counter`);
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close wrong_counter');
}
