import { sql } from 'kysely';
import type { ImportCause } from '@armarium/contract/imports';
import { jsonb, type TenantQueries } from '../../../db/database.ts';
import type { JobContext, JobHandler } from '../../../queue/jobs.ts';
import { forgivenLosses } from '../../../queue/liveness.ts';
import type { Derived } from '../image/derive-image.ts';
import { ImageRefused } from '../image/image-refused.ts';
import { StorageFull, StorageUnavailable } from '../../../storage/storage.ts';
import { pictureOfItem } from '../asset.writes.ts';
import type { MediaParts } from '../media-parts.ts';
import { derivativeKey } from '../storage-keys.ts';

interface Payload {
  readonly tenantId: number;
  readonly importId: string;
}

/** A failure that no further attempt will mend. */
class Hopeless extends Error {
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
  title: 'The image could not be prepared, several times over.',
  nextStep: 'Try again later; if it stays, tell your administrator, who finds the reason in the log.',
};
const noRoom: ImportCause = {
  code: 'storage-full',
  title: 'The storage is full: the image could not be prepared.',
  nextStep: 'Ask your administrator to make room, then try again.',
};
const storageAway: ImportCause = {
  code: 'storage-unavailable',
  title: 'The file storage could not be read or written, several times over.',
  nextStep: 'Ask your administrator to look at the storage, then try again.',
};
const endsTheProcess: ImportCause = {
  code: 'processing-crashed',
  title: 'Preparing this image ended the server more than once.',
  nextStep: 'Save the image anew with another program and upload that, or tell your administrator.',
};

/** Some ten seconds; a disk that is still full then waits for a person, who had better know. */
const TRIES_WITHOUT_ROOM = 3;

/** The image library tells the system's error in its message alone. */
function isNoRoom(error: unknown): boolean {
  if (error instanceof StorageFull) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || /no space left|disk quota/i.test(error.message);
}

/**
 * Makes the derivatives of one imported image and marks it ready, or marks why not (decisions §6). It may be
 * run twice, even at once: files are renamed into place whole, and the last step looks under a lock whether
 * it was done before.
 */
export function deriveImageJob(parts: MediaParts): JobHandler {
  return async (payload, job) => {
    const { tenantId, importId } = payload as Payload;
    try {
      if (job.losses >= forgivenLosses) throw new Hopeless(endsTheProcess);
      await derive(parts, tenantId, importId, job);
    } catch (error) {
      if (job.signal.aborted) throw error;
      if (error instanceof ImageRefused) {
        job.log.info({ importId, code: error.cause_.code }, error.message);
        await fail(parts, tenantId, importId, error.cause_);
      } else if (error instanceof Hopeless) {
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
  { database, storage, limits, derive: deriveImage }: MediaParts,
  tenantId: number,
  importId: string,
  job: JobContext,
) {
  const begun = await database.bookkeeping(tenantId, async (db) => {
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
        .select(['import.asset_uuid', 'import.version_number', 'import.overall_state', 'version.page_index'])
        .select(['upload.storage_key', 'upload.size_bytes'])
        .where('import.uuid', '=', importId)
        // What lies in the trash is prepared when it comes back.
        .where('asset.trashed_at', 'is', null)
        .where('item.trashed_at', 'is', null)
        .executeTakeFirst()
    );
  });
  if (!begun || begun.overall_state === 'DONE' || begun.overall_state === 'ERROR') return;
  if ((await storage.size(begun.storage_key)) !== begun.size_bytes) {
    // A storage that is away is no reason to condemn the image.
    await storage.check();
    throw new Hopeless(originalChanged);
  }
  const { numUpdatedRows } = await database.bookkeeping(tenantId, (db) =>
    db
      .updateTable('asset_import')
      .set({ upload_state: 'DONE', processing_state: 'IN_PROGRESS', overall_state: 'IN_PROGRESS' })
      .where('uuid', '=', importId)
      // An overlapping run may have finished it since: what is settled stays settled.
      .where('overall_state', 'not in', ['DONE', 'ERROR'])
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) return;

  const staging = await storage.stage();
  try {
    const original = await storage.localPath(begun.storage_key);
    const derived = await deriveImage(original.path, begun.page_index, staging.path, {
      maxPixels: limits.imageMax_pixels,
      signal: job.signal,
    }).finally(() => original.release());
    const keyOf = (file: string) => derivativeKey(tenantId, begun.asset_uuid, begun.version_number, file);
    const pyramid = {
      key: keyOf('pyramid.tif'),
      ...(await storage.adopt(derived.pyramid.path, keyOf('pyramid.tif'))),
    };
    await storage.adopt(derived.thumbnail.path, keyOf('thumbnail.jpg'));
    const { width_px, height_px } = derived.thumbnail;
    const thumbnail = { key: keyOf('thumbnail.jpg'), width_px, height_px };
    const isThere = await database.bookkeeping(tenantId, (db) =>
      finish(db, importId, derived, pyramid, thumbnail),
    );
    // Purged meanwhile: no row names these, and none will.
    if (!isThere) for (const { key } of [pyramid, thumbnail]) await storage.remove(key);
  } finally {
    await staging.remove();
  }
}

/** Locks the item, then the import. @returns undefined where it was purged */
async function lockImport(db: TenantQueries, importId: string) {
  const row = await db
    .selectFrom('asset_import')
    .select(['item_uuid'])
    .where('uuid', '=', importId)
    .executeTakeFirst();
  if (!row) return undefined;
  await db.selectFrom('item').select('uuid').where('uuid', '=', row.item_uuid).forUpdate().execute();
  const locked = await db
    .selectFrom('asset_import')
    .select(['item_uuid', 'asset_uuid', 'version_number', 'overall_state'])
    .where('uuid', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  return locked && { ...locked, isOpen: locked.overall_state !== 'DONE' && locked.overall_state !== 'ERROR' };
}

/** @returns whether the import is there, settled by this run or by another */
async function finish(
  db: TenantQueries,
  importId: string,
  derived: Derived,
  pyramid: { key: string; size_bytes: number },
  thumbnail: { key: string; width_px: number; height_px: number },
): Promise<boolean> {
  const open = await lockImport(db, importId);
  if (!open?.isOpen) return open !== undefined;
  await db
    .updateTable('asset_version')
    .set({
      width_px: derived.width_px,
      height_px: derived.height_px,
      technical: jsonb(derived.technical),
      pyramid: jsonb(pyramid),
      thumbnail: jsonb(thumbnail),
    })
    .where('asset_uuid', '=', open.asset_uuid)
    .where('number', '=', open.version_number)
    .execute();
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
  await settle(db, open, 'ready');
  return true;
}

/** Counts an image as no longer worked on, and keeps the item's picture that of its first ready image. */
async function settle(
  db: TenantQueries,
  { item_uuid: itemUuid, asset_uuid: assetUuid }: { item_uuid: string; asset_uuid: string },
  as: 'ready' | 'failed',
): Promise<void> {
  await db
    .updateTable('item')
    .set((column) => ({
      not_ready_images_count: column('not_ready_images_count', '-', 1),
      failed_images_count: column('failed_images_count', '+', as === 'failed' ? 1 : 0),
      ...(as === 'ready' && {
        thumbnail: pictureOfItem,
      }),
    }))
    .where('uuid', '=', itemUuid)
    // Of an image that went to the trash meanwhile its item counts nothing any more.
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
