import { basename } from 'node:path';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ImportCause } from '@armarium/contract/import-state';
import type { TenantQueries } from '../../../db/database.ts';
import type { JobContext, JobHandler } from '../../../queue/jobs.ts';
import { forgivenLosses } from '../../../queue/liveness.ts';
import { atLocalPaths } from '../../../storage/at-local-path.ts';
import { fileFault } from '../../../storage/file-fault.ts';
import { StorageFull, StorageUnavailable } from '../../../storage/storage.ts';
import type { Rotation } from '../derivation.ts';
import type { UploadKind } from '../kinds.ts';
import type { MediaParts } from '../media-parts.ts';
import { MediaRefused } from '../media-refused.ts';
import { derivativeKey } from '../storage-keys.ts';
import { failImport, finishImport, type KeptFiles } from './import-result.ts';

interface Payload {
  readonly tenantId: number;
  readonly importId: string;
}

/** A failure that a further attempt would repeat. */
class PermanentFailure extends Error {
  readonly importCause: ImportCause;
  constructor(importCause: ImportCause) {
    super(importCause.title);
    this.importCause = importCause;
  }
}

/** The disk can't read the original. A further attempt may succeed. */
class OriginalUnreadable extends Error {}

const originalChanged: ImportCause = {
  code: 'original-missing',
  title: 'The uploaded file is not in the storage any more, or not as it was sent.',
  nextStep: 'Upload it again, and tell your administrator.',
};
const originalUnreadable: ImportCause = {
  code: 'original-unreadable',
  title: 'The disk of the storage can’t read the uploaded file.',
  nextStep:
    'Ask your administrator to look at the disk, or to take the file from a backup, then try again. The file itself may be sound.',
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

/** About ten seconds. A disk that still is full or can't be read then waits for a person, who should know about it. */
const TRIES_AT_THE_DISK = 3;

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
      } else if (job.attempt >= TRIES_AT_THE_DISK && isNoRoom(error)) {
        job.log.error({ err: error, importId }, noRoom.title);
        await fail(parts, tenantId, importId, noRoom);
      } else if (job.attempt >= TRIES_AT_THE_DISK && error instanceof OriginalUnreadable) {
        await fail(parts, tenantId, importId, originalUnreadable);
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

/** The version to prepare, with its files. @returns undefined where it, its asset or its item was removed */
const versionToDerive = (db: TenantQueries, importId: string) =>
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
    .select(['upload.uuid as upload', 'upload.storage_key as key', 'upload.size_bytes', 'upload.sha256'])
    .select(['upload.kind', 'upload.facts'])
    .select((query) =>
      jsonArrayFrom(
        query
          .selectFrom('asset_part as part')
          .innerJoin('upload as sent', 'sent.uuid', 'part.upload_uuid')
          .whereRef('part.asset_uuid', '=', 'version.asset_uuid')
          .whereRef('part.version_number', '=', 'version.number')
          .select(['part.role', 'part.name'])
          .select(['sent.uuid as upload', 'sent.storage_key as key', 'sent.size_bytes', 'sent.sha256'])
          .orderBy('part.role')
          .orderBy('part.name'),
      ).as('parts'),
    )
    .where('import.uuid', '=', importId)
    // An asset in the trash is prepared when it is restored.
    .where('asset.trashed_at', 'is', null)
    .where('item.trashed_at', 'is', null)
    .executeTakeFirst();

interface Original {
  readonly upload: string;
  readonly key: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

/**
 * Finds out whether the storage is the cause of a failed preparation. A library that can't read a file to its end says
 * that the file is damaged, and the sender would be told to send another. A fault of the storage is logged and stored, as
 * the check of originals does.
 * @returns the given error where every original is as it was sent or was purged meanwhile
 */
async function causeOf(
  error: unknown,
  originals: readonly Original[],
  { database, storage }: Pick<MediaParts, 'database' | 'storage'>,
  tenantId: number,
  job: JobContext,
): Promise<unknown> {
  if (job.signal.aborted || isNoRoom(error)) return error;
  for (const original of originals) {
    const { upload } = original;
    const fault = await fileFault(storage, original, job.signal);
    if (!fault) continue;
    const { numUpdatedRows } = await database.bookkeeping(tenantId, (db) =>
      db
        .updateTable('upload')
        .set({ checked_at: sql`now()`, check_fault: fault.kind })
        .where('uuid', '=', upload)
        .executeTakeFirst(),
    );
    if (numUpdatedRows === 0n) continue;
    job.log.error({ err: error, tenantId, upload, fault: fault.words }, 'an original is not as it was sent');
    return fault.kind === 'unreadable'
      ? new OriginalUnreadable(fault.words, { cause: error })
      : new PermanentFailure(originalChanged);
  }
  return error;
}

async function derive(parts: MediaParts, tenantId: number, importId: string, job: JobContext) {
  const { database, storage, limits, derive: deriveMedia } = parts;
  const found = await database.bookkeeping(tenantId, (db) => versionToDerive(db, importId));
  if (!found || found.overall_state === 'DONE' || found.overall_state === 'ERROR') return;
  if ((await storage.size(found.key)) !== found.size_bytes) {
    const error = new Error('The storage has no original of this length.');
    throw await causeOf(error, [found], parts, tenantId, job);
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
    const derived = await atLocalPaths(
      storage,
      [found.key, ...found.parts.map(({ key }) => key)],
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
    ).catch(async (error: unknown) => {
      throw await causeOf(error, [found, ...found.parts], parts, tenantId, job);
    });
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
      finishImport(db, tenantId, importId, derived, kept),
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

async function fail(
  { database }: MediaParts,
  tenantId: number,
  importId: string,
  cause: ImportCause,
): Promise<void> {
  const stage = cause === originalChanged ? 'upload_state' : 'processing_state';
  await database.bookkeeping(tenantId, (db) => failImport(db, importId, stage, cause));
}
