import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { NamedFile } from '../db/stored-files.ts';
import { Digest } from '../storage/digest.ts';

/** A compressed file of a backup that holds a list or a table. */
export interface Part {
  /** Its path in the backup. */
  readonly file: string;
  readonly size_bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** A file of the storage, copied into a backup. */
export interface CopiedFile extends Omit<NamedFile, 'size_bytes' | 'sha256'> {
  /** Size and SHA-256 of the copy; absent where the storage lacked the file. */
  readonly size_bytes?: number;
  readonly sha256?: string;
  /** The fault that the file had in the storage. */
  readonly fault?: 'missing' | 'unreadable' | 'damaged';
}

/** Compresses a source into a file of the backup. The file is on the disk when the promise resolves. */
export async function writePart(
  folder: string,
  file: string,
  source: Readable,
  options: { signal?: AbortSignal } = {},
): Promise<Part> {
  const digest = new Digest();
  await pipeline(
    source,
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
    options,
  );
  return { file, ...digest.end() };
}

/** Writes a list, a line for each entry. @throws the error of the entries, after all of their work has ended */
export function writeList(
  folder: string,
  file: string,
  entries: AsyncIterable<NamedFile | CopiedFile>,
): Promise<Part> {
  async function* lines() {
    for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
  }
  return writePart(folder, file, Readable.from(lines()));
}

/** Reads the entries of a list one by one, so that memory does not grow with the list. */
export async function* readList<Entry extends NamedFile | CopiedFile>(path: string): AsyncGenerator<Entry> {
  const text = readPart(path).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Entry;
  }
}

/** Reads a file of the backup, decompressed. */
export function readPart(path: string): Readable {
  const compressed = createReadStream(path);
  const plain = createGunzip();
  compressed.on('error', (error) => plain.destroy(error));
  plain.on('close', () => compressed.destroy());
  return compressed.pipe(plain);
}
