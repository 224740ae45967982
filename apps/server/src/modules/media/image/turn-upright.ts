import { open, type FileHandle } from 'node:fs/promises';
import sharp from 'sharp';

/** How a rotated image is made upright: first mirrored left to right, then rotated clockwise. */
export interface Turn {
  mirror: boolean;
  degrees: 90 | 180 | 270;
}

/**
 * Rows of the upright image that are made at a time; also the rows of a strip, so that a strip is one write.
 */
const slab_px = 256;

/**
 * Makes an image upright with memory for one slab only. sharp rotates an image by holding all of it in memory
 * (measured: 100 megapixels, 400 MB, sequentialRead or not); it can rotate a slab cut out of a tiled file
 * alone.
 *
 * @param lying a tiled, uncompressed TIFF, 8 bits per channel, grey or RGB
 * @param upright path of the result: an uncompressed BigTIFF in strips
 * @param signal checked between slabs
 */
export async function turnUpright(
  lying: string,
  upright: string,
  turn: Turn,
  signal?: AbortSignal,
): Promise<void> {
  const { width, height, channels } = await sharp(lying, { limitInputPixels: false }).metadata();
  const bands = channels === 1 ? 1 : 3;
  const onSide = turn.degrees !== 180;
  const [width_px, height_px] = onSide ? [height, width] : [width, height];
  const file = await open(upright, 'w');
  try {
    await writeAll(file, stripHeader(width_px, height_px, bands));
    for (let top = 0; top < height_px; top += slab_px) {
      signal?.throwIfAborted();
      const rows = Math.min(slab_px, height_px - top);
      const piece = sharp(lying, { sequentialRead: false, limitInputPixels: false }).extract(
        onSide
          ? { left: fromFarEnd(turn) ? width - top - rows : top, top: 0, width: rows, height }
          : { left: 0, top: height - top - rows, width, height: rows },
      );
      const turned = (turn.mirror ? piece.flop() : piece).rotate(turn.degrees);
      await writeAll(
        file,
        await turned
          .toColourspace(bands === 1 ? 'b-w' : 'srgb')
          .raw()
          .toBuffer(),
      );
    }
  } finally {
    await file.close();
  }
}

/** Whether the first rows of the upright image are the last columns of the rotated one. */
function fromFarEnd({ mirror, degrees }: Turn): boolean {
  return (degrees === 270) !== mirror;
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done)).bytesWritten;
}

/** The header and the one directory of a BigTIFF, up to the first strip. */
function stripHeader(width_px: number, height_px: number, bands: 1 | 3): Buffer {
  const strips = Math.ceil(height_px / slab_px);
  const entries = 10;
  const offsetsAt = 16 + 8 + entries * 20 + 8;
  const lengthsAt = offsetsAt + strips * 8;
  const dataAt = lengthsAt + strips * 8;
  const bytes = Buffer.alloc(dataAt);
  bytes.write('II+\0\x08\0\0\0', 'latin1');
  bytes.writeBigUInt64LE(16n, 8);
  bytes.writeBigUInt64LE(BigInt(entries), 16);
  let at = 24;
  const put = (tag: number, type: 3 | 4 | 16, count: number, value: number): void => {
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeBigUInt64LE(BigInt(count), at + 4);
    for (let n = 0; type === 3 && n < count; n++) bytes.writeUInt16LE(value, at + 12 + n * 2);
    if (type !== 3) bytes.writeBigUInt64LE(BigInt(value), at + 12);
    at += 20;
  };
  const row_bytes = width_px * bands;
  const strip_bytes = row_bytes * slab_px;
  const last_bytes = row_bytes * (height_px - (strips - 1) * slab_px);
  put(256, 4, 1, width_px);
  put(257, 4, 1, height_px);
  put(258, 3, bands, 8);
  put(259, 3, 1, 1);
  put(262, 3, 1, bands === 1 ? 1 : 2);
  // A single value is in the entry itself, in place of the array's offset.
  put(273, 16, strips, strips === 1 ? dataAt : offsetsAt);
  put(277, 3, 1, bands);
  put(278, 4, 1, slab_px);
  put(279, 16, strips, strips === 1 ? last_bytes : lengthsAt);
  put(284, 3, 1, 1);
  for (let strip = 0; strip < strips; strip++) {
    bytes.writeBigUInt64LE(BigInt(dataAt + strip * strip_bytes), offsetsAt + strip * 8);
    bytes.writeBigUInt64LE(BigInt(strip === strips - 1 ? last_bytes : strip_bytes), lengthsAt + strip * 8);
  }
  return bytes;
}
