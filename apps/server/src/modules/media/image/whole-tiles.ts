import { open } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { tag, TiffReader } from './tiff-directories.ts';

/**
 * Fills the last column and row of tiles with the image's own last pixels. What libvips would fill them with is
 * black, of which the pixels beside it take their colour (4:2:0) and their ringing; and it halves a side by leaving
 * the odd pixel out, while viewers count it. A side of whole tiles is even down to the last level but one.
 * `writeTrueSizes` takes the filling away again, all but its bytes.
 */
export function fillTiles(image: Sharp, width_px: number, height_px: number, tile_px: number): Sharp {
  const right = -width_px & (tile_px - 1);
  const bottom = -height_px & (tile_px - 1);
  return right === 0 && bottom === 0 ? image : image.extend({ right, bottom, extendWith: 'copy' });
}

/**
 * Writes into a pyramid of filled tiles how large its levels are: the image's own size, and that halved and rounded
 * up for each level after it. The tiles stay as they are: TIFF has them padded anyway, and a level of so many pixels
 * has just as many tiles as before (TIFF 6.0 §15).
 * @throws TiffBroken, and Error where it has a level that the numbers don't fit
 */
export async function writeTrueSizes(path: string, width_px: number, height_px: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const order = Buffer.alloc(2);
    await file.read(order, 0, 2, 0);
    const isLittleEndian = order.toString('latin1') === 'II';
    const reader = new TiffReader(file, size);
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
        // SHORT or LONG, whichever the greater number took.
        const bytes = Buffer.alloc(entry.type === 3 ? 2 : 4);
        if (isLittleEndian) bytes.writeUIntLE(true_px, 0, bytes.length);
        else bytes.writeUIntBE(true_px, 0, bytes.length);
        await file.write(bytes, 0, bytes.length, entry.at);
      }
      scale *= 2;
    }
  } finally {
    await file.close();
  }
}
