import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type * as ClientS3 from '@aws-sdk/client-s3';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { withBucketErrors } from './bucket-errors.ts';
import { ObjectStream } from './object-stream.ts';
import { StorageUnavailable, type ListedFile } from './storage.ts';

/** A bucket of an object storage that speaks S3. */
export interface Bucket {
  readonly name: string;
  /** Prefix of every key: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Undefined for the service of Amazon. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined where the client takes them from the environment or the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** A file up to this size is sent in one request, a larger one in parts. S3 takes at most ten thousand parts. */
const PART_MIN_bytes = 16 * 2 ** 20;
const PARTS_MAX = 9_000;
const LISTED_AT_ONCE = 1_000;
const ATTEMPTS = 4;
const CONNECTED_WITHIN_MS = 10_000;
/** Sending a file over a slow line and joining its parts in the service take longer than other calls. */
const SENT_WITHIN_SILENCES = 5;

type Sdk = typeof ClientS3;

/** The objects of a bucket. Each call throws the errors of a storage. */
export class BucketObjects {
  readonly #sdk: Sdk;
  readonly #client: S3Client;
  readonly #bucket: Bucket;
  readonly #silentMax_ms: number;
  readonly #sending: { requestTimeout: number };

  private constructor(sdk: Sdk, bucket: Bucket, silentMax_ms: number) {
    this.#sdk = sdk;
    this.#client = new sdk.S3Client(settingsOf(bucket, silentMax_ms));
    this.#bucket = bucket;
    this.#silentMax_ms = silentMax_ms;
    this.#sending = { requestTimeout: silentMax_ms * SENT_WITHIN_SILENCES };
  }

  /** @param silentMax_ms the time without an answer or a byte after which the service counts as unavailable */
  static async open(bucket: Bucket, silentMax_ms: number): Promise<BucketObjects> {
    // Without this the client warns that its later versions need a newer Node. We use one exact version of it.
    // oxlint-disable-next-line no-restricted-properties -- a switch of the client, not a setting of ours
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
    // Loading the client takes half a second, and an installation on a disk does not need it.
    return new BucketObjects(await import('@aws-sdk/client-s3'), bucket, silentMax_ms);
  }

  /** @param range in bytes, both ends included */
  get(key: string, range?: { start: number; end: number }): ObjectStream {
    const wanted = range && { Range: `bytes=${range.start}-${range.end}` };
    const ask = async (abortSignal: AbortSignal) => {
      const command = new this.#sdk.GetObjectCommand({ ...this.#at(key), ...wanted });
      const answer = await withBucketErrors(() => this.#client.send(command, { abortSignal }));
      const body = answer.Body as Readable;
      // A service may ignore a range (RFC 9110 §14.2). Then the bytes are those of another part of the file.
      const start = answer.ContentRange === undefined ? 0 : /^bytes (\d+)-/.exec(answer.ContentRange)?.[1];
      if (range && Number(start) !== range.start) {
        body.destroy();
        throw new StorageUnavailable('The storage answered another part of a file than was asked for.');
      }
      return body;
    };
    // Where a service ignores a range that begins at 0, the stream drops the bytes after the range.
    return new ObjectStream(ask, this.#silentMax_ms, range && range.end - range.start + 1);
  }

  /** @throws with the code ENOENT where there is no object */
  async head(key: string): Promise<{ size_bytes: number; written_ms: number }> {
    const { ContentLength = 0, LastModified } = await withBucketErrors(() =>
      this.#client.send(new this.#sdk.HeadObjectCommand(this.#at(key))),
    );
    return { size_bytes: ContentLength, written_ms: LastModified?.getTime() ?? Date.now() };
  }

  /** Writes a whole file. */
  async put(key: string, file: FileHandle, size_bytes: number): Promise<void> {
    if (size_bytes > PART_MIN_bytes) return this.#putInParts(key, file, size_bytes);
    const bytes = await readWhole(file, 0, size_bytes);
    const command = { ...this.#at(key), Body: bytes, ContentLength: bytes.length, ContentMD5: md5(bytes) };
    await withBucketErrors(() => this.#client.send(new this.#sdk.PutObjectCommand(command), this.#sending));
  }

  async #putInParts(key: string, file: FileHandle, size_bytes: number): Promise<void> {
    const sdk = this.#sdk;
    const at = this.#at(key);
    const part_bytes = Math.max(PART_MIN_bytes, Math.ceil(size_bytes / PARTS_MAX));
    const { UploadId } = await withBucketErrors(() =>
      this.#client.send(new sdk.CreateMultipartUploadCommand(at)),
    );
    try {
      const Parts = [];
      for (let from = 0, PartNumber = 1; from < size_bytes; from += part_bytes, PartNumber += 1) {
        const Body = await readWhole(file, from, Math.min(part_bytes, size_bytes - from));
        const sums = { ContentLength: Body.length, ContentMD5: md5(Body) };
        const part = new sdk.UploadPartCommand({ ...at, UploadId, PartNumber, Body, ...sums });
        const { ETag } = await withBucketErrors(() => this.#client.send(part, this.#sending));
        Parts.push({ PartNumber, ETag });
      }
      const whole = new sdk.CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } });
      await withBucketErrors(() => this.#client.send(whole, this.#sending));
    } catch (error) {
      const abort = new sdk.AbortMultipartUploadCommand({ ...at, UploadId });
      await this.#client.send(abort).catch(() => undefined);
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await withBucketErrors(() => this.#client.send(new this.#sdk.DeleteObjectCommand(this.#at(key))));
  }

  /** Lists all objects below the prefix, including foreign ones. */
  async *list(): AsyncGenerator<ListedFile> {
    const { name, prefix } = this.#bucket;
    let ContinuationToken: string | undefined;
    do {
      const command = new this.#sdk.ListObjectsV2Command({
        Bucket: name,
        Prefix: prefix,
        MaxKeys: LISTED_AT_ONCE,
        ...(ContinuationToken !== undefined && { ContinuationToken }),
      });
      const page = await withBucketErrors(() => this.#client.send(command));
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        yield { key: Key.slice(prefix.length), size_bytes: Size, written_ms: LastModified?.getTime() ?? 0 };
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  /** Writes an object and removes it, to check that the bucket can be written. */
  async check(): Promise<void> {
    // No key of ours begins with a dot.
    const probe = this.#at(`.partial/${randomUUID()}.check`);
    await withBucketErrors(() => this.#client.send(new this.#sdk.PutObjectCommand({ ...probe, Body: 'x' })));
    await withBucketErrors(() => this.#client.send(new this.#sdk.DeleteObjectCommand(probe)));
  }

  /** Aborts multipart uploads that were never completed. @returns their number */
  async sweep(olderThan_ms: number): Promise<number> {
    const sdk = this.#sdk;
    const { name, prefix } = this.#bucket;
    let swept = 0;
    const { Uploads = [] } = await this.#client
      .send(new sdk.ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix }))
      // Some services can't list them; those services remove them after a while.
      .catch(() => ({ Uploads: [] }));
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Date.now() - (Initiated?.getTime() ?? Date.now()) < olderThan_ms) continue;
      const abort = new sdk.AbortMultipartUploadCommand({ Bucket: name, Key, UploadId });
      await withBucketErrors(() => this.#client.send(abort));
      swept += 1;
    }
    return swept;
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket.name, Key: this.#bucket.prefix + key };
  }
}

function settingsOf({ endpoint, region, credentials }: Bucket, silentMax_ms: number): S3ClientConfig {
  return {
    region,
    maxAttempts: ATTEMPTS,
    // This limits the time until the answer begins. A time-out of the socket would also end an answer whose reader
    // pauses, such as a video.
    requestHandler: {
      connectionTimeout: CONNECTED_WITHIN_MS,
      requestTimeout: silentMax_ms,
      throwOnRequestTimeout: true,
    },
    // We send Content-MD5 instead, which every service supports.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  };
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

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
