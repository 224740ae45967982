import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, open, realpath, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { LRUCache } from 'lru-cache';
import { openFileStorage, requireKey } from './file-storage.ts';
import { LocalCopies } from './local-copies.ts';
import { StorageFull, StorageUnavailable, type RandomFile, type Storage } from './storage.ts';

/** A bucket of an object storage that speaks S3. */
export interface Bucket {
  readonly name: string;
  /** Before every key: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Undefined for Amazon's own. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined where the environment or the machine has them. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

const MEBIBYTE = 2 ** 20;
/** Up to this a file goes in one request; beyond it in parts, of which S3 takes ten thousand. */
const PART_MIN_bytes = 16 * MEBIBYTE;
const PARTS_MAX = 9_000;
const LISTED_AT_ONCE = 1_000;
/** What is read around a tile: its neighbours, which are asked for next, mostly lie in it. */
const BLOCK_bytes = MEBIBYTE / 4;
const BLOCKS_HELD = 256;
const ATTEMPTS = 4;
const CONNECTED_WITHIN_MS = 10_000;
/** How long a service may say nothing: before its answer, and in the middle of a file that somebody reads. */
const SILENT_MAX_ms = 60_000;
/** What is sent takes its time on a slow line, and so does a service that puts parts together. */
const SENT_WITHIN_SILENCES = 5;

/**
 * The storage in a bucket. Files that come in or are being made lie in a folder of this machine until they are given
 * their key: an object is there whole or not at all. Single tiles are read by ranges, a few kilobytes around each kept
 * in memory; where a library wants a path, the file is copied to the folder, which keeps the last used ones.
 * @param folder for stages and copies; of this machine alone
 * @param copiesMax_bytes how much the copies may take up
 * @param silentMax_ms after how long without an answer or a byte the service counts as away
 */
export async function openS3Storage(
  bucket: Bucket,
  folder: string,
  copiesMax_bytes: number,
  silentMax_ms = SILENT_MAX_ms,
): Promise<Storage> {
  // That later versions of the client want a newer Node is nothing to tell operators of: ours is of one exact version.
  // oxlint-disable-next-line no-restricted-properties -- the client's switch, no setting of ours
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  // Half a second of loading, which an installation on a disk does not pay.
  const sdk = await import('@aws-sdk/client-s3');
  await mkdir(folder, { recursive: true });
  const work = await realpath(folder);
  const local = await openFileStorage(work);
  const copies = await LocalCopies.open(path.join(work, 'copies'), copiesMax_bytes);
  const client: S3Client = new sdk.S3Client(settingsOf(bucket, silentMax_ms));
  const sending = { requestTimeout: silentMax_ms * SENT_WITHIN_SILENCES };
  const blocks = new LRUCache<string, Promise<Buffer>>({ max: BLOCKS_HELD });
  const at = (key: string) => ({ Bucket: bucket.name, Key: bucket.prefix + key });

  /** What follows a part that begins where the file does is cut by the stream. */
  function get(key: string, range?: { start: number; end: number }): ObjectStream {
    const wanted = range && { Range: `bytes=${range.start}-${range.end}` };
    const ask = async (abortSignal: AbortSignal) => {
      const answer = await naming(() =>
        client.send(new sdk.GetObjectCommand({ ...at(key), ...wanted }), { abortSignal }),
      );
      const body = answer.Body as Readable;
      // A service may leave a range aside (RFC 9110 §14.2): its bytes would be taken for those of the part.
      const start = answer.ContentRange === undefined ? 0 : /^bytes (\d+)-/.exec(answer.ContentRange)?.[1];
      if (range && Number(start) !== range.start) {
        body.destroy();
        throw new StorageUnavailable('The storage answered another part of a file than was asked for.');
      }
      return body;
    };
    return new ObjectStream(ask, silentMax_ms, range && range.end - range.start + 1);
  }

  /** @throws with the code ENOENT where there is nothing */
  async function headOf(key: string): Promise<{ size_bytes: number; written_ms: number }> {
    const { ContentLength = 0, LastModified } = await naming(() =>
      client.send(new sdk.HeadObjectCommand(at(key))),
    );
    return { size_bytes: ContentLength, written_ms: LastModified?.getTime() ?? Date.now() };
  }

  async function put(key: string, bytes: Buffer): Promise<void> {
    const command = { ...at(key), Body: bytes, ContentLength: bytes.length, ContentMD5: md5(bytes) };
    await naming(() => client.send(new sdk.PutObjectCommand(command), sending));
  }

  async function putInParts(key: string, file: FileHandle, size_bytes: number): Promise<void> {
    const part_bytes = Math.max(PART_MIN_bytes, Math.ceil(size_bytes / PARTS_MAX));
    const { UploadId } = await naming(() => client.send(new sdk.CreateMultipartUploadCommand(at(key))));
    try {
      const Parts = [];
      for (let from = 0, PartNumber = 1; from < size_bytes; from += part_bytes, PartNumber += 1) {
        const Body = await readWhole(file, from, Math.min(part_bytes, size_bytes - from));
        const part = {
          ...at(key),
          UploadId,
          PartNumber,
          Body,
          ContentLength: Body.length,
          ContentMD5: md5(Body),
        };
        const { ETag } = await naming(() => client.send(new sdk.UploadPartCommand(part), sending));
        Parts.push({ PartNumber, ETag });
      }
      const whole = { ...at(key), UploadId, MultipartUpload: { Parts } };
      await naming(() => client.send(new sdk.CompleteMultipartUploadCommand(whole), sending));
    } catch (error) {
      await client.send(new sdk.AbortMultipartUploadCommand({ ...at(key), UploadId })).catch(() => undefined);
      throw error;
    }
  }

  async function forget(key: string): Promise<void> {
    for (const known of [...blocks.keys()]) if (known.startsWith(`${key} `)) blocks.delete(known);
    await copies.forget(key);
  }

  /** One block of a file, from memory or in one request. */
  function block(key: string, index: number, size_bytes: number): Promise<Buffer> {
    const name = `${key} ${index}`;
    const start = index * BLOCK_bytes;
    const known = blocks.get(name);
    if (known) return known;
    const bytes = collected(get(key, { start, end: Math.min(start + BLOCK_bytes, size_bytes) - 1 }));
    blocks.set(name, bytes);
    bytes.catch(() => blocks.peek(name) === bytes && blocks.delete(name));
    return bytes;
  }

  async function* listed(): ReturnType<Storage['list']> {
    let ContinuationToken: string | undefined;
    do {
      const page = await naming(() =>
        client.send(
          new sdk.ListObjectsV2Command({
            Bucket: bucket.name,
            Prefix: bucket.prefix,
            MaxKeys: LISTED_AT_ONCE,
            ...(ContinuationToken !== undefined && { ContinuationToken }),
          }),
        ),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        const key = Key.slice(bucket.prefix.length);
        // What has no name of ours is somebody else's.
        if (isKey(key)) yield { key, size_bytes: Size, written_ms: LastModified?.getTime() ?? 0 };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  return {
    receive: (file, source) => local.receive(file, source),
    stage: () => local.stage(),

    async adopt(file, key) {
      requireKey(key);
      if (!path.resolve(file).startsWith(path.join(work, '.partial', 'stage-'))) {
        throw new TypeError(`${file} is not in a folder of stage().`);
      }
      const found = await lstat(file);
      if (!found.isFile()) throw new TypeError(`${file} is not a file.`);
      const handle = await open(file, 'r');
      try {
        if (found.size > PART_MIN_bytes) await putInParts(key, handle, found.size);
        else await put(key, await readWhole(handle, 0, found.size));
      } finally {
        await handle.close();
      }
      await rm(file, { force: true });
      await forget(key);
      return { size_bytes: found.size };
    },

    read(key, range) {
      requireKey(key);
      return get(key, range);
    },

    async size(key) {
      requireKey(key);
      return (await headOf(key).catch(orAbsent))?.size_bytes;
    },

    async written_ms(key) {
      requireKey(key);
      return (await headOf(key).catch(orAbsent))?.written_ms;
    },

    list: listed,

    async remove(key) {
      requireKey(key);
      await naming(() => client.send(new sdk.DeleteObjectCommand(at(key))));
      await forget(key);
    },

    async localPath(key) {
      requireKey(key);
      return copies.hold(key, async (place) => {
        const source = get(key);
        await once(source, 'open');
        await pipeline(source, createWriteStream(place, { flags: 'wx' }));
      });
    },

    async openForReading(key): Promise<RandomFile> {
      requireKey(key);
      const { size_bytes } = await headOf(key);
      return {
        size_bytes,
        async read(into, offset, length, position) {
          let bytesRead = 0;
          while (bytesRead < length && position + bytesRead < size_bytes) {
            const from = position + bytesRead;
            const bytes = await block(key, Math.floor(from / BLOCK_bytes), size_bytes);
            const copied = bytes.copy(
              into,
              offset + bytesRead,
              from % BLOCK_bytes,
              (from % BLOCK_bytes) + length - bytesRead,
            );
            if (copied === 0) break;
            bytesRead += copied;
          }
          return { bytesRead };
        },
        close: async () => undefined,
      };
    },

    async check() {
      await local.check();
      // No key begins with a dot.
      const probe = at(`.partial/${randomUUID()}.check`);
      await naming(() => client.send(new sdk.PutObjectCommand({ ...probe, Body: 'x' })));
      await naming(() => client.send(new sdk.DeleteObjectCommand(probe)));
    },

    async sweep(olderThan_ms) {
      let swept = await local.sweep(olderThan_ms);
      const { Uploads = [] } = await client
        .send(new sdk.ListMultipartUploadsCommand({ Bucket: bucket.name, Prefix: bucket.prefix }))
        // Not every storage can list them; those sweep by themselves.
        .catch(() => ({ Uploads: [] }));
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (Date.now() - (Initiated?.getTime() ?? Date.now()) < olderThan_ms) continue;
        await naming(() =>
          client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId })),
        );
        swept += 1;
      }
      return swept;
    },
  };
}

function settingsOf({ endpoint, region, credentials }: Bucket, silentMax_ms: number): S3ClientConfig {
  return {
    region,
    maxAttempts: ATTEMPTS,
    // Until the answer begins; a time-out of the socket would end what a reader merely lets wait, such as a video.
    requestHandler: {
      connectionTimeout: CONNECTED_WITHIN_MS,
      requestTimeout: silentMax_ms,
      throwOnRequestTimeout: true,
    },
    // We send sums of our own, which every storage knows.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  };
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

function isKey(key: string): boolean {
  try {
    requireKey(key);
    return true;
  } catch {
    return false;
  }
}

async function readWhole(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, from + filled);
    if (bytesRead === 0) throw new Error('A file became shorter while it was stored.');
    filled += bytesRead;
  }
  return bytes;
}

async function collected(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function orAbsent(error: unknown): undefined {
  if (!isAbsence(error)) throw error;
}

/** What the service answered, as the errors that a storage has. */
async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'AbortError') throw error;
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (error.name === 'NoSuchKey' || (status === 404 && error.name === 'NotFound')) {
      throw Object.assign(new Error('There is no such file in the storage.', { cause: error }), {
        code: 'ENOENT',
      });
    }
    if (status === 507 || /QuotaExceeded|StorageFull/.test(error.name)) {
      throw new StorageFull('The storage has no room left.', { cause: error });
    }
    throw new StorageUnavailable(`The storage can't be used: ${error.name}, ${error.message}`, {
      cause: error,
    });
  }
}

/**
 * A file that is asked for when somebody reads it; `open` once the service has answered, as a stream of a disk. It
 * fails as unavailable where bytes are wanted and none come for too long.
 */
class ObjectStream extends Readable {
  bytesRead = 0;
  readonly #ask: (signal: AbortSignal) => Promise<Readable>;
  readonly #gone = new AbortController();
  readonly #silentMax_ms: number;
  readonly #wanted_bytes: number;
  #body: Readable | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(
    ask: (signal: AbortSignal) => Promise<Readable>,
    silentMax_ms: number,
    wanted_bytes = Infinity,
  ) {
    super();
    this.#ask = ask;
    this.#silentMax_ms = silentMax_ms;
    this.#wanted_bytes = wanted_bytes;
  }

  override _construct(callback: (error?: Error) => void): void {
    this.#ask(this.#gone.signal).then(
      (body) => {
        this.#body = body;
        body.pause();
        body.on('data', (chunk: Buffer) => {
          // Some give more than was asked for, and what follows an answer would be taken for the next one.
          const taken = chunk.subarray(0, this.#wanted_bytes - this.bytesRead);
          if (taken.length === 0) return;
          this.bytesRead += taken.length;
          this.#watch?.refresh();
          if (!this.push(taken)) this.#rest();
          if (this.bytesRead === this.#wanted_bytes) this.#end();
        });
        body.on('end', () => {
          if (this.bytesRead !== this.#wanted_bytes) this.#end();
        });
        body.on('error', (error) => this.destroy(error));
        this.emit('open');
        callback();
      },
      (error: unknown) => callback(error as Error),
    );
  }

  override _read(): void {
    this.#watch ??= setTimeout(() => {
      this.destroy(new StorageUnavailable('The storage fell silent in the middle of a file.'));
    }, this.#silentMax_ms);
    this.#body?.resume();
  }

  /** Nobody wants bytes just now. */
  #rest(): void {
    this.#unwatch();
    this.#body?.pause();
  }

  #end(): void {
    this.#unwatch();
    this.push(null);
  }

  #unwatch(): void {
    clearTimeout(this.#watch);
    this.#watch = undefined;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#unwatch();
    this.#gone.abort();
    this.#body?.destroy();
    callback(error);
  }
}
