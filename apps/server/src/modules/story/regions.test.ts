import { describe, expect, it } from 'vitest';
import { fragmentOf, regionOf, regionProblem, scaledRegion, svgOf } from './regions.ts';

const image = { width: 4000, height: 3000 };

it('a region is read from its fragment, and written as it was', () => {
  const region = regionOf('xywh=10,20,500,300');
  expect(region).toEqual({ x: 10, y: 20, width: 500, height: 300 });
  expect(fragmentOf(region)).toBe('xywh=10,20,500,300');
  expect(svgOf(region, image)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4000 3000">' +
      '<path d="M10,20h500v300h-500z" fill="none"/></svg>',
  );
});

describe('a region', () => {
  it.each([
    ['the whole image', { x: 0, y: 0, ...image }, undefined],
    ['at its far corner', { x: 3984, y: 2984, width: 16, height: 16 }, undefined],
    ['beyond its right side', { x: 3985, y: 0, width: 16, height: 16 }, /4000 by 3000/],
    ['beyond its lower side', { x: 0, y: 2985, width: 16, height: 16 }, /4000 by 3000/],
    ['of one pixel', { x: 10, y: 10, width: 1, height: 1 }, /16 by 16/],
    ['too low', { x: 10, y: 10, width: 100, height: 15 }, /16 by 16/],
  ])('%s', (_, region, problem) => {
    if (problem) expect(regionProblem(region, image)).toMatch(problem);
    else expect(regionProblem(region, image)).toBeUndefined();
  });

  it('may be a whole image that is smaller than the least region', () => {
    const tiny = { width: 10, height: 200 };
    expect(regionProblem({ x: 0, y: 0, ...tiny }, tiny)).toBeUndefined();
    expect(regionProblem({ x: 0, y: 0, width: 9, height: 200 }, tiny)).toMatch(/10 by 16/);
  });
});

describe('the region of a replaced image', () => {
  it('stays where the size is the same', () => {
    const region = { x: 1, y: 2, width: 333, height: 444 };
    expect(scaledRegion(region, image, { ...image })).toBe(region);
  });

  it('keeps its share of the image', () => {
    const region = { x: 1000, y: 600, width: 2000, height: 1500 };
    const half = { width: 2000, height: 1500 };
    expect(scaledRegion(region, image, half)).toEqual({ x: 500, y: 300, width: 1000, height: 750 });
  });

  it.each([
    [
      { x: 3900, y: 2900, width: 100, height: 100 },
      { width: 99, height: 71 },
    ],
    [
      { x: 0, y: 0, ...image },
      { width: 1, height: 1 },
    ],
    [
      { x: 3984, y: 0, width: 16, height: 16 },
      { width: 401, height: 17 },
    ],
  ])('is inside the new image and no smaller than the least', (region, after) => {
    expect(regionProblem(scaledRegion(region, image, after), after)).toBeUndefined();
  });
});
