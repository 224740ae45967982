import { sql } from 'kysely';
import type { ImportCause } from '@armarium/contract/import-state';
import { jsonb, type TenantQueries } from '../../../db/database.ts';
import { countedMore, pictureOfItem } from '../asset-counts.ts';
import type { Derived } from '../derivation.ts';
import type { AssetKind } from '../kinds.ts';
import { enqueueWatermarks } from './watermark-images.job.ts';

interface KeptFile {
  readonly key: string;
  readonly size_bytes: number;
}

/** Derivatives, with their storage keys. */
export interface KeptFiles {
  readonly pyramid: KeptFile | undefined;
  readonly thumbnail: (KeptFile & { width_px: number; height_px: number }) | undefined;
  readonly derivatives: (KeptFile & NonNullable<Derived['derivatives']>[number])[];
}

interface LockedImport {
  readonly item_uuid: string;
  readonly asset_uuid: string;
  readonly version_number: number;
  readonly kind: AssetKind;
  /** Neither done nor failed. */
  readonly isOpen: boolean;
}

/** Locks the item, then the import. @returns undefined where it was purged */
async function lockImport(db: TenantQueries, importId: string): Promise<LockedImport | undefined> {
  const row = await db
    .selectFrom('asset_import')
    .select(['item_uuid'])
    .where('uuid', '=', importId)
    .executeTakeFirst();
  if (!row) return undefined;
  await db.selectFrom('item').select('uuid').where('uuid', '=', row.item_uuid).forUpdate().execute();
  const locked = await db
    .selectFrom('asset_import as import')
    .innerJoin('asset', 'asset.uuid', 'import.asset_uuid')
    .select(['import.item_uuid', 'import.asset_uuid', 'import.version_number', 'import.overall_state'])
    .select('asset.kind')
    .where('import.uuid', '=', importId)
    .forUpdate('import')
    .executeTakeFirst();
  if (!locked) return undefined;
  const { overall_state, kind, ...open } = locked;
  return { ...open, kind: kind as AssetKind, isOpen: overall_state !== 'DONE' && overall_state !== 'ERROR' };
}

/**
 * Stores what was made of a version, and marks its import as done.
 * @returns whether the import exists, finished by this run or by another
 */
export async function finishImport(
  db: TenantQueries,
  tenantId: number,
  importId: string,
  derived: Derived,
  kept: KeptFiles,
): Promise<boolean> {
  const open = await lockImport(db, importId);
  if (!open?.isOpen) return open !== undefined;
  const { asset_uuid, version_number } = open;
  await storeResults(db, tenantId, open, derived, kept);
  await db
    .updateTable('asset_import')
    .set({
      processing_state: 'DONE',
      indexing_state: 'DONE',
      overall_state: 'DONE',
      cause: null,
      warnings: jsonb(derived.warnings),
      finished_at: sql`now()`,
    })
    .where('uuid', '=', importId)
    .execute();
  if (kept.pyramid && open.kind === 'image')
    await enqueueWatermarks(db, [{ uuid: asset_uuid, version: version_number }]);
  await settle(db, open, 'ready');
  return true;
}

async function storeResults(
  db: TenantQueries,
  tenantId: number,
  { asset_uuid, version_number }: LockedImport,
  derived: Derived,
  { pyramid, thumbnail, derivatives }: KeptFiles,
): Promise<void> {
  await db
    .updateTable('asset_version')
    .set({
      width_px: derived.width_px ?? null,
      height_px: derived.height_px ?? null,
      duration_s: derived.duration_s ?? null,
      page_text: derived.page_text ?? null,
      technical: jsonb(derived.technical),
      pyramid: pyramid ? jsonb({ key: pyramid.key, size_bytes: pyramid.size_bytes }) : null,
      thumbnail: thumbnail
        ? jsonb({ key: thumbnail.key, width_px: thumbnail.width_px, height_px: thumbnail.height_px })
        : null,
    })
    .where('asset_uuid', '=', asset_uuid)
    .where('number', '=', version_number)
    .execute();
  if (derivatives.length === 0) return;
  await db
    .insertInto('derivative')
    .values(
      derivatives.map(({ role, key, size_bytes, media_type, facts }) => ({
        tenant_id: tenantId,
        asset_uuid,
        version_number,
        role,
        storage_key: key,
        size_bytes,
        media_type,
        facts: jsonb(facts ?? {}),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'asset_uuid', 'version_number', 'role']).doUpdateSet((column) => ({
        storage_key: column.ref('excluded.storage_key'),
        size_bytes: column.ref('excluded.size_bytes'),
        media_type: column.ref('excluded.media_type'),
        facts: column.ref('excluded.facts'),
      })),
    )
    .execute();
}

/**
 * Stops counting an asset as in progress, and keeps the item's thumbnail that of its first ready image. A
 * wanted version becomes the current one when it is ready; where it fails the current one stays.
 */
async function settle(
  db: TenantQueries,
  { item_uuid: itemUuid, asset_uuid: assetUuid, version_number, kind }: LockedImport,
  as: 'ready' | 'failed',
): Promise<void> {
  const asset = await db
    .selectFrom('asset')
    .innerJoin('asset_import as shown', (join) =>
      join
        .onRef('shown.asset_uuid', '=', 'asset.uuid')
        .onRef('shown.version_number', '=', 'asset.current_version'),
    )
    .select(['asset.current_version', 'asset.wanted_version', 'shown.overall_state as shownState'])
    .where('asset.uuid', '=', assetUuid)
    .forUpdate('asset')
    .executeTakeFirstOrThrow();
  const isCurrent = asset.current_version === version_number;
  const takesOver = !isCurrent && as === 'ready' && asset.wanted_version === version_number;
  if (takesOver) {
    await db
      .updateTable('asset')
      .set({ current_version: version_number })
      .where('uuid', '=', assetUuid)
      .execute();
  }
  const { shownState } = asset;
  const fewer = shownState === 'ERROR' ? { failed: -1 } : shownState === 'DONE' ? {} : { notReady: -1 };
  const counted = isCurrent
    ? countedMore(kind, { notReady: -1, failed: as === 'failed' ? 1 : 0 })
    : countedMore(kind, takesOver ? fewer : {});
  const shows = (isCurrent || takesOver) && as === 'ready' && kind !== 'audio';
  if (Object.keys(counted).length === 0 && !shows) return;
  await db
    .updateTable('item')
    .set({ ...counted, ...(shows && { thumbnail: pictureOfItem }) })
    .where('uuid', '=', itemUuid)
    // The item does not count an asset that was deleted meanwhile.
    .where(
      sql<boolean>`exists (select from asset where asset.uuid = ${assetUuid}::uuid and trashed_at is null)`,
    )
    .execute();
}

/** Marks an unfinished import as failed. @param stage at which it failed */
export async function failImport(
  db: TenantQueries,
  importId: string,
  stage: 'upload_state' | 'processing_state',
  cause: ImportCause,
): Promise<void> {
  const open = await lockImport(db, importId);
  if (!open?.isOpen) return;
  await db
    .updateTable('asset_import')
    .set({ [stage]: 'ERROR', overall_state: 'ERROR', cause: jsonb(cause), finished_at: sql`now()` })
    .where('uuid', '=', importId)
    .execute();
  await settle(db, open, 'failed');
}
