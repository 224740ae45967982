import { json } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../../../http/entity-tag.ts';
import { wantedBytes } from '../../../http/byte-range.ts';
import { notOpened, openedFile } from '../../../storage/opened-file.ts';
import { StorageUnavailable, type Storage } from '../../../storage/storage.ts';

/** A stored file as it is sent: never changed under its key. */
export interface SentFile {
  readonly key: string;
  /** As its row says; absent where no row does. */
  readonly size_bytes?: number;
  readonly mediaType: string;
  /** Strong, in its quotes. */
  readonly entityTag: string;
  /** `Content-Disposition`; shown in place without. */
  readonly disposition?: string;
  readonly caching: string;
  /** Where the same address gives callers different files. */
  readonly vary?: string;
}

/**
 * What answers a GET or HEAD for a stored file (RFC 9110 §13 and §14): sets the status, 200, 206, 304 or 416, and the
 * headers. Of several ranges at once, which may be left aside, the whole file is sent.
 * @param log called before the first byte leaves
 * @returns the bytes to be sent; undefined where there are none to be
 * @throws StorageUnavailable where the file is not there, not as its row says, or breaks off before it is sent
 */
export async function storedFileAnswer(
  storage: Storage,
  file: SentFile,
  request: Pick<FastifyRequest, 'headers' | 'method' | 'log'>,
  reply: FastifyReply,
  log: () => Promise<void>,
): Promise<ReturnType<Storage['read']> | undefined> {
  const size_bytes = await storage.size(file.key);
  if (size_bytes === undefined || size_bytes !== (file.size_bytes ?? size_bytes))
    throw new StorageUnavailable('A stored file is not there, or not as it was.');
  void reply.headers({ 'accept-ranges': 'bytes', etag: file.entityTag, 'cache-control': file.caching });
  if (file.vary !== undefined) void reply.header('vary', file.vary);
  if (isNotModified(request, file.entityTag)) {
    void reply.code(304);
    return undefined;
  }
  // Ranges are defined for GET alone (RFC 9110 §14.2).
  const wanted = request.method === 'GET' ? wantedBytes(request.headers, size_bytes, file.entityTag) : 'all';
  if (wanted === 'none') {
    void reply.code(416).header('content-range', `bytes */${size_bytes}`);
    return undefined;
  }
  const isPart = wanted !== 'all';
  if (isPart)
    void reply.code(206).header('content-range', `bytes ${wanted.start}-${wanted.end}/${size_bytes}`);
  if (file.disposition !== undefined) void reply.header('content-disposition', file.disposition);
  void reply
    .type(file.mediaType)
    .header('content-length', isPart ? wanted.end - wanted.start + 1 : size_bytes);
  if (request.method === 'HEAD') return undefined;
  const bytes = await openedFile(storage, file.key, request.log, isPart ? wanted : undefined);
  await log().catch((error: unknown) => {
    bytes.destroy();
    throw error;
  });
  if (bytes.errored !== null) throw notOpened(bytes.errored);
  return bytes;
}

/** A small stored file as what its JSON says. @throws StorageUnavailable where it is not there or can't be read */
export async function storedJson<T>(storage: Storage, key: string): Promise<T> {
  try {
    return (await json(storage.read(key))) as T;
  } catch (cause) {
    throw notOpened(cause);
  }
}
