import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImageApiVersion } from '../../iiif-image/image-api.ts';
import { parseImageRequest } from '../../iiif-image/parse.ts';
import { planImage } from '../../iiif-image/plan.ts';
import type { SourceInfo } from '../../iiif-image/source-info.ts';
import { openFileStorage } from '../../storage/file-storage.ts';
import { fillTiles, writeTrueSizes } from '../media/public.ts';
import { describePyramid, renderImage } from './image-render.ts';

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: number;
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-render-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A soft, bright picture without repetition: nowhere darker than 100, so that a black line stands out. */
function softPicture(width: number, height: number): Pixels {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      data[at] = 120 + (120 * x) / width;
      data[at + 1] = 120 + (120 * y) / height;
      data[at + 2] = 180 + 60 * Math.sin((x + 2 * y) / 90);
    }
  }
  return { data, width, height, channels: 3 };
}

/** Four plain quarters: red and green above, blue and white below. */
function quarters(width: number, height: number): Pixels {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const below = y >= height / 2;
      const right = x >= width / 2;
      const colour = below ? (right ? [255, 255, 255] : [0, 0, 255]) : right ? [0, 255, 0] : [255, 0, 0];
      data.set(colour, (y * width + x) * 3);
    }
  }
  return { data, width, height, channels: 3 };
}

function raw({ data, width, height, channels }: Pixels) {
  return sharp(data, { raw: { width, height, channels: channels as 1 | 3 } });
}

/** Writes a pyramid as import does, or as its first versions did. */
async function storePyramid(
  name: string,
  picture: Pixels,
  { isOld = false } = {},
): Promise<{ path: string; source: SourceInfo }> {
  const path = join(folder, `${name}.tif`);
  const { width, height } = picture;
  const image = raw(picture);
  await (isOld ? image : fillTiles(image, width, height, 256))
    .toColourspace(picture.channels === 1 ? 'b-w' : 'srgb')
    .tiff({
      compression: 'jpeg',
      quality: 85,
      pyramid: true,
      tile: true,
      tileWidth: 256,
      tileHeight: 256,
    })
    .toFile(path);
  if (!isOld) await writeTrueSizes(path, width, height);
  return { path, source: { ...(await described(`${name}.tif`)), maxArea_px: 20_000_000 } };
}

async function described(name: string): Promise<SourceInfo> {
  const file = await (await openFileStorage(folder)).openForReading(name);
  try {
    return await describePyramid(file);
  } finally {
    await file.close();
  }
}

async function answer(
  stored: { path: string; source: SourceInfo },
  path: string,
  version: ImageApiVersion = 3,
): Promise<Buffer> {
  const [region = '', size = '', rotation = '', last = ''] = path.split('/');
  const [quality = '', format = ''] = last.split('.');
  const request = parseImageRequest(version, { region, size, rotation, quality, format });
  return renderImage(stored.path, planImage(request, stored.source));
}

async function pixels(encoded: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(encoded).raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

function at(image: Pixels, x: number, y: number): number[] {
  const from = (y * image.width + x) * image.channels;
  return [...image.data.subarray(from, from + image.channels)];
}

/**
 * An image's lightness alone. In the first versions' files libvips filled the unused part of an edge tile with black
 * before it encoded: with halved chroma their last column and row have the right lightness, but up to half of their
 * colour is lost. A line from the padding shows in the lightness.
 */
function lightness(image: Pixels): Pixels {
  const data = Buffer.alloc(image.width * image.height);
  for (let i = 0; i < data.length; i++) {
    const [r = NaN, g = NaN, b = NaN] = image.data.subarray(i * 3, i * 3 + 3);
    data[i] = 0.299 * r + 0.587 * g + 0.114 * b;
  }
  return { ...image, data, channels: 1 };
}

/** The mean difference of two images of one size, 0 to 255, over a rectangle of them. */
function meanError(a: Pixels, b: Pixels, x0: number, y0: number, x1: number, y1: number): number {
  expect([a.width, a.height, a.channels]).toEqual([b.width, b.height, b.channels]);
  let sum = 0;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      for (let c = 0; c < a.channels; c++) {
        const i = (y * a.width + x) * a.channels + c;
        sum += Math.abs((a.data[i] ?? NaN) - (b.data[i] ?? NaN));
      }
    }
  }
  return sum / ((x1 - x0) * (y1 - y0) * a.channels);
}

describe('describePyramid', () => {
  test.each([
    ['up', { isOld: false }, [512, 384], [256, 192]],
    ['down, as the first versions wrote them', { isOld: true }, [511, 383], [255, 191]],
  ] as const)(
    'reads the stored levels, each half of the one before, rounded %s',
    async (_, how, second, third) => {
      const { source } = await storePyramid(`levels-${second[0]}`, softPicture(1023, 767), how);
      expect(source).toMatchObject({
        width_px: 1023,
        height_px: 767,
        tile_px: 256,
        monochrome: false,
        levels: [
          { width_px: 1023, height_px: 767, scale: 1 },
          { width_px: second[0], height_px: second[1], scale: 2 },
          { width_px: third[0], height_px: third[1], scale: 4 },
        ],
      });
    },
  );

  test('knows an image without colour', async () => {
    const grey = { data: Buffer.alloc(300 * 200, 128), width: 300, height: 200, channels: 1 };
    const stored = await storePyramid('grey', grey);
    expect(stored.source.monochrome).toBe(true);
    const pixel = at(await pixels(await answer(stored, 'full/max/0/color.jpg')), 150, 100);
    for (const value of pixel) expect(Math.abs(value - 128)).toBeLessThan(3);
  });

  test('refuses pages that are no pyramid, and files that are no image', async () => {
    const [a, b] = await Promise.all([
      raw(softPicture(300, 200)).png().toBuffer(),
      raw(softPicture(300, 200)).png().toBuffer(),
    ]);
    const pages = join(folder, 'pages.tif');
    await sharp([a, b], { join: { animated: true } })
      .tiff({ compression: 'jpeg' })
      .toFile(pages);
    await expect(described('pages.tif')).rejects.toThrow('no level of a pyramid');
    await writeFile(join(folder, 'text.tif'), 'not an image');
    await expect(described('text.tif')).rejects.toThrow();
  });
});

describe('at odd sizes', () => {
  const SIZES = [
    [1023, 767],
    [513, 511],
    [257, 1025],
    [1030, 770],
    [769, 515],
  ] as const;

  test.each(SIZES.flatMap((size) => [[...size, false] as const, [...size, true] as const]))(
    '%i × %i: the tiles of every level, put together, are the picture to its last row and column (in an old file: %s)',
    async (width, height, isOld) => {
      const picture = softPicture(width, height);
      const stored = await storePyramid(`tiles-${width}-${isOld}`, picture, { isOld });
      for (const { scale } of stored.source.levels) {
        const whole = await tiles(stored, scale);
        const wanted = await pixels(
          await raw(picture).resize(whole.width, whole.height, { fit: 'fill' }).png().toBuffer(),
        );
        const { width: w, height: h } = whole;
        const [grey, wantedGrey] = [lightness(whole), lightness(wanted)];
        const where = `scale ${scale}`;
        expect(meanError(whole, wanted, 0, 0, w, h), where).toBeLessThan(4);
        expect(meanError(grey, wantedGrey, w - 1, 0, w, h), `${where}, last column`).toBeLessThan(4);
        expect(meanError(grey, wantedGrey, 0, h - 1, w, h), `${where}, last row`).toBeLessThan(4);
        expect(darkest(grey), `${where}, darkest`).toBeGreaterThan(110);
      }
    },
  );

  test.each(SIZES)(
    '%i × %i: so is the whole image at sizes on, beside and between the levels',
    async (width, height) => {
      const picture = softPicture(width, height);
      const stored = await storePyramid(`whole-${width}`, picture);
      for (const asked of [
        width,
        Math.ceil(width / 2),
        Math.floor(width / 2),
        Math.ceil(width / 4),
        200,
        33,
        7,
      ]) {
        const whole = await pixels(await answer(stored, `full/${asked},/0/default.png`));
        const wanted = await pixels(
          await raw(picture).resize(whole.width, whole.height, { fit: 'fill' }).png().toBuffer(),
        );
        expect(whole.width).toBe(asked);
        expect(meanError(whole, wanted, 0, 0, whole.width, whole.height), `${asked},`).toBeLessThan(3);
        expect(darkest(lightness(whole)), `${asked}, darkest`).toBeGreaterThan(110);
      }
    },
  );

  function darkest(image: Pixels): number {
    return image.data.reduce((least, value) => Math.min(least, value), 255);
  }

  /** Asks for every tile of a level as viewers do and lays them side by side. */
  async function tiles(stored: { path: string; source: SourceInfo }, scale: number): Promise<Pixels> {
    const { width_px, height_px } = stored.source;
    const side = 256 * scale;
    const parts = [];
    for (let y = 0; y * side < height_px; y++) {
      for (let x = 0; x * side < width_px; x++) {
        const w = Math.min(side, width_px - x * side);
        const h = Math.min(side, height_px - y * side);
        const size = `${Math.ceil(w / scale)},${Math.ceil(h / scale)}`;
        const input = await answer(stored, `${x * side},${y * side},${w},${h}/${size}/0/default.png`);
        const tile = await sharp(input).metadata();
        expect(`${tile.width},${tile.height}`).toBe(size);
        parts.push({ input, left: 256 * x, top: 256 * y });
      }
    }
    const sheet = sharp({
      create: {
        width: Math.ceil(width_px / scale),
        height: Math.ceil(height_px / scale),
        channels: 3,
        background: { r: 0, g: 0, b: 0 },
      },
    });
    return pixels(await sheet.composite(parts).removeAlpha().png().toBuffer());
  }
});

describe('rotation', () => {
  const RED = [255, 0, 0];
  const GREEN = [0, 255, 0];
  const BLUE = [0, 0, 255];
  const WHITE = [255, 255, 255];

  // Corners from the upper left, clockwise; asked for at a size that needs scaling and at one that does not.
  test.each([
    ['0', 300, 200, [RED, GREEN, WHITE, BLUE]],
    ['90', 200, 300, [BLUE, RED, GREEN, WHITE]],
    ['180', 300, 200, [WHITE, BLUE, RED, GREEN]],
    ['270', 200, 300, [GREEN, WHITE, BLUE, RED]],
    ['!0', 300, 200, [GREEN, RED, BLUE, WHITE]],
    ['!90', 200, 300, [WHITE, GREEN, RED, BLUE]],
    ['!180', 300, 200, [BLUE, WHITE, GREEN, RED]],
    ['!270', 200, 300, [RED, BLUE, WHITE, GREEN]],
  ])('by %s mirrors first and turns clockwise', async (rotation, width, height, corners) => {
    const stored = await storePyramid('quarters', quarters(600, 400));
    for (const [size, by] of [
      ['300,200', 1],
      ['240,160', 0.8],
      ['max', 2],
    ] as const) {
      const image = await pixels(await answer(stored, `full/${size}/${rotation}/default.png`));
      expect([image.width, image.height]).toEqual([width * by, height * by]);
      const [w, h] = [image.width, image.height];
      const seen = [
        at(image, 20, 20),
        at(image, w - 20, 20),
        at(image, w - 20, h - 20),
        at(image, 20, h - 20),
      ];
      for (const [i, colour] of corners.entries()) expectColour(seen[i], colour);
    }
  });

  test.each([
    ['jpg', [255, 255, 255]],
    ['png', [0, 0, 0, 0]],
    ['webp', [0, 0, 0, 0]],
    ['gif', [0, 0, 0, 0]],
    ['tif', [0, 0, 0, 0]],
  ])('by 30 degrees leaves the corners white or clear as %s', async (format, corner) => {
    const stored = await storePyramid('turned', quarters(600, 400));
    const image = await pixels(await answer(stored, `full/300,200/30/default.${format}`));
    expect(Math.abs(image.width - (300 * Math.cos(Math.PI / 6) + 200 * 0.5))).toBeLessThan(2);
    expect(Math.abs(image.height - (300 * 0.5 + 200 * Math.cos(Math.PI / 6)))).toBeLessThan(2);
    expectColour(at(image, 2, 2), corner);
    // The middle of the red quarter lies 75 px left of the centre and 50 above it; turn that by 30°.
    const x = Math.round(image.width / 2 - 75 * Math.cos(Math.PI / 6) + 50 * 0.5);
    const y = Math.round(image.height / 2 - 75 * 0.5 - 50 * Math.cos(Math.PI / 6));
    expectColour(at(image, x, y).slice(0, 3), RED);
  });

  function expectColour(seen: number[] | undefined, wanted: number[]): void {
    const off = wanted.map((value, channel) => Math.abs((seen?.[channel] ?? NaN) - value));
    expect(Math.max(...off), `${seen} is not ${wanted}`).toBeLessThan(24);
  }
});

describe('region and size', () => {
  test('an answer shows the region asked for, at its place', async () => {
    const picture = softPicture(1023, 767);
    const stored = await storePyramid('region', picture);
    for (const [left, top, width, height] of [
      [0, 0, 256, 256],
      [768, 512, 255, 255],
      [301, 203, 333, 111],
      [701, 333, 3, 3],
    ] as const) {
      const image = await pixels(await answer(stored, `${left},${top},${width},${height}/max/0/default.png`));
      const wanted = await pixels(await raw(picture).extract({ left, top, width, height }).png().toBuffer());
      expect(meanError(lightness(image), lightness(wanted), 0, 0, width, height)).toBeLessThan(2);
    }
  });

  test('an enlargement and a distortion have the exact size', async () => {
    const stored = await storePyramid('sizes', softPicture(513, 511));
    for (const [path, width, height] of [
      ['full/^1000,1000/0/default.jpg', 1000, 1000],
      ['full/1,511/0/default.jpg', 1, 511],
      ['512,510,1,1/^64,/0/default.jpg', 64, 64],
      ['square/!99,99/0/default.jpg', 99, 99],
    ] as const) {
      const { width: w, height: h } = await sharp(await answer(stored, path)).metadata();
      expect([w, h], path).toEqual([width, height]);
    }
  });

  test('version 2 answers the thinnest tile of an edge asked for by its width', async () => {
    const stored = await storePyramid('thin', softPicture(1024, 513));
    const image = await sharp(await answer(stored, '0,512,1024,1/256,/0/default.jpg', 2)).metadata();
    expect([image.width, image.height]).toEqual([256, 1]);
  });
});

describe('quality and format', () => {
  test.each([
    ['jpg', 'jpeg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['gif', 'gif'],
    ['tif', 'tiff'],
  ])('%s comes as %s in every quality', async (format, name) => {
    const stored = await storePyramid('formats', softPicture(300, 200));
    const colour = await pixels(await answer(stored, `full/max/0/default.${format}`));
    expect(new Set(at(colour, 280, 20).slice(0, 3)).size).toBeGreaterThan(1);
    for (const quality of ['default', 'color', 'gray', 'bitonal']) {
      const encoded = await answer(stored, `full/max/0/${quality}.${format}`);
      const { format: written, width, height } = await sharp(encoded).metadata();
      expect([written, width, height]).toEqual([name, 300, 200]);
    }
  });

  test.each(['png', 'webp', 'gif', 'tif', 'jpg'])('gray has no colour in it as %s', async (format) => {
    const stored = await storePyramid('gray', softPicture(300, 200));
    const image = await pixels(await answer(stored, `full/max/0/gray.${format}`));
    const levels = new Set<number>();
    for (let x = 0; x < 300; x += 7) {
      const pixel = at(image, x, 100).slice(0, image.channels > 2 ? 3 : 1);
      expect(Math.max(...pixel) - Math.min(...pixel)).toBeLessThanOrEqual(2);
      levels.add(pixel[0] ?? NaN);
    }
    expect(levels.size).toBeGreaterThan(6);
  });

  test.each(['0', '33'])('bitonal is black and white only, turned by %s', async (rotation) => {
    const stored = await storePyramid('bitonal', quarters(300, 200));
    const image = await pixels(await answer(stored, `full/150,100/${rotation}/bitonal.png`));
    expect([...new Set(image.data)].sort((a, b) => a - b)).toEqual([0, 255]);
  });

  test('jpg is baseline, 4:2:0, without metadata', async () => {
    const stored = await storePyramid('jpg', softPicture(300, 200));
    const meta = await sharp(await answer(stored, 'full/max/0/default.jpg')).metadata();
    expect(meta).toMatchObject({ chromaSubsampling: '4:2:0', isProgressive: false, hasProfile: false });
    expect(meta.exif).toBeUndefined();
  });
});

test('a file that is gone is an error, not an empty image', async () => {
  const stored = await storePyramid('gone', softPicture(300, 200));
  await rm(stored.path);
  await expect(answer(stored, 'full/max/0/default.jpg')).rejects.toThrow();
});
