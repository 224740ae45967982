import type { FileHandle } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { fileSignature, mediaTypes, signature_bytes, type AcceptedFormat } from './file-signature.ts';
import { ImageRefused } from './image-refused.ts';
import { readJp2Header, type Jp2Header } from './jp2-header.ts';
import {
  commonCompressions,
  pagesOf,
  readTiffDirectories,
  TiffBroken,
  tiffCompressions,
  type TiffDirectory,
} from './tiff-directories.ts';
import { withFile } from './with-file.ts';

/** The description of an image file, from its content (spec/decisions.md §6). */
export interface ImageProbe {
  format: AcceptedFormat;
  mediaType: string;
  /**
   * One entry for each asset of the file, in order. `index` is what sharp's `page` takes; the sizes are those
   * after the orientation is applied.
   */
  pages: { index: number; width_px: number; height_px: number }[];
}

/** The header of one page, before any decoding. */
export interface InspectedPage {
  format: AcceptedFormat;
  header: Metadata;
  /** The page's directory, for a TIFF. */
  directory: TiffDirectory | null;
  /** 1 to 8, as in EXIF. */
  orientation: number;
}

/** The longest side that a pyramid of JPEG tiles is written for (sharp refuses more). */
const maxSide_px = 65_535;
/** The decoder holds the whole picture in 2 GB of memory, some 25 bytes a pixel. */
const maxJp2Pixels = 80_000_000;
/** Each page becomes an image of its own, and opening one walks the chain up to it. */
const maxPages = 1_000;

/**
 * Determines the format of a file and its images from as few bytes as possible: its beginning, its header,
 * and for a TIFF the directories. For an animation only the first frame counts.
 *
 * @param limits.maxPixels width × height that one page may have
 * @throws ImageRefused where the header shows that no image can be made of it
 */
export async function probeImage(path: string, limits: { maxPixels: number }): Promise<ImageProbe> {
  return withFile(path, async (file, size_bytes) => {
    const format = await formatOf(file, size_bytes);
    if (format === 'jp2') {
      const page = { index: 0, ...sizeOf(await readJp2Header(file, size_bytes)) };
      checkSize(page, Math.min(limits.maxPixels, maxJp2Pixels));
      return { format, mediaType: mediaTypes[format], pages: [page] };
    }
    const pages =
      format === 'tiff'
        ? await tiffPages(file, size_bytes)
        : [await onlyPage(path, format, file, size_bytes)];
    for (const page of pages) checkSize(page, limits.maxPixels);
    return { format, mediaType: mediaTypes[format], pages };
  });
}

/**
 * Reads the header of one page, and refuses one that can't be shown.
 *
 * @param page an index that `probeImage` gave
 * @throws ImageRefused
 */
export async function inspectPage(path: string, page: number, maxPixels: number): Promise<InspectedPage> {
  return withFile(path, async (file, size_bytes) => {
    const format = await formatOf(file, size_bytes);
    if (format === 'jpeg' && (await endsInMereZeros(file, size_bytes)))
      throw ImageRefused.for('truncated', {}, 'the file ends in zeros where the image data should end');
    const directory = format === 'tiff' ? await tiffDirectory(file, size_bytes, page) : null;
    const header = await readHeader(path, page, format, file, size_bytes, directory);
    checkSize({ width_px: header.width, height_px: header.height }, maxPixels);
    return { format, header, directory, orientation: header.orientation ?? 1 };
  });
}

const sizeOf = ({ width_px, height_px }: Jp2Header) => ({ width_px, height_px });

/**
 * Reads the header of a JPEG 2000, whose pixels another library decodes; null for any other file.
 * @throws ImageRefused
 */
export async function inspectJp2(path: string, maxPixels: number): Promise<Jp2Header | null> {
  return withFile(path, async (file, size_bytes) => {
    if ((await formatOf(file, size_bytes)) !== 'jp2') return null;
    const header = await readJp2Header(file, size_bytes);
    checkSize(header, Math.min(maxPixels, maxJp2Pixels));
    return header;
  });
}

async function formatOf(file: FileHandle, size_bytes: number): Promise<AcceptedFormat> {
  if (size_bytes === 0) throw ImageRefused.for('empty-file', {});
  const head = Buffer.alloc(Math.min(signature_bytes, size_bytes));
  await file.read(head, 0, head.length, 0);
  const signature = fileSignature(head);
  if (signature.format === null) throw ImageRefused.for('unsupported-format', signature);
  return signature.format;
}

function checkSize(
  { width_px, height_px }: { width_px: number; height_px: number },
  maxPixels: number,
): void {
  if (width_px * height_px > maxPixels)
    throw ImageRefused.for('too-many-pixels', { width_px, height_px, maxPixels });
  if (Math.max(width_px, height_px) > maxSide_px)
    throw ImageRefused.for('too-long-side', { width_px, height_px, max_px: maxSide_px });
}

async function onlyPage(
  path: string,
  format: AcceptedFormat,
  file: FileHandle,
  size_bytes: number,
): Promise<ImageProbe['pages'][number]> {
  const { autoOrient } = await readHeader(path, 0, format, file, size_bytes);
  return { index: 0, width_px: autoOrient.width, height_px: autoOrient.height };
}

async function readHeader(
  path: string,
  page: number,
  format: AcceptedFormat,
  file: FileHandle,
  size_bytes: number,
  directory: TiffDirectory | null = null,
): Promise<Metadata> {
  try {
    // We check the limit ourselves: sharp's message names neither the size nor the limit.
    return await sharp(path, { page, limitInputPixels: false }).metadata();
  } catch (error) {
    throw await refusalOf(error, format, file, size_bytes, directory);
  }
}

async function directoriesOf(file: FileHandle, size_bytes: number, last?: number): Promise<TiffDirectory[]> {
  try {
    return await readTiffDirectories(file, size_bytes, last);
  } catch (error) {
    if (error instanceof TiffBroken)
      throw ImageRefused.for(error.isCut ? 'truncated' : 'unreadable', {}, error.message);
    throw error;
  }
}

async function tiffPages(file: FileHandle, size_bytes: number): Promise<ImageProbe['pages']> {
  const directories = await directoriesOf(file, size_bytes);
  const pages = pagesOf(directories);
  if (pages.length > maxPages)
    throw ImageRefused.for('too-many-pages', { pages: pages.length, max: maxPages });
  return pages.flatMap((index) => {
    const directory = directories[index];
    if (!directory) return [];
    checkDirectory(directory);
    const { width_px, height_px } = directory;
    const turned = directory.orientation >= 5;
    return [{ index, width_px: turned ? height_px : width_px, height_px: turned ? width_px : height_px }];
  });
}

async function tiffDirectory(file: FileHandle, size_bytes: number, page: number): Promise<TiffDirectory> {
  const directory = (await directoriesOf(file, size_bytes, page))[page];
  if (!directory) throw new RangeError(`The TIFF has no directory ${page}.`);
  checkDirectory(directory);
  return directory;
}

const separated = 5;
const cieLab = 8;

function checkDirectory(directory: TiffDirectory): void {
  const { bitsPerSample, sampleFormat, samplesPerPixel, extraSamples, photometric } = directory;
  if (directory.isCameraRaw)
    throw ImageRefused.for('unsupported-format', { seemsToBe: 'a camera’s raw file' });
  if (directory.width_px === 0 || directory.height_px === 0)
    throw ImageRefused.for('unreadable', {}, 'a directory without width or height');
  if (directory.isCut) throw ImageRefused.for('truncated', {}, 'image data behind the end of the file');
  if (sampleFormat === 3) throw ImageRefused.for('unsupported-samples', { found: 'floating-point numbers' });
  if (sampleFormat === 2 && photometric !== cieLab)
    throw ImageRefused.for('unsupported-samples', { found: 'signed numbers' });
  if (sampleFormat > 4) throw ImageRefused.for('unsupported-samples', { found: 'complex numbers' });
  if (bitsPerSample > 16)
    throw ImageRefused.for('unsupported-samples', { found: `numbers of ${bitsPerSample} bits` });
  // libvips packs 8-bit CIELab into a coding of its own that sharp 0.35 can't open.
  if (photometric === cieLab && bitsPerSample === 8)
    throw ImageRefused.for('unsupported-colour', { found: 'they are in CIELab with 8 bits' });
  const colours = samplesPerPixel - extraSamples;
  if (
    samplesPerPixel > 5 ||
    (photometric <= 1 && colours > 1) ||
    (photometric === separated && colours !== 4)
  )
    throw ImageRefused.for('unsupported-colour', { found: `it has ${samplesPerPixel} channels` });
}

/**
 * The meaning of a decoder's error: a refusal where the file is to blame; the error itself where the machine
 * is (no room, no memory).
 * @param directory the page's directory, for a TIFF
 */
export async function refusalOf(
  error: unknown,
  format: AcceptedFormat,
  file: FileHandle,
  size_bytes: number,
  directory: TiffDirectory | null = null,
): Promise<Error> {
  if (!(error instanceof Error)) return new Error(String(error));
  const message = error.message;
  if (machineFault.test(message)) return error;
  if (directory && !commonCompressions.has(directory.compression)) {
    const found = tiffCompressions[directory.compression] ?? `number ${directory.compression}`;
    return ImageRefused.for('unsupported-compression', { found }, message.replaceAll('\n', '; '));
  }
  const isCut = cutShort.test(message) || (await endIsMissing(format, file, size_bytes));
  return ImageRefused.for(isCut ? 'truncated' : 'unreadable', {}, message.replaceAll('\n', '; '));
}

/** As `refusalOf`, of a file that `probeImage` has let in. */
export function refusalOfFile(path: string, format: AcceptedFormat, error: unknown): Promise<Error> {
  return withFile(path, (file, size_bytes) => refusalOf(error, format, file, size_bytes));
}

/** Messages of libvips 8.18. */
const machineFault =
  /write error|write failed|for write|no space left|disk quota|input file is missing|too many open files|out of memory|unable to allocate|failed to allocate|permission denied/i;
const cutShort = /premature end of JPEG image|unexpected end of GIF/i;

/** Whether a file lacks the end mark of its format; only used after decoding has failed. */
async function endIsMissing(format: AcceptedFormat, file: FileHandle, size_bytes: number): Promise<boolean> {
  if (format === 'png') {
    const end = Buffer.alloc(Math.min(12, size_bytes));
    await file.read(end, 0, end.length, size_bytes - end.length);
    return !end.includes('IEND');
  }
  if (format === 'webp') {
    const head = Buffer.alloc(8);
    await file.read(head, 0, 8, 0);
    return head.readUInt32LE(4) + 8 > size_bytes;
  }
  return false;
}

/**
 * Whether a file ends in zeros without an end mark. An interrupted copy leaves zeros in preallocated space,
 * and zeros are valid JPEG data: they decode to a flat grey without any warning. Zeros after the end mark are
 * harmless padding.
 */
async function endsInMereZeros(file: FileHandle, size_bytes: number): Promise<boolean> {
  const chunk = Buffer.alloc(65_536);
  let end = size_bytes;
  while (end > 0) {
    const start = Math.max(0, end - chunk.length);
    const bytes = chunk.subarray(0, end - start);
    await file.read(bytes, 0, bytes.length, start);
    const last = bytes.findLastIndex((byte) => byte !== 0);
    if (last >= 0) {
      if (start + last === size_bytes - 1) return false;
      const mark = Buffer.alloc(2);
      await file.read(mark, 0, 2, Math.max(0, start + last - 1));
      return mark.readUInt16BE(0) !== END_MARK && !(await hasEndMark(file, size_bytes));
    }
    end = start;
  }
  return true;
}

const END_MARK = 0xffd9;
const SCAN_MARK = 0xffda;

/** Whether the scans of a JPEG have an end mark, however many other bytes follow it. */
async function hasEndMark(file: FileHandle, size_bytes: number): Promise<boolean> {
  const chunk = Buffer.alloc(65_536);
  let at = 2;
  // A segment before the scans may contain a thumbnail with an end mark of its own.
  for (let mark = 0; mark !== SCAN_MARK;) {
    const { bytesRead } = await file.read(chunk, 0, 4, at);
    if (bytesRead < 4) return false;
    mark = chunk.readUInt16BE(0);
    if (mark < 0xff00) return false;
    at += 2 + chunk.readUInt16BE(2);
  }
  const wanted = Buffer.from([END_MARK >> 8, END_MARK & 0xff]);
  for (; at < size_bytes - 1; at += chunk.length - 1) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (chunk.subarray(0, bytesRead).includes(wanted)) return true;
  }
  return false;
}
