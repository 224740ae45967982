import { sql } from 'kysely';
import type { TenantQueries } from '../../../db/database.ts';

/** All images of an item in their order, in short; one query however many there are. */
export async function sheetImages(db: TenantQueries, itemUuid: string) {
  return db
    .selectFrom('asset')
    .innerJoin('asset_version as version', (join) =>
      join
        .onRef('version.asset_uuid', '=', 'asset.uuid')
        .onRef('version.number', '=', 'asset.current_version'),
    )
    .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
    .innerJoin('asset_import as import', (join) =>
      join
        .onRef('import.asset_uuid', '=', 'asset.uuid')
        .onRef('import.version_number', '=', 'asset.current_version'),
    )
    .innerJoin('asset_import as wanted', (join) =>
      join
        .onRef('wanted.asset_uuid', '=', 'asset.uuid')
        .onRef('wanted.version_number', '=', 'asset.wanted_version'),
    )
    .select(['asset.uuid', 'asset.sgtt', 'asset.created_by', 'asset.current_version'])
    .select(['upload.original_filename', 'upload.sha256', 'version.page_index'])
    .select(['version.width_px', 'version.height_px', 'version.thumbnail', 'import.overall_state'])
    .select(
      sql<boolean>`asset.wanted_version <> asset.current_version
        and wanted.overall_state in ('PENDING', 'IN_PROGRESS')`.as('isChanging'),
    )
    .select(
      sql<boolean>`asset.wanted_version <> asset.current_version
        and wanted.overall_state = 'ERROR'`.as('lastChangeFailed'),
    )
    .where('asset.item_uuid', '=', itemUuid)
    .where('asset.kind', '=', 'image')
    .where('asset.trashed_at', 'is', null)
    .orderBy('asset.position')
    .orderBy('asset.uuid')
    .execute();
}

export type SheetImageRow = Awaited<ReturnType<typeof sheetImages>>[number];
