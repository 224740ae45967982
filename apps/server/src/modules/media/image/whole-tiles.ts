import { open, type FileHandle } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { tag, TiffReader } from './tiff-directories.ts';

const sides = ['width', 'height'] as const;
/** The greatest side that fits into the two bytes of a SHORT. */
const SHORT_MAX = 65_535;

/**
 * Pads the last column and row of tiles with the image's own last pixels. libvips would pad them with black,
 * which tints the pixels beside it (4:2:0) and causes ringing; and it halves a side by dropping the odd
 * pixel, while viewers count it. A side of whole tiles is even down to the last level but one.
 * `writeTrueSizes` then sets the true sizes; only the padding's bytes remain. sharp holds all pixels in
 * memory for this.
 */
export function fillTiles(image: Sharp, width_px: number, height_px: number, tile_px: number): Sharp {
  const right = -width_px & (tile_px - 1);
  const bottom = -height_px & (tile_px - 1);
  return right === 0 && bottom === 0 ? image : image.extend({ right, bottom, extendWith: 'copy' });
}

/**
 * Prepares an image for {@link fillStoredTiles}. A side whose number would need more bytes after padding is
 * stored as long as that, in any colour, which needs no memory.
 */
export function withRoomToFill(image: Sharp, width_px: number, height_px: number, tile_px: number): Sharp {
  const [right = 0, bottom = 0] = [width_px, height_px].map((side_px) => {
    const filled_px = filledSide(side_px, tile_px);
    return side_px <= SHORT_MAX && filled_px > SHORT_MAX ? filled_px - side_px : 0;
  });
  return right === 0 && bottom === 0 ? image : image.extend({ right, bottom, background: '#000000' });
}

/**
 * The same as {@link fillTiles} in a stored image, with one tile in memory: the tiles are already whole, and
 * only their pixels beyond the image are replaced.
 * @param path an uncompressed, tiled TIFF of one image as libvips writes it, 8 bits per channel
 * @param width_px of the image itself, as `height_px`
 * @throws TiffBroken, and Error for a file of another form
 */
export async function fillStoredTiles(
  path: string,
  width_px: number,
  height_px: number,
  tile_px: number,
): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { reader, isLittleEndian } = await openTiff(file);
    for await (const { entries } of reader.chain()) {
      const numbers = async (name: keyof typeof tag, atMost = 1) => {
        const entry = entries.get(tag[name]);
        return entry ? reader.values(entry, atMost) : [];
      };
      const [bands = 1] = await numbers('samplesPerPixel');
      const columns = Math.ceil(width_px / tile_px);
      const rows = Math.ceil(height_px / tile_px);
      const offsets = await numbers('tileOffsets', columns * rows);
      if (offsets.length !== columns * rows) throw new Error('An image without all of its tiles.');
      const row_bytes = tile_px * bands;
      const tile = Buffer.alloc(row_bytes * tile_px);
      const change = async (index: number, fill: () => void) => {
        const at = offsets[index] ?? 0;
        const { bytesRead } = await file.read(tile, 0, tile.length, at);
        if (bytesRead < tile.length) throw new Error('A tile ends early.');
        fill();
        await file.write(tile, 0, tile.length, at);
      };
      const across_px = width_px - (columns - 1) * tile_px;
      const down_px = height_px - (rows - 1) * tile_px;
      const fillRight = () => {
        for (let row = 0; row < tile.length; row += row_bytes) {
          const last = tile.subarray(row + (across_px - 1) * bands, row + across_px * bands);
          tile.fill(last, row + across_px * bands, row + row_bytes);
        }
      };
      const fillDown = () => {
        const last = tile.subarray((down_px - 1) * row_bytes, down_px * row_bytes);
        tile.fill(Buffer.from(last), down_px * row_bytes);
      };
      if (across_px < tile_px) {
        for (let row = 0; row < rows; row += 1) await change((row + 1) * columns - 1, fillRight);
      }
      if (down_px < tile_px) {
        for (let column = 0; column < columns; column += 1)
          await change((rows - 1) * columns + column, fillDown);
      }
      for (const name of sides) {
        const filled_px = filledSide(name === 'width' ? width_px : height_px, tile_px);
        await writeSide(file, entries.get(tag[name]), filled_px, isLittleEndian);
      }
    }
  } finally {
    await file.close();
  }
}

function filledSide(side_px: number, tile_px: number): number {
  return Math.ceil(side_px / tile_px) * tile_px;
}

async function openTiff(file: FileHandle): Promise<{ reader: TiffReader; isLittleEndian: boolean }> {
  const { size } = await file.stat();
  const order = Buffer.alloc(2);
  await file.read(order, 0, 2, 0);
  return { reader: new TiffReader(file, size), isLittleEndian: order.toString('latin1') === 'II' };
}

/** Overwrites a stored number. The new one must not need more bytes. */
async function writeSide(
  file: FileHandle,
  entry: { type: number; at: number } | undefined,
  side_px: number,
  isLittleEndian: boolean,
): Promise<void> {
  if (!entry) throw new Error('An image without its size.');
  // SHORT or LONG, whichever the greater number took.
  const bytes = Buffer.alloc(entry.type === 3 ? 2 : 4);
  if (isLittleEndian) bytes.writeUIntLE(side_px, 0, bytes.length);
  else bytes.writeUIntBE(side_px, 0, bytes.length);
  await file.write(bytes, 0, bytes.length, entry.at);
}

/**
 * Writes the true sizes of the levels into a pyramid of padded tiles: the image's own size, halved and
 * rounded up for each level. The tiles stay as they are: TIFF pads them anyway, and a level of that size has
 * the same number of tiles (TIFF 6.0 §15).
 * @throws TiffBroken, and Error where a level doesn't have these sizes
 */
export async function writeTrueSizes(path: string, width_px: number, height_px: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { reader, isLittleEndian } = await openTiff(file);
    let scale = 1;
    for await (const { entries } of reader.chain()) {
      for (const [name, side_px] of [
        ['width', width_px],
        ['height', height_px],
      ] as const) {
        const entry = entries.get(tag[name]);
        const true_px = Math.ceil(side_px / scale);
        const [filled_px = 0] = entry ? await reader.values(entry, 1) : [];
        if (!entry || filled_px < true_px) throw new Error(`A level of ${filled_px} pixels is no pyramid's.`);
        await writeSide(file, entry, true_px, isLittleEndian);
      }
      scale *= 2;
    }
  } finally {
    await file.close();
  }
}
