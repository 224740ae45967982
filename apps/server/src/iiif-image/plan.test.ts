import { describe, expect, test } from 'vitest';
import type { ImageApiVersion } from './image-api.ts';
import { parseImageRequest } from './parse.ts';
import { planImage, type ImagePlan } from './plan.ts';
import { ImageRequestError } from './request-error.ts';
import type { PyramidLevel, SourceInfo } from './source-info.ts';

/** A pyramid as libvips stores one: halved and rounded down until a level fits in a tile. */
function pyramid(width_px: number, height_px: number, maxArea_px?: number): SourceInfo {
  const levels: PyramidLevel[] = [{ width_px, height_px, scale: 1 }];
  for (;;) {
    const { width_px: w, height_px: h, scale } = levels[levels.length - 1] as PyramidLevel;
    if ((w <= 256 && h <= 256) || w < 2 || h < 2) break;
    levels.push({ width_px: Math.floor(w / 2), height_px: Math.floor(h / 2), scale: scale * 2 });
  }
  return { width_px, height_px, levels, tile_px: 256, sizes: [], ...(maxArea_px && { maxArea_px }) };
}

function plan(version: ImageApiVersion, path: string, source: SourceInfo): ImagePlan {
  const [region = '', size = '', rotation = '', last = ''] = path.split('/');
  const [quality = '', format = ''] = last.split('.');
  return planImage(parseImageRequest(version, { region, size, rotation, quality, format }), source);
}

function refusal(version: ImageApiVersion, path: string, source: SourceInfo): ImageRequestError {
  try {
    plan(version, path, source);
  } catch (error) {
    if (error instanceof ImageRequestError) return error;
    throw error;
  }
  throw new Error(`version ${version} took ${path}`);
}

function expectRefused(version: ImageApiVersion, path: string, source: SourceInfo, wanted: string): void {
  const { part, status } = refusal(version, path, source);
  expect(`${part} ${status}`, path).toBe(wanted);
}

/** The same numbers on every run: a linear congruential generator. */
function random(seed: number): (least: number, most: number) => number {
  let state = seed;
  return (least, most) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return least + Math.floor((state / 2 ** 32) * (most - least + 1));
  };
}

const IMAGE = pyramid(1000, 600, 1_000_000);

describe('region', () => {
  test.each([
    ['full', [0, 0, 1000, 600], 'full'],
    ['square', [200, 0, 600, 600], '200,0,600,600'],
    ['0,0,1000,600', [0, 0, 1000, 600], 'full'],
    ['0,0,5000,5000', [0, 0, 1000, 600], 'full'],
    ['10,20,30,40', [10, 20, 30, 40], '10,20,30,40'],
    ['900,500,200,200', [900, 500, 100, 100], '900,500,100,100'],
    ['999,599,1,1', [999, 599, 1, 1], '999,599,1,1'],
    ['0010,20,30,40', [10, 20, 30, 40], '10,20,30,40'],
    ['pct:0,0,100,100', [0, 0, 1000, 600], 'full'],
    ['pct:10,10,50,50', [100, 60, 500, 300], '100,60,500,300'],
    ['pct:41.6,7.5,66.6,100', [416, 45, 584, 555], '416,45,584,555'],
    ['pct:0.05,0,0.06,1', [1, 0, 1, 6], '1,0,1,6'],
  ])('%s', (text, [left_px, top_px, width_px, height_px], canonical) => {
    for (const version of [2, 3] as const) {
      const made = plan(version, `${text}/max/0/default.jpg`, IMAGE);
      expect(made.region).toEqual({ left_px, top_px, width_px, height_px });
      expect(made.canonicalPath.split('/')[0]).toBe(canonical);
    }
  });

  test('the square of a square image is the full one; of a tall one, its middle', () => {
    expect(plan(2, 'square/max/0/default.jpg', pyramid(500, 500)).canonicalPath).toBe(
      'full/full/0/default.jpg',
    );
    expect(plan(3, 'square/max/0/default.jpg', pyramid(401, 700)).region).toMatchObject({
      left_px: 0,
      top_px: 149,
    });
  });

  test.each([
    '0,0,0,10',
    '0,0,10,0',
    '1000,0,10,10',
    '0,600,10,10',
    '5000,5000,1,1',
    `${'9'.repeat(400)},0,1,1`,
    'pct:100,0,10,10',
    'pct:0,100,10,10',
    'pct:0,0,0,10',
    'pct:0,0,10,0.01',
  ])('%s has no pixels in the image', (text) => {
    expectRefused(2, `${text}/max/0/default.jpg`, IMAGE, 'region 400');
    expectRefused(3, `${text}/max/0/default.jpg`, IMAGE, 'region 400');
  });
});

describe('size', () => {
  test.each([
    // whole image of 1000 × 600, limit 1 000 000
    ['full', 'max', 1000, 600, 'max'],
    ['full', '^max', 1290, 774, '^max'],
    ['full', '1000,600', 1000, 600, 'max'],
    ['full', '^1000,', 1000, 600, 'max'],
    ['full', '^1290,774', 1290, 774, '^max'],
    ['full', '500,', 500, 300, '500,300'],
    ['full', '^500,', 500, 300, '500,300'],
    ['full', '333,', 333, 200, '333,200'],
    ['full', '1,', 1, 1, '1,1'],
    ['full', ',300', 500, 300, '500,300'],
    ['full', ',1', 2, 1, '2,1'],
    ['full', 'pct:50', 500, 300, '500,300'],
    ['full', 'pct:33.3', 333, 200, '333,200'],
    ['full', 'pct:100', 1000, 600, 'max'],
    ['full', '^pct:110', 1100, 660, '^1100,660'],
    ['full', '700,100', 700, 100, '700,100'],
    ['full', '^1100,100', 1100, 100, '^1100,100'],
    ['full', '!500,500', 500, 300, '500,300'],
    ['full', '!500,200', 333, 200, '333,200'],
    ['full', '!5000,5000', 1000, 600, 'max'],
    ['full', '!1000,600', 1000, 600, 'max'],
    ['full', '^!1100,1100', 1100, 660, '^1100,660'],
    ['full', '^!500,500', 500, 300, '500,300'],
    ['full', '^!5000,5000', 1290, 774, '^max'],
    // a region
    ['0,0,100,50', 'max', 100, 50, 'max'],
    ['0,0,100,50', '^max', 1414, 707, '^max'],
    ['0,0,100,50', '^200,', 200, 100, '^200,100'],
    ['0,0,100,50', '^,51', 102, 51, '^102,51'],
    ['0,0,100,1', '10,', 10, 1, '10,1'],
  ])('version 3: %s/%s', (region, size, width_px, height_px, canonical) => {
    const made = plan(3, `${region}/${size}/0/default.jpg`, IMAGE);
    expect(made.size).toEqual({ width_px, height_px });
    expect(made.canonicalPath.split('/')[1]).toBe(canonical);
  });

  test.each([
    ['full', 'full', 1000, 600, 'full'],
    ['full', 'max', 1000, 600, 'full'],
    ['full', '1000,', 1000, 600, 'full'],
    ['full', '1000,600', 1000, 600, 'full'],
    ['full', '500,', 500, 300, '500,'],
    ['full', ',300', 500, 300, '500,'],
    ['full', '500,300', 500, 300, '500,'],
    ['full', '500,299', 500, 299, '500,299'],
    ['full', '333,', 333, 200, '333,'],
    ['full', ',1', 2, 1, '2,'],
    ['full', 'pct:50', 500, 300, '500,'],
    ['full', '!500,500', 500, 300, '500,'],
    ['full', '!5000,5000', 1000, 600, 'full'],
    ['full', '1100,', 1100, 660, '1100,'],
    ['full', ',660', 1100, 660, '1100,'],
    ['full', 'pct:110', 1100, 660, '1100,'],
    ['full', '1100,100', 1100, 100, '1100,100'],
    ['0,0,100,1', '10,', 10, 1, '10,'],
  ])('version 2: %s/%s', (region, size, width_px, height_px, canonical) => {
    const made = plan(2, `${region}/${size}/0/default.jpg`, IMAGE);
    expect(made.size).toEqual({ width_px, height_px });
    expect(made.canonicalPath.split('/')[1]).toBe(canonical);
  });

  test.each([
    '1001,',
    ',601',
    '1001,600',
    '1000,601',
    '0,',
    ',0',
    '0,0',
    '10,0',
    '!0,10',
    'pct:0',
    'pct:0.01',
    '^0,',
    '^1300,',
    '^,800',
    '^pct:200',
    '^1001,1000',
    `^${'9'.repeat(400)},1`,
  ])('version 3 refuses %s', (size) => {
    expectRefused(3, `full/${size}/0/default.jpg`, IMAGE, 'size 400');
  });

  test.each(['0,', ',0', '10,0', '!10,0', 'pct:0', 'pct:0.01', '1300,', ',800', 'pct:200', '1001,1000'])(
    'version 2 refuses %s',
    (size) => {
      expectRefused(2, `full/${size}/0/default.jpg`, IMAGE, 'size 400');
    },
  );

  test('an enlargement without a limit is not made: 501 in version 3, 400 in version 2', () => {
    const unlimited = pyramid(1000, 600);
    for (const size of ['^1001,', '^,601', '^pct:101', '^1,601', '^!2000,2000']) {
      expectRefused(3, `full/${size}/0/default.jpg`, unlimited, 'size 501');
    }
    for (const size of ['1001,', ',601', 'pct:101', '1,601']) {
      expectRefused(2, `full/${size}/0/default.jpg`, unlimited, 'size 400');
    }
    expect(plan(3, 'full/^max/0/default.jpg', unlimited).canonicalPath).toBe('full/max/0/default.jpg');
    expect(plan(3, 'full/^500,/0/default.jpg', unlimited).size).toEqual({ width_px: 500, height_px: 300 });
  });

  test('!w,h stays in its frame where a rounded side, not the frame, breaks the limit', () => {
    const flat = plan(3, 'full/!100,100/0/default.jpg', pyramid(1000, 16, 180));
    expect(flat.size).toEqual({ width_px: 100, height_px: 1 });
    const tall = plan(3, 'full/!100,100/0/default.jpg', pyramid(16, 1000, 180));
    expect(tall.size).toEqual({ width_px: 1, height_px: 100 });
  });

  test('max and !w,h shrink to the limit; other sizes beyond it are refused', () => {
    const limited = pyramid(1000, 600, 150_000);
    expect(plan(3, 'full/max/0/default.jpg', limited).size).toEqual({ width_px: 500, height_px: 300 });
    expect(plan(3, 'full/max/0/default.jpg', limited).canonicalPath).toBe('full/max/0/default.jpg');
    expect(plan(3, 'full/^max/0/default.jpg', limited).canonicalPath).toBe('full/max/0/default.jpg');
    expect(plan(3, 'full/500,300/0/default.jpg', limited).canonicalPath).toBe('full/max/0/default.jpg');
    expect(plan(3, 'full/!900,900/0/default.jpg', limited).size).toEqual({ width_px: 500, height_px: 300 });
    expect(plan(2, 'full/max/0/default.jpg', limited).canonicalPath).toBe('full/500,/0/default.jpg');
    for (const size of ['501,', '1000,600', 'pct:100']) {
      expectRefused(3, `full/${size}/0/default.jpg`, limited, 'size 400');
    }
    for (const size of ['full', '501,', 'pct:100']) {
      expectRefused(2, `full/${size}/0/default.jpg`, limited, 'size 400');
    }
  });
});

describe('rotation, quality, format', () => {
  test.each([
    ['0/default.jpg', '0/default.jpg'],
    ['360/color.jpg', '0/default.jpg'],
    ['!0/gray.png', '!0/gray.png'],
    ['%21090.0/bitonal.tif', '!90/bitonal.tif'],
    ['22.50/color.webp', '22.5/default.webp'],
    ['.5/default.gif', '0.5/default.gif'],
    ['0.0000001/default.gif', '0.0000001/default.gif'],
    ['100/default.jpg', '100/default.jpg'],
  ])('%s is written %s', (asked, canonical) => {
    expect(plan(3, `full/max/${asked}`, IMAGE).canonicalPath).toBe(`full/max/${canonical}`);
    expect(plan(2, `full/full/${asked}`, IMAGE).canonicalPath).toBe(`full/full/${canonical}`);
  });

  test('default is color', () => {
    expect(plan(3, 'full/max/0/default.jpg', IMAGE).quality).toBe('color');
    expect(plan(3, 'full/max/0/gray.jpg', IMAGE).quality).toBe('gray');
  });

  test('a side the format cannot write is refused, also when only the turned image has it', () => {
    const long = pyramid(70_000, 20, 10_000_000);
    for (const [format, most_px] of [
      ['jpg', 65_500],
      ['gif', 65_535],
      ['webp', 16_383],
    ] as const) {
      expectRefused(3, `full/${most_px + 1},20/0/default.${format}`, long, 'format 400');
      expectRefused(3, `full/${most_px + 1},20/90/default.${format}`, long, 'format 400');
      expect(plan(3, `full/${most_px},20/180/default.${format}`, long).size.width_px).toBe(most_px);
    }
    expect(plan(3, 'full/max/0/default.png', long).size.width_px).toBe(70_000);
    const square = pyramid(16_000, 16_000, 300_000_000);
    expect(plan(3, 'full/max/0/default.webp', square).size.width_px).toBe(16_000);
    expectRefused(3, 'full/max/45/default.webp', square, 'format 400');
  });
});

describe('level', () => {
  const odd = pyramid(1023, 767, 10_000_000);

  test.each([
    // path, level, its region
    ['full/max', 0, [0, 0, 1023, 767]],
    ['full/512,384', 1, [0, 0, 511, 383]], // rounded up, as viewers do
    ['full/511,383', 1, [0, 0, 511, 383]],
    ['full/530,', 0, [0, 0, 1023, 767]],
    ['full/256,192', 2, [0, 0, 255, 191]],
    ['full/10,', 2, [0, 0, 255, 191]],
    ['full/^2000,', 0, [0, 0, 1023, 767]],
    ['0,0,512,512/256,256', 1, [0, 0, 256, 256]],
    ['512,512,511,255/256,128', 1, [256, 256, 255, 127]],
    ['512,512,511,255/255,127', 1, [256, 256, 255, 127]],
    ['100,100,300,300/150,150', 1, [50, 50, 150, 150]],
    ['1022,0,1,767/1,384', 0, [1022, 0, 1, 767]], // the column that level 1 dropped
    ['1020,0,3,4/2,2', 0, [1020, 0, 3, 4]],
  ])('%s comes from level %i', (path, level, [left_px, top_px, width_px, height_px]) => {
    const made = plan(3, `${path}/0/default.jpg`, odd);
    expect(made.level).toBe(level);
    expect(made.levelRegion).toEqual({ left_px, top_px, width_px, height_px });
  });

  test('a size grotesquely out of shape does not decode the whole of a huge image', () => {
    const huge = pyramid(60_000, 60_000, 10_000_000);
    const made = plan(3, 'full/60000,1/0/default.jpg', huge);
    expect(made.levelRegion.width_px * made.levelRegion.height_px).toBeLessThanOrEqual(40_000_000);
    expect(made.size).toEqual({ width_px: 60_000, height_px: 1 });
  });
});

describe('over random images and requests', () => {
  test('every level region lies within its level, has enough pixels, and shows the region asked for', () => {
    const pick = random(20_261_121);
    for (let round = 0; round < 4000; round++) {
      const source = pyramid(pick(1, 3000), pick(1, 3000), 40_000_000);
      const left = pick(0, source.width_px - 1);
      const top = pick(0, source.height_px - 1);
      const width = pick(1, source.width_px - left);
      const height = pick(1, source.height_px - top);
      const size = `${pick(1, width)},${pick(1, height)}`;
      const path = `${left},${top},${width},${height}/${size}/0/default.png`;
      const made = plan(3, path, source);
      const stored = source.levels[made.level] as PyramidLevel;
      const box = made.levelRegion;
      const where = `${source.width_px} × ${source.height_px}: ${path}`;
      expect(`${made.size.width_px},${made.size.height_px}`, where).toBe(size);
      expect(box.width_px, where).toBeGreaterThan(0);
      expect(box.height_px, where).toBeGreaterThan(0);
      expect(box.left_px + box.width_px, where).toBeLessThanOrEqual(stored.width_px);
      expect(box.top_px + box.height_px, where).toBeLessThanOrEqual(stored.height_px);
      expect(made.size.width_px - box.width_px, where).toBeLessThanOrEqual(1);
      expect(made.size.height_px - box.height_px, where).toBeLessThanOrEqual(1);
      // No edge is further from its true place than a pixel of the level (the dropped odd rest), else half.
      const off = (edge: number, full: number) => Math.abs(edge - full / stored.scale);
      expect(off(box.left_px, left), where).toBeLessThanOrEqual(0.5);
      expect(off(box.top_px, top), where).toBeLessThanOrEqual(0.5);
      expect(off(box.left_px + box.width_px, left + width), where).toBeLessThan(1);
      expect(off(box.top_px + box.height_px, top + height), where).toBeLessThan(1);
    }
  });

  test('the canonical path, asked for, gives the same plan', () => {
    const pick = random(7);
    for (let round = 0; round < 4000; round++) {
      const source = pyramid(pick(1, 3000), pick(1, 3000), pick(1, 6_000_000));
      const version = pick(2, 3) as ImageApiVersion;
      const [a, b, c, d] = [pick(1, 2000), pick(1, 2000), pick(1, 120), pick(0, 3)];
      const caret = version === 3 && d === 0 ? '^' : '';
      const sizes = ['max', `${a},`, `,${b}`, `${a},${b}`, `!${a},${b}`, `pct:${c}.${d}`];
      const regions = ['full', 'square', `${a},${b},${b},${a}`, `pct:${c},${d},${c},${c}`];
      const region = regions[pick(0, regions.length - 1)];
      const path = `${region}/${caret}${sizes[pick(0, sizes.length - 1)]}/${c}.${d}0/color.png`;
      let made: ImagePlan;
      try {
        made = plan(version, path, source);
      } catch (error) {
        expect(error).toBeInstanceOf(ImageRequestError);
        continue;
      }
      const where = `version ${version}, ${source.width_px} × ${source.height_px}, ${source.maxArea_px}: ${path}`;
      expect(made.size.width_px * made.size.height_px, where).toBeLessThanOrEqual(source.maxArea_px ?? 0);
      expect(plan(version, made.canonicalPath, source), where).toEqual(made);
    }
  });

  test('sizes follow the formulae of the standards', () => {
    const pick = random(99);
    for (let round = 0; round < 4000; round++) {
      const w = pick(1, 3000);
      const h = pick(1, 3000);
      const source = pyramid(w, h, 100_000_000);
      const width = pick(1, w);
      const byWidth = plan(3, `full/${width},/0/default.png`, source).size;
      expect(byWidth.width_px).toBe(width);
      expect(Math.abs(byWidth.height_px - Math.max(1, (width * h) / w))).toBeLessThanOrEqual(0.5);
      const height = pick(1, h);
      const byHeight = plan(3, `full/,${height}/0/default.png`, source).size;
      expect(byHeight.height_px).toBe(height);
      expect(Math.abs(byHeight.width_px - Math.max(1, (height * w) / h))).toBeLessThanOrEqual(0.5);
      const [a, b] = [pick(1, 4000), pick(1, 4000)];
      const confined = plan(3, `full/!${a},${b}/0/default.png`, source).size;
      expect(confined.width_px).toBeLessThanOrEqual(Math.min(a, w));
      expect(confined.height_px).toBeLessThanOrEqual(Math.min(b, h));
      const bound = confined.width_px === Math.min(a, w) || confined.height_px === Math.min(b, h);
      expect(bound, `${w} × ${h} in ${a} × ${b}`).toBe(true);
    }
  });

  test('the tiles viewers ask for have the size asked for and cover their level without gap', () => {
    const pick = random(3);
    for (let round = 0; round < 150; round++) {
      const source = pyramid(pick(1, 3000), pick(1, 3000), 40_000_000);
      for (const { scale } of source.levels) {
        const side = source.tile_px * scale;
        const columns = Math.ceil(source.width_px / side);
        for (let column = 0; column < columns; column++) {
          // One row of tiles, then one column: the two directions do not depend on each other.
          const left = column * side;
          const width = Math.min(side, source.width_px - left);
          const height = Math.min(side, source.height_px);
          const size = `${Math.ceil(width / scale)},${Math.ceil(height / scale)}`;
          const made = plan(3, `${left},0,${width},${height}/${size}/0/default.jpg`, source);
          const stored = source.levels[made.level] as PyramidLevel;
          expect(`${made.size.width_px},${made.size.height_px}`).toBe(size);
          expect(made.levelRegion.left_px).toBe(left / stored.scale);
          const right = made.levelRegion.left_px + made.levelRegion.width_px;
          expect(right).toBe(
            column === columns - 1 ? stored.width_px : Math.round((left + width) / stored.scale),
          );
          // A tile of full size comes from the level of its scale, pixel for pixel.
          if (width === side && height === side) {
            expect(stored.scale).toBe(scale);
            expect(made.levelRegion).toMatchObject(made.size);
          }
        }
      }
    }
  });
});
