import sharp from 'sharp';
import { expect, it } from 'vitest';
import { WAVE_PICTURE, wavePicture } from './wave-picture.ts';

/** How many pixels of each of some columns are drawn. */
async function heights(data: number[], columns: readonly number[]): Promise<number[]> {
  const { data: pixels, info } = await sharp(await wavePicture({ data, length: data.length / 2 }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([WAVE_PICTURE.width_px, WAVE_PICTURE.height_px]);
  return columns.map((x) => {
    const column = Array.from(
      { length: info.height },
      (_, y) => pixels[(y * info.width + x) * info.channels],
    );
    return column.filter((value) => value !== undefined && value < 0x80).length;
  });
}

it('the loudest part is as high as the picture, silence is a line, and a short sound fills the width', async () => {
  expect(await heights([-50, 50, -25, 25, 0, 0], [0, 200, 479])).toEqual([120, 60, 1]);
  expect(await heights([], [0, 479])).toEqual([1, 1]);
});

it('a column of a long sound shows the loudest of what it stands for', async () => {
  const data = Array.from({ length: 4_800 }, () => [-10, 10]).flat();
  data[1] = 100;
  const [first = 0, second = 0] = await heights(data, [0, 1]);
  expect(first).toBeGreaterThan(second * 3);
});
