import { sql } from 'kysely';
import type { TenantQueries } from '../../../db/database.ts';

/**
 * The current caption files with their recordings. The transaction decides which restricted records are
 * visible.
 */
export function shownCaptions(db: TenantQueries) {
  return db
    .selectFrom('caption')
    .innerJoin('asset', 'asset.uuid', 'caption.asset_uuid')
    .innerJoin('item', 'item.uuid', 'asset.item_uuid')
    .innerJoin('upload', 'upload.uuid', 'caption.upload_uuid')
    .select(['caption.uuid', 'caption.language', 'caption.label', 'caption.created_at'])
    .select(['caption.upload_uuid', 'caption.asset_uuid', 'asset.kind', 'asset.created_by'])
    .select('asset.version as recordingVersion')
    .select(['upload.original_filename', 'upload.size_bytes', 'upload.sha256', 'upload.storage_key'])
    .select(['upload.media_type', 'item.visibility', 'item.created_by as itemCreatedBy'])
    .where('caption.removed_at', 'is', null)
    .where('asset.trashed_at', 'is', null)
    .where('item.trashed_at', 'is', null);
}

export type CaptionsRow = Awaited<ReturnType<ReturnType<typeof shownCaptions>['execute']>>[number];

/** The captions of `asset` in a query, for players: JSON of uuid, language and label. */
export const captionsOfAsset = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('uuid', caption.uuid, 'language', caption.language,
      'label', caption.label) order by caption.language, caption.label), '[]')
  from caption
  where caption.tenant_id = asset.tenant_id and caption.asset_uuid = asset.uuid and caption.removed_at is null)`;
