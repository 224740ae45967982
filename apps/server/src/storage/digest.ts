import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { StoredFile } from './storage.ts';

/** Length and SHA-256 of what passes. */
export class Digest {
  readonly #hash = createHash('sha256');
  size_bytes = 0;

  update(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.size_bytes += chunk.length;
  }

  /** Once, at the end. */
  end(): StoredFile {
    return { size_bytes: this.size_bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Reads a source to its end. @throws what the source fails with */
export async function digestOf(source: Readable): Promise<StoredFile> {
  const digest = new Digest();
  for await (const chunk of source as AsyncIterable<Buffer>) digest.update(chunk);
  return digest.end();
}
