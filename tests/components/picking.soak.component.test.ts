import type { ImageAsset } from '@armarium/contract/images';
import { findImageByUuid } from '@armarium/contract/image-calls';
import { findAllItems, getItem, searchItems } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { STEPS_MAX } from '@armarium/contract/story-steps';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadPageWords } from '../../apps/web/src/app/words.ts';
import { addStepAddress } from '../../apps/web/src/features/story-editor/picking/picking-address.ts';
import { en, filled } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { ImageDocuments } from './image-documents.ts';
import { nothingTold, PickingAlone, STORY, type Told } from './picking-alone.tsx';
import { Screen } from './screen.tsx';

const { picking } = en;
const EDITOR = `/story/editor/${STORY}`;

let screen: Screen;
let documents: ImageDocuments;
let told: Told;
let item: Item;
let images: ImageAsset[];

beforeEach(() => {
  screen = new Screen();
  documents = new ImageDocuments();
  told = nothingTold();
  item = screen.catalogue.item('Atlas of the coast', undefined, { pressmark: 'PICK 1' });
  images = ['cover', 'title page', 'first map'].map((name) =>
    screen.catalogue.image(name, item, { width_px: 2000, height_px: 1500, originalFilename: 'scan.png' }),
  );
  for (const { _links: links } of images)
    links.culturalItem.href = `http://armarium.test/meta/culturalItems/${item.uuid}`;
  for (const { uuid } of images) documents.sizes.set(uuid, { width: 2000, height: 1500 });
  screen.answers.give(findImageByUuid, ({ query: { uuid } }) => {
    const found = images.find((image) => image.uuid === uuid);
    if (!found) throw new Refused('not-found');
    return found;
  });
});
afterEach(async () => {
  await screen.close();
  documents.close();
});

async function open(address: string, shown: Parameters<Screen['openPart']>[1] = {}): Promise<void> {
  await loadPageWords('picking');
  await screen.openPart(createElement(PickingAlone, { address: `${EDITOR}${address}`, told }), shown);
}
const imagesOf = ({ uuid }: Item) => `/cultural-item/${uuid}`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const theEditor = heading('The editor');
const search = page.getByRole('searchbox', { name: picking.search });
const titles = () =>
  page
    .getByRole('article')
    .elements()
    .map((card) => card.querySelector('h2')?.textContent);
const whole = { x: 0, y: 0, width: 2000, height: 1500 };
const taken = () => told.added.flat().map(({ title, region }) => [title, region]);
const opened = () => expect.element(page.bySelector('[data-phase=open]')).toBeVisible();

test('[EDIT-18, EDIT-19] items with images are listed and searched, a page at a time', async () => {
  for (let number = 1; number <= 24; number += 1) screen.catalogue.item(`Sheet ${number}`, undefined);
  await open('/cultural-item');
  await expect.element(heading(picking.items)).toBeVisible();
  await expect.poll(() => titles().length).toBe(20);
  expect(screen.answers.asked(findAllItems).map(({ query }) => query)).toEqual([
    { page: 0, size: 20, media: ['image'], sort: ['lastModifiedDate,desc'] },
  ]);
  await screen.expectAccessible();
  await link('Page 2').first().click();
  await expect.poll(() => titles().length).toBe(5);
  await userEvent.fill(search, 'coast');
  await expect.poll(titles).toEqual(['Atlas of the coast']);
  expect(screen.answers.asked(searchItems).map(({ query }) => query)).toEqual([
    { page: 0, size: 20, media: ['image'], text: 'coast' },
  ]);
  await userEvent.fill(search, 'nothing like it');
  await expect.element(heading(picking.none)).toBeVisible();
  await userEvent.fill(search, '');
  await expect.poll(() => titles().length).toBe(20);
});

test('the picker begins with the search that it was left with, and names the item that was used last', async () => {
  await open('/cultural-item');
  await userEvent.fill(search, 'atlas');
  await expect.poll(titles).toEqual(['Atlas of the coast']);
  await link('Atlas of the coast').click();
  await opened();
  await button(picking.cancel).click();
  await expect.element(theEditor).toBeVisible();
  expect(told.cancelled).toEqual([item.uuid]);
  await open('/cultural-item');
  await expect.element(search).toHaveValue('atlas');
  await expect.poll(titles).toEqual(['Atlas of the coast']);
  await userEvent.fill(search, 'other');
  await expect.element(heading(picking.none)).toBeVisible();
  await link('Atlas of the coast').click();
  await opened();
});

test('[EDIT-20, EDIT-21] the images of the item are seen in a viewer; the one that is shown leads to where its area is drawn', async () => {
  await open(imagesOf(item));
  await opened();
  await expect.element(page.getByText('Image 1 of 3')).toBeVisible();
  await expect.element(button(picking.cancel)).toBeVisible();
  await screen.expectAccessible();
  await button('Show image 3: first map').click();
  await expect.element(page.getByText('Image 3 of 3')).toBeVisible();
  await link(picking.addImage).click();
  await expect.element(heading(picking.selectArea)).toBeVisible();
  await expect.element(page.bySelector('section[data-phase=open]')).toBeVisible();
  await button(picking.confirm).click();
  await expect.element(theEditor).toBeVisible();
  expect(taken()).toEqual([['first map', { x: 750, y: 600, width: 500, height: 300 }]]);
});

test('what is seen of the image of a step becomes a step by one click', async () => {
  // As a step leads there.
  await open(addStepAddress(STORY, images[1]?.uuid).replace(EDITOR, ''));
  await opened();
  await expect.element(page.getByText('Image 2 of 3')).toBeVisible();
  await button(en.viewers.zoomIn).click();
  await button(en.viewers.zoomIn).click();
  await button(en.viewers.zoomIn).click();
  await button(picking.fromView).click();
  await expect.element(theEditor).toBeVisible();
  expect(told.added).toHaveLength(1);
  const { title, region = whole } = told.added[0]?.[0] ?? {};
  expect(title).toBe('title page');
  // Zoomed into the middle.
  expect(region.width).toBeLessThan(1900);
  expect(Math.abs(region.x * 2 + region.width - 2000)).toBeLessThanOrEqual(2);
  expect(Math.abs(region.y * 2 + region.height - 1500)).toBeLessThanOrEqual(2);
});

test('several images are taken at once, in their order, a step with the whole image for each', async () => {
  const late = screen.catalogue.image('not ready', item, { importState: 'IN_PROGRESS', width_px: null });
  await open(imagesOf(item));
  await opened();
  const tick = (position: number, name: string) =>
    page.getByRole('checkbox', { name: filled(picking.choose, { position, name }) });
  await tick(3, 'first map').click();
  await userEvent.keyboard('{Shift>}');
  await tick(1, 'cover').click();
  await userEvent.keyboard('{/Shift}');
  await expect.element(page.getByText('3 images selected')).toBeVisible();
  await expect.element(tick(4, late.sgtt)).not.toBeInTheDocument();
  await tick(2, 'title page').click();
  await screen.expectAccessible();
  await button('Add 2 steps').click();
  await expect.element(theEditor).toBeVisible();
  expect(taken()).toEqual([
    ['cover', whole],
    ['first map', whole],
  ]);
});

test('what is chosen holds while an area is looked for, and is cleared without losing the focus', async () => {
  await open(imagesOf(item));
  await opened();
  const boxes = page.getByRole('checkbox');
  await boxes.first().click();
  const chosen = page.getByRole('status').filter({ hasText: filled(picking.chosen_one, { count: 1 }) });
  await expect.element(chosen).toBeVisible();
  await link(picking.addImage).click();
  await expect.element(heading(picking.selectArea)).toBeVisible();
  await open(imagesOf(item));
  await expect.element(chosen).toBeVisible();
  await button(picking.clear).click();
  await expect.element(page.getByText(picking.severalHint)).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Show image 1: cover')).toHaveFocus();
  await open(imagesOf(item));
  await expect.element(boxes.first()).not.toBeChecked();
});

test('the button that turns to the next image keeps the focus, also where there is none and where one is not ready', async () => {
  screen.catalogue.image('torn', item, { importState: 'ERROR', width_px: null });
  await open(imagesOf(item));
  await opened();
  await button(picking.next).click();
  await button(picking.next).click();
  await button(picking.next).click();
  await expect.element(heading(picking.failedTitle)).toBeVisible();
  await expect.element(page.getByText('Image 4 of 4')).toBeVisible();
  await expect.element(button(picking.next)).toHaveFocus();
  await expect.element(button(picking.next)).toHaveAttribute('aria-disabled', 'true');
  await screen.expectAccessible();
});

test('the address knows behind which step one is added, on all pages', async () => {
  told.behind = 'urn:uuid:chosen';
  await open(addStepAddress(STORY, images[1]?.uuid).replace(EDITOR, ''));
  await opened();
  const kept = () => new URL(told.address ?? '', 'http://x').searchParams.get('behind');
  await expect.poll(kept).toBe('urn:uuid:chosen');
  await button('Show image 3: first map').click();
  await link(picking.addImage).click();
  await expect.element(heading(picking.selectArea)).toBeVisible();
  expect(kept()).toBe('urn:uuid:chosen');
});

test('an image that can’t be asked for is not taken for one that is gone', async () => {
  await screen.answers.failing(findImageByUuid, 'unavailable', async () => {
    await open(`${imagesOf(item)}?canvasId=${images[1]?.uuid}`);
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(button(picking.fromView)).toBeDisabled();
    await open(addStepAddress(STORY, images[1]?.uuid).replace(EDITOR, ''));
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(titles()).toEqual([]);
  });
});

test('a story takes no more steps than it has room for', async () => {
  told.room = 1;
  await open(imagesOf(item));
  await opened();
  for (const box of page.getByRole('checkbox').elements().slice(0, 2)) await userEvent.click(box);
  await expect.element(page.getByText(picking.tooMany_one)).toBeVisible();
  await expect.element(button('Add 2 steps')).toBeDisabled();
  told.room = 0;
  await open(imagesOf(item));
  await opened();
  await expect
    .element(page.getByText(filled(picking.tooMany_zero, { max: STEPS_MAX })).first())
    .toBeVisible();
  await expect.element(button(picking.fromView)).toBeDisabled();
  await expect.element(button(picking.addImage)).toBeDisabled();
});

test('another image is picked for a step: one, and the address says for which', async () => {
  await open('/cultural-item?step=7');
  await expect.element(heading(filled(picking.itemsForStep, { step: 7 }))).toBeVisible();
  await link('Atlas of the coast').click();
  await opened();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await link(picking.takeImage).click();
  await expect.element(page.bySelector('section[data-phase=open]')).toBeVisible();
  await button(picking.confirm).click();
  await expect.element(theEditor).toBeVisible();
  expect(told.pickedFor).toEqual([7]);
});

test('what is not there says so, with the way on', async () => {
  await screen.answers.failing(getItem, 'not-found', async () => {
    await open(imagesOf(item));
    await expect.element(heading(picking.itemGone)).toBeVisible();
  });
  await link(picking.toItems).click();
  await expect.element(heading(picking.items)).toBeVisible();
  await open(`${imagesOf(item)}/select-area?canvasId=${STORY}`);
  await expect.element(heading(picking.imageGone)).toBeVisible();
  await link(picking.otherImage).click();
  await opened();
  // The image of a step is gone: any item is chosen.
  await open(addStepAddress(STORY, STORY).replace(EDITOR, ''));
  await expect.element(heading(picking.items)).toBeVisible();
  await open(imagesOf(screen.catalogue.item('Without images', undefined)));
  await expect.element(heading(picking.noImages)).toBeVisible();
  await screen.expectAccessible();
});

test.each(['/cultural-item', 'images'])(
  'on a phone %s is accessible and as wide as the screen',
  async (at) => {
    await open(at === 'images' ? imagesOf(item) : at, { width: 390, height: 844 });
    if (at === 'images') await opened();
    else await expect.poll(() => titles().length).toBe(1);
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  },
);
