import type { RandomFile } from '../../../storage/storage.ts';
import { tag, TiffReader, type RawDirectory } from './tiff-directories.ts';

/** The tiles of one level of a pyramid. Each is a JPEG without its beginning. */
export interface JpegTiles {
  /** The side of a whole tile; tiles at the edges are padded to it. */
  readonly tile_px: number;
  readonly columns: number;
  /** The offset and length of each tile in the file, row by row. */
  readonly offsets: Float64Array;
  readonly lengths_bytes: Uint32Array;
  /** The beginning of a JPEG with the shared tables. The tile's bytes from the third on complete it. */
  readonly head: Buffer;
}

const newStyleJpeg = 7;
const photometric = { blackIsZero: 1, rgb: 2, yCbCr: 6 } as const;

const startOfImage = Buffer.from([0xff, 0xd8]);
/** APP0: version 1.1, no density, no thumbnail. It means that three components are YCbCr (JFIF 1.02). */
const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
/** APP14, transform 0: three components are RGB (Adobe, Supporting the DCT Filters §18). */
const adobeRgb = Buffer.from('ffee000e41646f626500640000000000', 'hex');

/**
 * The positions of a pyramid's tiles, for each directory of the file in order; null for a level whose tiles
 * are not JPEGs of one kind (TIFF Technical Note 2). No tile is read.
 * @throws TiffBroken
 */
export async function readJpegTiles(
  file: Pick<RandomFile, 'read'>,
  size_bytes: number,
): Promise<readonly (JpegTiles | null)[]> {
  const reader = new TiffReader(file, size_bytes);
  const levels: (JpegTiles | null)[] = [];
  for await (const directory of reader.chain()) levels.push(await jpegTiles(reader, directory));
  return levels;
}

async function jpegTiles(reader: TiffReader, { entries }: RawDirectory): Promise<JpegTiles | null> {
  const all = async (key: keyof typeof tag): Promise<number[]> => {
    const entry = entries.get(tag[key]);
    return entry ? reader.values(entry, entry.count) : [];
  };
  const one = async (key: keyof typeof tag, otherwise: number) => (await all(key))[0] ?? otherwise;
  const tile_px = await one('tileWidth', 0);
  const samples = await one('samplesPerPixel', 1);
  const before = beforeTables(await one('photometric', -1), samples);
  const isOneKind =
    before !== null &&
    (await one('compression', 1)) === newStyleJpeg &&
    (await one('planarConfiguration', 1)) === 1 &&
    tile_px > 0 &&
    (await one('tileLength', 0)) === tile_px;
  if (!isOneKind) return null;
  const columns = Math.ceil((await one('width', 0)) / tile_px);
  const rows = Math.ceil((await one('height', 0)) / tile_px);
  const offsets = Float64Array.from(await all('tileOffsets'));
  const lengths_bytes = Uint32Array.from(await all('tileByteCounts'));
  if (offsets.length !== columns * rows || lengths_bytes.length !== offsets.length) return null;
  const tables = Buffer.from(await all('jpegTables'));
  // Without the start and end marks of the tables, which are a JPEG of their own.
  return { tile_px, columns, offsets, lengths_bytes, head: Buffer.concat([before, tables.subarray(2, -2)]) };
}

/** The segments that define the colours of the components; null for colours that no JPEG can express. */
function beforeTables(interpretation: number, samples: number): Buffer | null {
  if (samples === 1 && interpretation === photometric.blackIsZero) return startOfImage;
  if (samples === 3 && interpretation === photometric.yCbCr) return Buffer.concat([startOfImage, jfif]);
  if (samples === 3 && interpretation === photometric.rgb) return Buffer.concat([startOfImage, adobeRgb]);
  return null;
}
