import { basename } from 'node:path';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ImportCause } from '@armarium/contract/import-state';
import { jsonb, type TenantQueries } from '../../../db/database.ts';
import type { JobContext, JobHandler } from '../../../queue/jobs.ts';
import { forgivenLosses } from '../../../queue/liveness.ts';
import { StorageFull, StorageUnavailable, type Storage } from '../../../storage/storage.ts';
import { countedMore, pictureOfItem } from '../asset-counts.ts';
import type { Derived, Rotation } from '../derivation.ts';
import type { AssetKind, UploadKind } from '../kinds.ts';
import type { MediaParts } from '../media-parts.ts';
import { MediaRefused } from '../media-refused.ts';
import { derivativeKey } from '../storage-keys.ts';
import { enqueueWatermarks } from './watermark-images.job.ts';

interface Payload {
  readonly tenantId: number;
  readonly importId: string;
}

/** A failure that a further attempt would repeat. */
class PermanentFailure extends Error {
  readonly importCause: ImportCause;
  constructor(importCause: ImportCause, cause?: unknown) {
    super(importCause.title, { cause });
    this.importCause = importCause;
  }
}

const originalChanged: ImportCause = {
  code: 'original-missing',
  title: 'The uploaded file is not in the storage any more, or not as it was sent.',
  nextStep: 'Upload it again, and tell your administrator.',
};
const keepsFailing: ImportCause = {
  code: 'processing-failed',
  title: 'The file could not be prepared, several times over.',
  nextStep: 'Try again later; if it stays, tell your administrator, who finds the reason in the log.',
};
const noRoom: ImportCause = {
  code: 'storage-full',
  title: 'The storage is full: the file could not be prepared.',
  nextStep: 'Ask your administrator to make room, then try again.',
};
const storageAway: ImportCause = {
  code: 'storage-unavailable',
  title: 'The file storage could not be read or written, several times over.',
  nextStep: 'Ask your administrator to look at the storage, then try again.',
};
const endsTheProcess: ImportCause = {
  code: 'processing-crashed',
  title: 'Preparing this file ended the server more than once.',
  nextStep: 'Save it anew with another program and upload that, or tell your administrator.',
};

/** Some ten seconds. A disk that is still full then waits for a person, who should know about it. */
const TRIES_WITHOUT_ROOM = 3;

/** The image library gives the system's error only in its message. */
function isNoRoom(error: unknown): boolean {
  if (error instanceof StorageFull) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || /no space left|disk quota/i.test(error.message);
}

/**
 * Makes the derivatives of one imported asset, and marks it ready or failed (decisions §6). It may run twice,
 * even at the same time: whole files are renamed into place, and the last step checks under a lock whether
 * the import is finished.
 */
export function deriveMediaJob(parts: MediaParts): JobHandler {
  return async (payload, job) => {
    const { tenantId, importId } = payload as Payload;
    try {
      if (job.losses >= forgivenLosses) throw new PermanentFailure(endsTheProcess);
      await derive(parts, tenantId, importId, job);
    } catch (error) {
      if (job.signal.aborted) throw error;
      if (error instanceof MediaRefused) {
        job.log.info({ importId, code: error.cause_.code }, error.message);
        await fail(parts, tenantId, importId, error.cause_);
      } else if (error instanceof PermanentFailure) {
        job.log.error({ err: error, importId }, error.message);
        await fail(parts, tenantId, importId, error.importCause);
      } else if (job.attempt >= TRIES_WITHOUT_ROOM && isNoRoom(error)) {
        job.log.error({ err: error, importId }, noRoom.title);
        await fail(parts, tenantId, importId, noRoom);
      } else {
        if (job.attempt >= job.maxAttempts) {
          const cause = error instanceof StorageUnavailable ? storageAway : keepsFailing;
          await fail(parts, tenantId, importId, cause);
        }
        throw error;
      }
    }
  };
}

async function derive(
  { database, storage, limits, derive: deriveMedia }: MediaParts,
  tenantId: number,
  importId: string,
  job: JobContext,
) {
  const found = await database.bookkeeping(tenantId, async (db) => {
    return (
      db
        .selectFrom('asset_import as import')
        .innerJoin('asset_version as version', (join) =>
          join
            .onRef('version.asset_uuid', '=', 'import.asset_uuid')
            .onRef('version.number', '=', 'import.version_number'),
        )
        .innerJoin('upload', 'upload.uuid', 'version.upload_uuid')
        .innerJoin('asset', 'asset.uuid', 'import.asset_uuid')
        .innerJoin('item', 'item.uuid', 'asset.item_uuid')
        .select(['import.asset_uuid', 'import.version_number', 'import.overall_state'])
        .select(['version.page_index', 'version.rotation'])
        .select(['upload.storage_key', 'upload.size_bytes', 'upload.kind', 'upload.facts'])
        .select((query) =>
          jsonArrayFrom(
            query
              .selectFrom('asset_part as part')
              .innerJoin('upload as sent', 'sent.uuid', 'part.upload_uuid')
              .whereRef('part.asset_uuid', '=', 'version.asset_uuid')
              .whereRef('part.version_number', '=', 'version.number')
              .select(['part.role', 'part.name', 'sent.storage_key as key'])
              .orderBy('part.role')
              .orderBy('part.name'),
          ).as('parts'),
        )
        .where('import.uuid', '=', importId)
        // An asset in the trash is prepared when it is restored.
        .where('asset.trashed_at', 'is', null)
        .where('item.trashed_at', 'is', null)
        .executeTakeFirst()
    );
  });
  if (!found || found.overall_state === 'DONE' || found.overall_state === 'ERROR') return;
  if ((await storage.size(found.storage_key)) !== found.size_bytes) {
    // The file is not to blame where the storage is unavailable.
    await storage.check();
    throw new PermanentFailure(originalChanged);
  }
  const { numUpdatedRows } = await database.bookkeeping(tenantId, (db) =>
    db
      .updateTable('asset_import')
      .set({ upload_state: 'DONE', processing_state: 'IN_PROGRESS', overall_state: 'IN_PROGRESS' })
      .where('uuid', '=', importId)
      // A concurrent run may have finished it: a result is never changed.
      .where('overall_state', 'not in', ['DONE', 'ERROR'])
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) return;

  const staging = await storage.stage();
  try {
    const derived = await withLocalFiles(
      storage,
      [found.storage_key, ...found.parts.map(({ key }) => key)],
      ([source = '', ...paths]) =>
        deriveMedia(
          found.kind as UploadKind,
          {
            source,
            into: staging.path,
            page: found.page_index,
            rotation: found.rotation as Rotation,
            facts: found.facts as Record<string, unknown>,
            parts: found.parts.map(({ role, name }, index) => ({ role, name, path: paths[index] ?? '' })),
            limits: { maxPixels: limits.imageMax_pixels },
          },
          job.signal,
        ),
    );
    const keep = async <F extends { path: string }>(file: F) => {
      const key = derivativeKey(tenantId, found.asset_uuid, found.version_number, basename(file.path));
      return { ...file, key, ...(await storage.adopt(file.path, key)) };
    };
    const kept: KeptFiles = {
      pyramid: derived.pyramid && (await keep(derived.pyramid)),
      thumbnail: derived.thumbnail && (await keep(derived.thumbnail)),
      derivatives: [],
    };
    for (const file of derived.derivatives ?? []) kept.derivatives.push(await keep(file));
    const isThere = await database.bookkeeping(tenantId, (db) =>
      finish(db, tenantId, importId, derived, kept),
    );
    // It was purged meanwhile, so no row will ever name these files.
    if (!isThere) {
      for (const file of [kept.pyramid, kept.thumbnail, ...kept.derivatives]) {
        if (file) await storage.remove(file.key);
      }
    }
  } finally {
    await staging.remove();
  }
}

interface KeptFile {
  readonly key: string;
  readonly size_bytes: number;
}

/** Derivatives, with their storage keys. */
interface KeptFiles {
  readonly pyramid: KeptFile | undefined;
  readonly thumbnail: (KeptFile & { width_px: number; height_px: number }) | undefined;
  readonly derivatives: (KeptFile & NonNullable<Derived['derivatives']>[number])[];
}

/** Provides files of the storage at paths of this machine during the work. */
async function withLocalFiles<T>(
  storage: Storage,
  keys: readonly string[],
  work: (paths: string[]) => Promise<T>,
): Promise<T> {
  const held: Awaited<ReturnType<Storage['localPath']>>[] = [];
  try {
    for (const key of keys) held.push(await storage.localPath(key));
    return await work(held.map(({ path }) => path));
  } finally {
    for (const file of held) await file.release();
  }
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

/** @returns whether the import exists, finished by this run or by another */
async function finish(
  db: TenantQueries,
  tenantId: number,
  importId: string,
  derived: Derived,
  { pyramid, thumbnail, derivatives }: KeptFiles,
): Promise<boolean> {
  const open = await lockImport(db, importId);
  if (!open?.isOpen) return open !== undefined;
  const { asset_uuid, version_number } = open;
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
  if (derivatives.length > 0) {
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
  if (pyramid && open.kind === 'image')
    await enqueueWatermarks(db, [{ uuid: asset_uuid, version: version_number }]);
  await settle(db, open, 'ready');
  return true;
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

async function fail(
  { database }: MediaParts,
  tenantId: number,
  importId: string,
  cause: ImportCause,
): Promise<void> {
  await database.bookkeeping(tenantId, async (db) => {
    const open = await lockImport(db, importId);
    if (!open?.isOpen) return;
    const stage = cause === originalChanged ? 'upload_state' : 'processing_state';
    await db
      .updateTable('asset_import')
      .set({ [stage]: 'ERROR', overall_state: 'ERROR', cause: jsonb(cause), finished_at: sql`now()` })
      .where('uuid', '=', importId)
      .execute();
    await settle(db, open, 'failed');
  });
}
