import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { StoredFile } from './storage.ts';

/** Computes the length and the SHA-256 of the bytes that it is given. */
export class Digest {
  readonly #hash = createHash('sha256');
  size_bytes = 0;

  update(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.size_bytes += chunk.length;
  }

  /** Returns the result; to be called once, after all bytes. */
  end(): StoredFile {
    return { size_bytes: this.size_bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Reads a source to its end. @throws the error of the source */
export async function digestOf(source: Readable): Promise<StoredFile> {
  const digest = new Digest();
  for await (const chunk of source as AsyncIterable<Buffer>) digest.update(chunk);
  return digest.end();
}
