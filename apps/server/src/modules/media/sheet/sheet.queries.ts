import { sql } from 'kysely';
import type { TenantQueries } from '../../../db/database.ts';
import { imageFiles } from '../import.queries.ts';

/** All images of an item in order, with few properties; one query for any number. */
export async function sheetImages(db: TenantQueries, itemUuid: string) {
  return imageFiles(db, itemUuid)
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
    .orderBy('asset.position')
    .orderBy('asset.uuid')
    .execute();
}

export type SheetImageRow = Awaited<ReturnType<typeof sheetImages>>[number];
