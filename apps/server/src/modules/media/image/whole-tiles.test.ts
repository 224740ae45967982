import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { asTiles, levelsOf, writePyramid } from './pyramid-file.ts';
import { fillStoredTiles, fillTiles, withRoomToFill } from './whole-tiles.ts';

const folder = await mkdtemp(join(tmpdir(), 'armarium-tiles-'));
afterAll(() => rm(folder, { recursive: true }));

/** No two neighbours alike. */
function drawn(width: number, height: number, channels: 1 | 3) {
  const pixels = Buffer.alloc(width * height * channels);
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at * 31 + (at >> 7) * 17) % 251;
  const image = sharp(pixels, { raw: { width, height, channels } });
  return channels === 1 ? image.toColourspace('b-w') : image;
}

const pixelsOf = (image: Sharp, channels: 1 | 3) =>
  image
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });

describe('tiles filled with the last pixels', () => {
  it.each([
    [300, 520, 3],
    [512, 300, 3],
    [255, 512, 3],
    [257, 257, 1],
    [1, 700, 1],
    [512, 256, 3],
    [65_535, 3, 1],
    [2, 65_281, 3],
  ] as const)('are the same on the disk and in memory: %i × %i, %i', async (width, height, channels) => {
    const path = join(folder, `${width}-${height}.tif`);
    const roomy = withRoomToFill(drawn(width, height, channels), width, height, 256);
    await asTiles(roomy, 'none', width, height).toFile(path);
    await fillStoredTiles(path, width, height, 256);
    const stored = await pixelsOf(sharp(path), channels);
    const inMemory = fillTiles(drawn(width, height, channels), width, height, 256);
    const { data, info } = await pixelsOf(inMemory, channels);
    expect(stored.info).toMatchObject({ width: info.width, height: info.height });
    expect(stored.data.equals(data)).toBe(true);
  });

  it('make the pyramid of a large image as that of a small one, its levels rounded up', async () => {
    const [width, height] = [5001, 3335];
    const path = join(folder, 'large.tif');
    await writePyramid(drawn(width, height, 3), width, height, path);
    expect((await levelsOf(path)).slice(0, 3)).toEqual([
      { width_px: 5001, height_px: 3335 },
      { width_px: 2501, height_px: 1668 },
      { width_px: 1251, height_px: 834 },
    ]);
    const direct = join(folder, 'direct.tif');
    await asTiles(fillTiles(drawn(width, height, 3), width, height, 256), 'jpeg', width, height).toFile(
      direct,
    );
    const corner = { left: 4800, top: 3200, width: 201, height: 135 };
    const [one, other] = await Promise.all(
      [path, direct].map((file) => sharp(file).extract(corner).raw().toBuffer()),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  });
});
