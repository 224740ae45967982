import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import { rightsFields } from './file-origin.ts';

/** An item as its downloads need it, and who may see it. */
export interface DownloadItem {
  readonly uuid: string;
  readonly visibility: string;
  readonly created_by: string | null;
  readonly title: string;
  readonly author: string;
  readonly pressmark: string;
  readonly rights: readonly string[];
  readonly notReady: number;
  /** Another one with each change of the organisation's watermark; null where it has none. */
  readonly watermark: string | null;
  /** In order; those without a pyramid are not ready or failed. */
  readonly images: readonly DownloadImage[];
}

export interface DownloadImage {
  readonly uuid: string;
  readonly title: string;
  readonly version: number;
  readonly pyramid: string | null;
  /** The pixels per inch that the original states; null where it states none. */
  readonly dpi: number | null;
  readonly original: {
    upload: string;
    key: string;
    filename: string;
    media_type: string;
    sha256: string;
    size_bytes: number;
  };
}

/**
 * All of it in one query, however many images there are; undefined where there is no such item or image.
 * @param wanted an item with all of its images, or an image with its item; of that a version beside the current one
 */
export async function downloadItem(
  db: TenantQueries,
  wanted: { item: string } | { image: string; version?: number | undefined },
): Promise<DownloadItem | undefined> {
  const version = 'image' in wanted ? (wanted.version ?? null) : null;
  const [ofItem, ofImage] =
    'item' in wanted
      ? [sql`item.uuid = ${wanted.item}::uuid`, sql`true`]
      : [
          sql`item.uuid = (select item_uuid from asset where uuid = ${wanted.image}::uuid and trashed_at is null)`,
          sql`asset.uuid = ${wanted.image}::uuid`,
        ];
  const { rows } = await sql<DownloadItem>`
    select uuid, visibility, created_by, sgtt as title, autn as author, pressmark,
      array(select entry ->> 'value' from jsonb_array_elements(metadata) entry
        where lower(entry ->> 'name') = any(${rightsFields}::text[]) and entry ->> 'value' <> '') as rights,
      not_ready_images_count as "notReady",
      (select watermark_revision from image_delivery where tenant_id = item.tenant_id) as watermark,
      (select coalesce(jsonb_agg(jsonb_build_object('uuid', asset.uuid, 'title', asset.sgtt,
          'version', version.number, 'pyramid', version.pyramid ->> 'key', 'dpi', version.technical -> 'dpi',
          'original', jsonb_build_object('upload', upload.uuid, 'key', upload.storage_key, 'filename', upload.original_filename,
            'media_type', upload.media_type, 'sha256', upload.sha256, 'size_bytes', upload.size_bytes))
          order by asset.position, asset.uuid), '[]')
        from asset join asset_version version on version.tenant_id = asset.tenant_id
            and version.asset_uuid = asset.uuid and version.number = coalesce(${version}::integer, asset.current_version)
          join upload on upload.tenant_id = version.tenant_id and upload.uuid = version.upload_uuid
        where asset.tenant_id = item.tenant_id and asset.item_uuid = item.uuid and asset.kind = 'image'
          and asset.trashed_at is null and ${ofImage}) as images
    from item where ${ofItem} and trashed_at is null`.execute(db);
  return rows[0];
}
