import { join } from 'node:path';
import { sql } from 'kysely';
import { jsonb } from '../../../db/database.ts';
import { atLocalPath } from '../../../storage/at-local-path.ts';
import type { MediaParts } from '../media-parts.ts';
import { MediaRefused, tookTooLong } from '../media-refused.ts';
import { readerCopyKey } from '../storage-keys.ts';

/** A PDF as it was uploaded, with its copy for readers. */
export interface CopiedUpload {
  readonly uuid: string;
  readonly key: string;
  /** The number of its pages. */
  readonly pages: number;
  /** Null until somebody has asked for it. */
  readonly copy: ReaderCopy | RefusedCopy | null;
}

interface ReaderCopy {
  readonly key: string;
  readonly size_bytes: number;
}

/** Why none could be made: for good, but for the first one that took too long. */
interface RefusedCopy {
  readonly refused: string;
  /** ISO 8601. Some time later it may be tried again: a quieter machine may be fast enough. */
  readonly triedAt?: string;
}

const AGAIN_AFTER_s = 3600;

const isRefused = (copy: CopiedUpload['copy']): boolean =>
  copy !== null &&
  'refused' in copy &&
  (copy.triedAt === undefined || Date.now() - Date.parse(copy.triedAt) < AGAIN_AFTER_s * 1000);

/** The condition on a PDF, as `upload`, that a copy is there or may be made; the same rule as `isRefused`. */
export const mayHaveCopy = sql<boolean>`(
  upload.reader_copy -> 'refused' is null
  or coalesce((upload.reader_copy ->> 'triedAt')::timestamptz <= now() - ${AGAIN_AFTER_s} * interval '1 second', false))`;

/** A copy that is being made, or waits for its turn. */
interface Making {
  readonly copy: Promise<ReaderCopy | undefined>;
  /** For each of those who wait whether they have gone. */
  readonly waiting: (() => boolean)[];
}

/**
 * Does one work after the other.
 * @param isGone whether nobody waits for it any more when its turn comes; it is left out then
 * @throws ProblemError where too many wait
 */
type InTurn = <T>(work: () => Promise<T>, isGone: () => boolean) => Promise<T | undefined>;

/**
 * The copies of PDFs without attachments, for readers (decisions §7). Each is made when it is asked for first, one at a
 * time, and kept as long as the upload. A kill or a second process at the same time does no harm: the copy is made again,
 * with the same bytes under the same key.
 */
export class ReaderCopies {
  readonly #parts: Pick<MediaParts, 'database' | 'storage' | 'copyPdf'>;
  readonly #inTurn: InTurn;
  readonly #making = new Map<string, Making>();

  constructor(parts: Pick<MediaParts, 'database' | 'storage' | 'copyPdf'>, inTurn: InTurn) {
    this.#parts = parts;
    this.#inTurn = inTurn;
  }

  /**
   * The copy that there is, without making one.
   * @returns undefined where the file is such that no copy can be made, null where it has to be made first
   * @throws StorageUnavailable
   */
  async known({ copy }: CopiedUpload): Promise<ReaderCopy | null | undefined> {
    if (isRefused(copy)) return undefined;
    if (!copy || !('key' in copy)) return null;
    // It may be missing, for example after a restore.
    return (await this.#parts.storage.size(copy.key)) === copy.size_bytes ? copy : null;
  }

  /**
   * @param isGone whether the caller waits no more; what nobody waits for is not begun
   * @returns undefined where the file is such that no copy can be made, or the caller has gone
   * @throws StorageFull, StorageUnavailable
   */
  async of(tenantId: number, upload: CopiedUpload, isGone = () => false): Promise<ReaderCopy | undefined> {
    const known = await this.known(upload);
    if (known !== null) return known;
    const making = this.#making.get(upload.uuid);
    if (!making) return this.#begin(tenantId, upload, isGone);
    making.waiting.push(isGone);
    return making.copy;
  }

  #begin(tenantId: number, upload: CopiedUpload, isGone: () => boolean): Making['copy'] {
    const waiting = [isGone];
    const forget = () => {
      if (this.#making.get(upload.uuid) === making) this.#making.delete(upload.uuid);
    };
    const areGone = () => {
      if (!waiting.every((hasGone) => hasGone())) return false;
      // Whoever asks from now on has it made.
      forget();
      return true;
    };
    const copy = this.#inTurn(() => this.#make(tenantId, upload), areGone).finally(forget);
    const making = { copy, waiting };
    this.#making.set(upload.uuid, making);
    return copy;
  }

  async #make(
    tenantId: number,
    { uuid, key, pages, copy: before }: CopiedUpload,
  ): Promise<ReaderCopy | undefined> {
    const { storage, copyPdf } = this.#parts;
    const staging = await storage.stage();
    try {
      const made = join(staging.path, 'readers.pdf');
      await atLocalPath(storage, key, (source) => copyPdf(source, made, pages));
      const copyKey = readerCopyKey(tenantId, uuid);
      const copy = { key: copyKey, ...(await storage.adopt(made, copyKey)) };
      // Purged meanwhile.
      if (!(await this.#note(tenantId, uuid, copy))) await storage.remove(copyKey);
      return copy;
    } catch (error) {
      if (!(error instanceof MediaRefused)) throw error;
      const { code: refused } = error.cause_;
      const mayBeTriedAgain = refused === tookTooLong.code && !(before && 'refused' in before);
      const triedAt = new Date().toISOString();
      await this.#note(tenantId, uuid, { refused, ...(mayBeTriedAgain && { triedAt }) });
      return undefined;
    } finally {
      await staging.remove();
    }
  }

  /** @returns whether the upload is still there */
  async #note(tenantId: number, uuid: string, copy: object): Promise<boolean> {
    const { numAffectedRows } = await this.#parts.database.bookkeeping(tenantId, (db) =>
      sql`update upload set reader_copy = ${jsonb(copy)} where uuid = ${uuid}::uuid`.execute(db),
    );
    return numAffectedRows === 1n;
  }
}
