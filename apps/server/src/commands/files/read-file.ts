import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ChecksumAlgorithm } from './checksum-list.ts';
import { systemCause } from '../../storage/system-cause.ts';
import type { Reason } from './item-plan.ts';

/** A file of the folder that can't be imported. */
export class FileRefused extends Error {
  override name = 'FileRefused';
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason.cause);
    this.reason = reason;
  }
}

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly digest: string;
}

const PIECE_BYTES = 256 * 1024;
const written: Readonly<Record<ChecksumAlgorithm, string>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha512: 'SHA-512',
};

function refused(cause: string, nextStep: string): FileRefused {
  return new FileRefused({ result: 'refused', cause, nextStep });
}

/** Turns an error of the system about a file into its refusal. */
export function unreadable(error: unknown): FileRefused {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return refused('It disappeared since the folder was listed.', 'Put it back, then run it again.');
    case 'EACCES':
    case 'EPERM':
      return refused(
        'It may not be read by the account that runs the import.',
        'Let that account read it, then run it again.',
      );
    case 'ELOOP':
      return refused('It is a link; links are not followed.', 'Put the file itself into the folder.');
    default:
      return refused(
        `It can't be read: ${systemCause(error)}.`,
        'Copy it once more from where it came from; if that fails too, look at the disk.',
      );
  }
}

/**
 * The bytes of a file, and its size when it was opened. At the end it checks that the file has not changed,
 * and that it has the checksums of the lists. If not, the stream fails, and its consumer keeps nothing.
 * @throws FileRefused, the stream as well
 */
export async function openBytes(
  folder: string,
  path: string,
  checksums: readonly Checksum[],
  { max_bytes, signal }: { max_bytes: number; signal: AbortSignal },
): Promise<{ size_bytes: number; stream: Readable }> {
  // Refuses a link, and a pipe without a writer, in case one has replaced the file.
  const handle = await open(
    join(folder, path),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch((error: unknown) => {
    throw unreadable(error);
  });
  try {
    const before = await handle.stat();
    if (!before.isFile()) throw refused('It is no file any more.', 'Put it back, then run it again.');
    if (before.size > max_bytes) {
      throw refused(
        `It has ${before.size} bytes, and a file may have at most ${max_bytes} here.`,
        'Ask your administrator to raise UPLOAD_MAX_BYTES.',
      );
    }
    const stream = Readable.from(checkedBytes(handle, before, checksums, signal), { highWaterMark: 1 });
    stream.once('close', () => void handle.close());
    return { size_bytes: before.size, stream };
  } catch (error) {
    await handle.close();
    throw error instanceof FileRefused ? error : unreadable(error);
  }
}

async function* checkedBytes(
  handle: FileHandle,
  before: { size: number; mtimeMs: number },
  checksums: readonly Checksum[],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const hashes = checksums.map(({ algorithm, digest }) => ({
    algorithm,
    digest,
    hash: createHash(algorithm),
  }));
  let size_bytes = 0;
  for (;;) {
    signal.throwIfAborted();
    const piece = await readPiece(handle);
    if (piece.length === 0) break;
    size_bytes += piece.length;
    for (const { hash } of hashes) hash.update(piece);
    yield piece;
  }
  const after = await handle.stat();
  if (size_bytes !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
    throw refused(
      'It changed while it was read: somebody is still writing it.',
      'Wait until it is complete, then run it again.',
    );
  }
  for (const { algorithm, digest, hash } of hashes) {
    const found = hash.digest('hex');
    if (found === digest) continue;
    throw new FileRefused({
      result: 'checksum mismatch',
      cause: `Its ${written[algorithm]} is ${found}, and the list says ${digest}: it is not the file that was listed.`,
      nextStep:
        'Copy it once more from where it came from; if it was changed on purpose, make the list anew.',
    });
  }
}

async function readPiece(handle: FileHandle): Promise<Buffer> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    const { bytesRead } = await handle.read(piece, 0, PIECE_BYTES);
    return piece.subarray(0, bytesRead);
  } catch (error) {
    throw unreadable(error);
  }
}

/** Reads all of a file. @returns its SHA-256; @throws as `openBytes` */
export async function contentOf(...where: Parameters<typeof openBytes>): Promise<string> {
  const { stream } = await openBytes(...where);
  const hash = createHash('sha256');
  for await (const piece of stream as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
}
