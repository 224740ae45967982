import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isUuid } from '../../../is-uuid.ts';
import { DataStore, Upload } from '@tus/server';
import { sql, type Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { jsonb, type TenantData, type TenantQueries, type TenantTables } from '../../../db/database.ts';
import type { Logger } from '../../../observe/log.ts';
import { invalid, notFound, ProblemError } from '../../../problem-error.ts';
import { keepFile } from '../keep-file.ts';
import { isUploadKind, mediaKind, type UploadKind } from '../kinds.ts';
import type { MediaParts } from '../media-parts.ts';
import { partKey } from '../storage-keys.ts';
import { plainFilename } from '../../../http/file-part.ts';
import { requireStorageQuota } from '../../tenancy/public.ts';
import { requireAccountLimits } from '../account-limits.ts';
import { requireRoom } from '../storage-reserve.ts';
import { Pieces } from './pieces.ts';
import { removeParts } from './removed-parts.ts';
import { refusedFile, storeUpload, type StoredFile } from '../upload-file.ts';

/** The call. The protocol's library gives the store no more than an id. */
export interface PartCall {
  readonly data: TenantData;
  readonly log: Logger;
  /** The stored file, once its last byte was received. */
  stored?: StoredFile & { readonly kind: UploadKind };
  failure?: Error;
}
type PartialUpload = Selectable<TenantTables['resumable_upload']>;
export const partCalls = new AsyncLocalStorage<PartCall>();

function callNow(): PartCall {
  const call = partCalls.getStore();
  if (!call) throw new Error('No call is under way.');
  return call;
}

const elsewhere = () =>
  new ProblemError(
    'offset-differs',
    'The upload stands at another byte by now. Ask where it stands (HEAD), and go on from there.',
  );

/**
 * Stores uploads that are sent in pieces (tus 1.0: creation, termination). Each piece is a file of the
 * storage with a row, so that any web process can continue where another one was ended. All bytes that
 * arrived before a connection broke are kept. The last piece is recorded together with the complete upload:
 * until then the sender is told to send it.
 */
export class PartStore extends DataStore {
  readonly #parts: MediaParts;

  constructor(parts: MediaParts) {
    super();
    this.#parts = parts;
    this.extensions = ['creation', 'termination'];
  }

  /**
   * @throws ProblemError 422 where the metadata have an unknown kind, or an invalid checksum; 429 and 507 as
   * `requireAccountLimits`, `requireStorageQuota` and `requireRoom`
   */
  override async create(upload: Upload): Promise<Upload> {
    const { data } = callNow();
    const metadata = upload.metadata ?? {};
    const kind = metadata['kind'] ?? 'image';
    const sha256 = metadata['sha256']?.toLowerCase() ?? null;
    if (upload.size === 0) {
      throw new ProblemError('file-refused', 'The file is empty. Choose another one.', {
        fields: [{ name: 'file', code: 'empty-file', message: 'The file is empty. Choose another one.' }],
      });
    }
    if (Object.values(metadata).some((value) => value?.includes('\0'))) {
      throw metadataProblem('filename', 'not-storable', 'It has a sign that cannot be kept (NUL).');
    }
    if (!isUploadKind(kind)) {
      throw metadataProblem('kind', 'unknown-kind', 'This kind of file is not taken here.');
    }
    const { largest } = mediaKind(kind);
    if (largest && (upload.size ?? 0) > largest.bytes) throw refusedFile(largest.refusal());
    if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)) {
      throw metadataProblem('sha256', 'not-a-checksum', 'Give the SHA-256 as 64 hexadecimal digits.');
    }
    // It is joined from its pieces at the end, and needs its size twice for a moment.
    await requireRoom(this.#parts.storage, 2 * (upload.size ?? 0));
    await this.#parts.database.bookkeeping(data.tenantId, async (db) => {
      await db
        .insertInto('resumable_upload')
        .values({
          tenant_id: data.tenantId,
          uuid: upload.id,
          account_uuid: data.actor.accountUuid,
          kind,
          original_filename: plainFilename(metadata['filename'] ?? undefined, 'file'),
          size_bytes: upload.size ?? 0,
          sha256,
          metadata: jsonb(metadata),
        })
        .execute();
      await requireAccountLimits(db, data.actor.accountUuid, this.#parts.limits);
      await requireStorageQuota(db);
    });
    return upload;
  }

  /** @throws ProblemError 404 unless the caller has such an upload */
  async #find(id: string): Promise<PartialUpload> {
    const { data } = callNow();
    const row = isUuid(id)
      ? await data.read((db) =>
          db
            .selectFrom('resumable_upload')
            .selectAll()
            .where('uuid', '=', id)
            .where('account_uuid', '=', data.actor.accountUuid)
            .where('state', '<>', 'ABANDONED')
            .executeTakeFirst(),
        )
      : undefined;
    if (!row) throw notFound('The upload');
    return row;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id);
    return new Upload({
      id,
      size: row.size_bytes,
      offset: row.received_bytes,
      metadata: row.metadata as Record<string, string | null>,
      creation_date: row.created_at.toISOString(),
    });
  }

  /** @returns the offset after it */
  override async write(source: Readable, id: string, offset_bytes: number): Promise<number> {
    const row = await this.#find(id);
    let at = offset_bytes;
    const { storage, limits } = this.#parts;
    for (const pieces = new Pieces(source, limits.uploadPart_bytes); ;) {
      await requireRoom(storage, Math.min(limits.uploadPart_bytes, row.size_bytes - at));
      const { size_bytes, failure } = await this.#keep(row, at, pieces);
      at += size_bytes;
      if (failure !== undefined) throw failure;
      if (pieces.isOver) return at;
    }
  }

  /** Stores the next piece; after the last one the complete file. */
  async #keep(
    row: PartialUpload,
    at_byte: number,
    pieces: Pieces,
  ): Promise<{ size_bytes: number; failure?: Error | undefined }> {
    const { storage, database } = this.#parts;
    const { data, log } = callNow();
    const key = partKey(data.tenantId, row.uuid, uuidv7());
    const staging = await storage.stage();
    try {
      const file = join(staging.path, 'part');
      const { size_bytes, sha256 } = await storage.receive(file, Readable.from(pieces.next()));
      const { failure } = pieces;
      if (size_bytes === 0) return { size_bytes, failure };
      if (at_byte + size_bytes === row.size_bytes) {
        await storage.adopt(file, key);
        try {
          await this.#finish(row, at_byte, key);
        } finally {
          await storage.remove(key);
        }
        return { size_bytes };
      }
      const write = (db: TenantQueries) =>
        db
          .insertInto('resumable_part')
          .values({
            tenant_id: data.tenantId,
            upload_uuid: row.uuid,
            from_byte: at_byte,
            size_bytes,
            sha256,
            storage_key: key,
          })
          .execute();
      await keepFile(
        storage,
        { file, key },
        (apply) => database.bookkeeping(data.tenantId, apply),
        async (db) => {
          await moveOn(db, row.uuid, at_byte, { received_bytes: at_byte + size_bytes });
          await write(db);
        },
        log,
      );
      return { size_bytes, failure };
    } finally {
      await staging.remove().catch((error: unknown) => {
        log.error({ err: error }, 'a stage could not be removed');
      });
    }
  }

  /** Joins the pieces into an ordinary upload of the same uuid. */
  async #finish(row: PartialUpload, at_byte: number, lastKey: string): Promise<void> {
    const call = callNow();
    const { data, log } = call;
    const before = await data.read((db) =>
      db
        .selectFrom('resumable_part')
        .select('storage_key')
        .where('upload_uuid', '=', row.uuid)
        .orderBy('from_byte')
        .execute(),
    );
    const kind = row.kind as UploadKind;
    const keys = [...before.map(({ storage_key }) => storage_key), lastKey];
    try {
      const stored = await storeUpload(
        this.#parts,
        kind,
        data.tenantId,
        data.actor.accountUuid,
        row.original_filename,
        Readable.from(this.#bytesOf(keys), { objectMode: false }),
        log,
        {
          uuid: row.uuid,
          sha256: row.sha256 ?? undefined,
          size_bytes: row.size_bytes,
          alongside: (db) =>
            moveOn(db, row.uuid, at_byte, { received_bytes: row.size_bytes, state: 'FINISHED' }),
        },
      );
      call.stored = { ...stored, kind };
    } catch (error) {
      // More bytes would not help.
      if (error instanceof ProblemError && error.code === 'file-refused') await this.remove(row.uuid);
      throw error;
    }
    await this.#forgetParts(row.uuid);
  }

  async *#bytesOf(keys: readonly string[]): AsyncGenerator<Buffer> {
    for (const key of keys) yield* this.#parts.storage.read(key) as AsyncIterable<Buffer>;
  }

  /** Files that a backup is reading are left to the sweep. */
  async #forgetParts(uuid: string): Promise<void> {
    const { data, log } = callNow();
    try {
      await removeParts(this.#parts, data.tenantId, uuid);
    } catch (error) {
      log.error({ err: error, upload: uuid }, 'the pieces of an upload could not be removed');
    }
  }

  /** @throws ProblemError 404 unless the caller has such an unfinished upload */
  override async remove(id: string): Promise<void> {
    const row = await this.#find(id);
    const { data } = callNow();
    const { numUpdatedRows } = await this.#parts.database.bookkeeping(data.tenantId, (db) =>
      db
        .updateTable('resumable_upload')
        .set({ state: 'ABANDONED' })
        .where('uuid', '=', row.uuid)
        .where('state', '=', 'OPEN')
        .executeTakeFirst(),
    );
    if (numUpdatedRows === 0n) throw notFound('The upload');
    await this.#forgetParts(row.uuid);
  }
}

/** @throws ProblemError 409 where it is at another offset, or finished */
async function moveOn(
  db: TenantQueries,
  uuid: string,
  from_byte: number,
  to: { received_bytes: number; state?: 'FINISHED' },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('resumable_upload')
    .set({ ...to, modified_at: sql<Date>`now()` })
    .where('uuid', '=', uuid)
    .where('state', '=', 'OPEN')
    .where('received_bytes', '=', from_byte)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw elsewhere();
}

function metadataProblem(name: string, code: string, message: string): ProblemError {
  return invalid([{ name: `Upload-Metadata.${name}`, code, message }]);
}
