import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeImage, madeTiff, type MadeDirectory, type Tag } from './made-tiff.ts';
import { pagesOf, readTiffDirectories, type TiffDirectory } from './tiff-directories.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiff-directories-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Buffer): Promise<TiffDirectory[]> {
  const path = join(folder, 'made.tif');
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    return await readTiffDirectories(file, bytes.length);
  } finally {
    await file.close();
  }
}

function image(width_px: number, height_px: number, more: Tag[] = []): MadeDirectory {
  return madeImage({ width_px, height_px, bits: 8, photometric: 1, strip: Buffer.alloc(16), more });
}
const tiled: Tag = [322, 3, [256]];
const flagged = (bits: number): Tag => [254, 4, [bits]];

describe('readTiffDirectories', () => {
  it.each([
    { bigEndian: false, big: false },
    { bigEndian: true, big: false },
    { bigEndian: false, big: true },
    { bigEndian: true, big: true },
  ])('reads every directory, bigEndian=$bigEndian big=$big', async (options) => {
    const rgb = madeImage({
      width_px: 70_000,
      height_px: 3,
      bits: 16,
      samples: 4,
      photometric: 2,
      strip: Buffer.alloc(8),
      more: [
        [274, 3, [6]],
        [338, 3, [2]],
        [339, 3, [3, 3, 3, 3]],
      ],
    });
    const found = await read(madeTiff([rgb, image(5, 7, [flagged(1)]), image(5, 7, [flagged(4)])], options));
    expect(found).toHaveLength(3);
    expect(found[0]).toEqual({
      width_px: 70_000,
      height_px: 3,
      isReduced: false,
      isMask: false,
      isTiled: false,
      bitsPerSample: 16,
      sampleFormat: 3,
      samplesPerPixel: 4,
      extraSamples: 1,
      photometric: 2,
      compression: 1,
      orientation: 6,
      isCameraRaw: false,
      isCut: false,
    });
    expect(found[1]).toMatchObject({ width_px: 5, height_px: 7, isReduced: true, isMask: false });
    expect(found[2]).toMatchObject({ isReduced: false, isMask: true });
  });

  it('refuses a chain that loops', async () => {
    const looping = madeTiff([image(8, 8), image(4, 4)], { loopTo: 0 });
    await expect(read(looping)).rejects.toMatchObject({ name: 'TiffBroken', isCut: false });
  });

  it('refuses pointers behind the end, without reading there', async () => {
    const whole = madeTiff([image(8, 8)]);
    const astray = Buffer.from(whole);
    astray.writeUInt32LE(0xfffffff0, 4);
    await expect(read(astray)).rejects.toMatchObject({ name: 'TiffBroken', isCut: true });
    await expect(read(whole.subarray(0, 40))).rejects.toMatchObject({ name: 'TiffBroken', isCut: true });
    await expect(read(whole.subarray(0, 6))).rejects.toMatchObject({ name: 'TiffBroken', isCut: true });
  });

  it('refuses a count of values far beyond the file, before making room for them', async () => {
    const big = madeTiff([image(8, 8)], { big: true });
    const at = big.indexOf(Buffer.from([17, 1, 4, 0]));
    big.writeBigUInt64LE(2n ** 60n, at + 4);
    await expect(read(big)).rejects.toMatchObject({ name: 'TiffBroken' });
  });

  it('bounds what overlapping directories make it read', async () => {
    const count = 4000;
    const step = 6;
    // Directories laid six bytes apart, each claiming thousands of entries that are the next ones' bytes.
    const bytes = Buffer.alloc(8 + count * step + 4096 * 12 + 64);
    bytes.write('II*\0', 'latin1');
    bytes.writeUInt32LE(8, 4);
    for (let index = 0; index < count; index++) {
      const at = 8 + index * step;
      bytes.writeUInt16LE(3000, at);
    }
    for (let index = 0; index < count; index++) {
      const link = 8 + index * step + 2 + 3000 * 12;
      if (link + 4 <= bytes.length) bytes.writeUInt32LE(8 + (index + 1) * step, link);
    }
    await expect(read(bytes)).rejects.toThrow('out of proportion');
  });

  it('sees image data that lies behind the end of the file', async () => {
    const whole = madeTiff([image(4, 4)]);
    expect((await read(whole))[0]).toMatchObject({ isCut: false });
    expect((await read(whole.subarray(0, whole.length - 1)))[0]).toMatchObject({ isCut: true });
  });

  it('knows a sensor’s mosaic in a sub-directory, and bears a broken one', async () => {
    const main = image(4, 4, [flagged(1), [330, 4, [0]]]);
    const sensor = image(4, 4);
    const asMosaic = sensor.tags.map((tag): Tag => (tag[0] === 262 ? [262, 3, [32803]] : tag));
    const bytes = madeTiff([main, { ...sensor, tags: asMosaic }]);
    const link = 8 + 2 + (main.tags.length + 2) * 12;
    const second = bytes.readUInt32LE(link);
    const entry = bytes.indexOf(Buffer.from([0x4a, 1, 4, 0]));
    bytes.writeUInt32LE(second, entry + 8);
    bytes.writeUInt32LE(0, link);
    expect(await read(bytes)).toMatchObject([{ isCameraRaw: true }]);
    bytes.writeUInt32LE(0x7fffffff, entry + 8);
    expect(await read(bytes)).toMatchObject([{ isCameraRaw: false }]);
  });
});

describe('pagesOf', () => {
  const pages = async (...directories: MadeDirectory[]): Promise<number[]> =>
    pagesOf(await read(madeTiff(directories)));

  it('[IMP-58] takes every full image as a page, in order', async () => {
    expect(await pages(image(8, 8), image(8, 8, [flagged(2)]), image(4, 4))).toEqual([0, 1, 2]);
  });

  it('[IMP-59] leaves out flagged levels, old-style flags and masks', async () => {
    const found = pages(
      image(80, 80),
      image(40, 40, [flagged(1)]),
      image(80, 80, [flagged(4)]),
      image(60, 60),
      image(30, 30, [[255, 3, [2]]]),
    );
    expect(await found).toEqual([0, 3]);
  });

  it('[IMP-59] leaves out unflagged levels of a tiled image, rounded down or up', async () => {
    expect(await pages(image(701, 533, [tiled]), image(350, 266, [tiled]), image(175, 133, [tiled]))).toEqual(
      [0],
    );
    expect(await pages(image(701, 533, [tiled]), image(351, 267, [tiled]), image(176, 134, [tiled]))).toEqual(
      [0],
    );
    expect(
      await pages(
        image(80, 60, [tiled]),
        image(40, 30, [tiled]),
        image(80, 60, [tiled]),
        image(40, 30, [tiled]),
      ),
    ).toEqual([0, 2]);
  });

  it('[IMP-58] keeps pages that only happen to be half as large', async () => {
    expect(await pages(image(80, 60), image(40, 30))).toEqual([0, 1]);
    expect(await pages(image(80, 60, [tiled]), image(40, 50, [tiled]))).toEqual([0, 1]);
  });

  it('takes the first image where every one is flagged as reduced', async () => {
    expect(
      await pages(image(8, 8, [flagged(4)]), image(8, 8, [flagged(1)]), image(4, 4, [flagged(1)])),
    ).toEqual([1]);
  });
});
