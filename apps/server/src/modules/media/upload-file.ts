import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { getUpload, uploadFile } from '@armarium/contract/imports';
import { jsonb } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import type { Logger } from '../../observe/log.ts';
import { ProblemError } from '../../problem-error.ts';
import { hrefOf } from '../catalogue/public.ts';
import { ImageRefused } from './image/image-refused.ts';
import { probeImage } from './image/probe-image.ts';
import type { MediaParts } from './media-parts.ts';
import { originalKey } from './storage-keys.ts';

/** The name as the sender's system had it, without any folder and at a length that screens can show. */
function plainFilename(sent: string | undefined): string {
  const name = (sent ?? '')
    .split(/[\\/]/)
    .pop()
    ?.normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return (name === undefined || name === '' ? 'file' : name).slice(-255);
}

/**
 * Stores an image that no record has yet (decisions §6): streamed and hashed as it passes, judged by its
 * content, and gone again when it is not an image that we take.
 * @throws ProblemError 422 `file-refused` with a cause for cataloguers; whatever the source or the storage throws
 */
export async function storeImage(
  { database, storage, limits }: MediaParts,
  tenantId: number,
  accountUuid: string,
  filename: string | undefined,
  source: Readable & { truncated?: boolean },
  log: Logger,
) {
  const uuid = uuidv7();
  const key = originalKey(tenantId, uuid);
  const originalFilename = plainFilename(filename);
  const staging = await storage.stage();
  const file = join(staging.path, 'original');
  try {
    const stored = await storage.receive(file, source);
    if (source.truncated === true) {
      throw new ProblemError(
        'too-large',
        `A file may have at most ${limits.uploadMax_bytes} bytes here (UPLOAD_MAX_BYTES).`,
      );
    }
    const probe = await probeImage(file, { maxPixels: limits.imageMax_pixels });
    await database.bookkeeping(tenantId, async (db) => {
      await db
        .insertInto('upload')
        .values({
          tenant_id: tenantId,
          uuid,
          kind: 'image',
          account_uuid: accountUuid,
          original_filename: originalFilename,
          media_type: probe.mediaType,
          size_bytes: stored.size_bytes,
          sha256: stored.sha256,
          storage_key: key,
          pages: jsonb(probe.pages),
        })
        .execute();
      // Last, under the row's transaction: whatever fails before leaves only what the sweep of stages finds.
      await storage.adopt(file, key);
    });
    return { uuid, originalFilename, ...stored };
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    const { code, title, nextStep } = error.cause_;
    throw new ProblemError('file-refused', `${title} ${nextStep}`, {
      fields: [{ name: 'file', code, message: `${title} ${nextStep}` }],
      cause: error,
    });
  } finally {
    // A failure to tidy up must not hide what came of it.
    await staging.remove().catch((failure: unknown) => {
      log.error({ err: failure }, 'a stage could not be removed');
    });
  }
}

function brokenBody(cause: unknown): ProblemError {
  return new ProblemError(
    'malformed',
    'The body is not multipart/form-data, or ends before its boundary. Nothing was kept; send it again.',
    { cause },
  );
}

/** `POST /ccc/uploadFile`: one image as multipart/form-data, in the part `file` (wire.md). */
export function uploadFileOperation(parts: MediaParts): Implementation {
  return implement(uploadFile, async ({ request, data, actor, origin, log }) => {
    if (!request.isMultipart()) {
      throw new ProblemError(
        'unsupported-media-type',
        'Send the file as multipart/form-data, in a part named "file".',
      );
    }
    const part = await request.file().catch((error: unknown) => {
      // The parser's own words have no status; the framework's errors have one.
      if (error instanceof Error && 'statusCode' in error) throw error;
      throw brokenBody(error);
    });
    if (part?.fieldname !== 'file') throw new ProblemError('malformed', 'The body has no part named "file".');
    // The parser never ends a part whose connection broke: without this the half file would wait for ever.
    const connection = { isCutOff: false };
    const cutOff = () => {
      connection.isCutOff = !request.raw.complete;
      if (connection.isCutOff) part.file.destroy(new Error('The connection ended before the file did.'));
    };
    request.raw.once('close', cutOff);
    try {
      const stored = await storeImage(parts, data.tenantId, actor.accountUuid, part.filename, part.file, log);
      return { ...stored, imageLink: hrefOf(origin, getUpload, stored.uuid).href };
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      // What the source itself failed of is the body's fault; anything else is the storage's or ours.
      if (!connection.isCutOff) throw error === part.file.errored ? brokenBody(error) : error;
      throw new ProblemError(
        'upload-interrupted',
        'The connection ended before the file did; nothing was kept.',
        {
          cause: error,
        },
      );
    } finally {
      request.raw.off('close', cutOff);
    }
  });
}
