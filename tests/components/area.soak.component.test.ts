import { findImageByUuid } from '@armarium/contract/image-calls';
import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadPageWords } from '../../apps/web/src/app/words.ts';
import type { Region } from '../../apps/web/src/viewers/area/region.ts';
import { en, filled } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { ImageDocuments } from './image-documents.ts';
import { nothingTold, PickingAlone, STORY, type Told } from './picking-alone.tsx';
import { dragWith, touch } from './raw-input.ts';
import { Screen } from './screen.tsx';

const { area, picking } = en;

let screen: Screen;
let documents: ImageDocuments;
let told: Told;
let item: Item;
let map: ImageAsset;

beforeEach(() => {
  screen = new Screen();
  documents = new ImageDocuments();
  told = nothingTold();
  item = screen.catalogue.item('Portolano', undefined, { pressmark: 'AREA 1' });
  map = screen.catalogue.image('map', item, {
    width_px: 4000,
    height_px: 3000,
    originalFilename: 'scan.png',
  });
  documents.sizes.set(map.uuid, { width: 4000, height: 3000 });
  screen.answers.give(findImageByUuid, ({ query: { uuid } }) => {
    const found = [...screen.catalogue.images.values()].flat().find((image) => image.uuid === uuid);
    if (!found) throw new Refused('not-found');
    return found;
  });
});
afterEach(async () => {
  await screen.close();
  documents.close();
});

const EDITOR = `/story/editor/${STORY}`;
async function open(address: string, shown: Parameters<Screen['openPart']>[1] = {}): Promise<void> {
  await loadPageWords('picking');
  await screen.openPart(createElement(PickingAlone, { address: `${EDITOR}${address}`, told }), shown);
}
const selectArea = (image: ImageAsset) => `/cultural-item/${item.uuid}/select-area?canvasId=${image.uuid}`;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rectangle = page.bySelector('[data-area]');
const layer = page.bySelector('[role=presentation]:has(> [data-area])');
const field = (side: keyof typeof area.sides) =>
  page.getByRole('textbox', { name: area.sides[side], exact: true });
const theEditor = page.getByRole('heading', { name: 'The editor' });

/** Waits until the image is open and at rest. */
async function opened(): Promise<void> {
  await expect.element(page.bySelector('section[data-phase=open]')).toBeVisible();
  await expect.poll(scale).toBeGreaterThan(0);
}

const property = (name: string) => Number((layer.element() as HTMLElement).style.getPropertyValue(name));
/** Pixels of the screen that one pixel of the image fills. */
const scale = () => property('--scale');
/** A point of the image, on the layer. */
const at = (x: number, y: number) => ({
  x: property('--left') + x * scale(),
  y: property('--top') + y * scale(),
});
/** A point of the layer, on the page. */
function onPage({ x, y }: { x: number; y: number }) {
  const { left, top } = layer.element().getBoundingClientRect();
  return { x: left + x, y: top + y };
}
/** The region as its fields say it. */
function numbers(): Region {
  const of = (side: keyof typeof area.sides) => Number((field(side).element() as HTMLInputElement).value);
  return { x: of('x'), y: of('y'), width: of('width'), height: of('height') };
}
/** A pixel of the screen is several of the image: a pointer is as exact as that. */
async function expectAbout(expected: Region): Promise<void> {
  const within = 2 / scale() + 1;
  await expect
    .poll(() => {
      const found = numbers();
      const sides = ['x', 'y', 'width', 'height'] as const;
      return sides.every((side) => Math.abs(found[side] - expected[side]) <= within) ? 'near' : found;
    })
    .toBe('near');
}
async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  // The view may still be moving to what was changed before.
  await rests();
  await userEvent.dragAndDrop(layer, layer, {
    sourcePosition: at(...from),
    targetPosition: at(...to),
    steps: 6,
    force: true,
  });
}

test('[EDIT-22, EDIT-23, EDIT-25, EDIT-26] an area is drawn on the image that the address names, beginning with 500 by 300 in the middle', async () => {
  await open(selectArea(map));
  await opened();
  await expect.poll(numbers).toEqual({ x: 1750, y: 1350, width: 500, height: 300 });
  const handles = [...rectangle.element().querySelectorAll('[data-handle]')];
  expect(handles).toHaveLength(8);
  await userEvent.click(button(area.zoomToArea));
  for (const handle of handles) {
    const { width, height } = handle.getBoundingClientRect();
    expect([width, height]).toEqual([12, 12]);
  }
  await screen.expectAccessible();
  await userEvent.click(button(picking.confirm));
  await expect.element(theEditor).toBeVisible();
  expect(told.added).toEqual([
    [
      {
        assetUuid: map.uuid,
        title: 'map',
        region: { x: 1750, y: 1350, width: 500, height: 300 },
      },
    ],
  ]);
});

test('[EDIT-22] the mouse draws, moves and resizes the rectangle; each is undone for itself, and a click does nothing', async () => {
  await open(selectArea(map));
  await opened();
  await drag([200, 200], [1400, 1000]);
  await expectAbout({ x: 200, y: 200, width: 1200, height: 800 });
  await drag([800, 600], [1800, 1600]);
  await expectAbout({ x: 1200, y: 1200, width: 1200, height: 800 });
  const moved = numbers();
  await drag([2400, 2000], [3000, 2600]);
  await expectAbout({ x: 1200, y: 1200, width: 1800, height: 1400 });
  await drag([1200, 1700], [600, 1700]);
  await expectAbout({ x: 600, y: 1200, width: 2400, height: 1400 });
  const resized = numbers();
  await rests();
  await userEvent.click(layer, { position: at(100, 100), force: true });
  expect(numbers()).toEqual(resized);

  // Escape gives up what is being dragged.
  await dragWith('left', onPage(at(1000, 1500)), onPage(at(1600, 1600)), async () => {
    await expect.poll(numbers).not.toEqual(resized);
    await userEvent.keyboard('{Escape}');
  });
  await expect.poll(numbers).toEqual(resized);

  await userEvent.click(button(area.undo));
  await userEvent.click(button(area.undo));
  await expect.poll(numbers).toEqual(moved);
  await userEvent.click(button(area.redo));
  await userEvent.click(button(area.redo));
  await expect.poll(numbers).toEqual(resized);
  await expect.element(button(area.redo)).toHaveAttribute('aria-disabled', 'true');

  // The whole image can't be moved: a new rectangle is drawn within it.
  await userEvent.click(button(area.takeWhole));
  await expect.poll(numbers).toEqual({ x: 0, y: 0, width: 4000, height: 3000 });
  await drag([1000, 1000], [2000, 1600]);
  await expectAbout({ x: 1000, y: 1000, width: 1000, height: 600 });

  // But its corners can be taken.
  await userEvent.click(button(area.takeWhole));
  await expect.poll(numbers).toEqual({ x: 0, y: 0, width: 4000, height: 3000 });
  await drag([4000, 3000], [3500, 2600]);
  await expectAbout({ x: 0, y: 0, width: 3500, height: 2600 });
});

test('[A11Y-07] every gesture has a button: the view is moved, and the area moved and sized, each undone for itself', async () => {
  await open(selectArea(map));
  await opened();
  const first = { x: 1750, y: 1350, width: 500, height: 300 };
  const step = 10 * Math.round(1 / scale());
  for (const [word, change] of [
    ['left', { x: first.x - step }],
    ['right', { x: first.x + step }],
    ['up', { y: first.y - step }],
    ['down', { y: first.y + step }],
    ['narrower', { width: first.width - step }],
    ['wider', { width: first.width + step }],
    ['lower', { height: first.height - step }],
    ['taller', { height: first.height + step }],
  ] as const) {
    await userEvent.click(button(area[word]));
    await expect.poll(numbers).toEqual({ ...first, ...change });
    await userEvent.click(button(area.undo));
    await expect.poll(numbers).toEqual(first);
  }
  await userEvent.click(button(area.left));
  await userEvent.click(button(area.left));
  await userEvent.click(button(area.undo));
  await expect.poll(numbers).toEqual({ ...first, x: first.x - step });

  await userEvent.click(button(area.zoomIn));
  await userEvent.click(button(area.zoomIn));
  await rests();
  for (const [word, side, way] of [
    ['viewLeft', '--left', 1],
    ['viewRight', '--left', -1],
    ['viewUp', '--top', 1],
    ['viewDown', '--top', -1],
  ] as const) {
    const before = property(side);
    await userEvent.click(button(area[word]));
    await expect.poll(() => (property(side) - before) * way).toBeGreaterThan(20);
    await rests();
  }
  expect(numbers()).toEqual({ ...first, x: first.x - step });
});

test('what the keys and the numbers change is seen, wherever the view was', async () => {
  await open(selectArea(map));
  await opened();
  for (let times = 0; times < 5; times += 1) await userEvent.click(button(area.zoomIn));
  await rests();
  await userEvent.fill(field('x'), '100');
  await rests();
  const isSeen = () => {
    const [inner, outer] = [rectangle, layer].map((one) => one.element().getBoundingClientRect());
    return (
      inner !== undefined && outer !== undefined && inner.left >= outer.left && inner.right <= outer.right
    );
  };
  await expect.poll(isSeen).toBe(true);
});

test('the least area is shown no larger than one can zoom, and zooming in does not lead out', async () => {
  await open(selectArea(map));
  await opened();
  await userEvent.fill(field('width'), '16');
  await userEvent.fill(field('height'), '16');
  await userEvent.click(button(area.zoomToArea));
  await expect.poll(scale).toBeGreaterThan(2);
  await rests();
  const before = scale();
  await userEvent.click(button(area.zoomIn));
  await rests();
  expect(scale()).toBeGreaterThanOrEqual(before * 0.99);
});

test('[A11Y-07] the rectangle is moved and sized by keys alone, and its numbers are read out', async () => {
  await open(selectArea(map));
  await opened();
  while (document.activeElement !== rectangle.element()) await userEvent.keyboard('{Tab}');
  // Its name stays, so that it isn't read with each key.
  await expect.element(rectangle).toHaveAccessibleName(area.rectangle);
  await expect
    .element(rectangle)
    .toHaveAccessibleDescription(expect.stringContaining('Area: x 1750, y 1350, 500 by 300 pixels'));
  const step = Math.round(1 / scale());
  expect(step).toBeGreaterThan(1);
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
  await expect.poll(numbers).toEqual({ x: 1750 - step, y: 1350 + step, width: 500, height: 300 });
  await userEvent.keyboard('{Control>}{ArrowLeft}{/Control}');
  await expect.poll(numbers).toEqual({ x: 1750 - 11 * step, y: 1350 + step, width: 500, height: 300 });
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowUp}{/Shift}');
  await expect
    .poll(numbers)
    .toEqual({ x: 1750 - 11 * step, y: 1350 + step, width: 500 + step, height: 300 - step });
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Area:' }))
    .toHaveTextContent(
      `Area: x ${1750 - 11 * step}, y ${1350 + step}, ${500 + step} by ${300 - step} pixels`,
    );
  await expect.element(rectangle).toHaveAccessibleName(area.rectangle);
  // What was moved by keys in one direction is one step, until they rest.
  const undo = '{Control>}z{/Control}';
  await userEvent.keyboard(undo + undo);
  await expect.poll(numbers).toEqual({ x: 1750 - 11 * step, y: 1350 + step, width: 500, height: 300 });
  await userEvent.keyboard(undo + undo + undo);
  await expect.poll(numbers).toEqual({ x: 1750, y: 1350, width: 500, height: 300 });
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  await expect.poll(numbers).toEqual({ x: 1750 + 3 * step, y: 1350, width: 500, height: 300 });
  await userEvent.keyboard(undo);
  await expect.poll(numbers).toEqual({ x: 1750, y: 1350, width: 500, height: 300 });
  await userEvent.keyboard('{Control>}y{/Control}');
  await expect.poll(numbers).toEqual({ x: 1750 + 3 * step, y: 1350, width: 500, height: 300 });
  const before = scale();
  await userEvent.keyboard('+');
  await expect.poll(scale).toBeGreaterThan(before * 1.2);
  await userEvent.keyboard('0');
  await expect.poll(scale).toBeCloseTo(before, 4);
  expect(document.activeElement).toBe(rectangle.element());
});

test('numbers are typed; one out of range is told, and brought into it when its field is left', async () => {
  await open(selectArea(map));
  await opened();
  await userEvent.fill(field('width'), '1234');
  await userEvent.fill(field('x'), '9999');
  await expect.element(page.getByText(filled(area.range, { least: 0, most: 4000 - 1234 }))).toBeVisible();
  await expect.element(field('x')).toHaveValue('9999');
  await userEvent.keyboard('{Tab}');
  await expect.poll(numbers).toEqual({ x: 4000 - 1234, y: 1350, width: 1234, height: 300 });
  await userEvent.fill(field('y'), '');
  await userEvent.keyboard('{Tab}');
  await expect.element(field('y')).toHaveValue('1350');
  await userEvent.click(button(picking.confirm));
  await expect.poll(() => told.added[0]?.[0]?.region).toEqual({ x: 2766, y: 1350, width: 1234, height: 300 });
});

test('with a shape that is kept, the way to a longer number changes nothing else for good', async () => {
  await open(selectArea(map));
  await opened();
  await userEvent.click(page.getByText('1:1', { exact: true }));
  await userEvent.fill(field('width'), '100');
  await userEvent.fill(field('x'), '100');
  await userEvent.fill(field('y'), '2900');
  for (const typed of ['300', '3000', '300']) await userEvent.fill(field('width'), typed);
  await expect.poll(numbers).toEqual({ x: 100, y: 2700, width: 300, height: 300 });
  await userEvent.fill(field('width'), '3500');
  await expect.element(page.getByText(filled(area.range, { least: 16, most: 3000 }))).toBeVisible();
});

test('a shape that was chosen is undone by the keys at once', async () => {
  await open(selectArea(map));
  await opened();
  const before = numbers();
  await userEvent.click(page.getByText('1:1', { exact: true }));
  await expect.poll(numbers).not.toEqual(before);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(numbers).toEqual(before);
  await expect.element(page.getByRole('radio', { name: area.aspects.free })).toBeChecked();
});

test('the shape that is kept holds for what is drawn and typed, and for the next area', async () => {
  await open(selectArea(map));
  await opened();
  await userEvent.click(page.getByText('16:9', { exact: true }));
  await drag([200, 200], [1800, 600]);
  await expectAbout({ x: 200, y: 200, width: 1600, height: 900 });
  await userEvent.fill(field('height'), '450');
  await expect.poll(() => numbers().width).toBe(800);
  await userEvent.click(button(picking.cancel));
  await expect.element(theEditor).toBeVisible();
  expect(told.added).toEqual([]);
  await open(selectArea(map));
  await opened();
  await expect.element(page.getByRole('radio', { name: '16:9' })).toBeChecked();
});

test('the wheel zooms, the middle button and the space bar move the image, and none of them changes the area', async () => {
  await open(selectArea(map));
  await opened();
  const first = numbers();
  const before = scale();
  await userEvent.wheel(layer, { delta: { y: -200 } });
  await expect.poll(scale).toBeGreaterThan(before * 1.2);
  await rests();
  const left = property('--left');
  await dragWith('middle', onPage({ x: 300, y: 100 }), onPage({ x: 340, y: 100 }));
  await expect.poll(() => Math.round(property('--left') - left)).toBe(40);
  await userEvent.keyboard('{ >}');
  await drag([1800, 1400], [2200, 1400]);
  await userEvent.keyboard('{/ }');
  await expect.poll(() => property('--left') - left).toBeGreaterThan(100);
  expect(numbers()).toEqual(first);
  await userEvent.click(button(area.takeSeen));
  await expect.poll(() => numbers().width).toBeLessThan(4000);
});

/** Waits until the image moves no more. */
async function rests(): Promise<void> {
  let before = -1;
  await expect
    .poll(() => {
      const now = scale() + property('--left');
      const isSame = now === before;
      before = now;
      return isSame;
    })
    .toBe(true);
}

test('one finger draws; two fingers zoom, and what the first began is given up', async () => {
  await open(selectArea(map), { width: 800, height: 1000 });
  await opened();
  const point = (x: number, y: number) => onPage(at(x, y));
  await touch('touchStart', point(400, 400));
  await touch('touchMove', point(1000, 1000));
  await touch('touchMove', point(2400, 1600));
  await touch('touchEnd');
  await expectAbout({ x: 400, y: 400, width: 2000, height: 1200 });
  const drawn = numbers();
  const before = scale();
  const [one, other] = [point(2800, 2000), point(3000, 2200)];
  const moved = ({ x, y }: typeof one, by: number) => ({ x: x + by, y: y + by });
  await touch('touchStart', one);
  await touch('touchMove', moved(one, -20));
  await touch('touchStart', moved(one, -20), other);
  await touch('touchMove', moved(one, -60), moved(other, 60));
  await touch('touchEnd', moved(one, -60));
  await touch('touchMove', moved(one, -90));
  await touch('touchEnd');
  await expect.poll(scale).toBeGreaterThan(before * 1.5);
  expect(numbers()).toEqual(drawn);
});

test('[EDIT-24] the area of a step is edited', async () => {
  const region = { x: 100, y: 200, width: 800, height: 600 };
  told.steps = [
    { id: 'one', assetUuid: map.uuid, region: { x: 0, y: 0, width: 90, height: 90 } },
    { id: 'two', assetUuid: map.uuid, region },
    { id: 'three', assetUuid: item.uuid, region },
  ];
  await open('/selected-area-edit/2');
  await opened();
  await expect
    .element(page.getByRole('heading', { name: filled(picking.editArea, { step: 2 }) }))
    .toBeVisible();
  await expect.poll(numbers).toEqual(region);
  await userEvent.fill(field('x'), '140');
  await userEvent.click(button(picking.confirm));
  await expect.element(theEditor).toBeVisible();
  expect(told.regions).toEqual([{ ...region, x: 140 }]);

  await open('/selected-area-edit/3');
  await expect.element(page.getByRole('heading', { name: picking.imageGone })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: picking.otherImage }))
    .toHaveAttribute('href', `${EDITOR}/cultural-item?step=3`);
  await open('/selected-area-edit/9');
  await expect
    .element(page.getByRole('heading', { name: filled(picking.stepGone, { step: 9 }) }))
    .toBeVisible();
});

test('an image that can’t be opened says so and is opened again', async () => {
  documents.areLost = true;
  await open(selectArea(map));
  await expect.element(page.getByRole('heading', { name: en.viewers.failed })).toBeVisible();
  await screen.expectAccessible();
  documents.areLost = false;
  await userEvent.click(button(en.viewers.again));
  await opened();
});

test('an image whose import failed is not waited for', async () => {
  const failed = screen.catalogue.image('torn', item, { importState: 'ERROR', width_px: null });
  await open(selectArea(failed));
  await expect.element(page.getByRole('heading', { name: picking.failedTitle })).toBeVisible();
});

test('what was drawn is offered again until it is confirmed or cancelled', async () => {
  const drawnBefore = page.getByText(picking.drawnBefore);
  await open(selectArea(map));
  await opened();
  await userEvent.fill(field('width'), '777');
  // The page is left without an answer.
  await open('');
  await open(selectArea(map));
  await opened();
  await expect.element(drawnBefore).toBeVisible();
  await expect.poll(numbers).toEqual({ x: 1750, y: 1350, width: 777, height: 300 });
  await screen.expectAccessible();
  await userEvent.click(button(area.undo));
  await expect.poll(numbers).toEqual({ x: 1750, y: 1350, width: 500, height: 300 });
  await userEvent.click(button(area.redo));
  await userEvent.click(button(picking.cancel));
  await expect.element(theEditor).toBeVisible();
  await open(selectArea(map));
  await opened();
  await expect.poll(() => numbers().width).toBe(500);
  await expect.element(drawnBefore).not.toBeInTheDocument();
});

test('what was drawn for a step stays with it where steps are moved', async () => {
  const at = (x: number) => ({ x, y: 200, width: 800, height: 600 });
  told.steps = [
    { id: 'one', assetUuid: map.uuid, region: at(0) },
    { id: 'two', assetUuid: map.uuid, region: at(2000) },
  ];
  await open('/selected-area-edit/1');
  await opened();
  await userEvent.fill(field('x'), '140');
  told.steps.reverse();
  await open('/selected-area-edit/1');
  await opened();
  await expect.poll(numbers).toEqual(at(2000));
  await open('/selected-area-edit/2');
  await opened();
  await expect.poll(numbers).toEqual(at(140));
  await userEvent.click(button(picking.confirm));
  await expect.element(theEditor).toBeVisible();
  await open('/selected-area-edit/2');
  await opened();
  await expect.poll(numbers).toEqual(at(0));
});

test.each([
  ['on a phone', { width: 390, height: 844 }],
  ['in the dark', { scheme: 'dark' }],
  ['in Italian', { language: 'it' }],
] as const)('the area editor %s is accessible and as wide as the screen', async (_, shown) => {
  await open(selectArea(map), shown);
  await opened();
  await screen.expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
