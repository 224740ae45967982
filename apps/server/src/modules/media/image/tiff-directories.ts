import type { RandomFile } from '../../../storage/storage.ts';

/** One image file directory of a TIFF's main chain; its index in the chain is sharp's `page`. */
export interface TiffDirectory {
  width_px: number;
  height_px: number;
  /** A smaller copy of another image in the file: NewSubfileType bit 0, or SubfileType 2. */
  isReduced: boolean;
  /** A transparency mask for another image in the file: NewSubfileType bit 2. */
  isMask: boolean;
  isTiled: boolean;
  bitsPerSample: number;
  /** 1 unsigned, 2 signed, 3 floating point, 4 undefined, 5 and 6 complex (TIFF 6.0, tag 339). */
  sampleFormat: number;
  samplesPerPixel: number;
  /** The number of samples that are no colour, such as alpha (tag 338). */
  extraSamples: number;
  photometric: number;
  compression: number;
  /** 1 to 8, as in EXIF. */
  orientation: number;
  /** It holds, directly or in a sub-directory, the mosaic of a sensor: the file is a camera's raw file. */
  isCameraRaw: boolean;
  /** Some of the image's data would be beyond the end of the file. */
  isCut: boolean;
}

/** The structure is not that of a TIFF. `isCut`: it points beyond the end of the file. */
export class TiffBroken extends Error {
  readonly isCut: boolean;

  constructor(message: string, isCut: boolean) {
    super(message);
    this.name = 'TiffBroken';
    this.isCut = isCut;
  }
}

// Far above the number in an honest file, and still harmless.
const maxDirectories = 5_000;
const maxEntries = 4096;
const maxSubDirectories = 32;
const maxRead_bytes = 16 * 2 ** 20;

export const tag = {
  newSubfileType: 254,
  subfileType: 255,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  stripByteCounts: 279,
  planarConfiguration: 284,
  tileWidth: 322,
  tileLength: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  subDirectories: 330,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
  dngVersion: 50706,
} as const;

const oldStyleJpeg = 6;

/** The names of compressions (tag 259), those that the image library can't decode included. */
export const tiffCompressions: Readonly<Record<number, string>> = {
  1: 'none',
  2: 'CCITT RLE',
  3: 'CCITT Group 3',
  4: 'CCITT Group 4',
  5: 'LZW',
  [oldStyleJpeg]: 'old-style JPEG',
  7: 'JPEG',
  8: 'Deflate',
  32773: 'PackBits',
  32809: 'ThunderScan',
  32946: 'Deflate',
  33003: 'JPEG 2000',
  33005: 'JPEG 2000',
  34661: 'JBIG',
  34676: 'SGI LogLuv',
  34677: 'SGI LogLuv',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  34933: 'PNG',
  34934: 'JPEG XR',
  50000: 'Zstandard',
  50001: 'WebP',
  50002: 'JPEG XL',
};

/** The compressions that every build of the image library decodes: where one fails, its data is damaged. */
export const commonCompressions: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 7, 8, 32773, 32946]);
const mosaicPhotometrics = new Set([32803, 34892]);

/** Bytes of one value, by the type's number in TIFF 6.0 and BigTIFF. */
const valueSize_bytes: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4 },
  ...{ 16: 8, 17: 8, 18: 8 },
};
/** The types whose values are unsigned integers, or bytes. */
const unsignedTypes = new Set([1, 3, 4, 7, 13, 16, 18]);

export interface Entry {
  type: number;
  count: number;
  /** Offset of the values in the file, in the directory or elsewhere. */
  at: number;
}

export interface RawDirectory {
  entries: Map<number, Entry>;
  next: number;
}

/**
 * Reads the main chain of directories of a TIFF, classic or BigTIFF, in either byte order, without the image
 * data. The numbers of reads, entries and directories are bounded, so that a hostile file costs no more than
 * an honest one.
 *
 * @param last index of the last wanted directory; default the whole chain
 * @throws TiffBroken for a chain that loops, points out of the file, or exceeds the bounds
 */
export async function readTiffDirectories(
  file: Pick<RandomFile, 'read'>,
  size_bytes: number,
  last = Infinity,
): Promise<TiffDirectory[]> {
  const reader = new TiffReader(file, size_bytes);
  const directories: TiffDirectory[] = [];
  for await (const directory of reader.chain()) {
    directories.push(await describe(reader, directory));
    if (directories.length > last) break;
  }
  return directories;
}

/**
 * The indexes of the directories that are pages, in order.
 *
 * Not pages: reduced levels and thumbnails, masks, and unflagged levels as libvips writes them, that is, a
 * tiled image half the size (rounded either way) of the tiled image before it. Where all are flagged as
 * reduced, the first counts as the page.
 */
export function pagesOf(directories: readonly TiffDirectory[]): number[] {
  const pages: number[] = [];
  let level: TiffDirectory | null = null;
  directories.forEach((directory, index) => {
    if (directory.isMask || directory.isReduced) return;
    if (!level || !halves(level, directory)) pages.push(index);
    level = directory;
  });
  if (pages.length > 0) return pages;
  const first = directories.findIndex((directory) => !directory.isMask);
  return first < 0 ? [] : [first];
}

function halves(above: TiffDirectory, below: TiffDirectory): boolean {
  const half = (whole_px: number, part_px: number): boolean =>
    part_px === Math.max(1, Math.floor(whole_px / 2)) || part_px === Math.ceil(whole_px / 2);
  return (
    above.isTiled &&
    below.isTiled &&
    above.width_px * above.height_px > 1 &&
    half(above.width_px, below.width_px) &&
    half(above.height_px, below.height_px)
  );
}

async function describe(reader: TiffReader, { entries }: RawDirectory): Promise<TiffDirectory> {
  const first = async (key: keyof typeof tag, otherwise: number): Promise<number> => {
    const entry = entries.get(tag[key]);
    return entry ? ((await reader.values(entry, 1))[0] ?? otherwise) : otherwise;
  };
  const newSubfileType = await first('newSubfileType', 0);
  const photometric = await first('photometric', -1);
  const compression = await first('compression', 1);
  const orientation = await first('orientation', 1);
  return {
    width_px: await first('width', 0),
    height_px: await first('height', 0),
    isReduced: (newSubfileType & 1) === 1 || (await first('subfileType', 0)) === 2,
    isMask: (newSubfileType & 4) === 4 || photometric === 4,
    isTiled: entries.has(tag.tileWidth),
    bitsPerSample: await first('bitsPerSample', 1),
    sampleFormat: await first('sampleFormat', 1),
    samplesPerPixel: await first('samplesPerPixel', 1),
    extraSamples: entries.get(tag.extraSamples)?.count ?? 0,
    photometric,
    compression,
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    isCameraRaw:
      entries.has(tag.dngVersion) ||
      mosaicPhotometrics.has(photometric) ||
      (await hasMosaicBelow(reader, entries)),
    isCut: compression !== oldStyleJpeg && (await dataEnd_bytes(reader, entries)) > reader.size_bytes,
  };
}

async function hasMosaicBelow(reader: TiffReader, entries: Map<number, Entry>): Promise<boolean> {
  const below = entries.get(tag.subDirectories);
  if (!below) return false;
  try {
    for (const offset of await reader.values(below, maxSubDirectories)) {
      const photometric = (await reader.directory(offset)).entries.get(tag.photometric);
      if (photometric && mosaicPhotometrics.has((await reader.values(photometric, 1))[0] ?? -1)) return true;
    }
  } catch (error) {
    // We show no sub-directory, so a broken one does not matter for the page.
    if (!(error instanceof TiffBroken)) throw error;
  }
  return false;
}

async function dataEnd_bytes(reader: TiffReader, entries: Map<number, Entry>): Promise<number> {
  const offsets = entries.get(tag.tileOffsets) ?? entries.get(tag.stripOffsets);
  const lengths = entries.get(tag.tileByteCounts) ?? entries.get(tag.stripByteCounts);
  if (!offsets || !lengths) return 0;
  const starts = await reader.values(offsets, offsets.count);
  const counts = await reader.values(lengths, lengths.count);
  let end = 0;
  starts.forEach((start, index) => {
    // A sparse TIFF marks an empty tile by the length 0.
    const count = counts[index] ?? 0;
    if (count > 0) end = Math.max(end, start + count);
  });
  return end;
}

/** What is read; undefined where the structure is broken. */
export async function ifSound<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TiffBroken) return undefined;
    throw error;
  }
}

/** Reads the parts of a TIFF that its directories refer to, within bounds. */
export class TiffReader {
  readonly size_bytes: number;
  readonly #file: Pick<RandomFile, 'read'>;
  #littleEndian = true;
  #big = false;
  #left_bytes = maxRead_bytes;

  constructor(file: Pick<RandomFile, 'read'>, size_bytes: number) {
    this.#file = file;
    this.size_bytes = size_bytes;
  }

  /** Known once a directory has been read. */
  get isLittleEndian(): boolean {
    return this.#littleEndian;
  }

  /** The main chain of directories. @throws TiffBroken for a chain that is empty, loops, or has no end */
  async *chain(): AsyncGenerator<RawDirectory> {
    const seen = new Set<number>();
    for (let offset = await this.#open(); offset !== 0;) {
      if (seen.has(offset)) throw new TiffBroken('the directories form a loop', false);
      if (seen.size >= maxDirectories) throw new TiffBroken('too many directories', false);
      seen.add(offset);
      const directory = await this.directory(offset);
      yield directory;
      offset = directory.next;
    }
    if (seen.size === 0) throw new TiffBroken('no directory', false);
  }

  /** The offset of the first directory. */
  async #open(): Promise<number> {
    const head = await this.#read(0, Math.min(16, this.size_bytes));
    this.#littleEndian = head[0] === 0x49;
    this.#big = head.length >= 8 && this.#uint(head, 2, 2) === 43;
    if (head.length < (this.#big ? 16 : 8)) throw new TiffBroken('the header is cut', true);
    return this.#big ? this.#uint(head, 8, 8) : this.#uint(head, 4, 4);
  }

  async directory(offset: number): Promise<RawDirectory> {
    const [countSize, entrySize, linkSize] = this.#big ? [8, 20, 8] : [2, 12, 4];
    const count = this.#uint(await this.#read(offset, countSize), 0, countSize);
    if (count === 0 || count > maxEntries) throw new TiffBroken(`a directory of ${count} entries`, false);
    const start = offset + countSize;
    const bytes = await this.#read(start, count * entrySize + linkSize);
    const entries = new Map<number, Entry>();
    for (let index = 0; index < count; index++) {
      const at = index * entrySize;
      const type = this.#uint(bytes, at + 2, 2);
      const values = this.#uint(bytes, at + 4, linkSize);
      const inlineAt = at + 4 + linkSize;
      const fits = values * (valueSize_bytes[type] ?? 1) <= linkSize;
      const where = fits ? start + inlineAt : this.#uint(bytes, inlineAt, linkSize);
      entries.set(this.#uint(bytes, at, 2), { type, count: values, at: where });
    }
    return { entries, next: this.#uint(bytes, count * entrySize, linkSize) };
  }

  /** At most `atMost` values of an unsigned integer type; empty for any other type. */
  async values(entry: Entry, atMost: number): Promise<number[]> {
    const each = valueSize_bytes[entry.type];
    if (!each || !unsignedTypes.has(entry.type)) return [];
    const count = Math.min(entry.count, atMost);
    const bytes = await this.#read(entry.at, count * each);
    return Array.from({ length: count }, (_, index) => this.#uint(bytes, index * each, each));
  }

  /** The values of an entry as they stand in the file; null for an unknown type, and for more than `atMost_bytes`. */
  async bytes(entry: Entry, atMost_bytes: number): Promise<Buffer | null> {
    const length = entry.count * (valueSize_bytes[entry.type] ?? NaN);
    return length <= atMost_bytes ? this.#read(entry.at, length) : null;
  }

  async #read(offset: number, length: number): Promise<Buffer> {
    if (offset + length > this.size_bytes) throw new TiffBroken('it points behind the end of the file', true);
    this.#left_bytes -= length;
    if (this.#left_bytes < 0) throw new TiffBroken('its directories are out of proportion', false);
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await this.#file.read(bytes, 0, length, offset);
    if (bytesRead < length) throw new TiffBroken('the file ends early', true);
    return bytes;
  }

  #uint(bytes: Buffer, at: number, size: number): number {
    if (size <= 4) return this.#littleEndian ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
    // No file is larger than 2^53 bytes. The value is only compared with the file's size, which then fails.
    return Number(this.#littleEndian ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  }
}
