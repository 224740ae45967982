import { sql } from 'kysely';
import type { ImageDelivery, WatermarkPlace } from '@armarium/contract/image-delivery';
import type { TenantQueries } from '../../../db/database.ts';
import type { ImageCounts, RememberedCounts } from './image-counts.ts';

/** The settings of a watermark. */
export interface Watermark {
  readonly key: string;
  readonly place: WatermarkPlace;
  /** Percent of the picture's own opacity. */
  readonly opacity: number;
  /** Percent of the width of an image. */
  readonly width: number;
  /** A new one with each change. */
  readonly revision: string;
}

/** The watermark of the transaction's tenant. */
export async function watermarkOf(db: TenantQueries): Promise<Watermark | undefined> {
  const { rows } = await sql<Watermark>`
    select watermark_key as key, watermark_place as place, watermark_opacity as opacity, watermark_width as width,
      watermark_revision as revision
    from image_delivery where watermark_revision is not null`.execute(db);
  return rows[0];
}

interface ExampleImage {
  readonly uuid: string;
  readonly width_px: number;
  readonly height_px: number;
  /** Of the clean pyramid. */
  readonly key: string;
}

/** So many items are looked at for one with an image: those of an organisation of recordings would be all. */
const EXAMPLE_ITEMS_MAX = 10_000;

/** The image in which effects are shown: the first ready one of the newest item that has any. */
export async function exampleImage(db: TenantQueries): Promise<ExampleImage | undefined> {
  const { rows } = await sql<ExampleImage>`
    select version.asset_uuid as uuid, version.width_px, version.height_px, version.pyramid ->> 'key' as key
    from (
        select (thumbnail ->> 'asset')::uuid as uuid
        from (
            select thumbnail from item where trashed_at is null
            order by created_at desc, uuid desc limit ${EXAMPLE_ITEMS_MAX}) newest
        where thumbnail is not null and not thumbnail ? 'kind' limit 1) shown
      join asset on asset.uuid = shown.uuid
      join asset_version version on version.asset_uuid = asset.uuid and version.number = asset.current_version
    where version.pyramid is not null`.execute(db);
  return rows[0];
}

/** How many images of the transaction's tenant are ready, and how many of them have this revision of its watermark. */
async function countImages(db: TenantQueries, revision: string | undefined): Promise<ImageCounts> {
  const { rows } = await sql<ImageCounts>`
    select count(*) as ready, count(made.revision) as watermarked
    from asset
      join asset_version version on version.asset_uuid = asset.uuid and version.number = asset.current_version
      left join watermarked_image made on made.asset_uuid = version.asset_uuid
        and made.version_number = version.number and made.revision = ${revision ?? null}::uuid
    where asset.kind = 'image' and asset.trashed_at is null and version.pyramid is not null`.execute(db);
  return rows[0] ?? { ready: 0, watermarked: 0 };
}

/**
 * The settings of the transaction's tenant, and how many of its images are done.
 * @param remembered keeps the counts for a while, under the tenant's id
 */
export async function imageDelivery(
  db: TenantQueries,
  remembered?: { readonly counts: RememberedCounts; readonly tenantId: number },
): Promise<ImageDelivery> {
  const watermark = await watermarkOf(db);
  const { rows } = await sql<{ public_max_px: number | null }>`
    select public_max_px from image_delivery`.execute(db);
  const count = () => countImages(db, watermark?.revision);
  const images = remembered
    ? await remembered.counts.get(`${remembered.tenantId} ${watermark?.revision}`, count)
    : await count();
  const example = await exampleImage(db);
  return {
    publicMaxPx: rows[0]?.public_max_px ?? null,
    watermark: watermark
      ? {
          place: watermark.place,
          opacity: watermark.opacity,
          width: watermark.width,
          revision: watermark.revision,
        }
      : null,
    images,
    example: example
      ? { uuid: example.uuid, width_px: example.width_px, height_px: example.height_px }
      : null,
  };
}
