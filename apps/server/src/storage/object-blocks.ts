import type { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { BucketObjects } from './bucket-objects.ts';
import type { RandomFile } from './storage.ts';

/** Size of a block. The block around a tile mostly contains its neighbours, which are requested next. */
const BLOCK_bytes = 2 ** 20 / 4;
const BLOCKS_HELD = 256;

/** Reads parts of objects at any position. The last used blocks are kept in memory. */
export class ObjectBlocks {
  readonly #objects: BucketObjects;
  /** The blocks by key and number. */
  readonly #blocks = new LRUCache<string, Promise<Buffer>>({ max: BLOCKS_HELD });

  constructor(objects: BucketObjects) {
    this.#objects = objects;
  }

  forget(key: string): void {
    for (const known of [...this.#blocks.keys()]) if (known.startsWith(`${key} `)) this.#blocks.delete(known);
  }

  /** Opens an object of a known size as a file that can be read at any position. */
  fileOf(key: string, size_bytes: number): RandomFile {
    return {
      size_bytes,
      read: async (into, offset, length, position) => {
        let bytesRead = 0;
        while (bytesRead < length && position + bytesRead < size_bytes) {
          const from = position + bytesRead;
          const start = from % BLOCK_bytes;
          const bytes = await this.#block(key, Math.floor(from / BLOCK_bytes), size_bytes);
          const copied = bytes.copy(into, offset + bytesRead, start, start + length - bytesRead);
          if (copied === 0) break;
          bytesRead += copied;
        }
        return { bytesRead };
      },
      close: async () => undefined,
    };
  }

  /** Reads one block of a file, from memory or with one request. */
  #block(key: string, index: number, size_bytes: number): Promise<Buffer> {
    const blocks = this.#blocks;
    const name = `${key} ${index}`;
    const known = blocks.get(name);
    if (known) return known;
    const start = index * BLOCK_bytes;
    const end = Math.min(start + BLOCK_bytes, size_bytes) - 1;
    const bytes = collected(this.#objects.get(key, { start, end }));
    blocks.set(name, bytes);
    bytes.catch(() => blocks.peek(name) === bytes && blocks.delete(name));
    return bytes;
  }
}

async function collected(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
