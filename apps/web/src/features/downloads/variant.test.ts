import { describe, expect, it } from 'vitest';
import {
  cropRange,
  drawnCrop,
  fittedCrop,
  largestCrop,
  middleCrop,
  movedCrop,
  readCrop,
  sizeNames,
  variantOf,
  writtenCrop,
} from './variant.ts';

const image = { width: 1600, height: 900 };
const largest = { width: 1080, height: 900 };

it('asks for the sizes of the specification, and for a part in its own pixels', () => {
  expect(sizeNames.map((size) => variantOf(size).size)).toEqual([
    '!1080,1080',
    '!1920,1080',
    '!1080,1920',
    '!3508,2480',
    '!2480,3508',
    '!4961,3508',
    '!3508,4961',
    'full',
    'pct:50',
  ]);
  expect(variantOf('square', { x: 5, y: 6, width: 70, height: 80 })).toEqual({
    region: '5,6,70,80',
    size: '70,80',
  });
  expect(variantOf('a3Vertical', { x: 5, y: 6, width: 70, height: 80 })).toEqual({
    region: '5,6,70,80',
    size: '70,80',
    dpi: 300,
  });
});

describe('a part of an image', () => {
  it('begins in the middle, as large as size and image allow', () => {
    expect(largestCrop({ width: 1080, height: 1080 }, image)).toEqual(largest);
    expect(middleCrop(largest, image)).toEqual({ x: 260, y: 0, width: 1080, height: 900 });
  });

  it('is moved as far as the image goes', () => {
    const crop = { x: 0, y: 0, width: 100, height: 50 };
    expect(movedCrop(crop, -20, 3000, image)).toEqual({ ...crop, y: 850 });
  });

  it.each([
    ['down and right', { x: 10, y: 20 }, { x: 110.4, y: 70 }, { x: 10, y: 20, width: 100, height: 50 }],
    ['up and left', { x: 110, y: 70 }, { x: 10, y: 20 }, { x: 10, y: 20, width: 100, height: 50 }],
    ['too far', { x: 1500, y: 800 }, { x: -400, y: -400 }, { x: 420, y: 0, width: 1080, height: 800 }],
    ['at the edge', { x: 1600, y: 900 }, { x: 1600, y: 900 }, { x: 1599, y: 899, width: 1, height: 1 }],
  ])('is drawn %s', (_, from, to, crop) => {
    expect(drawnCrop(from, to, largest, image)).toEqual(crop);
  });

  it('is read from what was typed, or says which side is wrong', () => {
    const text = writtenCrop({ x: 1500, y: 0, width: 100, height: 900 });
    expect(readCrop(text, largest, image)).toEqual({ x: 1500, y: 0, width: 100, height: 900 });
    expect(readCrop({ ...text, x: '1501' }, largest, image)).toEqual({ faulty: 'x' });
    expect(cropRange(text, 'x', largest, image)).toEqual([0, 1500]);
    for (const height of ['', '0', '-1', '1.5', '901', 'tall'])
      expect(readCrop({ ...text, height }, largest, image)).toEqual({ faulty: 'height' });
  });

  it('shrinks with the size, and is otherwise left as it was typed', () => {
    const text = { x: '7', y: 'top', width: '1080', height: '40' };
    expect(fittedCrop(text, { width: 500, height: 500 })).toEqual({ ...text, width: '500' });
  });
});
