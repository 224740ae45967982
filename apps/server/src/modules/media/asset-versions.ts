import { sql } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';
import { recordHistory } from '../../db/history.ts';
import { recountMedia } from './asset-counts.ts';
import type { JobUrgency } from '../../queue/enqueue.ts';
import { enqueueDerivations } from './enqueue-derivations.ts';
import { insertVersions, type VersionRow } from './insert-versions.ts';
import { enqueueWatermarks } from './jobs/watermark-images.job.ts';
import type { AssetKind } from './kinds.ts';
import type { NamedPart } from './model-parts.ts';
import { inChunks } from './row-chunks.ts';

interface NewVersion extends VersionRow {
  /** The previous version, for the history. */
  readonly before: object;
  readonly after: object;
}

/**
 * Adds versions to assets of one item. A version becomes the current one when it is ready; at once where the
 * preparation of the current one has failed. The caller holds the item's lock.
 * @param urgency of their preparation, where it does not follow from the files
 */
export async function addVersions(
  tx: WriteTransaction,
  itemUuid: string,
  versions: readonly NewVersion[],
  urgency?: JobUrgency,
): Promise<void> {
  await insertVersions(tx, itemUuid, versions);
  await sql`
    update asset set wanted_version = new.number, version = version + 1, modified_at = now(),
      current_version = case when exists (
        select from asset_import import where import.asset_uuid = asset.uuid
          and import.version_number = asset.current_version and import.overall_state = 'ERROR')
        then new.number else current_version end
    from unnest(${versions.map(({ asset }) => asset)}::uuid[], ${versions.map(({ number }) => number)}::integer[])
      as new (uuid, number)
    where asset.uuid = new.uuid`.execute(tx.db);
  await recountMedia(tx, [itemUuid]);
  await recordVersions(tx, versions);
  await enqueueDerivations(
    tx.db,
    versions.map(({ importId }) => importId),
    urgency,
  );
}

/**
 * Makes existing versions the current ones: at once if they are ready, else when they are. The caller holds
 * the item's lock.
 */
export async function showVersions(
  tx: WriteTransaction,
  itemUuid: string,
  kind: AssetKind,
  versions: readonly (Pick<NewVersion, 'asset' | 'number' | 'before' | 'after'> & { isReady: boolean })[],
): Promise<void> {
  await sql`
    update asset set current_version = case when shown.is_ready then shown.number else current_version end,
      wanted_version = shown.number, version = version + 1, modified_at = now()
    from unnest(${versions.map(({ asset }) => asset)}::uuid[], ${versions.map(({ number }) => number)}::integer[],
      ${versions.map(({ isReady }) => isReady)}::boolean[]) as shown (uuid, number, is_ready)
    where asset.uuid = shown.uuid`.execute(tx.db);
  await recountMedia(tx, [itemUuid]);
  await recordVersions(tx, versions);
  // The watermark may have changed since.
  if (kind === 'image') {
    await enqueueWatermarks(
      tx.db,
      versions.flatMap(({ asset, number, isReady }) => (isReady ? [{ uuid: asset, version: number }] : [])),
    );
  }
}

/** Records in the histories of assets the version that was shown, and the new one. */
async function recordVersions(
  tx: WriteTransaction,
  versions: readonly Pick<NewVersion, 'asset' | 'before' | 'after'>[],
): Promise<void> {
  await inChunks(versions, (chunk) =>
    recordHistory(
      tx,
      chunk.map(({ asset, before, after }) => ({
        record: asset,
        resourceType: 'MEDIA',
        action: 'update',
        before,
        after,
      })),
    ),
  );
}

/** Locks an asset of an item and reads its wanted version; undefined where the item has no such asset. */
export async function lockAsset(tx: WriteTransaction, kind: AssetKind, itemUuid: string, uuid: string) {
  return tx.db
    .selectFrom('asset')
    .innerJoin('asset_version as version', (join) =>
      join
        .onRef('version.asset_uuid', '=', 'asset.uuid')
        .onRef('version.number', '=', 'asset.wanted_version'),
    )
    .innerJoin('asset_import as import', (join) =>
      join
        .onRef('import.asset_uuid', '=', 'asset.uuid')
        .onRef('import.version_number', '=', 'asset.wanted_version'),
    )
    .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
    .select([
      'asset.uuid',
      'asset.version as recordVersion',
      'asset.current_version',
      'asset.wanted_version',
      'version.page_index',
    ])
    .select(['version.width_px', 'version.height_px', 'version.upload_uuid', 'version.rotation'])
    .select('import.uuid as importId')
    .select(['import.account_uuid as sender', 'upload.original_filename', 'upload.sha256'])
    .select((query) =>
      query
        .selectFrom('asset_version as any')
        .whereRef('any.asset_uuid', '=', 'asset.uuid')
        .select((all) => sql<number>`${all.fn.max('any.number')} + 1`.as('next'))
        .as('next'),
    )
    .where('asset.uuid', '=', uuid)
    .where('asset.item_uuid', '=', itemUuid)
    .where('asset.kind', '=', kind)
    .where('asset.trashed_at', 'is', null)
    .forUpdate('asset')
    .executeTakeFirst();
}

/** The materials and textures of one version of a model, by role and name; empty for other assets. */
export async function partsOf(tx: WriteTransaction, uuid: string, version: number): Promise<NamedPart[]> {
  const rows = await tx.db
    .selectFrom('asset_part')
    .select(['role', 'upload_uuid as upload', 'name'])
    .where('asset_uuid', '=', uuid)
    .where('version_number', '=', version)
    .orderBy('role')
    .orderBy('name')
    .execute();
  return rows as NamedPart[];
}

/** The values of a version for the history; for a model with the names of its parts. */
export const versionForHistory = (
  kind: AssetKind,
  version: number,
  {
    original_filename,
    sha256,
    rotation = 0,
  }: { readonly original_filename: string; readonly sha256: string; readonly rotation?: number },
  parts: readonly NamedPart[],
) => ({
  version,
  originalFilename: original_filename,
  sha256,
  ...(rotation !== 0 && { rotation }),
  ...(kind === 'model3d' && { files: parts.map(({ name }) => name) }),
});
