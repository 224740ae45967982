import { describe, expect, it } from 'vitest';
import { confinedSize, confinedSource } from './confined-source.ts';
import { infoDocument } from './info.ts';
import { parseImageRequest } from './parse.ts';
import { planImage } from './plan.ts';
import type { PyramidLevel, SourceInfo } from './source-info.ts';
import { area_px } from './geometry.ts';

/** A pyramid as import writes it. */
function made(width_px: number, height_px: number): SourceInfo {
  const levels: PyramidLevel[] = [];
  for (let scale = 1; ; scale *= 2) {
    const level = { width_px: Math.ceil(width_px / scale), height_px: Math.ceil(height_px / scale), scale };
    levels.push(level);
    if (Math.max(level.width_px, level.height_px) <= 256) break;
  }
  const sizes = [{ width_px: 480, height_px: Math.round((480 * height_px) / width_px) }];
  return { width_px, height_px, levels, tile_px: 256, sizes, maxArea_px: 36e6 };
}

describe('the confined size of an image', () => {
  it.each([
    [5000, 3000, 1024, 1024, 614],
    [3000, 5000, 1024, 614, 1024],
    [2047, 1, 1024, 1024, 1],
    [1024, 700, 1024, 1024, 700],
    [900, 700, 1024, 900, 700],
  ])('of %i × %i at %i is %i × %i: just that long', (width_px, height_px, longest_px, width, height) => {
    expect(confinedSize({ width_px, height_px }, longest_px)).toEqual({ width_px: width, height_px: height });
  });
});

describe('[IIIF-08] an image at its confined size', () => {
  it('is that size in the information documents, from the first answer on', () => {
    const source = confinedSource(made(5000, 3000), 1024);
    for (const version of [2, 3] as const) {
      const told = infoDocument(version, { id: 'x', source });
      expect(told).toMatchObject({ width: 1024, height: 614 });
      // As of the pyramid of that size, which comes later.
      const { sizes, maxArea_px: _, ...small } = made(1024, 614);
      const later = infoDocument(version, {
        id: 'x',
        source: {
          ...small,
          sizes: [{ width_px: 480, height_px: 288 }, ...sizes.slice(1)],
          maxArea_px: 1024 * 614,
        },
      });
      expect(told).toEqual(later);
    }
  });

  it('gives stored tiles where a level is of that size', () => {
    const source = confinedSource(made(4096, 2048), 1024);
    expect(source).toMatchObject({ width_px: 1024, height_px: 512, firstLevel: 2 });
    expect(source.decoded).toBeUndefined();
    expect(source.levels.map(({ scale }) => scale)).toEqual([1, 2, 4]);
  });

  it('[IIIF-10] draws each part from the next level below, from the same place, and never from a larger one', () => {
    for (const [width_px, height_px, longest_px] of [
      [5000, 3000, 1024],
      [1025, 700, 1024],
      [2047, 3, 1024],
      [30_000, 20_000, 4096],
      [700, 9001, 2000],
    ] as const) {
      const whole = made(width_px, height_px);
      const source = confinedSource(whole, longest_px);
      const sides = [source.width_px, source.height_px] as const;
      for (const scale of [1, 2, 4])
        for (let left = 0; left < sides[0]; left += 256 * scale)
          for (let top = 0; top < sides[1]; top += 256 * scale) {
            const [width, height] = [
              Math.min(256 * scale, sides[0] - left),
              Math.min(256 * scale, sides[1] - top),
            ];
            const size = `${Math.ceil(width / scale)},${Math.ceil(height / scale)}`;
            const request = parseImageRequest(3, {
              region: `${left},${top},${width},${height}`,
              size,
              rotation: '0',
              quality: 'default',
              format: 'jpg',
            });
            const plan = planImage(request, source);
            const stored = whole.levels[plan.level];
            if (!stored) throw new Error('No such level.');
            const { levelRegion } = plan;
            expect(stored.width_px).toBeLessThanOrEqual(source.width_px);
            expect(stored.height_px).toBeLessThanOrEqual(source.height_px);
            expect(area_px(levelRegion)).toBeGreaterThan(0);
            expect(levelRegion.left_px + levelRegion.width_px).toBeLessThanOrEqual(stored.width_px);
            expect(levelRegion.top_px + levelRegion.height_px).toBeLessThanOrEqual(stored.height_px);
            // To a pixel of the level.
            const ratio = stored.width_px / source.width_px;
            expect(Math.abs(levelRegion.left_px - left * ratio)).toBeLessThanOrEqual(1);
            expect(Math.abs(levelRegion.width_px - width * ratio)).toBeLessThanOrEqual(2);
          }
    }
  });

  it('has a pixel for each region, however thin', () => {
    const whole = made(5000, 3000);
    const source = confinedSource(whole, 1024);
    for (let left = 0; left < source.width_px; left++) {
      const request = parseImageRequest(3, {
        ...{ region: `${left},613,1,1`, size: 'max', rotation: '0', quality: 'default', format: 'jpg' },
      });
      const { levelRegion, level } = planImage(request, source);
      expect([levelRegion.width_px, levelRegion.height_px]).toEqual([1, 1]);
      expect(whole.levels[level]?.width_px).toBeLessThanOrEqual(1024);
    }
  });
});
