import type { FileHandle } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import type { RandomFile } from '../../../storage/storage.ts';
import type { AcceptedFormat } from './file-signature.ts';
import { readBoxes } from './jp2-header.ts';
import { copyTags, iptcTag } from './exif-block.ts';
import { ifSound, TiffReader, type RawDirectory } from './tiff-directories.ts';
import { withFile } from './with-file.ts';

/** What an image file says about itself, as it stands in the file. */
export interface EmbeddedBlocks {
  /** A small TIFF without a picture, of the tags that are asked for. */
  exif?: Buffer | undefined;
  /** Data sets of IPTC-IIM. */
  iptc?: Buffer | undefined;
  /** A packet of XMP. */
  xmp?: Buffer | undefined;
}

/** An honest block has a tenth of this at most. What is behind it, or the whole block, is not looked at. */
const maxExif_bytes = 2 ** 20;
const maxIptc_bytes = 2 ** 20;
const maxXmp_bytes = 4 * 2 ** 20;

/**
 * Reads the blocks of an image file, and never its picture.
 *
 * @param page the index of the page, for a TIFF
 * @param header what the image library has read from it, for the formats where it finds the blocks
 */
export async function readBlocks(
  source: string,
  page: number,
  format: AcceptedFormat,
  header: Metadata | undefined,
): Promise<EmbeddedBlocks> {
  if (format === 'tiff') return withFile(source, (file, size_bytes) => ofTiff(file, size_bytes, page));
  if (format === 'jp2') return withFile(source, ofJp2);
  if (format === 'gif') return withFile(source, ofGif);
  return {
    exif: header?.exif && (await exifIn(header.exif)),
    iptc: header?.iptc && datasetsIn(header.iptc),
    xmp: header?.xmp && within(maxXmp_bytes, header.xmp),
  };
}

const within = (most_bytes: number, block: Buffer): Buffer | undefined =>
  block.length <= most_bytes ? block : undefined;

/** Outside a TIFF this mark stands before the block in most formats. */
const exifMark = Buffer.from('Exif\0\0', 'latin1');

/** What is asked for of a block of EXIF, which is built as a TIFF. */
async function exifIn(block: Buffer): Promise<Buffer | undefined> {
  const start = block.subarray(0, exifMark.length).equals(exifMark) ? exifMark.length : 0;
  const bytes = block.subarray(start, start + maxExif_bytes);
  const file: Pick<RandomFile, 'read'> = {
    read: (into, offset, length, position) =>
      Promise.resolve({ bytesRead: bytes.copy(into, offset, position, position + length) }),
  };
  const reader = new TiffReader(file, bytes.length);
  const directory = await directoryOf(reader, 0);
  return directory && copyTags(reader, directory);
}

const photoshopMark = Buffer.from('Photoshop 3.0\0', 'latin1');
const iptcResource = 0x0404;
const resourceHead_bytes = 12;

/**
 * The data sets of IPTC in Adobe's image resources: each has a signature, a number, a name of an odd length that begins
 * with its length, and data of an even length after its true one.
 */
function datasetsIn(resources: Buffer): Buffer | undefined {
  const marked = resources.subarray(0, photoshopMark.length).equals(photoshopMark);
  const bytes = resources.subarray(marked ? photoshopMark.length : 0, maxIptc_bytes);
  for (let at = 0; at + resourceHead_bytes <= bytes.length;) {
    const name = bytes.readUInt8(at + 6);
    const lengthAt = at + 7 + name + (name % 2 === 0 ? 1 : 0);
    if (lengthAt + 4 > bytes.length) return undefined;
    const length = bytes.readUInt32BE(lengthAt);
    const start = lengthAt + 4;
    if (bytes.readUInt16BE(at + 4) === iptcResource && bytes.toString('latin1', at, at + 4) === '8BIM')
      return bytes.subarray(start, start + length);
    at = start + length + (length % 2);
  }
  return undefined;
}

const boxes = {
  exif: Buffer.from('JpgTiffExif->JP2', 'latin1').toString('hex'),
  iptc: '33c7a4d2b81d4723a0baf1a3e097ad38',
  xmp: 'be7acfcb97a942e89c71999491e3afac',
  /** Where some programs have put the packet. */
  xml: 'xml ',
} as const;
const maxBox_bytes: ReadonlyMap<string, number> = new Map([
  [boxes.exif, maxExif_bytes],
  [boxes.iptc, maxIptc_bytes],
  [boxes.xmp, maxXmp_bytes],
  [boxes.xml, maxXmp_bytes],
]);

async function ofJp2(file: FileHandle, size_bytes: number): Promise<EmbeddedBlocks> {
  const found = await readBoxes(file, size_bytes, maxBox_bytes);
  const exif = found.get(boxes.exif);
  return {
    exif: exif && (await exifIn(exif)),
    iptc: found.get(boxes.iptc),
    xmp: found.get(boxes.xmp) ?? found.get(boxes.xml),
  };
}

/** The application extension that holds a packet, and the beginning of what ends it: bytes that are in no UTF-8. */
const gifMark = Buffer.from('!\xff\x0bXMP DataXMP', 'latin1');
const gifEnd = Buffer.from([1, 0xff, 0xfe]);

/** Programs write the packet before the pictures. */
async function ofGif(file: FileHandle, size_bytes: number): Promise<EmbeddedBlocks> {
  const head = Buffer.alloc(Math.min(size_bytes, maxXmp_bytes));
  await file.read(head, 0, head.length, 0);
  const mark = head.indexOf(gifMark);
  if (mark < 0) return {};
  const start = mark + gifMark.length;
  const end = head.indexOf(gifEnd, start);
  return end < 0 ? {} : { xmp: head.subarray(start, end) };
}

const blockTags = { xmp: 700, iptc: iptcTag, resources: 34377 } as const;

async function ofTiff(file: FileHandle, size_bytes: number, page: number): Promise<EmbeddedBlocks> {
  const reader = new TiffReader(file, size_bytes);
  const directory = await directoryOf(reader, page);
  if (!directory) return {};
  const block = (key: keyof typeof blockTags, most_bytes: number) =>
    ifSound(async () => {
      const entry = directory.entries.get(blockTags[key]);
      return entry && ((await reader.bytes(entry, most_bytes)) ?? undefined);
    });
  const iptc = await block('iptc', maxIptc_bytes);
  const resources = iptc ? undefined : await block('resources', maxIptc_bytes);
  return {
    exif: await copyTags(reader, directory),
    iptc: iptc ?? (resources && datasetsIn(resources)),
    xmp: await block('xmp', maxXmp_bytes),
  };
}

/** A directory of the main chain; undefined where there is none, or it can't be reached. */
function directoryOf(reader: TiffReader, page: number): Promise<RawDirectory | undefined> {
  return ifSound(async () => {
    let index = 0;
    for await (const directory of reader.chain()) if (index++ === page) return directory;
    return undefined;
  });
}
