import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { WriteTransaction } from '../../db/database.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { recountMedia } from './asset-counts.ts';
import { claimUploads } from './claim-uploads.ts';
import { enqueueDerivations } from './enqueue-derivations.ts';
import { disagreements } from './file-words.rules.ts';
import { imageFiles } from './import.queries.ts';
import type { Rotation } from './derivation.ts';
import { uploadKindsOf, type AssetKind, type UploadKind } from './kinds.ts';
import { namedParts, otherMainFile, partRows, partsSent, type NamedPart } from './model-parts.ts';
import { enqueueWatermarks } from './jobs/watermark-images.job.ts';
import { inChunks } from './row-chunks.ts';
import { pagesOf, type Page } from './upload-pages.ts';
import type { FileToImport } from '@armarium/contract/imports';

/** The answer of an import call: the asset that it made, or whose file it replaced. */
export interface StartedImport {
  readonly uuid: string;
  readonly importId: string;
}

interface NewVersion {
  readonly asset: string;
  readonly number: number;
  readonly importId: string;
  readonly upload: string;
  readonly page: Page;
  /** Degrees clockwise; default 0. */
  readonly rotation?: Rotation;
  readonly parts: readonly NamedPart[];
  /** The previous version, for the history. */
  readonly before: object;
  readonly after: object;
}

/**
 * Adds versions to assets of one item. A version becomes the current one when it is ready; at once where the
 * preparation of the current one has failed. The caller holds the item's lock.
 * @param priority of their preparation; a lower number runs sooner
 */
export async function addVersions(
  tx: WriteTransaction,
  itemUuid: string,
  versions: readonly NewVersion[],
  priority?: number,
): Promise<void> {
  const { db, tenantId: tenant_id } = tx;
  await inChunks(versions, (chunk) =>
    db
      .insertInto('asset_version')
      .values(
        chunk.map(({ asset, number, upload, page, rotation = 0 }) => ({
          tenant_id,
          asset_uuid: asset,
          number,
          upload_uuid: upload,
          page_index: page.index,
          width_px: page.width_px,
          height_px: page.height_px,
          rotation,
        })),
      )
      .execute(),
  );
  await inChunks(
    versions.flatMap((version) => partRows(tx, version, version.parts)),
    (chunk) => db.insertInto('asset_part').values(chunk).execute(),
  );
  await inChunks(versions, (chunk) =>
    db
      .insertInto('asset_import')
      .values(
        chunk.map(({ asset, number, importId }) => ({
          tenant_id,
          uuid: importId,
          asset_uuid: asset,
          version_number: number,
          item_uuid: itemUuid,
          account_uuid: tx.actor.accountUuid,
        })),
      )
      .execute(),
  );
  await sql`
    update asset set wanted_version = new.number, version = version + 1, modified_at = now(),
      current_version = case when exists (
        select from asset_import import where import.asset_uuid = asset.uuid
          and import.version_number = asset.current_version and import.overall_state = 'ERROR')
        then new.number else current_version end
    from unnest(${versions.map(({ asset }) => asset)}::uuid[], ${versions.map(({ number }) => number)}::integer[])
      as new (uuid, number)
    where asset.uuid = new.uuid`.execute(db);
  await recountMedia(tx, [itemUuid]);
  await recordVersions(tx, versions);
  await enqueueDerivations(
    db,
    versions.map(({ importId }) => importId),
    priority,
  );
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
async function lockAsset(tx: WriteTransaction, kind: AssetKind, itemUuid: string, uuid: string) {
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
async function partsOf(tx: WriteTransaction, uuid: string, version: number): Promise<NamedPart[]> {
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

/**
 * Replaces the file of an asset by an upload (decisions §4, wire.md). The asset keeps its uuid, position and
 * metadata, the upload becomes its newest version, and the old version is shown until the new one is ready.
 * Of two replacements at the same time the last one wins, and the other is kept as a version. The caller
 * holds the item's lock.
 * @param from the kinds of upload that this call accepts
 * @param check throws where the asset no longer has the version that the caller saw
 * @throws ProblemError 422 where the item has no such asset, where the upload is not the actor's to claim, or
 * gives several images
 */
export async function replaceFile(
  tx: WriteTransaction,
  itemUuid: string,
  {
    kind,
    from,
    replaces,
    check,
  }: {
    kind: AssetKind;
    from: readonly UploadKind[];
    replaces: string;
    check: (version: number) => void;
  },
  file: FileToImport,
): Promise<StartedImport> {
  const asset = await lockAsset(tx, kind, itemUuid, replaces);
  if (!asset) {
    throw invalid([
      {
        name: 'replaces',
        code: 'unknown-asset',
        message: 'The item has no such file: it was removed or moved, or is of another kind.',
      },
    ]);
  }
  const uuid = file.uuid.toLowerCase();
  // The same call again, for example because the answer was lost.
  if (asset.upload_uuid === uuid && asset.sender === tx.actor.accountUuid)
    return { uuid, importId: asset.importId };
  check(asset.recordVersion);
  const sent = kind === 'model3d' ? partsSent(file, '') : [];
  const problems = [...disagreements(from, file, ''), ...(kind === 'model3d' ? otherMainFile(file, '') : [])];
  const claimed = await claimUploads(tx, [{ uuid, kinds: from, field: 'uuid' }, ...sent]);
  const [upload] = claimed;
  if (!upload) throw new Error('An upload was claimed, and is not there.');
  const [page, ...more] = pagesOf(upload);
  if (!page || more.length > 0) {
    problems.push({
      name: 'uuid',
      code: 'several-pages',
      message: `This file gives ${more.length + 1} images, and takes the place of one. Send that page alone.`,
    });
  }
  if (!page || problems.length > 0) throw invalid(problems);
  const importId = uuidv7();
  const parts = namedParts(sent, claimed);
  const had = await partsOf(tx, asset.uuid, asset.wanted_version);
  const number = asset.next ?? 1;
  await addVersions(tx, itemUuid, [
    {
      asset: asset.uuid,
      number,
      importId,
      upload: uuid,
      page,
      parts,
      before: versionForHistory(kind, asset.wanted_version, asset, had),
      after: versionForHistory(kind, number, upload, parts),
    },
  ]);
  return { uuid, importId };
}

/**
 * Adds a material or a texture to a model of the item. This makes a version of the same file with one more
 * part, which is converted again. A part of the same name is replaced. The caller holds the item's lock.
 * @returns undefined where the model has all sent parts already, or the item has no such model
 * @throws ProblemError 422 where an upload is not the actor's to claim
 */
export async function addModelParts(
  tx: WriteTransaction,
  itemUuid: string,
  file: FileToImport,
): Promise<StartedImport | undefined> {
  const sent = partsSent(file, '');
  if (sent.length === 0) return undefined;
  const model = await lockAsset(tx, 'model3d', itemUuid, file.uuid);
  if (!model) return undefined;
  const had = await partsOf(tx, model.uuid, model.wanted_version);
  const added = sent.filter(({ uuid }) => !had.some(({ upload }) => upload === uuid));
  if (added.length === 0) return { uuid: model.uuid, importId: model.importId };
  const parts = namedParts(added, await claimUploads(tx, added));
  const isReplaced = ({ role, name }: { role: string; name: string }) =>
    parts.some((part) => part.role === role && part.name.toLowerCase() === name.toLowerCase());
  const all = [...had.filter((part) => !isReplaced(part)), ...parts];
  const importId = uuidv7();
  await addVersions(tx, itemUuid, [
    {
      asset: model.uuid,
      number: model.next ?? 1,
      importId,
      upload: model.upload_uuid,
      page: { index: model.page_index, width_px: model.width_px, height_px: model.height_px },
      parts: all,
      before: { files: had.map(({ name }) => name) },
      after: { files: all.map(({ name }) => name) },
    },
  ]);
  return { uuid: model.uuid, importId };
}

/**
 * Replaces a file whose preparation failed. Its images get the contents of the new file as their newest
 * versions; they keep their uuids, positions and metadata, and the failed file stays as an earlier version.
 * The upload replaces all images of the file, so it must give the same number.
 *
 * @param path the path of the file in the request, for naming a problem
 * @param priority of their preparation; a lower number runs sooner
 * @throws ProblemError 404 without the item, 422 where the upload is not the actor's to claim, `stale` where
 * somebody else has retried, replaced or removed the images meanwhile
 */
export async function replaceFailedImages(
  tx: WriteTransaction,
  itemUuid: string,
  {
    failedUpload,
    upload,
    path,
    priority,
  }: { failedUpload: string; upload: string; path: string; priority: number },
): Promise<void> {
  const item = await tx.db
    .selectFrom('item')
    .select('uuid')
    .where('uuid', '=', itemUuid)
    .where('trashed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw notFound('The item');
  const images = await imageFiles(tx.db, itemUuid)
    .select(['asset.uuid', 'asset.current_version', 'asset.wanted_version', 'import.overall_state'])
    .select(['upload.original_filename', 'upload.sha256', 'version.rotation'])
    .where('upload.uuid', '=', failedUpload)
    .orderBy('version.page_index')
    .execute();
  const [claimed] = await claimUploads(tx, [
    { uuid: upload, kinds: uploadKindsOf('image'), field: `${path}uuid` },
  ]);
  const pages = claimed ? pagesOf(claimed) : [];
  const hasFailed = images.some(({ overall_state }) => overall_state === 'ERROR');
  const isSettled = images.every(
    ({ overall_state, current_version, wanted_version }) =>
      ['DONE', 'ERROR'].includes(overall_state) && current_version === wanted_version,
  );
  if (!claimed || !hasFailed || !isSettled || pages.length !== images.length) {
    throw new ProblemError('stale', 'Somebody changed the images that this file was to replace.');
  }
  const newest = await tx.db
    .selectFrom('asset_version')
    .select((all) => ['asset_uuid', all.fn.max('number').as('number')])
    .where(sql<boolean>`asset_uuid = any(${images.map(({ uuid }) => uuid)}::uuid[])`)
    .groupBy('asset_uuid')
    .execute();
  const numbers = new Map(newest.map(({ asset_uuid, number }) => [asset_uuid, number]));
  await addVersions(
    tx,
    itemUuid,
    images.map((asset, index) => {
      const number = (numbers.get(asset.uuid) ?? 0) + 1;
      return {
        asset: asset.uuid,
        number,
        importId: uuidv7(),
        upload: claimed.uuid,
        page: pages[index] ?? { index: 0, width_px: null, height_px: null },
        parts: [],
        before: versionForHistory('image', asset.wanted_version, asset, []),
        after: versionForHistory('image', number, claimed, []),
      };
    }),
    priority,
  );
}

/**
 * Makes an earlier version of an asset the current one again. The version that was shown or being prepared is
 * kept. The caller holds the item's lock.
 * @throws ProblemError 404 without such a version, 409 where it is not ready
 */
export async function bringBack(
  tx: WriteTransaction,
  itemUuid: string,
  { kind, uuid, number }: { kind: AssetKind; uuid: string; number: number },
): Promise<void> {
  const asset = await lockAsset(tx, kind, itemUuid, uuid);
  const version = await tx.db
    .selectFrom('asset_version as version')
    .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
    .innerJoin('asset_import as import', (join) =>
      join
        .onRef('import.asset_uuid', '=', 'version.asset_uuid')
        .onRef('import.version_number', '=', 'version.number'),
    )
    .select(['import.overall_state', 'upload.original_filename', 'upload.sha256', 'version.rotation'])
    .where('version.asset_uuid', '=', uuid)
    .where('version.number', '=', number)
    .executeTakeFirst();
  if (!asset || !version) throw notFound('The version');
  if (asset.current_version === number && asset.wanted_version === number) return;
  if (version.overall_state !== 'DONE') {
    throw new ProblemError(
      'image-not-ready',
      version.overall_state === 'ERROR'
        ? 'Nothing could be made of this version, so it cannot be shown.'
        : 'This version is still being prepared.',
    );
  }
  const [had, has] = [await partsOf(tx, uuid, asset.wanted_version), await partsOf(tx, uuid, number)];
  await showVersions(tx, itemUuid, kind, [
    {
      asset: uuid,
      number,
      isReady: true,
      before: versionForHistory(kind, asset.wanted_version, asset, had),
      after: versionForHistory(kind, number, version, has),
    },
  ]);
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
