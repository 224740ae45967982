import { sql } from 'kysely';
import { mayRemoveFiles } from '../../../db/kept-files.ts';
import type { TenantQueries } from '../../../db/database.ts';
import { enqueue, enqueueEach } from '../../../queue/enqueue.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import type { MediaParts } from '../media-parts.ts';
import { watermarkOf } from '../watermark/image-delivery.queries.ts';

/** So many wait in the queue at once, whatever the catalogue holds. */
const IMAGES_AT_ONCE = 200;
/** After imports, which people wait for; and the next lot after the one before. */
const IMAGE_PRIORITY = 20;
const NEXT_LOT_PRIORITY = 21;

interface Payload {
  /** Absent where the timer calls: it looks at all tenants. */
  readonly tenantId?: number;
  /** The last image of the lot before. */
  readonly after?: string;
}

/** Sees to it that the images of the transaction's tenant have the watermark as it is now, or none. */
export async function enqueueWatermarking(db: TenantQueries, after?: string): Promise<void> {
  const priority = after === undefined ? IMAGE_PRIORITY : NEXT_LOT_PRIORITY;
  await enqueue(db, 'watermark-images', { after }, { jobKey: 'watermark-images', priority });
}

/** Has images given their watermark, where the tenant has one. */
export async function enqueueWatermarks(
  db: TenantQueries,
  assets: readonly { uuid: string; version: number }[],
): Promise<void> {
  if (await watermarkOf(db)) await enqueueEach(db, 'watermark-image', assets.map(jobOf));
}

const jobOf = ({ uuid, version }: { uuid: string; version: number }) => ({
  payload: { assetUuid: uuid, version },
  jobKey: `watermark:${uuid}:${version}`,
});

/**
 * Brings the images of a tenant and its watermark together, lot by lot: puts the next images that lack it into the
 * queue and itself behind them, or removes what was made of one that is no more. What it does is told by the rows alone,
 * so it may be run twice, and begun anew at any time.
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
      await enqueueEach(db, 'watermark-image', rows.map(jobOf), { priority: IMAGE_PRIORITY });
      if (rows.length === IMAGES_AT_ONCE) await enqueueWatermarking(db, rows.at(-1)?.uuid);
      return [];
    });
    for (const key of removed) await storage.remove(key);
  };
}

/** The files of rows that went; none where a backup reads them, when the timer comes back to it. */
async function removeLot(db: TenantQueries): Promise<string[]> {
  if (!(await mayRemoveFiles(db))) return [];
  // One may have been set since it was looked up.
  await sql`select from image_delivery for share`.execute(db);
  if (await watermarkOf(db)) return [];
  const { rows } = await sql<{ keys: string[] }>`
    delete from watermarked_image where (asset_uuid, version_number) in (
      select asset_uuid, version_number from watermarked_image order by asset_uuid limit ${IMAGES_AT_ONCE})
    returning array[pyramid ->> 'key', thumbnail ->> 'key'] as keys`.execute(db);
  if (rows.length === IMAGES_AT_ONCE) await enqueueWatermarking(db);
  return rows.flatMap(({ keys }) => keys);
}
