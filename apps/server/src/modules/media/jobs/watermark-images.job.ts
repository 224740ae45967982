import { sql } from 'kysely';
import { mayRemoveFiles } from '../../../db/kept-files.ts';
import { jsonb, type TenantQueries } from '../../../db/database.ts';
import { enqueue, enqueueEach, type JobUrgency } from '../../../queue/enqueue.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import type { MediaParts } from '../media-parts.ts';
import { watermarkOf } from '../watermark/image-delivery.queries.ts';

/** The most jobs in the queue at once, whatever the size of the catalogue. */
const IMAGES_AT_ONCE = 200;

interface Payload {
  /** Absent where the timer starts the job: then it looks at all tenants. */
  readonly tenantId?: number;
  /** The uuid of the last image of the previous lot. */
  readonly after?: string;
}

/** Starts the job that brings the images of the transaction's tenant up to date with its watermark. */
export async function enqueueWatermarking(db: TenantQueries, after?: string): Promise<void> {
  // After imports, for which people wait.
  await enqueue(db, 'watermark-images', { after }, { jobKey: 'watermark-images', urgency: 'upkeep' });
}

/** Enqueues the watermarking of images, where the tenant has a watermark. */
export async function enqueueWatermarks(
  db: TenantQueries,
  assets: readonly { uuid: string; version: number }[],
): Promise<void> {
  if (await watermarkOf(db)) await enqueueImages(db, assets, 'background');
}

const enqueueImages = (
  db: TenantQueries,
  images: readonly { uuid: string; version: number }[],
  urgency: JobUrgency,
) =>
  enqueueEach(
    db,
    sql`
      select 'watermark-image' as task, jsonb_build_object('assetUuid', uuid, 'version', version) as payload,
        'watermark:' || uuid || ':' || version as job_key, ${urgency}::text as urgency, null::text as account
      from jsonb_to_recordset(${jsonb(images)}) as image (uuid uuid, version integer)`,
  );

/**
 * Brings the images of a tenant up to date with its watermark, lot by lot: it enqueues the next images that
 * lack the watermark and then itself, or removes the files of a removed one. It depends on the rows alone, so
 * it may run twice and restart at any time.
 */
export function watermarkImagesJob({ database, storage }: MediaParts): JobHandler {
  return async (payload, job) => {
    const { tenantId, after } = payload as Payload;
    if (tenantId === undefined) {
      const { rows } = await sql<{ id: number }>`select unsettled_watermarks() as id`.execute(
        database.system,
      );
      for (const { id } of rows) {
        if (job.signal.aborted) return;
        await database.bookkeeping(id, (db) => enqueueWatermarking(db));
      }
      return;
    }
    const removed = await database.bookkeeping(tenantId, async (db) => {
      const watermark = await watermarkOf(db);
      if (!watermark) return removeLot(db);
      const { rows } = await sql<{ uuid: string; version: number }>`
        select asset.uuid, version.number as version
        from asset join asset_version version on version.asset_uuid = asset.uuid
          and version.number = asset.current_version
        where asset.kind = 'image' and version.pyramid is not null
          and asset.uuid > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
          and not exists (
            select from watermarked_image made
            where made.asset_uuid = version.asset_uuid and made.version_number = version.number
              and made.revision = ${watermark.revision}::uuid)
        order by asset.uuid limit ${IMAGES_AT_ONCE}`.execute(db);
      await enqueueImages(db, rows, 'upkeep');
      if (rows.length === IMAGES_AT_ONCE) await enqueueWatermarking(db, rows.at(-1)?.uuid);
      return [];
    });
    for (const key of removed) await storage.remove(key);
  };
}

/** Deletes rows. @returns the keys of their files; none during a backup, when the timer tries again later */
async function removeLot(db: TenantQueries): Promise<string[]> {
  if (!(await mayRemoveFiles(db))) return [];
  // A watermark may have been set since the job looked.
  await sql`select from image_delivery for share`.execute(db);
  if (await watermarkOf(db)) return [];
  const { rows } = await sql<{ keys: string[] }>`
    delete from watermarked_image where (asset_uuid, version_number) in (
      select asset_uuid, version_number from watermarked_image order by asset_uuid limit ${IMAGES_AT_ONCE})
    returning array[pyramid ->> 'key', thumbnail ->> 'key'] as keys`.execute(db);
  if (rows.length === IMAGES_AT_ONCE) await enqueueWatermarking(db);
  return rows.flatMap(({ keys }) => keys);
}
