import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configureSharp } from './configure-sharp.ts';
import { checkImage, deriveImage, type Derived } from './derive-image.ts';
import { ImageRefused } from './image-refused.ts';
import { tiffOf } from './magick.ts';
import { madeImage, madeTiff, type MadeImage, type Tag } from './made-tiff.ts';
import { colourAt, corners, meanDifference, pixels, quarters, type Pixels } from './measured-image.ts';
import { probeImage } from './probe-image.ts';
import { readTiffDirectories, type TiffDirectory } from './tiff-directories.ts';

const maxPixels = 500e6;
const samples = resolve(import.meta.dirname, '../../../../../../../shared/data/images');
const samplesAreAbsent = !existsSync(samples);

let folder: string;
let runs = 0;
beforeAll(async () => {
  configureSharp();
  folder = await mkdtemp(join(tmpdir(), 'derive-image-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function derive(source: string, page = 0): Promise<Derived> {
  const into = join(folder, `run-${runs++}`);
  await mkdir(into);
  return deriveImage(source, page, into, { maxPixels });
}

async function write(name: string, bytes: Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/**
 * Both steps, as an import takes them; gives the refusal, and holds that nothing half-done is left, and that the
 * check of a dry run would have said the same.
 */
async function refusal(source: string, limit = maxPixels): Promise<string> {
  const codeOf = (error: unknown) => {
    if (!(error instanceof ImageRefused)) throw error;
    return error.cause_.code;
  };
  const checked = await probeImage(source, { maxPixels: limit })
    .then(({ pages }) => checkImage(source, pages[0]!.index, { maxPixels: limit }))
    .then(() => 'taken', codeOf);
  const derived = await refusalOfDeriving(source, limit);
  expect(checked).toBe(derived);
  return derived;
}

async function refusalOfDeriving(source: string, limit: number): Promise<string> {
  const into = join(folder, `run-${runs++}`);
  await mkdir(into);
  try {
    const { pages } = await probeImage(source, { maxPixels: limit });
    await deriveImage(source, pages[0]!.index, into, { maxPixels: limit });
  } catch (error) {
    expect(await readdir(into)).toEqual([]);
    if (!(error instanceof ImageRefused)) throw error;
    expect(error.cause_.title).toMatch(/^[A-Z].*\.$/);
    expect(error.cause_.nextStep).toMatch(/^[A-Z].*\.$/);
    return error.cause_.code;
  }
  return 'taken';
}

const whole = ({ pyramid }: Derived): Promise<Pixels> => pixels(sharp(pyramid.path));
const codes = ({ warnings }: Derived): string[] => warnings.map(({ code }) => code);

/** One pixel. */
function bitmap(): Buffer {
  const bytes = Buffer.alloc(58);
  bytes.write('BM');
  for (const [at, value] of [
    [2, 58],
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
    [26, 0x180001],
  ] as const)
    bytes.writeUInt32LE(value, at);
  return bytes;
}

async function levels(path: string): Promise<string[]> {
  const { pages = 1 } = await sharp(path).metadata();
  const all = await Promise.all(Array.from({ length: pages }, (_, page) => sharp(path, { page }).metadata()));
  return all.map(({ width, height }) => `${width}x${height}`);
}

describe.skipIf(samplesAreAbsent)('the sample images (skipped where ../shared/data is absent)', () => {
  const sample = (name: string): string => join(samples, name);
  /** How the balloon looks in sRGB, at a size that evens out scaling. */
  const balloon = (turn = 0): Promise<Pixels> =>
    turn === 0
      ? pixels(sharp(sample('derived-balloon-10mp-pyramid-jpeg.tif')), 60, 82)
      : sharp(sample('derived-balloon-10mp-pyramid-jpeg.tif'))
          .resize(60, 82, { fit: 'fill' })
          .png()
          .toBuffer()
          .then((bytes) => pixels(sharp(bytes).rotate(turn)));
  const differenceFromBalloon = async (derived: Derived, turn = 0): Promise<number> => {
    const expected = await balloon(turn);
    return meanDifference(
      await pixels(sharp(derived.pyramid.path), expected.width_px, expected.height_px),
      expected,
    );
  };

  it.each([
    // The greatest difference allowed leaves room for JPEG and for gamuts, and none for a wrong colour.
    ['derived-balloon-10mp-pyramid-jpeg.tif', 2717, 3701, 2, ['no-icc-profile']],
    ['derived-balloon-rgb16-deflate.tif', 951, 1295, 2, ['no-icc-profile']],
    ['derived-balloon.webp', 951, 1295, 3, ['no-icc-profile']],
    ['derived-balloon.gif', 380, 518, 6, ['no-icc-profile', 'low-resolution']],
    ['derived-balloon-multipage-lzw.tif', 380, 518, 3, ['no-icc-profile', 'low-resolution']],
  ])(
    '[IMP-25, IMP-26, IMP-27, IMP-55] %s comes out in its colours',
    async (name, width, height, allowed, warned) => {
      const derived = await derive(sample(name));
      expect(derived).toMatchObject({ width_px: width, height_px: height });
      expect(await differenceFromBalloon(derived)).toBeLessThan(allowed);
      expect(codes(derived)).toEqual(warned);
      expect((await levels(derived.pyramid.path)).slice(0, 2)).toEqual([
        `${width}x${height}`,
        `${Math.ceil(width / 2)}x${Math.ceil(height / 2)}`,
      ]);
      expect(Math.max(derived.thumbnail.width_px, derived.thumbnail.height_px)).toBe(480);
      const small = await pixels(sharp(derived.thumbnail.path), 60, 82);
      expect(meanDifference(small, await balloon())).toBeLessThan(allowed + 2);
    },
  );

  it.each([
    ['derived-balloon-displayp3-icc.jpg', 3, 'srgb', 'sP3C'],
    ['derived-balloon-cmyk-icc.jpg', 12, 'cmyk', 'Chemical proof'],
    ['derived-balloon-cmyk-lzw.tif', 12, 'cmyk', 'Chemical proof'],
  ])('[IMP-29] %s is converted from its profile', async (name, allowed, space, profile) => {
    const derived = await derive(sample(name));
    expect(await differenceFromBalloon(derived)).toBeLessThan(allowed);
    expect(derived.technical.colourSpace).toBe(space);
    expect(derived.technical.iccProfile).toContain(profile);
    expect(codes(derived)).not.toContain('no-icc-profile');
    const { hasProfile, space: delivered, channels, depth } = await sharp(derived.pyramid.path).metadata();
    expect({ hasProfile, delivered, channels, depth }).toEqual({
      hasProfile: false,
      delivered: 'srgb',
      channels: 3,
      depth: 'uchar',
    });
  });

  it.each([
    [3, 180, 951, 1295],
    [6, 90, 1295, 951],
    [8, 270, 1295, 951],
  ])(
    '[IMP-28] EXIF orientation %i is applied, to the thumbnail too',
    async (orientation, turn, width, height) => {
      const source = sample(`derived-balloon-exif-orientation-${orientation}.jpg`);
      const { pages } = await probeImage(source, { maxPixels });
      expect(pages).toEqual([{ index: 0, width_px: width, height_px: height }]);
      const derived = await derive(source);
      expect(derived).toMatchObject({ width_px: width, height_px: height, technical: { orientation } });
      expect(await differenceFromBalloon(derived, turn)).toBeLessThan(3);
      expect(await differenceFromBalloon(derived, (turn + 180) % 360)).not.toBeLessThan(10);
      const upright = await balloon(turn);
      const small = await pixels(sharp(derived.thumbnail.path), upright.width_px, upright.height_px);
      expect(meanDifference(small, upright)).toBeLessThan(5);
    },
  );

  it.each(['derived-balloon-gray.jpg', 'derived-balloon-bilevel-g4.tif', 'concert-public-domain.jpg'])(
    '%s stays grey, and near to what it was',
    async (name) => {
      const derived = await derive(sample(name));
      const { space, channels } = await sharp(derived.pyramid.path).metadata();
      expect({ space, channels }).toEqual({ space: 'b-w', channels: 1 });
      const expected = await pixels(sharp(sample(name), { ignoreIcc: true }));
      expect(meanDifference(await whole(derived), expected)).toBeLessThan(4);
      expect(codes(derived)).not.toContain('no-icc-profile');
    },
  );

  it('[IMP-60] blackbug-alpha.png stands on white', async () => {
    const name = 'blackbug-alpha.png';
    const derived = await derive(sample(name));
    const { data, info } = await sharp(sample(name))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const onWhite = Buffer.alloc(info.width * info.height * 3);
    let clear = 0;
    for (let pixel = 0; pixel < info.width * info.height; pixel++) {
      const alpha = data[pixel * 4 + 3]! / 255;
      if (alpha === 0) clear++;
      for (let band = 0; band < 3; band++)
        onWhite[pixel * 3 + band] = Math.round(data[pixel * 4 + band]! * alpha + 255 * (1 - alpha));
    }
    expect(clear).toBeGreaterThan(1000);
    const expected = { data: onWhite, width_px: info.width, height_px: info.height };
    expect(meanDifference(await whole(derived), expected)).toBeLessThan(2);
    expect(derived.technical).toMatchObject({ hasAlpha: true, channels: 4 });
  });

  it.each([
    ['67352ccc-d1b0-11e1-89ae-279075081939.png', 1000, 1000],
    // Its alpha is opaque throughout.
    ['embedgravitybird-alpha.png', 576, 384],
    ['map-berckenrode-12mp-crop.jpg', 4096, 3072],
    ['map-berckenrode-21mp-progressive.jpg', 4891, 4339],
  ])('%s comes out as it was, and is not touched', async (name, width, height) => {
    const sha = async (): Promise<string> =>
      createHash('sha256')
        .update(await readFile(sample(name)))
        .digest('hex');
    const before = await sha();
    const derived = await derive(sample(name));
    expect(derived).toMatchObject({ width_px: width, height_px: height });
    const expected = await pixels(sharp(sample(name)), 500, 400);
    expect(meanDifference(await pixels(sharp(derived.pyramid.path), 500, 400), expected)).toBeLessThan(3);
    expect(await sha()).toBe(before);
  });

  it('[IMP-58] a TIFF of three pages gives three, in order', async () => {
    const source = sample('derived-balloon-multipage-lzw.tif');
    const { pages, format } = await probeImage(source, { maxPixels });
    expect(format).toBe('tiff');
    expect(pages.map(({ index }) => index)).toEqual([0, 1, 2]);
    for (const { index, width_px, height_px } of pages) {
      const derived = await derive(source, index);
      expect(derived).toMatchObject({ width_px, height_px });
      const expected = await pixels(sharp(source, { page: index }));
      expect(meanDifference(await whole(derived), expected)).toBeLessThan(4);
    }
  });

  it('[IMP-59] a pyramid gives one page', async () => {
    const { pages } = await probeImage(sample('derived-balloon-10mp-pyramid-jpeg.tif'), { maxPixels });
    expect(pages).toEqual([{ index: 0, width_px: 2717, height_px: 3701 }]);
  });

  it('[IMP-25, IMP-26, IMP-27] a JPEG 2000 comes out as its twin in PNG', async () => {
    const name = '67352ccc-d1b0-11e1-89ae-279075081939';
    const { format, pages } = await probeImage(sample(`${name}.jp2`), { maxPixels });
    expect({ format, pages }).toEqual({
      format: 'jp2',
      pages: [{ index: 0, width_px: 1000, height_px: 1000 }],
    });
    const derived = await derive(sample(`${name}.jp2`));
    const expected = await pixels(sharp(sample(`${name}.png`)));
    expect(meanDifference(await whole(derived), expected)).toBeLessThan(3);
    expect(await levels(derived.pyramid.path)).toEqual(['1000x1000', '500x500', '250x250']);
    expect(derived.thumbnail).toMatchObject({ width_px: 480, height_px: 480 });
    const small = await pixels(sharp(derived.thumbnail.path), 60, 60);
    expect(meanDifference(small, await pixels(sharp(sample(`${name}.png`)), 60, 60))).toBeLessThan(5);
    expect(derived.technical).toMatchObject({ format: 'jp2', bitDepth: 8, compression: 'JPEG 2000' });
  });

  it('[IMP-25, IMP-27] balloon-1783.jp2, of several tiles, comes out in its colours, and as what it says it is', async () => {
    const derived = await derive(sample('balloon-1783.jp2'));
    expect(derived).toMatchObject({ width_px: 2717, height_px: 3701 });
    expect(await differenceFromBalloon(derived)).toBeLessThan(2);
    expect(derived.technical.embedded).toEqual({ capturedAt: '2008-07-19T16:14:14-07:00' });
  });

  it('[IMP-43, IMP-44] a JPEG 2000 that is cut, damaged or too large is refused', async () => {
    const bytes = await readFile(sample('67352ccc-d1b0-11e1-89ae-279075081939.jp2'));
    const cut = await write('cut.jp2', bytes.subarray(0, bytes.length / 2));
    expect(await refusal(cut)).toBe('truncated');
    expect(await refusal(await write('end.jp2', bytes.subarray(0, bytes.length - 1)))).toBe('truncated');
    // Where the packets begin there is no header of a tile any more.
    const broken = Buffer.from(bytes);
    broken.fill(0, broken.indexOf(Buffer.from([0xff, 0x52])), broken.indexOf(Buffer.from([0xff, 0x90])));
    expect(await refusal(await write('broken.jp2', broken))).toBe('unreadable');
    expect(await refusal(sample('67352ccc-d1b0-11e1-89ae-279075081939.jp2'), 999_999)).toBe(
      'too-many-pixels',
    );
  });

  it('leaves no sample out', async () => {
    const source = await readFile(import.meta.filename, 'utf8');
    const named = (await readdir(samples)).filter(
      (name) => !source.includes(`'${name}'`) && !/exif-orientation-[368]\.jpg$/.test(name),
    );
    expect(named).toEqual([]);
  });
});

describe('deriveImage', () => {
  it('[IMP-60] sets a see-through JPEG 2000, boxed or bare, on white, and keeps a grey one grey', async () => {
    const { ImageMagick, MagickFormat } = await import('@imagemagick/magick-wasm');
    const clear = await sharp({ create: { width: 64, height: 48, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    const grey = await sharp(clear).flatten().toColourspace('b-w').png().toBuffer();
    // The decoder has set the library up.
    await tiffOf(await write('set-up.bmp', bitmap()), 'BMP');
    for (const format of [MagickFormat.Jp2, MagickFormat.J2k]) {
      const as = (picture: Buffer) =>
        ImageMagick.read(picture, (image) => image.write(format, (made) => Buffer.from(made)));
      const derived = await derive(await write(`clear.${format}`, as(clear)));
      expect(colourAt(await whole(derived), 30, 20)).toEqual([255, 255, 255]);
      expect(derived.technical).toMatchObject({ hasAlpha: true, channels: 4 });
      const plain = await derive(await write(`grey.${format}`, as(grey)));
      expect((await sharp(plain.pyramid.path).metadata()).channels).toBe(1);
    }
  });

  it('[IMP-25] writes JPEG tiles of 256 px whose levels halve until one tile holds all', async () => {
    const source = await write('levels.png', await quarters(1301, 517).png().toBuffer());
    const { pyramid } = await derive(source);
    expect(await levels(pyramid.path)).toEqual(['1301x517', '651x259', '326x130', '163x65']);
    const directories = await directoriesOf(pyramid.path);
    for (const directory of directories) expect(directory).toMatchObject({ isTiled: true, compression: 7 });
    expect(directories).toHaveLength(4);
    expect((await readFile(pyramid.path)).length).toBe(pyramid.size_bytes);
  });

  it.each([
    [1023, 767, 1],
    [1025, 769, 6],
    [257, 511, 1],
    [255, 1, 8],
  ])(
    '%i × %i, orientation %i: the last row and column of each level keep their colour',
    async (width, height, orientation) => {
      const blue = [30, 60, 220];
      const background = { r: 30, g: 60, b: 220 };
      const source = await sharp({ create: { width, height, channels: 3, background } })
        .withMetadata({ orientation })
        .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
        .toBuffer();
      const { pyramid, width_px, height_px } = await derive(
        await write(`edge-${width}-${height}.jpg`, source),
      );
      expect([width_px, height_px]).toEqual(orientation > 4 ? [height, width] : [width, height]);
      for (const [page, size] of (await levels(pyramid.path)).entries()) {
        const { data, info } = await sharp(pyramid.path, { page })
          .raw()
          .toBuffer({ resolveWithObject: true });
        const scaled = [width_px, height_px].map((side) => Math.ceil(side / 2 ** page));
        expect({ page, size }).toEqual({ page, size: scaled.join('x') });
        let farthest = 0;
        for (const [at, value] of data.entries()) {
          farthest = Math.max(farthest, Math.abs(value - (blue[at % info.channels] ?? 0)));
        }
        // Of a smaller level whose end is that of what was filled in, the decoder's smoothing takes a quarter.
        expect({ page, farthest, isBlue: farthest <= (page === 0 ? 2 : 45) }).toMatchObject({ isBlue: true });
      }
    },
  );

  it('[IMP-26] fits the thumbnail into 480 × 480, and enlarges nothing', async () => {
    const large = await derive(await write('large.png', await quarters(1500, 600).png().toBuffer()));
    expect(large.thumbnail).toMatchObject({ width_px: 480, height_px: 192 });
    const small = await derive(await write('small.png', await quarters(100, 60).png().toBuffer()));
    expect(small.thumbnail).toMatchObject({ width_px: 100, height_px: 60 });
    for (const { thumbnail } of [large, small]) {
      const { format, width, height } = await sharp(thumbnail.path).metadata();
      expect({ format, width, height }).toEqual({
        format: 'jpeg',
        width: thumbnail.width_px,
        height: thumbnail.height_px,
      });
      expect(corners(await pixels(sharp(thumbnail.path)))).toBe('RGBW');
    }
  });

  // Where the corners end up, by hand: RGBW runs clockwise from the top left.
  it.each([
    [1, 'RGBW'],
    [2, 'GRWB'],
    [3, 'BWRG'],
    [4, 'WBGR'],
    [5, 'RWBG'],
    [6, 'WRGB'],
    [7, 'BGRW'],
    [8, 'GBWR'],
  ])('[IMP-28] sets orientation %i upright, in JPEG and TIFF', async (orientation, expected) => {
    for (const format of ['jpeg', 'tiff'] as const) {
      const bytes = await quarters()
        .withMetadata({ orientation })
        .toFormat(format, { compression: 'lzw' })
        .toBuffer();
      const source = await write(`orientation-${orientation}.${format}`, bytes);
      const { pages } = await probeImage(source, { maxPixels });
      const derived = await derive(source);
      const [width_px, height_px] = orientation < 5 ? [640, 400] : [400, 640];
      expect(pages).toEqual([{ index: 0, width_px, height_px }]);
      expect(derived).toMatchObject({ width_px, height_px, technical: { orientation } });
      expect(corners(await whole(derived))).toBe(expected);
      expect(corners(await pixels(sharp(derived.thumbnail.path)))).toBe(expected);
      expect(await readdir(join(derived.pyramid.path, '..'))).toEqual(['pyramid.tif', 'thumbnail.jpg']);
    }
  });

  it.each([3, 4, 5, 6, 7, 8])(
    '[IMP-28] sets orientation %i upright where it takes many slabs',
    async (orientation) => {
      // A gradient both ways: a slab in the wrong place or turned wrongly shows.
      const [width, height] = [1100, 777];
      for (const channels of [1, 3] as const) {
        const data = Buffer.alloc(width * height * channels);
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++)
            for (let band = 0; band < channels; band++)
              data[(y * width + x) * channels + band] =
                band === 1 ? (y * 255) / height : ((x + y / 4) * 200) / width;
        const bytes = made({
          width_px: width,
          height_px: height,
          bits: 8,
          samples: channels,
          photometric: channels === 1 ? 1 : 2,
          strip: data,
          more: [[274, 3, [orientation]]],
        });
        const derived = await derive(await write('slabs.tif', bytes));
        const expected = await pixels(sharp(bytes).autoOrient());
        const found = await whole(derived);
        expect(meanDifference(found, expected)).toBeLessThan(1.5);
        expect((await sharp(derived.pyramid.path).metadata()).channels).toBe(channels);
      }
    },
  );

  it('[IMP-29] converts 16 bit with a profile to sRGB, not to the wider space between', async () => {
    const wide = quarters().withIccProfile('p3');
    const eight = await derive(await write('p3-8.png', await wide.clone().png().toBuffer()));
    const deep = await wide.clone().toColourspace('rgb16').png().toBuffer();
    const sixteen = await derive(await write('p3-16.png', deep));
    expect(sixteen.technical).toMatchObject({ bitDepth: 16, colourSpace: 'rgb16', iccProfile: 'sP3C' });
    expect(meanDifference(await whole(sixteen), await whole(eight))).toBeLessThan(2);
    expect(meanDifference(await whole(sixteen), await pixels(quarters()))).toBeLessThan(3);
  });

  it('[IMP-29] takes an embedded sRGB profile as what it is', async () => {
    const bytes = await quarters().withIccProfile('srgb').png().toBuffer();
    const derived = await derive(await write('srgb.png', bytes));
    expect(derived.technical.iccProfile).toMatch(/^sRGB/);
    expect(codes(derived)).toEqual(['low-resolution']);
    expect(meanDifference(await whole(derived), await pixels(quarters()))).toBeLessThan(2);
  });

  it('[IMP-55] warns of a profile that does not fit, and shows the image without it', async () => {
    // Nothing but a header, which says that it speaks of CMYK.
    const profile = Buffer.alloc(132);
    profile.write('CMYKLab ', 16, 'latin1');
    profile.write('acsp', 36, 'latin1');
    const strip = await quarters(1200, 800).raw().toBuffer();
    const more: Tag[] = [[34675, 7, [...profile]]];
    const misfit = made({ width_px: 1200, height_px: 800, bits: 8, samples: 3, photometric: 2, strip, more });
    const derived = await derive(await write('misfit.tif', misfit));
    expect(codes(derived)).toEqual(['unusable-icc-profile']);
    expect(corners(await whole(derived))).toBe('RGBW');
  });

  it('scales 16-bit grey, and keeps it grey', async () => {
    const strip = Buffer.alloc(64 * 48 * 2);
    for (let index = 0; index < 64 * 48; index++) strip.writeUInt16LE(40_000, index * 2);
    const source = await write(
      'grey16.tif',
      made({ width_px: 64, height_px: 48, bits: 16, photometric: 1, strip }),
    );
    const derived = await derive(source);
    expect(derived.technical).toMatchObject({ bitDepth: 16, channels: 1, colourSpace: 'grey16' });
    expect((await sharp(derived.pyramid.path).metadata()).channels).toBe(1);
    expect(colourAt(await whole(derived), 30, 20)[0]).toBeCloseTo(156, -0.5);
  });

  it.each([8, 16])('[IMP-60] flattens grey with alpha on white, %i bit', async (bits) => {
    const [width, height] = [64, 64];
    const data = new Uint8Array(width * height * 4);
    for (let index = 0; index < width * height; index++)
      data.set([90, 90, 90, index % width < 32 ? 0 : 255], index * 4);
    const rgba = sharp(data, { raw: { width, height, channels: 4 } });
    const bytes = await rgba
      .toColourspace(bits === 8 ? 'b-w' : 'grey16')
      .png()
      .toBuffer();
    const derived = await derive(await write(`grey-alpha-${bits}.png`, bytes));
    expect(derived.technical).toMatchObject({ hasAlpha: true, channels: 2, bitDepth: bits });
    const found = await whole(derived);
    expect(colourAt(found, 8, 30)[0]).toBeGreaterThan(250);
    expect(Math.abs(colourAt(found, 56, 30)[0]! - 90)).toBeLessThan(4);
  });

  it('[IMP-60] expands a palette and flattens its clear colour on white', async () => {
    const [width, height] = [64, 64];
    const data = new Uint8Array(width * height * 4);
    for (let index = 0; index < width * height; index++)
      data.set(index % width < 32 ? [0, 0, 0, 0] : [200, 30, 30, 255], index * 4);
    const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
      .png({ palette: true })
      .toBuffer();
    expect((await sharp(bytes).metadata()).isPalette).toBe(true);
    const found = await whole(await derive(await write('palette.png', bytes)));
    expect(Math.min(...colourAt(found, 8, 30))).toBeGreaterThan(250);
    expect(meanOf(colourAt(found, 56, 30), [200, 30, 30])).toBeLessThan(6);
  });

  it.each(['gif', 'webp'] as const)('[IMP-61] takes the first frame of an animated %s', async (format) => {
    const frame = (background: string): Sharp =>
      sharp({ create: { width: 80, height: 60, channels: 3, background } }).png();
    const frames = await Promise.all(
      ['#c81e1e', '#1e1ec8', '#1ec81e'].map((colour) => frame(colour).toBuffer()),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(3);
    const source = await write(`animated.${format}`, bytes);
    const { pages } = await probeImage(source, { maxPixels });
    expect(pages).toEqual([{ index: 0, width_px: 80, height_px: 60 }]);
    const derived = await derive(source);
    expect(derived).toMatchObject({ width_px: 80, height_px: 60 });
    expect(meanOf(colourAt(await whole(derived), 40, 30), [200, 30, 30])).toBeLessThan(6);
  });

  it('shows CIELab of 16 bits, and CMYK without a profile', async () => {
    // L* 53, a* 80, b* 67 is sRGB red; in 16 bits a* and b* are signed, 256 to the unit.
    const lab = Buffer.alloc(32 * 32 * 6);
    for (let at = 0; at < lab.length; at += 6) {
      lab.writeUInt16LE(Math.round(0.53 * 65_535), at);
      lab.writeInt16LE(80 * 256, at + 2);
      lab.writeInt16LE(67 * 256, at + 4);
    }
    const labTiff = made({ width_px: 32, height_px: 32, bits: 16, samples: 3, photometric: 8, strip: lab });
    const red = await whole(await derive(await write('lab.tif', labTiff)));
    expect(meanOf(colourAt(red, 16, 16), [255, 0, 0])).toBeLessThan(8);

    const cmyk = Buffer.from(Array.from({ length: 32 * 32 }, () => [255, 0, 0, 0]).flat());
    const cmykTiff = made({ width_px: 32, height_px: 32, bits: 8, samples: 4, photometric: 5, strip: cmyk });
    const derived = await derive(await write('cmyk.tif', cmykTiff));
    const [r, g, b] = colourAt(await whole(derived), 16, 16) as [number, number, number];
    expect(b).toBeGreaterThan(g);
    expect(g).toBeGreaterThan(r + 60);
    expect(codes(derived)).toContain('no-icc-profile');
  });

  it.each([
    ['WhiteIsZero', 0, 255],
    ['BlackIsZero', 1, 0],
  ])('shows bilevel as %s says', async (_, photometric, level) => {
    const bytes = made({ width_px: 64, height_px: 64, bits: 1, photometric, strip: Buffer.alloc(8 * 64) });
    const derived = await derive(await write(`bilevel-${photometric}.tif`, bytes));
    expect(colourAt(await whole(derived), 3, 3)).toEqual([level, level, level]);
    expect(derived.technical).toMatchObject({ bitDepth: 1, channels: 1 });
  });

  it.each([
    [1, 1, ['1x1']],
    [2, 30_000, ['2x30000', '1x15000', '1x7500', '1x3750', '1x1875', '1x938', '1x469', '1x235']],
    [30_000, 3, ['30000x3', '15000x2', '7500x1', '3750x1', '1875x1', '938x1', '469x1', '235x1']],
  ])('takes an image of %i × %i', async (width, height, expected) => {
    const bytes = await quarters(width, height).png().toBuffer();
    const derived = await derive(await write(`odd-${width}x${height}.png`, bytes));
    expect(await levels(derived.pyramid.path)).toEqual(expected);
    expect(Math.max(derived.thumbnail.width_px, derived.thumbnail.height_px)).toBe(
      Math.min(480, Math.max(width, height)),
    );
  });

  it('says where a picture was taken in its description alone, and in no picture that is made of it', async () => {
    const place = {
      GPSLatitude: '43/1 46/1 10/1',
      GPSLatitudeRef: 'N',
      GPSLongitude: '11/1 15/1 21/1',
      GPSLongitudeRef: 'E',
    };
    const bytes = await quarters(1200, 800).withExif({ IFD3: place }).jpeg().toBuffer();
    const derived = await derive(await write('placed.jpg', bytes));
    expect(derived.technical.embedded.location).toEqual({
      latitude_deg: 43.769444,
      longitude_deg: 11.255833,
    });
    for (const { path } of [derived.pyramid, derived.thumbnail]) {
      const { exif, xmp, iptc } = await sharp(path).metadata();
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('[IMP-27] tells what the original is', async () => {
    const bytes = await quarters(1200, 800)
      .withMetadata({ density: 300 })
      .withXmp(
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="The archive"/></rdf:RDF>',
      )
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const { technical } = await derive(await write('technical.tif', bytes));
    expect(technical).toEqual({
      format: 'tiff',
      bitDepth: 8,
      channels: 3,
      colourSpace: 'srgb',
      iccProfile: expect.stringMatching(/^sRGB/) as string,
      dpi: 300,
      orientation: 1,
      hasAlpha: false,
      compression: 'LZW',
      embedded: { credit: 'The archive' },
    });
    const silent = await derive(await write('silent.png', await quarters().png().toBuffer()));
    expect(silent.technical.embedded).toEqual({});
  });

  it('comes to the same when it runs again over what an earlier run left', async () => {
    const source = await write('twice.jpg', await quarters().jpeg().toBuffer());
    const into = join(folder, 'twice');
    await mkdir(into);
    await writeFile(join(into, 'pyramid.tif'), Buffer.alloc(5_000_000, 7));
    await writeFile(join(into, 'upright.tif'), 'half a file');
    await writeFile(join(into, 'lying.tif'), 'half a file');
    const first = await deriveImage(source, 0, into, { maxPixels });
    const bytes = await readFile(first.pyramid.path);
    const second = await deriveImage(source, 0, into, { maxPixels });
    expect(second).toEqual(first);
    expect((await readFile(second.pyramid.path)).equals(bytes)).toBe(true);
    expect(await readdir(into)).toEqual(['pyramid.tif', 'thumbnail.jpg']);
  });

  it('stops when it is told to, and leaves nothing', async () => {
    const source = await write('stopped.jpg', await quarters(3000, 2000).jpeg().toBuffer());
    const into = join(folder, 'stopped');
    await mkdir(into);
    const stop = new AbortController();
    const work = deriveImage(source, 0, into, { maxPixels, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('shutting down')), 1);
    await expect(work).rejects.toThrow('shutting down');
    expect(await readdir(into)).toEqual([]);
  });

  it('hands a failure of the machine on as it is: no cause blames the file', async () => {
    const source = await write('no-room.jpg', await quarters().jpeg().toBuffer());
    const failure = await deriveImage(source, 0, join(folder, 'nowhere'), { maxPixels }).catch(
      (e: unknown) => e,
    );
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ImageRefused);
  });
});

describe('what is refused', () => {
  /** Noise from a fixed seed, so that every format has much to store. */
  const noisy = (): Sharp => {
    const data = Buffer.alloc(700 * 500 * 3);
    let state = 1;
    for (let index = 0; index < data.length; index++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      data[index] = 96 + (state >>> 26);
    }
    return sharp(data, { raw: { width: 700, height: 500, channels: 3 } });
  };
  const encode: Record<string, (image: Sharp) => Sharp> = {
    'baseline.jpg': (image) => image.jpeg(),
    'progressive.jpg': (image) => image.jpeg({ progressive: true }),
    'plain.png': (image) => image.png(),
    'interlaced.png': (image) => image.png({ progressive: true }),
    'lzw.tif': (image) => image.tiff({ compression: 'lzw' }),
    'none.tif': (image) => image.tiff({ compression: 'none' }),
    'tiled.tif': (image) => image.tiff({ compression: 'jpeg', tile: true }),
    'plain.gif': (image) => image.gif({ effort: 1 }),
    'plain.webp': (image) => image.webp(),
  };
  const encodings = new Map<string, Promise<Buffer>>();
  /** Encoded once, copied for each test. */
  async function encoded(name: string): Promise<Buffer> {
    const bytes = encodings.get(name) ?? encode[name]!(noisy()).toBuffer();
    encodings.set(name, bytes);
    return Buffer.from(await bytes);
  }

  it.each(Object.keys(encode))('[IMP-43] %s cut at half and at 95 %% is incomplete', async (name) => {
    const bytes = await encoded(name);
    expect(await refusal(await write(`whole-${name}`, bytes))).toBe('taken');
    for (const share of [0.5, 0.95]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share));
      expect(await refusal(await write(`cut-${name}`, cut))).toBe('truncated');
    }
  });

  it('[IMP-43] a TIFF whose directory comes first and whose data is cut is incomplete', async () => {
    const strip = Buffer.alloc(300 * 200 * 3, 99);
    const bytes = made({ width_px: 300, height_px: 200, bits: 8, samples: 3, photometric: 2, strip });
    expect(await refusal(await write('front.tif', bytes))).toBe('taken');
    for (const share of [0.5, 0.95, 0.01]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * share));
      expect(await refusal(await write('front-cut.tif', cut))).toBe('truncated');
    }
  });

  it.each(['progressive.jpg', 'plain.png', 'interlaced.png', 'lzw.tif', 'plain.gif'])(
    '[IMP-43] %s with its middle garbled is unreadable, not half a picture',
    async (name) => {
      const bytes = await encoded(name);
      const middle = bytes.length >> 1;
      for (let index = middle; index < middle + 200; index++) bytes[index]! ^= 0x5a;
      expect(await refusal(await write(`garbled-${name}`, bytes))).toBe('unreadable');
    },
  );

  it.each(['baseline.jpg', 'progressive.jpg'])('[IMP-43] %s with a hole is unreadable', async (name) => {
    const bytes = await encoded(name);
    const [from, to] = [0.4, 0.6].map((share) => Math.floor(bytes.length * share));
    const holed = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
    expect(await refusal(await write(`holed-${name}`, holed))).toBe('unreadable');
  });

  // Not WebP: zeros are valid data there too, and nothing marks its end.
  const marked = Object.keys(encode).filter((name) => name !== 'plain.webp');
  it.each(marked)('[IMP-43] %s whose second half is zeros is refused', async (name) => {
    const bytes = await encoded(name);
    bytes.fill(0, bytes.length >> 1);
    expect(await refusal(await write(`zeros-${name}`, bytes))).toMatch(/^(truncated|unreadable)$/);
  });

  it('takes a JPEG that is padded with zeros to the size of a block', async () => {
    const bytes = Buffer.concat([await quarters(1200, 900).jpeg().toBuffer(), Buffer.alloc(70_000)]);
    expect(await refusal(await write('block.jpg', bytes))).toBe('taken');
  });

  it.each([
    ['text after its end', Buffer.from('added by another program')],
    ['text and zeros after its end', Buffer.concat([Buffer.from('added'), Buffer.alloc(70_000)])],
    ['the beginning of another JPEG after its end', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ])('takes a JPEG with %s', async (_, after) => {
    const whole = await quarters(1200, 900).jpeg().toBuffer();
    expect(await refusal(await write('after.jpg', Buffer.concat([whole, after])))).toBe('taken');
    const cut = Buffer.concat([whole.subarray(0, whole.length >> 1), after]);
    expect(await refusal(await write('cut.jpg', cut))).not.toBe('taken');
  });

  it.each(['no TIFF at all', 'II*\0\xff\xff\xff\x7f', ''])(
    'takes a JPEG with broken EXIF: %j',
    async (exif) => {
      const whole = await quarters(1200, 900).jpeg().toBuffer();
      const data = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(exif, 'latin1')]);
      const segment = Buffer.from([0xff, 0xe1, 0, data.length + 2]);
      const bytes = Buffer.concat([whole.subarray(0, 2), segment, data, whole.subarray(2)]);
      expect(await refusal(await write('exif.jpg', bytes))).toBe('taken');
    },
  );

  it('takes a JPEG with a camera’s slips, and says so; not one that lost track of its data', async () => {
    const baseline = await quarters(1200, 900).jpeg().toBuffer();
    const scan = baseline.indexOf(Buffer.from([0xff, 0xda]));
    // Se, the last coefficient of the scan: 63 in any sequential file that keeps the standard.
    baseline[scan + 2 + baseline.readUInt16BE(scan + 2) - 2] = 0;
    const progressive = await quarters(1200, 900).jpeg({ progressive: true }).toBuffer();
    const padded = (count: number): Buffer =>
      Buffer.concat([progressive.subarray(0, -2), Buffer.alloc(count), progressive.subarray(-2)]);
    // An Adobe segment whose transform is none that is known.
    const app14 = Buffer.from('ffee000e41646f626500640000000009', 'hex');
    const adobe = Buffer.concat([progressive.subarray(0, 2), app14, progressive.subarray(2)]);
    for (const bytes of [baseline, padded(6), adobe]) {
      const derived = await derive(await write('slip.jpg', bytes));
      expect(codes(derived)).toEqual(['no-icc-profile', 'irregular-file']);
      expect(corners(await whole(derived))).toBe('RGBW');
    }
    expect(await refusal(await write('overfull.jpg', padded(900)))).toBe('unreadable');
  });

  it('[IMP-43] an empty file', async () => {
    expect(await refusal(await write('empty.jpg', Buffer.alloc(0)))).toBe('empty-file');
  });

  it('[IMP-42] takes a JPEG named .tif for a JPEG, and a TIFF named .jpg for a TIFF', async () => {
    const jpeg = await write('really-a-jpeg.tif', await quarters().jpeg().toBuffer());
    expect(await probeImage(jpeg, { maxPixels })).toMatchObject({ format: 'jpeg', mediaType: 'image/jpeg' });
    expect((await derive(jpeg)).technical.format).toBe('jpeg');
    const tiff = await write('really-a-tiff.jpg', await quarters().tiff().toBuffer());
    expect(await probeImage(tiff, { maxPixels })).toMatchObject({ format: 'tiff', mediaType: 'image/tiff' });
    expect((await derive(tiff)).technical.format).toBe('tiff');
  });

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>';
  it.each([
    ['a text', 'note.tif', Buffer.from('Dear reader,\n\nthis is no picture. Grüße\n'), 'a text file'],
    ['SVG', 'drawing.png', Buffer.from(svg), 'an SVG drawing'],
    [
      'SVG after a preamble',
      'drawing.tif',
      Buffer.from(`\ufeff<?xml version="1.0"?>\n<!-- -->${svg}`),
      'an SVG',
    ],
    ['a PDF', 'scan.tif', Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 'a PDF'],
    ['HEIC', 'IMG_1.jpg', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'HEIC'],
    ['Canon raw', 'IMG_1.tif', Buffer.from('II*\0\x10\0\0\0CR\x02\0\0\0\0\0', 'latin1'), 'raw file'],
    ['a zip', 'images.tif', Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), 'a zip archive'],
    ['a web page', 'image.jpg', Buffer.from('<!DOCTYPE html><html><title>404</title>'), 'a web page'],
    ['random bytes', 'image.png', createHash('sha512').update('random').digest(), 'none of the kinds'],
  ])('[IMP-42] %s is not taken for an image, whatever its name', async (_, name, bytes, seemsToBe) => {
    await expect(probeImage(await write(name, bytes), { maxPixels })).rejects.toMatchObject({
      cause_: {
        code: 'unsupported-format',
        title: expect.stringContaining(seemsToBe) as string,
        nextStep: expect.stringContaining('TIFF, JPEG or PNG') as string,
      },
    });
  });

  it('[IMP-44] a small file that says it holds 60,000 × 60,000 pixels, before anything is decoded', async () => {
    const bytes = await quarters(16, 16).png().toBuffer();
    bytes.writeUInt32BE(60_000, 16);
    bytes.writeUInt32BE(60_000, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    const source = await write('bomb.png', bytes);
    const before = process.memoryUsage().rss;
    await expect(probeImage(source, { maxPixels })).rejects.toMatchObject({
      cause_: {
        code: 'too-many-pixels',
        title: expect.stringMatching(/60,000 × 60,000.*500 megapixels/) as string,
      },
      details: { width_px: 60_000, height_px: 60_000, maxPixels },
    });
    await expect(derive(source)).rejects.toMatchObject({ cause_: { code: 'too-many-pixels' } });
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });

  it('[IMP-44] the limit is the last size taken, and counts on each page of a TIFF', async () => {
    const source = await write('limit.png', await quarters(200, 100).png().toBuffer());
    expect(await refusal(source, 20_000)).toBe('taken');
    expect(await refusal(source, 19_999)).toBe('too-many-pixels');
    const page = (width_px: number): MadeImage => ({
      width_px,
      height_px: 10,
      bits: 8,
      photometric: 1,
      strip: Buffer.alloc(width_px * 10),
    });
    const two = madeTiff([madeImage(page(10)), madeImage(page(300))]);
    await expect(probeImage(await write('two.tif', two), { maxPixels: 2000 })).rejects.toMatchObject({
      cause_: { code: 'too-many-pixels' },
    });
  });

  it('a side longer than a pyramid of JPEG can have', async () => {
    const strip = Buffer.alloc(70_000 * 4, 128);
    const scroll = made({ width_px: 70_000, height_px: 4, bits: 8, photometric: 1, strip });
    expect(await refusal(await write('scroll.tif', scroll))).toBe('too-long-side');
  });

  it.each([
    ['floating point', 32, 3, 'unsupported-samples'],
    ['32-bit whole numbers', 32, 1, 'unsupported-samples'],
    ['signed numbers', 16, 2, 'unsupported-samples'],
  ])('a TIFF of %s', async (_, bits, sampleFormat, code) => {
    const strip = Buffer.alloc((16 * 16 * bits) / 8);
    const bytes = made({
      width_px: 16,
      height_px: 16,
      bits,
      photometric: 1,
      strip,
      more: [[339, 3, [sampleFormat]]],
    });
    expect(await refusal(await write('samples.tif', bytes))).toBe(code);
  });

  it.each([
    [34925, 'LZMA'],
    [6, 'old-style JPEG'],
    [34712, 'JPEG 2000'],
    [60_001, 'number 60001'],
  ])('a TIFF with the compression %i, which can’t be decoded, names it', async (compression, name) => {
    const strip = Buffer.alloc(16 * 16, 7);
    const bytes = made({
      width_px: 16,
      height_px: 16,
      bits: 8,
      photometric: 1,
      strip,
      more: [[259, 3, [compression]]],
    });
    const file = await write('compressed.tif', bytes);
    expect(await refusal(file)).toBe('unsupported-compression');
    await expect(derive(file)).rejects.toMatchObject({ details: { found: name } });
  });

  it('a TIFF in CIELab of 8 bits', async () => {
    const strip = Buffer.alloc(16 * 16 * 3, 100);
    const bytes = made({ width_px: 16, height_px: 16, bits: 8, samples: 3, photometric: 8, strip });
    expect(await refusal(await write('lab-8.tif', bytes))).toBe('unsupported-colour');
  });

  it('a TIFF of many spectral channels', async () => {
    const strip = Buffer.alloc(16 * 16 * 7);
    const bytes = made({ width_px: 16, height_px: 16, bits: 8, samples: 7, photometric: 1, strip });
    expect(await refusal(await write('spectral.tif', bytes))).toBe('unsupported-colour');
  });

  it('[IMP-43] a TIFF whose directories loop', async () => {
    const strip = Buffer.alloc(64);
    const one = madeImage({ width_px: 8, height_px: 8, bits: 8, photometric: 1, strip });
    expect(await refusal(await write('loop.tif', madeTiff([one, one], { loopTo: 0 })))).toBe('unreadable');
  });
});

function made(image: MadeImage): Buffer {
  return madeTiff([madeImage(image)]);
}

function meanOf(found: readonly number[], expected: readonly number[]): number {
  return found.reduce((sum, value, index) => sum + Math.abs(value - expected[index]!), 0) / found.length;
}

async function directoriesOf(path: string): Promise<TiffDirectory[]> {
  const file = await open(path);
  try {
    return await readTiffDirectories(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}
