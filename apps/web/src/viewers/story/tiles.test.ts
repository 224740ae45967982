import { describe, expect, it } from 'vitest';
import { coarsestLevel, movingLevel, sharpLevel, tilesOf, type TiledImage } from './tiles.ts';

const image: TiledImage = { address: '/iiif/3/i', width: 1000, height: 700 };
const whole = { x: 0, y: 0, width: 1000, height: 700 };

describe('levels', () => {
  it.each([
    [256, 10, 0],
    [257, 10, 1],
    [10, 1000, 2],
    [100_000, 100_000, 9],
  ])('%i by %i pixels are one tile at level %i', (width, height, level) => {
    expect(coarsestLevel({ width, height })).toBe(level);
    const tiles = tilesOf({ address: '', width, height }, level, { x: 0, y: 0, width, height });
    expect(tiles).toHaveLength(1);
  });

  it.each([
    // scale, density, the level that has a pixel for each of the screen, the level of a move
    [1, 1, 0, 0],
    [0.5, 1, 1, 1],
    [0.5, 2, 0, 0],
    [0.3, 1, 1, 2],
    [0.25, 1, 2, 2],
    [3, 1, 0, 0],
    [0.001, 1, 2, 2],
  ])('at scale %f on a screen of density %i', (scale, density, sharp, moving) => {
    expect(sharpLevel(image, { scale }, density)).toBe(sharp);
    expect(movingLevel(image, { scale }, density)).toBe(moving);
  });

  it('take a scale that was made for a level as that level', () => {
    for (let level = 1; level < 9; level += 1)
      for (const density of [1, 1.25, 1.5, 2, 3]) {
        const scale = 1 / (density * 2 ** level);
        expect(sharpLevel({ width: 1e6, height: 1e6 }, { scale }, density)).toBe(level);
      }
  });
});

describe('tiles', () => {
  it('cover the part, cut at the edges of the image', () => {
    const tiles = tilesOf(image, 0, { x: 500, y: 500, width: 9999, height: 9999 });
    expect(tiles.map(({ box }) => [box.x, box.y, box.width, box.height])).toEqual([
      [256, 256, 256, 256],
      [512, 256, 256, 256],
      [768, 256, 232, 256],
      [256, 512, 256, 188],
      [512, 512, 256, 188],
      [768, 512, 232, 188],
    ]);
  });

  it('are asked for as the image API wants it, sizes rounded up', () => {
    expect(tilesOf(image, 1, whole).map(({ address }) => address)).toEqual([
      '/iiif/3/i/0,0,512,512/256,256/0/default.jpg',
      '/iiif/3/i/512,0,488,512/244,256/0/default.jpg',
      '/iiif/3/i/0,512,512,188/256,94/0/default.jpg',
      '/iiif/3/i/512,512,488,188/244,94/0/default.jpg',
    ]);
    const odd = tilesOf({ ...image, width: 1001 }, 2, { x: 0, y: 0, width: 1, height: 1 });
    expect(odd[0]?.address).toBe('/iiif/3/i/0,0,1001,700/251,175/0/default.jpg');
  });

  it('are none outside the image, and not more than the part touches', () => {
    expect(tilesOf(image, 0, { x: 1000, y: 0, width: 50, height: 50 })).toEqual([]);
    expect(tilesOf(image, 0, { x: -50, y: 0, width: 50, height: 50 })).toEqual([]);
    expect(tilesOf(image, 0, { x: 256, y: 0, width: 256, height: 256 })).toHaveLength(1);
  });
});
