import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { uploadFile, uploadCalls } from '@armarium/contract/uploads';
import { jsonb, type TenantQueries } from '../../db/database.ts';
import { plainFilename, receiveFile } from '../../http/file-part.ts';
import { tooLarge } from '../../outbound/remote-file.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import type { Logger } from '../../observe/log.ts';
import { ProblemError } from '../../problem-error.ts';
import { withDiskErrors } from '../../storage/disk-errors.ts';
import { requireIntact } from '../../storage/require-intact.ts';
import { requireStorageQuota } from '../tenancy/public.ts';
import { requireAccountLimits } from './account-limits.ts';
import { keepFile } from './keep-file.ts';
import { mediaKind, type UploadKind } from './kinds.ts';
import type { MediaParts } from './media-parts.ts';
import { MediaRefused } from './media-refused.ts';
import { leavingReserve, requireRoom } from './storage-reserve.ts';
import { originalKey } from './storage-keys.ts';
import { uploadAnswer } from './upload-reads.ts';

export interface StoredFile {
  readonly uuid: string;
  readonly originalFilename: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

interface StoreOptions {
  readonly uuid?: string;
  /** The checksum that the sender gives: any other file is refused. */
  readonly sha256?: string | undefined;
  readonly size_bytes?: number;
  /** What the sender says, where it may be a little more: a body has more than its file. */
  readonly announced_bytes?: number;
  /** Runs in the transaction that writes the upload. A ProblemError rolls both back. */
  readonly alongside?: (db: TenantQueries) => Promise<void>;
}

/**
 * Stores a file that belongs to no record yet (decisions §6). It is hashed as it is received, checked by its
 * content, and deleted if it is not of its kind, or not acceptable.
 * @throws ProblemError 422 `file-refused` with a cause for cataloguers; 507 as `requireAccountLimits`,
 * `requireStorageQuota` and `requireRoom`; any error of the source or the storage
 */
export async function storeUpload(
  { database, storage, limits, probe: probeMedia }: MediaParts,
  kind: UploadKind,
  tenantId: number,
  accountUuid: string,
  filename: string | undefined,
  source: Readable & { truncated?: boolean },
  log: Logger,
  { uuid: given, sha256, size_bytes, announced_bytes = 0, alongside }: StoreOptions = {},
): Promise<StoredFile> {
  const uuid = given ?? uuidv7();
  // Each attempt to complete a resumable upload has a file of its own.
  const key = originalKey(tenantId, given === undefined ? uuid : uuidv7());
  const originalFilename = plainFilename(filename, 'file');
  if (alongside === undefined) await requireRoom(storage, announced_bytes);
  const staging = await storage.stage();
  const file = join(staging.path, 'original');
  try {
    // The pieces of a resumable upload have their room already.
    const isJoined = alongside !== undefined;
    const stored = await storage.receive(file, isJoined ? source : leavingReserve(storage, source));
    if (source.truncated === true) {
      throw mediaKind(kind).largest?.refusal() ?? tooLarge(limits.uploadMax_bytes);
    }
    if (size_bytes !== undefined && size_bytes !== stored.size_bytes) {
      throw notAsSent(`${stored.size_bytes} bytes came, not ${size_bytes}`);
    }
    if (sha256 !== undefined && sha256 !== stored.sha256) {
      throw notAsSent(`its SHA-256 is ${stored.sha256}, not ${sha256}`);
    }
    const probe = await withDiskErrors(() =>
      probeMedia(kind, file, { maxPixels: limits.imageMax_pixels }),
    ).catch(async (error: unknown) => {
      // A library that can't read a file to its end says that the file is damaged.
      if (error instanceof MediaRefused) await requireIntact(file, stored.sha256);
      throw error;
    });
    const write = (db: TenantQueries) =>
      db
        .insertInto('upload')
        .values({
          tenant_id: tenantId,
          uuid,
          kind,
          account_uuid: accountUuid,
          original_filename: originalFilename,
          media_type: probe.mediaType,
          size_bytes: stored.size_bytes,
          sha256: stored.sha256,
          storage_key: key,
          pages: jsonb(probe.pages),
          facts: jsonb(probe.facts ?? {}),
        })
        .execute();
    await keepFile(
      storage,
      { file, key },
      (apply) => database.bookkeeping(tenantId, apply),
      async (db) => {
        await alongside?.(db);
        await write(db);
        await requireAccountLimits(db, accountUuid, limits);
        await requireStorageQuota(db);
      },
      log,
    );
    return { uuid, originalFilename, ...stored };
  } catch (error) {
    throw error instanceof MediaRefused ? refusedFile(error) : error;
  } finally {
    // A failed clean-up must not hide the result.
    await staging.remove().catch((failure: unknown) => {
      log.error({ err: failure }, 'a stage could not be removed');
    });
  }
}

/** The problem for the sender of a refused file. */
export function refusedFile(error: MediaRefused): ProblemError {
  const { code, title, nextStep } = error.cause_;
  const message = `${title} ${nextStep}`;
  return new ProblemError('file-refused', message, {
    fields: [{ name: 'file', code, message }],
    cause: error,
  });
}

function notAsSent(difference: string): ProblemError {
  const message = `What arrived is not what was sent: ${difference}. Upload it again.`;
  return new ProblemError('file-refused', message, {
    fields: [{ name: 'file', code: 'checksum-differs', message }],
  });
}

const remoteLimits = (limits: MediaParts['limits']) => ({
  max_bytes: limits.uploadMax_bytes,
  max_ms: limits.fetchMax_ms,
  allowedAddresses: limits.fetchAllowedAddresses,
});

/**
 * `POST /ccc/uploadFile` and the upload calls of other kinds: one file as multipart/form-data, in the part
 * `file`, or fetched from its address (wire.md).
 */
export function uploadOperations(
  parts: MediaParts,
  onUpload: (size_bytes: number) => void,
): Implementation[] {
  type UploadCall = Pick<Call<typeof uploadFile>, 'request' | 'body' | 'data' | 'actor' | 'origin' | 'log'>;
  const receive = (kind: UploadKind, { request, body, data, actor, origin, log }: UploadCall) =>
    receiveFile(
      request,
      body,
      remoteLimits(parts.limits),
      async ({ filename, file }) => {
        const announced_bytes = Number(request.headers['content-length'] ?? 0);
        const stored = await storeUpload(parts, kind, data.tenantId, actor.accountUuid, filename, file, log, {
          announced_bytes,
        });
        onUpload(stored.size_bytes);
        return uploadAnswer(data, kind, origin, stored);
      },
      mediaKind(kind).largest?.bytes,
    );
  return [
    implement(uploadFile, (call) => receive('image', call)),
    ...(Object.keys(uploadCalls) as (keyof typeof uploadCalls)[]).map((kind) =>
      implement(uploadCalls[kind], (call) => receive(kind, call)),
    ),
  ];
}
