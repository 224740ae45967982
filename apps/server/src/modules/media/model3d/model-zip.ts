import { open } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { ModelFile } from './file-set.ts';
import { ModelRefused } from './model-refused.ts';

export interface ZipLimits {
  maxEntries: number;
  /** The limits of the unpacked sizes of one entry, and of all together. */
  maxEntry_bytes: number;
  maxTotal_bytes: number;
}

const zipLimits: ZipLimits = {
  maxEntries: 2_000,
  maxEntry_bytes: 2 * 2 ** 30,
  maxTotal_bytes: 6 * 2 ** 30,
};

/**
 * Above this size no model and no picture is compressed more than this (text of an OBJ: some 3 to 10 times).
 */
const freeOfRatio_bytes = 16 * 2 ** 20;
const maxRatio = 150;

const openZip = promisify(
  (path: string, options: yauzl.Options, done: (error: Error | null, zip: ZipFile) => void) =>
    yauzl.open(path, options, done),
);

/**
 * Lists the entries of a zip. Before a byte is unpacked it refuses a zip that no honest program writes: with
 * paths that lead outside, links, too many entries or a bomb's ratio (spec/decisions.md §6). The claimed
 * sizes are enforced when an entry is unpacked.
 *
 * @throws ModelRefused
 */
export async function listZip(path: string, limits: ZipLimits = zipLimits): Promise<readonly Entry[]> {
  return withZip(path, async (zip) => {
    const entries: Entry[] = [];
    const size_bytes = await sizeOf(path);
    if (zip.entryCount > limits.maxEntries)
      throw ModelRefused.for('zip-entries', { entries: zip.entryCount, max: limits.maxEntries });
    let total_bytes = 0;
    let packed_bytes = 0;
    for await (const entry of entriesOf(zip)) {
      judge(entry, limits);
      total_bytes += entry.uncompressedSize;
      packed_bytes += entry.compressedSize;
      if (total_bytes > limits.maxTotal_bytes)
        throw ModelRefused.for('zip-size', { name: shown(entry.fileName), max_bytes: limits.maxTotal_bytes });
      // Entries that share their bytes would repeat the same bomb.
      if (packed_bytes > size_bytes)
        throw ModelRefused.for('zip-bomb', { name: shown(entry.fileName) }, 'its entries overlap');
      if (swells(total_bytes, packed_bytes))
        throw ModelRefused.for('zip-bomb', { name: shown(entry.fileName) });
      if (!isFurniture(entry.fileName)) entries.push(entry);
    }
    return entries;
  });
}

/**
 * The files of a zip. Each is unpacked at its first use, under a name of our own.
 *
 * @param into an existing folder; unpacked files are there as `unpacked-{n}`
 * @throws ModelRefused as `listZip`; at the first use of a file where it differs from the zip's table
 */
export async function zipFiles(path: string, into: string): Promise<ModelFile[]> {
  const entries = await listZip(path);
  return entries.map((entry, index) => {
    let unpacked: Promise<string> | undefined;
    return {
      name: entry.fileName,
      size_bytes: entry.uncompressedSize,
      path: () => (unpacked ??= unpack(path, entry, join(into, `unpacked-${index}`))),
    };
  });
}

function judge(entry: Entry, limits: ZipLimits): void {
  const { fileName: name } = entry;
  const outside = yauzl.validateFileName(name);
  if (outside !== null) throw ModelRefused.for('zip-path', { name: shown(name) }, outside);
  // Only the Finder uses control characters, for its own files, and the database accepts no NUL in JSON.
  if (/\p{Cc}/u.test(name) && !isFurniture(name))
    throw ModelRefused.for('zip-unreadable', { name: shown(name) }, 'a name with control characters');
  // In a zip made under Unix the upper half of the attributes is the mode. Anything but a file or a folder is
  // refused.
  const mode = entry.versionMadeBy >>> 8 === 3 ? entry.externalFileAttributes >>> 16 : 0;
  const kind = mode & 0o170000;
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000)
    throw ModelRefused.for('zip-link', { name: shown(name) }, `mode ${mode.toString(8)}`);
  if (entry.isEncrypted()) throw ModelRefused.for('zip-password', { name: shown(name) });
  if (entry.uncompressedSize > limits.maxEntry_bytes)
    throw ModelRefused.for('zip-size', { name: shown(name), max_bytes: limits.maxEntry_bytes });
  if (swells(entry.uncompressedSize, entry.compressedSize))
    throw ModelRefused.for('zip-bomb', { name: shown(name) });
}

const swells = (unpacked_bytes: number, packed_bytes: number): boolean =>
  unpacked_bytes > freeOfRatio_bytes && unpacked_bytes > maxRatio * packed_bytes;

// Cut by code points: half of a surrogate pair is no text, and breaks JSON as well.
const shown = (name: string): string => [...name.replace(/\p{Cc}/gu, '')].slice(0, 200).join('');

/** Folders, and the hidden files of the Finder and of Windows. */
function isFurniture(name: string): boolean {
  return (
    name.endsWith('/') || /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$|Icon\r$)/i.test(name)
  );
}

async function withZip<T>(path: string, use: (zip: ZipFile) => Promise<T>): Promise<T> {
  // We check names ourselves: the library's own error would say less.
  const zip = await openZip(path, {
    lazyEntries: true,
    autoClose: false,
    validateEntrySizes: true,
    decodeStrings: false,
  }).catch(unreadable('', 'truncated'));
  try {
    return await use(zip);
  } finally {
    zip.close();
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((found, failed) => {
      const settle =
        <V>(done: (value: V) => void) =>
        (value: V) => {
          zip.removeAllListeners();
          done(value);
        };
      zip.on('entry', settle(found));
      zip.on(
        'end',
        settle(() => found(null)),
      );
      zip.on('error', settle(failed));
      zip.readEntry();
    }).catch(unreadable(''));
    if (!entry) return;
    // The library leaves names as bytes; a backslash of Windows is a separator.
    entry.fileName = yauzl.getFileNameLowLevel(
      entry.generalPurposeBitFlag,
      entry.fileNameRaw,
      entry.extraFields,
      false,
    );
    yield entry;
  }
}

async function unpack(path: string, entry: Entry, to: string): Promise<string> {
  await withZip(path, async (zip) => {
    const bytes = await new Promise<Readable>((done, failed) => {
      zip.openReadStream(entry, (error, stream) => (error ? failed(error) : done(stream)));
    }).catch(unreadable(entry.fileName));
    try {
      await pipeline(bytes, checked(entry), createWriteStream(to));
    } catch (error) {
      unreadable(entry.fileName)(error);
    }
  });
  return to;
}

/**
 * Passes the bytes through, and fails at their end if the checksum differs from the zip's; the library checks
 * only sizes.
 */
function checked({ crc32: expected, fileName }: Entry) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sum = 0;
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== expected) throw ModelRefused.for('zip-unreadable', { name: shown(fileName) }, 'wrong CRC-32');
  };
}

/** Turns an error of the library into a refusal; errors of the system (no room, no file) pass unchanged. */
function unreadable(name: string, code: 'zip-unreadable' | 'truncated' = 'zip-unreadable') {
  return (error: unknown): never => {
    if (!(error instanceof Error) || error instanceof ModelRefused || 'syscall' in error) throw error;
    if (/strong encryption/.test(error.message))
      throw ModelRefused.for('zip-password', { name: shown(name) });
    if (code === 'truncated' && /end of central directory/i.test(error.message))
      throw ModelRefused.for('truncated', {}, error.message);
    throw ModelRefused.for('zip-unreadable', { name: shown(name) }, error.message);
  };
}

async function sizeOf(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
