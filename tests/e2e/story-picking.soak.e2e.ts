import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStory, deleteStory, getStory, listStories } from '@armarium/contract/story-calls';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, signedIn } from '../harness/importing.ts';
import { eventually } from '../harness/waiting.ts';
import { madePng } from '../http/made-png.ts';
import { importedItem, settledImport, uploaded } from '../http/test-installation.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { en, filled } from './words.ts';

const { area, catalogue, editing, picking, stories: labWords, storyEditor: words } = en;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let person: Person;
/** The images of an item, which are ready. */
let images: string[];

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  const titles = ['cover', 'north', 'south'];
  const uploads = await Promise.all(
    titles.map((_, index) =>
      uploaded(client, { source: madePng(1600, 1200, [60 * index, 120, 90]), name: `scan-${index}.png` }),
    ),
  );
  images = uploads.map(({ uuid }) => uuid);
  const item = await importedItem(
    client,
    { sgtt: 'Atlas of the coast', pressmark: 'PICK 1' },
    images.map((uuid, index) => ({ uuid, sgtt: titles[index] ?? '' })),
  );
  const other = await importedItem(client, { sgtt: 'Herbal' }, [await uploaded(client)]);
  for (const { uuid } of [item, other]) await settledImport(client, uuid);
});
afterAll(() => {
  client.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

const stored = async (uuid: string) => (await client.call(getStory, { params: { uuid } })).body;
/** The title, the image and the area of each step. */
const stepsAt = async (uuid: string) =>
  (await stored(uuid)).annotations.map(({ label, canvasUuid, on }) => [
    label,
    canvasUuid,
    on[0]?.selector.default.value,
  ]);
async function madeStory(sgtt: string, ...titles: string[]): Promise<string> {
  const annotations = titles.map((label) => ({
    label,
    canvasUuid: images[0] ?? '',
    on: [{ selector: { default: { value: 'xywh=200,100,800,600' } } }],
  }));
  return expectStatus(await client.call(createStory, { body: { sgtt, annotations } }), 201).uuid;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const titleField = (page: Page) => page.getByRole('textbox', { name: words.title, exact: true });
const isFocused = (target: Locator) => target.evaluate((one) => one === document.activeElement);
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const imageIsOpen = (page: Page) => page.locator('[data-phase=open]').waitFor();

/** More than any of these pages has places for the focus. */
const PLACES = 200;

/** Goes on with Tab until something has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; pressed < PLACES; pressed += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target.toString()}.`);
}
const enter = async (page: Page, target: Locator) => {
  await reach(page, target);
  await page.keyboard.press('Enter');
};

test('[EDIT-08, EDIT-18, EDIT-19, EDIT-20, EDIT-21, EDIT-22, EDIT-23, A11Y-06, A11Y-07] a story of three steps is made by the keyboard alone', async () => {
  const { page } = person;
  await page.goto('/ui/story');
  await enter(page, button(page, labWords.createStory).first());
  const dialog = page.getByRole('dialog', { name: labWords.createStory });
  await reach(page, dialog.getByRole('textbox', { name: catalogue.standardField.sgtt }));
  await page.keyboard.type('Along the coast');
  await enter(page, dialog.getByRole('button', { name: editing.form.confirm }));
  await enter(page, person.cardOf('Along the coast').getByRole('link'));
  await heading(page, words.empty).waitFor();

  // An item is searched, two of its images are taken.
  await enter(page, link(page, words.addFirst));
  await reach(page, page.getByRole('searchbox', { name: picking.search }));
  await page.keyboard.type('coast');
  await page.getByText(filled(picking.itemsCount_one, { formatted: 1 })).waitFor();
  await enter(page, link(page, 'Atlas of the coast'));
  for (const [position, name] of [
    [1, 'cover'],
    [2, 'north'],
  ] as const) {
    await reach(page, page.getByRole('checkbox', { name: filled(picking.choose, { position, name }) }));
    await page.keyboard.press('Space');
  }
  await enter(page, button(page, filled(picking.addSteps_other, { count: 2 })));
  await heading(page, filled(words.stepOf, { number: 1, total: 2 })).waitFor();
  // The title is typed next: the focus is there.
  await eventually(() => isFocused(titleField(page))).toBe(true);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('The cover');

  // An area is drawn on another image of the item.
  await enter(page, link(page, words.addStep));
  await imageIsOpen(page);
  await enter(page, button(page, filled(picking.show, { position: 3, name: 'south' })));
  await page.getByText(filled(picking.imageOf, { position: 3, total: 3 })).waitFor();
  await enter(page, link(page, picking.addImage));
  await heading(page, picking.selectArea).waitFor();
  await imageIsOpen(page);
  const side = (name: keyof typeof area.sides) =>
    page.getByRole('textbox', { name: area.sides[name], exact: true });
  const numbers = async () => ({
    x: Number(await side('x').inputValue()),
    y: Number(await side('y').inputValue()),
    width: Number(await side('width').inputValue()),
    height: Number(await side('height').inputValue()),
  });
  const before = { x: 550, y: 450, width: 500, height: 300 };
  await eventually(numbers).toEqual(before);
  await reach(page, page.locator('[data-area]'));
  await page.keyboard.press('Control+ArrowLeft');
  await page.keyboard.press('Control+Shift+ArrowDown');
  const drawn = await numbers();
  expect(drawn.x).toBeLessThan(before.x);
  expect(drawn.height).toBeGreaterThan(before.height);
  await enter(page, button(page, picking.confirm));
  await heading(page, filled(words.stepOf, { number: 2, total: 3 })).waitFor();
  await eventually(() => isFocused(titleField(page))).toBe(true);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('The south');

  // It becomes the last one.
  const row = page.getByRole('listitem').filter({ hasText: 'The south' });
  await reach(page, row.locator('[data-control="open"]'));
  await page.keyboard.press('Alt+ArrowDown');
  await heading(page, filled(words.stepOf, { number: 3, total: 3 })).waitFor();
  await page.keyboard.press('Control+s');
  await said(page, words.changeSavedSuccessfully);
  const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await stepsAt(uuid)).toEqual([
    ['The cover', images[0], 'xywh=0,0,1600,1200'],
    ['north', images[1], 'xywh=0,0,1600,1200'],
    ['The south', images[2], `xywh=${drawn.x},${drawn.y},${drawn.width},${drawn.height}`],
  ]);
  // The pages on which images were picked are not walked back through.
  await page.goBack();
  await heading(page, labWords.lab).waitFor();
});

test('[EDIT-12, EDIT-24] the area of a step is drawn anew by the mouse, among the outlines of the others, and the list shows what is in it', async () => {
  const uuid = await madeStory('The cover', 'Leather', 'Clasp');
  const { page } = person;
  await page.goto(`/ui/story/editor/${uuid}`);
  await page.getByRole('listitem').filter({ hasText: 'Clasp' }).locator('[data-control="open"]').click();
  await link(page, words.editArea).click();
  await page.waitForURL(`**/ui/story/editor/${uuid}/selected-area-edit/2`);
  await imageIsOpen(page);
  expect(await page.locator('[data-other]').allTextContents()).toEqual(['1']);
  const rectangle = page.locator('[data-area]');
  const was = await rectangle.boundingBox();
  if (!was) throw new Error('There is no rectangle.');
  // From the middle of the right edge to the left.
  await page.mouse.move(was.x + was.width, was.y + was.height / 2);
  await page.mouse.down();
  await page.mouse.move(was.x + was.width / 2, was.y + was.height / 2, { steps: 5 });
  await page.mouse.up();
  const width = page.getByRole('textbox', { name: area.sides.width, exact: true });
  await eventually(async () => Math.round(Number(await width.inputValue()) / 20)).toBe(20);
  const drawn = `200,100,${await width.inputValue()},600`;
  await person.expectAccessible();
  await button(page, picking.confirm).click();
  const crop = page.locator(`[data-step] img[src*="/iiif/3/${images[0]}/${drawn}/"]`);
  await person.expectPainted(crop);
  await button(page, words.save).click();
  await said(page, words.changeSavedSuccessfully);
  await page.reload();
  await heading(page, filled(words.stepOf, { number: 1, total: 2 })).waitFor();
  expect(await stepsAt(uuid)).toEqual([
    ['Leather', images[0], 'xywh=200,100,800,600'],
    ['Clasp', images[0], `xywh=${drawn}`],
  ]);
});

test('a step that was picked outlives a reload on the page for picking', async () => {
  const uuid = await madeStory('Kept', 'Leather');
  const { page } = person;
  await page.goto(`/ui/story/editor/${uuid}`);
  await link(page, words.addStep).click();
  await imageIsOpen(page);
  // The second click comes before the browser has gone back.
  await button(page, picking.fromView).evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });
  await heading(page, filled(words.stepOf, { number: 2, total: 2 })).waitFor();
  await link(page, words.addStep).click();
  await imageIsOpen(page);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const kept = page.getByRole('dialog', { name: words.kept.title });
  await kept.getByRole('button', { name: words.kept.restore }).click();
  await imageIsOpen(page);
  await button(page, picking.cancel).click();
  // The step that was chosen before the reload is chosen again.
  await heading(page, filled(words.stepOf, { number: 2, total: 2 })).waitFor();
  await button(page, words.save).click();
  await said(page, words.changeSavedSuccessfully);
  expect((await stepsAt(uuid)).map(([, image]) => image)).toEqual([images[0], images[0]]);
});

test('what is drawn for a step stays with it over a reload that loses its place, and over Back', async () => {
  const uuid = await madeStory('Moved', 'Leather', 'Clasp', 'Spine');
  const { page } = person;
  await page.goto(`/ui/story/editor/${uuid}`);
  await page.getByRole('listitem').filter({ hasText: 'Spine' }).locator('[data-control="open"]').click();
  await heading(page, filled(words.stepOf, { number: 3, total: 3 })).waitFor();
  await page.keyboard.press('Alt+ArrowUp');
  await heading(page, filled(words.stepOf, { number: 2, total: 3 })).waitFor();
  await link(page, words.editArea).click();
  await imageIsOpen(page);
  const width = page.getByRole('textbox', { name: area.sides.width, exact: true });
  await width.fill('333');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page
    .getByRole('dialog', { name: words.kept.title })
    .getByRole('button', { name: words.kept.discard })
    .click();
  // The second step is another one again.
  await imageIsOpen(page);
  await eventually(() => width.inputValue()).toBe('800');
  await button(page, picking.cancel).click();
  await page.getByRole('listitem').filter({ hasText: 'Spine' }).locator('[data-control="open"]').click();
  await link(page, words.editArea).click();
  await imageIsOpen(page);
  await said(page, picking.drawnBefore);
  await eventually(() => width.inputValue()).toBe('333');
  await page.goBack();
  await heading(page, filled(words.stepOf, { number: 3, total: 3 })).waitFor();
  await link(page, words.editArea).click();
  await imageIsOpen(page);
  await eventually(() => width.inputValue()).toBe('333');
  await button(page, picking.confirm).click();
  await button(page, words.save).click();
  await said(page, words.changeSavedSuccessfully);
  expect((await stepsAt(uuid)).map(([title, , region]) => [title, region])).toEqual([
    ['Leather', 'xywh=200,100,800,600'],
    ['Clasp', 'xywh=200,100,800,600'],
    ['Spine', 'xywh=200,100,333,600'],
  ]);
});

test('a step is added behind the one that was chosen, over a reload; Cancel and Back lead to the images', async () => {
  await madeStory('Behind', 'Leather', 'Clasp', 'Spine');
  const { page } = person;
  await page.goto('/ui/story');
  await link(page, 'Behind').click();
  await page.getByRole('listitem').filter({ hasText: 'Clasp' }).locator('[data-control="open"]').click();
  await link(page, words.addStep).click();
  await imageIsOpen(page);
  await page.reload();
  await imageIsOpen(page);
  await link(page, picking.addImage).click();
  await heading(page, picking.selectArea).waitFor();
  await imageIsOpen(page);
  await button(page, picking.cancel).click();
  await button(page, picking.fromView).waitFor();
  await page.goBack();
  await heading(page, filled(words.stepOf, { number: 1, total: 3 })).waitFor();
  await page.goForward();
  await imageIsOpen(page);
  await button(page, picking.fromView).click();
  await heading(page, filled(words.stepOf, { number: 3, total: 4 })).waitFor();
  await button(page, words.save).click();
  await said(page, words.changeSavedSuccessfully);
  // Neither the pages for picking nor the reload on one of them stand between the editor and what was before it.
  await page.goBack();
  await heading(page, labWords.lab).waitFor();
});

test('a story that somebody deletes while it is edited is kept as a new one', async () => {
  const uuid = await madeStory('Short lived', 'Leather', 'Clasp');
  const { page } = person;
  await page.goto(`/ui/story/editor/${uuid}`);
  await titleField(page).fill('Red leather');
  expectStatus(await client.call(deleteStory, { params: { uuid }, query: {} }), 204);
  person.expectFailure(404, 'PATCH', /\/meta\/storyboards\//);
  await button(page, words.save).click();
  await page.getByText(words.gone.title).waitFor();
  await person.expectAccessible();
  await button(page, words.gone.save).click();
  await said(page, words.gone.saved);
  await page.waitForURL((url) => !url.pathname.endsWith(uuid));
  await heading(page, filled(words.stepOf, { number: 1, total: 2 })).waitFor();
  const all = (await client.call(listStories, { query: { text: 'Short lived' } })).body._embedded.storyboards;
  expect(all).toHaveLength(1);
  expect((await stepsAt(all[0]?.uuid ?? '')).map(([title]) => title)).toEqual(['Red leather', 'Clasp']);
});
