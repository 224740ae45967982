import { mkdtemp, open as openFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../../../storage/storage.ts';
import { TileFiles } from './tile-files.ts';

let folder: string;
/** Keys of files that are handed out and were not released. */
const open: string[] = [];
let files: TileFiles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tile-files-'));
  files = new TileFiles(storage);
});
afterAll(async () => {
  files.close();
  await rm(folder, { recursive: true });
});

const storage = {
  openForReading: async (key: string) => {
    const handle = await openFile(join(folder, key));
    open.push(key);
    return {
      size_bytes: (await handle.stat()).size,
      read: (into: Buffer, offset: number, length: number, position: number) =>
        handle.read(into, offset, length, position),
      close: async () => {
        open.splice(open.indexOf(key), 1);
        await handle.close();
      },
    };
  },
} as Partial<Storage> as Storage;

interface Kind {
  channels?: 1 | 3;
  quality?: number;
  bigtiff?: boolean;
  compression?: 'jpeg' | 'deflate';
}

/** A pyramid of 700 × 520 pixels without repetition, written as import writes them. */
async function pyramid(
  key: string,
  { channels = 3, quality = 85, bigtiff, compression = 'jpeg' }: Kind = {},
) {
  const [width, height] = [700, 520];
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [Math.floor(at / channels) % width, Math.floor(at / channels / width)];
    data[at] = 128 + 90 * Math.sin((x * (1 + (at % channels)) + 2 * y) / 40) + ((x * y) % 23);
  }
  await sharp(data, { raw: { width, height, channels } })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .tiff({
      compression,
      quality,
      bigtiff: bigtiff ?? false,
      pyramid: true,
      tile: true,
      tileWidth: 256,
      tileHeight: 256,
    })
    .toFile(join(folder, key));
}

/** What is grey stays so. */
const pixelsOf = async (image: Sharp) => {
  const { space } = await image.metadata();
  return image.toColourspace(space).raw().toBuffer({ resolveWithObject: true });
};
const inFile = (key: string, level: number, left: number, top: number) =>
  sharp(join(folder, key), { page: level }).extract({ left, top, width: 256, height: 256 });

describe('a tile of a pyramid', () => {
  test.each<[string, Kind]>([
    ['colour.tif', {}],
    ['grey.tif', { channels: 1 }],
    // From 90 on libvips keeps RGB as it is.
    ['rgb.tif', { quality: 95 }],
    ['big.tif', { bigtiff: true }],
  ])('is the JPEG that the file keeps, pixel for pixel: %s', async (key, kind) => {
    await pyramid(key, kind);
    for (const [level, column, row] of [
      [0, 0, 0],
      [0, 1, 1],
      [1, 0, 0],
    ] as const) {
      const bytes = await files.read(key, { level, column, row });
      expect(bytes).toBeDefined();
      const { data, info } = await pixelsOf(sharp(bytes, { failOn: 'warning' }));
      expect([info.width, info.height, info.channels]).toEqual([256, 256, kind.channels ?? 3]);
      const decoded = await pixelsOf(inFile(key, level, column * 256, row * 256));
      expect(data.equals(decoded.data)).toBe(true);
    }
  });

  test('is none where there is none, or where it could not stand alone', async () => {
    await pyramid('small.tif');
    for (const tile of [
      { level: 9, column: 0, row: 0 },
      { level: 0, column: 3, row: 0 },
      { level: 0, column: 0, row: 3 },
    ]) {
      expect(await files.read('small.tif', tile)).toBeUndefined();
    }
    await pyramid('deflate.tif', { compression: 'deflate' });
    expect(await files.read('deflate.tif', { level: 0, column: 0, row: 0 })).toBeUndefined();
  });

  test('of a file that is missing or cut is an error, and nothing stays open', async () => {
    await expect(files.read('absent.tif', { level: 0, column: 0, row: 0 })).rejects.toThrow('ENOENT');
    await pyramid('cut.tif');
    await truncate(join(folder, 'cut.tif'), 20_000);
    await expect(files.read('cut.tif', { level: 0, column: 1, row: 1 })).rejects.toThrow();
    expect(open).not.toContain('absent.tif');
    expect(open).not.toContain('cut.tif');
    // It may be there later.
    await pyramid('absent.tif');
    expect(await files.read('absent.tif', { level: 0, column: 0, row: 0 })).toBeDefined();
  });

  test('is read from at most so many open files, also while they are driven out', async () => {
    const keys = Array.from({ length: 80 }, (_, number) => `many-${number}.tif`);
    for (const key of keys) await pyramid(key);
    const tiles = await Promise.all(keys.map((key) => files.read(key, { level: 0, column: 1, row: 0 })));
    expect(tiles.every((tile) => tile !== undefined && tile.length > 1000)).toBe(true);
    await expect.poll(() => open.length).toBe(64);
    files.close();
    await expect.poll(() => open).toEqual([]);
  });
});
