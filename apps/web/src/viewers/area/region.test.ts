import { describe, expect, it, test } from 'vitest';
import {
  boxAround,
  coversAll,
  defaultRegion,
  drawnRegion,
  framedView,
  grownRegion,
  gripAt,
  handles,
  insideRegion,
  movedRegion,
  reshapedRegion,
  resizedRegion,
  shiftToSee,
  sideRange,
  sides,
  typedRegion,
  visibleRegion,
  wholeImage,
  type Extent,
  type Region,
} from './region.ts';

const image = { width: 4000, height: 3000 };
const of = (x: number, y: number, width: number, height: number): Region => ({ x, y, width, height });

/** What the server refuses a step for, and whether the ratio is kept as nearly as whole pixels can. */
function isRegion({ x, y, width, height }: Region, of: Extent, ratio?: number): boolean {
  return (
    [x, y, width, height].every(Number.isInteger) &&
    x >= 0 &&
    y >= 0 &&
    x + width <= of.width &&
    y + height <= of.height &&
    width >= Math.min(16, of.width) &&
    height >= Math.min(16, of.height) &&
    (ratio === undefined || Math.abs(width - height * ratio) <= Math.max(0.5, 0.5 * ratio) + 1e-6)
  );
}

/** The same numbers for the same seed. */
function numbersOf(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32) * most;
  };
}

describe('[EDIT-25] the first rectangle', () => {
  it('is 500 by 300 in the middle of the image', () => {
    expect(defaultRegion(image)).toEqual(of(1750, 1350, 500, 300));
    expect(defaultRegion({ width: 501, height: 301 })).toEqual(of(0, 0, 500, 300));
  });
  it.each([
    [{ width: 400, height: 3000 }, of(0, 1350, 400, 300)],
    [{ width: 120, height: 80 }, of(0, 0, 120, 80)],
    [{ width: 7, height: 1 }, of(0, 0, 7, 1)],
  ])('is no larger than the image %o', (small, expected) => {
    expect(defaultRegion(small)).toEqual(expected);
    expect(isRegion(expected, small)).toBe(true);
  });
});

test('whatever is done with whatever rectangle, it stays a region of the image, in the shape that is kept', () => {
  const random = numbersOf(20261127);
  const images: Extent[] = [
    image,
    { width: 64, height: 20000 },
    { width: 900, height: 640 },
    { width: 20, height: 9 },
    { width: 1, height: 1 },
  ];
  const ratios = [undefined, 16 / 9, 4 / 3, 1, 9 / 19.5, 32 / 9];
  const faults: object[] = [];
  const check = (deed: string, region: Region, on: Extent, ratio?: number) => {
    if (!isRegion(region, on, ratio)) faults.push({ deed, region, on, ratio });
  };
  for (let round = 0; round < 20_000; round += 1) {
    const on = images[round % images.length] ?? image;
    const ratio = ratios[Math.floor(random(ratios.length))];
    // Where no rectangle of the ratio and the least size has room, the image comes first.
    const kept =
      ratio !== undefined && on.width >= 16 * Math.max(1, ratio) && on.height >= 16 / Math.min(1, ratio)
        ? ratio
        : undefined;
    const around = () => random(on.width * 3) - on.width;
    const down = () => random(on.height * 3) - on.height;
    const place = () => ({ x: around(), y: down() });
    const rectangle = () => of(around(), down(), random(on.width), random(on.height));
    const start = insideRegion(rectangle(), on);
    check('inside', start, on);
    check('moved', movedRegion(start, place(), on), on);
    check('visible', visibleRegion(rectangle(), on), on);
    check('drawn', drawnRegion(place(), place(), on, ratio), on, kept);
    check('reshaped', reshapedRegion(start, ratio, on), on, kept);
    const handle = handles[Math.floor(random(handles.length))] ?? 'se';
    check(handle, resizedRegion(start, handle, place(), on, ratio), on, kept);
    const by = Math.round(around());
    const grown = random(2) < 1 ? { width: by, height: 0 } : { width: 0, height: by };
    check('grown', grownRegion(start, grown, on, ratio), on, kept);
    const side = sides[Math.floor(random(4))] ?? 'x';
    const [least, most] = sideRange(start, side, on, ratio);
    const value = least + Math.floor(random(most - least + 1));
    const follows = side === 'width' || side === 'height';
    const typed = typedRegion(start, side, value, on, ratio);
    check(side, typed, on, follows ? kept : undefined);
    if (typed[side] !== value) faults.push({ deed: 'typed', value, typed, start, on, ratio });
  }
  expect(faults.slice(0, 5)).toEqual([]);
});

describe('drawing', () => {
  it.each([
    ['to the right and down', { x: 100, y: 200 }, { x: 400.4, y: 299.6 }, of(100, 200, 300, 100)],
    ['to the left and up', { x: 400, y: 300 }, { x: 100, y: 200 }, of(100, 200, 300, 100)],
    ['beyond the image', { x: 3900, y: 100 }, { x: 9000, y: -50 }, of(3900, 0, 100, 100)],
    ['from beyond it', { x: -70, y: -70 }, { x: 200, y: 100 }, of(0, 0, 200, 100)],
    ['by too little', { x: 100, y: 100 }, { x: 103, y: 98 }, of(100, 84, 16, 16)],
    ['by too little in the last corner', { x: 4000, y: 3000 }, { x: 4000, y: 3000 }, of(3984, 2984, 16, 16)],
  ])('goes %s', (_, from, to, expected) => {
    expect(drawnRegion(from, to, image, undefined)).toEqual(expected);
  });
  it('keeps the ratio by the longer way', () => {
    expect(drawnRegion({ x: 0, y: 0 }, { x: 160, y: 10 }, image, 16 / 9)).toEqual(of(0, 0, 160, 90));
    expect(drawnRegion({ x: 500, y: 500 }, { x: 490, y: 410 }, image, 16 / 9)).toEqual(of(340, 410, 160, 90));
  });
  it('keeps the ratio where the image ends', () => {
    expect(drawnRegion({ x: 3840, y: 0 }, { x: 9000, y: 900 }, image, 16 / 9)).toEqual(of(3840, 0, 160, 90));
    expect(drawnRegion({ x: 0, y: 2910 }, { x: 900, y: 9000 }, image, 16 / 9)).toEqual(of(0, 2910, 160, 90));
  });
});

describe('resizing', () => {
  const start = of(1000, 1000, 400, 200);
  it.each([
    ['nw', of(1010, 1020, 390, 180)],
    ['n', of(1000, 1020, 400, 180)],
    ['ne', of(1000, 1020, 410, 180)],
    ['e', of(1000, 1000, 410, 200)],
    ['se', of(1000, 1000, 410, 220)],
    ['s', of(1000, 1000, 400, 220)],
    ['sw', of(1010, 1000, 390, 220)],
    ['w', of(1010, 1000, 390, 200)],
  ] as const)('at %s moves its edges only', (handle, expected) => {
    expect(resizedRegion(start, handle, { x: 10, y: 20 }, image, undefined)).toEqual(expected);
  });
  it.each([
    ['nw', of(900, 950, 500, 250)],
    ['n', of(900, 900, 600, 300)],
    ['ne', of(1000, 1000, 400, 200)],
    ['e', of(1000, 1025, 300, 150)],
    ['sw', of(900, 1000, 500, 250)],
  ] as const)('at %s keeps the ratio', (handle, expected) => {
    const by = { nw: [-100, -20], n: [0, -100], ne: [0, 40], e: [-100, 0], sw: [-100, 0] }[handle];
    expect(resizedRegion(start, handle, { x: by[0] ?? 0, y: by[1] ?? 0 }, image, 2)).toEqual(expected);
  });
  it('turns over where an edge is dragged beyond the other', () => {
    expect(resizedRegion(start, 'w', { x: 500, y: 0 }, image, undefined)).toEqual(of(1400, 1000, 100, 200));
    expect(resizedRegion(start, 'se', { x: -500, y: -300 }, image, undefined)).toEqual(
      of(900, 900, 100, 100),
    );
  });
  it('grows an edge with a ratio as far as the image is high, and is moved into it', () => {
    expect(resizedRegion(of(0, 2800, 400, 200), 'e', { x: 400, y: 0 }, image, 2)).toEqual(
      of(0, 2600, 800, 400),
    );
    expect(resizedRegion(of(0, 0, 400, 400), 'e', { x: 9000, y: 0 }, image, 1)).toEqual(of(0, 0, 3000, 3000));
  });
});

test('the box around a turned rectangle has the same middle', () => {
  const rounded = ({ x, y, width, height }: Region) => [x, y, width, height].map(Math.round);
  expect(rounded(boxAround(of(100, 200, 60, 20), 0))).toEqual([100, 200, 60, 20]);
  expect(rounded(boxAround(of(100, 200, 60, 20), 270))).toEqual([120, 180, 20, 60]);
  expect(rounded(boxAround(of(100, 200, 40, 40), 45))).toEqual([92, 192, 57, 57]);
});

describe('by keys', () => {
  it('moves as far as the image goes', () => {
    expect(movedRegion(of(10, 10, 100, 100), { x: -25.6, y: 4.4 }, image)).toEqual(of(0, 14, 100, 100));
    expect(movedRegion(of(10, 10, 100, 100), { x: 9999, y: 9999 }, image)).toEqual(of(3900, 2900, 100, 100));
  });
  it('grows and shrinks on the right and below, and to the other side where the image ends', () => {
    expect(grownRegion(of(0, 0, 100, 100), { width: 5, height: 0 }, image, undefined)).toEqual(
      of(0, 0, 105, 100),
    );
    expect(grownRegion(of(3900, 0, 100, 100), { width: 5, height: 0 }, image, undefined)).toEqual(
      of(3895, 0, 105, 100),
    );
    expect(grownRegion(of(0, 0, 20, 100), { width: -90, height: 0 }, image, undefined)).toEqual(
      of(0, 0, 16, 100),
    );
    expect(grownRegion(of(0, 0, 160, 90), { width: 0, height: 9 }, image, 16 / 9)).toEqual(of(0, 0, 176, 99));
  });
});

describe('another shape', () => {
  it('keeps the middle and about the area', () => {
    expect(reshapedRegion(of(1000, 1000, 400, 400), 4, image)).toEqual(of(800, 1100, 800, 200));
    expect(reshapedRegion(of(800, 1100, 800, 200), 1, image)).toEqual(of(1000, 1000, 400, 400));
    expect(reshapedRegion(of(1, 2, 33, 44), undefined, image)).toEqual(of(1, 2, 33, 44));
  });
  it('of a whole image is as large as the image allows', () => {
    expect(reshapedRegion(wholeImage(image), 1, image)).toEqual(of(500, 0, 3000, 3000));
    expect(reshapedRegion(wholeImage(image), 16 / 9, image)).toEqual(of(0, 375, 4000, 2250));
  });
});

describe('typing', () => {
  it('is limited by the image and the other numbers', () => {
    const region = of(100, 200, 300, 400);
    expect(sides.map((side) => sideRange(region, side, image, undefined))).toEqual([
      [0, 3700],
      [0, 2600],
      [16, 3900],
      [16, 2800],
    ]);
    expect(sideRange(of(0, 0, 10, 8), 'width', { width: 10, height: 8 }, undefined)).toEqual([10, 10]);
  });
  it('with a ratio is limited by the room for the other side too', () => {
    expect(sideRange(of(0, 0, 100, 100), 'width', image, 1)).toEqual([16, 3000]);
    expect(sideRange(of(0, 0, 160, 90), 'width', image, 16 / 9)).toEqual([28, 4000]);
    expect(sideRange(of(100, 0, 90, 90), 'height', { width: 1000, height: 5000 }, 1)).toEqual([16, 1000]);
  });
  it('keeps what was typed, and lets the other side follow the ratio', () => {
    expect(typedRegion(of(0, 0, 100, 100), 'width', 321, image, undefined)).toEqual(of(0, 0, 321, 100));
    expect(typedRegion(of(0, 0, 100, 100), 'height', 90, image, 16 / 9)).toEqual(of(0, 0, 160, 90));
    // The height that follows is moved into the image.
    expect(typedRegion(of(0, 2900, 100, 100), 'width', 1000, image, 1)).toEqual(of(0, 2000, 1000, 1000));
    expect(typedRegion(of(0, 0, 100, 100), 'x', 7, image, 1)).toEqual(of(7, 0, 100, 100));
  });
});

describe('what the reader sees', () => {
  it('is the region in the middle, with what is beside it', () => {
    expect(framedView(of(1000, 1000, 100, 100), 2, image)).toEqual(of(950, 1000, 200, 100));
    expect(framedView(of(1000, 1000, 100, 100), 0.5, image)).toEqual(of(1000, 950, 100, 200));
  });
  it('is moved into the image, or shows all of it in the middle', () => {
    expect(framedView(of(0, 0, 100, 100), 2, image)).toEqual(of(0, 0, 200, 100));
    expect(framedView(wholeImage(image), 2, image)).toEqual(of(-1000, 0, 6000, 3000));
  });
});

describe('where a point takes the rectangle', () => {
  const rectangle = of(100, 100, 90, 60);
  it.each([
    [{ x: 145, y: 130 }, 'inside'],
    [{ x: 100, y: 100 }, 'nw'],
    [{ x: 90, y: 92 }, 'nw'],
    [{ x: 145, y: 95 }, 'n'],
    [{ x: 195, y: 155 }, 'se'],
    [{ x: 112, y: 130 }, 'w'],
    [{ x: 203, y: 130 }, undefined],
    [{ x: 145, y: 20 }, undefined],
  ])('%o: %s', (point, grip) => {
    expect(gripAt(point, rectangle, 12)).toBe(grip);
  });
  it('moves a small one by its middle, and finds its edges outside', () => {
    const small = of(100, 100, 9, 9);
    expect(gripAt({ x: 104, y: 104 }, small, 12)).toBe('inside');
    expect(gripAt({ x: 104, y: 90 }, small, 12)).toBe('n');
  });
});

test('a region is not moved where it is all that is seen', () => {
  const region = of(1000, 1000, 1000, 1000);
  expect(coversAll(region, of(1200, 1200, 300, 300), image)).toBe(true);
  expect(coversAll(region, of(1200, 1200, 900, 300), image)).toBe(false);
  // Beyond the image there is nothing to draw on. Its edges can be taken nevertheless.
  expect(coversAll(wholeImage(image), of(-500, -500, 5000, 4000), image)).toBe(true);
});

describe('what is seen is moved', () => {
  const seen = of(1000, 1000, 1000, 1000);
  const small = of(1400, 1400, 100, 100);
  it.each([
    ['not, where the region is in it', small, of(1500, 1300, 100, 100), [0, 0]],
    ['after a region that moved out of it', small, of(2100, 1400, 100, 100), [250, 0]],
    ['back to a region that it had left', of(0, 0, 100, 100), of(0, 5, 100, 100), [-1050, -1045]],
    [
      'after the edge that moved, of a region that is larger',
      of(500, 500, 1400, 3000),
      of(500, 500, 1600, 3000),
      [150, 0],
    ],
    ['not, for an edge that did not move', of(500, 500, 1400, 3000), of(500, 500, 1300, 3000), [0, 0]],
    [
      'to the middle of a large region that moved',
      of(500, 1400, 2000, 100),
      of(2100, 1400, 2000, 100),
      [1600, 0],
    ],
  ] as const)('%s', (_, before, after, [x, y]) => {
    expect(shiftToSee(before, after, seen)).toEqual({ x, y });
  });
});
