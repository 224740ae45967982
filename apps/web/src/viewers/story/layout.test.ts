import { describe, expect, it, test } from 'vitest';
import { intersection, visibleBox, type Box, type Size } from './geometry.ts';
import { placeCard, restView } from './layout.ts';
import { sharpLevel, tilesOf, type TiledImage } from './tiles.ts';

const image: TiledImage = { address: '', width: 12_000, height: 9000 };
const stages: Record<string, Size> = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
  'phone on its side': { width: 844, height: 390 },
  'small frame': { width: 430, height: 300 },
};
const regions: Record<string, Box> = {
  whole: { x: 0, y: 0, width: 12_000, height: 9000 },
  square: { x: 4000, y: 4000, width: 800, height: 800 },
  'wide strip': { x: 0, y: 4000, width: 12_000, height: 200 },
  'tall strip': { x: 4000, y: 0, width: 100, height: 9000 },
  'in a corner': { x: 11_000, y: 8500, width: 1000, height: 500 },
  tiny: { x: 10, y: 10, width: 16, height: 16 },
};

/** Where a region lies on the stage. */
function onStage(region: Box, stage: Size, view: { x: number; y: number; scale: number }): Box {
  const seen = visibleBox(view, stage);
  return {
    x: (region.x - seen.x) * view.scale,
    y: (region.y - seen.y) * view.scale,
    width: region.width * view.scale,
    height: region.height * view.scale,
  };
}

describe.each(Object.entries(stages))('on a %s', (_, stage) => {
  test.each(Object.entries(regions))('the card leaves the region free: %s', (_name, region) => {
    for (const before of ['left', 'right', 'below', undefined] as const)
      for (const density of [1, 1.5, 2, 3]) {
        const { card, room } = placeCard(stage, region, before);
        const view = restView(image, region, { room, stage, density });
        const shown = onStage(region, stage, view);
        const free = {
          ...shown,
          x: shown.x + 1,
          y: shown.y + 1,
          width: shown.width - 2,
          height: shown.height - 2,
        };
        expect(intersection(free, card)).toBeUndefined();
        // All of it is on the stage, but for a part of a pixel.
        for (const [start, length, room_px] of [
          [shown.x, shown.width, stage.width],
          [shown.y, shown.height, stage.height],
        ] as const) {
          expect(start).toBeGreaterThanOrEqual(-1);
          expect(start + length).toBeLessThanOrEqual(room_px + 1);
        }
        expect(view.scale * density).toBeLessThanOrEqual(1 + 1e-9);
        expect(card.x).toBeGreaterThanOrEqual(0);
        expect(card.y + card.height).toBeLessThanOrEqual(stage.height);
      }
  });
});

it('stands below on a phone held upright, whatever the region is', () => {
  for (const region of Object.values(regions))
    expect(placeCard(stages['phone'] as Size, region).side).toBe('below');
});

it('goes where the region is shown largest, and stays where it is for a small gain', () => {
  const desktop = stages['desktop'] as Size;
  expect(placeCard(desktop, regions['wide strip'] as Box).side).toBe('below');
  expect(placeCard(desktop, regions['tall strip'] as Box, 'below').side).toBe('right');
  expect(placeCard(desktop, regions['square'] as Box, 'left').side).toBe('left');
});

it('shows a region that needs many tiles a little smaller, pixel for pixel of the next level', () => {
  const stage = stages['desktop'] as Size;
  const region = { x: 100, y: 100, width: 3300, height: 2700 };
  const { room } = placeCard(stage, region);
  const largest = Math.min(room.width / region.width, room.height / region.height);
  const view = restView(image, region, { room, stage, density: 1 });
  expect(view.scale).toBeCloseTo(1 / 4, 10);
  expect(view.scale / largest).toBeGreaterThan(Math.SQRT1_2);
  expect(tilesOf(image, sharpLevel(image, view, 1), region).length).toBeLessThan(40);
  // One with few tiles is shown as large as it can be.
  const small = { x: 100, y: 100, width: 1300, height: 700 };
  const place = placeCard(stage, small);
  const fit = Math.min(place.room.width / small.width, place.room.height / small.height, 1);
  expect(restView(image, small, { room: place.room, stage, density: 1 }).scale).toBeCloseTo(fit, 10);
});
