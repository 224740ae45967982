import { expect, test } from 'vitest';
import type { ImageApiVersion } from './image-api.ts';
import { parseImageRequest } from './parse.ts';
import { planImage } from './plan.ts';
import type { SourceInfo } from './source-info.ts';
import { storedTile } from './stored-tile.ts';

const source: SourceInfo = {
  width_px: 1001,
  height_px: 700,
  levels: [
    { width_px: 1001, height_px: 700, scale: 1 },
    { width_px: 500, height_px: 350, scale: 2 },
    { width_px: 250, height_px: 175, scale: 4 },
  ],
  tile_px: 256,
  sizes: [],
  maxArea_px: 20_000_000,
  monochrome: false,
};

function tileOf(path: string, version: ImageApiVersion = 3) {
  const [region = '', size = '', rotation = '', last = ''] = path.split('/');
  const [quality = '', format = ''] = last.split('.');
  return storedTile(
    planImage(parseImageRequest(version, { region, size, rotation, quality, format }), source),
    source,
  );
}

test.each([
  ['0,0,256,256/256,256/0/default.jpg', { level: 0, column: 0, row: 0 }],
  ['512,256,256,256/max/0/color.jpg', { level: 0, column: 2, row: 1 }],
  ['0,0,512,512/256,256/0/default.jpg', { level: 1, column: 0, row: 0 }],
  ['0,0,512,512/pct:50/0/default.jpg', { level: 1, column: 0, row: 0 }],
])('%s is stored as it is asked for', (path, tile) => {
  expect(tileOf(path)).toEqual(tile);
});

test('version 2 asks for the same in its own words', () => {
  expect(tileOf('0,0,512,512/256,/0/default.jpg', 2)).toEqual({ level: 1, column: 0, row: 0 });
});

test.each([
  ['off the grid', '1,0,256,256/256,256/0/default.jpg'],
  ['at the right edge, which the image does not fill', '768,0,233,256/233,256/0/default.jpg'],
  ['at the bottom', '0,512,256,188/256,188/0/default.jpg'],
  ['a pixel wider than the level has', '512,0,489,512/245,256/0/default.jpg'],
  ['of two tiles', '0,0,512,256/512,256/0/default.jpg'],
  ['scaled', '0,0,256,256/200,200/0/default.jpg'],
  ['turned', '0,0,256,256/256,256/90/default.jpg'],
  ['mirrored', '0,0,256,256/256,256/!0/default.jpg'],
  ['grey', '0,0,256,256/256,256/0/gray.jpg'],
  ['another format', '0,0,256,256/256,256/0/default.png'],
])('what is %s is not', (_what, path) => {
  expect(tileOf(path)).toBeUndefined();
});
