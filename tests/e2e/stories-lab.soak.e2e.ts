import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import {
  addStoryToSeries,
  createSeries,
  createStory,
  listStories,
  listStoriesOfSeries,
} from '@armarium/contract/story-calls';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, signedIn } from '../harness/importing.ts';
import { eventually } from '../harness/waiting.ts';
import { importedItem, settledImport, uploaded } from '../http/test-installation.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { en, filled } from './words.ts';

const { catalogue, editing, selection, stories: words, workflow } = en;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let person: Person;
/** An image that is ready. */
let image: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  const upload = await uploaded(client);
  const { uuid } = await importedItem(client, { sgtt: 'Herbal' }, [upload]);
  await settledImport(client, uuid);
  image = upload.uuid;
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

async function madeStory(sgtt: string, steps = 0): Promise<string> {
  const annotations = Array.from({ length: steps }, () => ({
    canvasUuid: image,
    on: [{ selector: { default: { value: 'xywh=4,2,20,16' } } }],
  }));
  return expectStatus(await client.call(createStory, { body: { sgtt, annotations } }), 201).uuid;
}

async function madeSeries(sgtt: string, stories: readonly string[] = []): Promise<string> {
  const { uuid } = expectStatus(await client.call(createSeries, { body: { sgtt } }), 201);
  for (const storyboardUuid of stories)
    expectStatus(await client.call(addStoryToSeries, { params: { uuid }, query: { storyboardUuid } }), 200);
  return uuid;
}

/** The titles of a series' stories at the server, in its order. */
async function titlesIn(uuid: string): Promise<string[]> {
  const { body } = await client.call(listStoriesOfSeries, { params: { uuid }, query: {} });
  return body._embedded.storyboards.map(({ sgtt }) => sgtt);
}

async function titlesOfAll(): Promise<string[]> {
  const { body } = await client.call(listStories, { query: { size: 1000 } });
  return body._embedded.storyboards.map(({ sgtt }) => sgtt);
}

const box = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: filled(catalogue.choose, { title }), exact: true });
const barOf = (page: Page) => page.getByRole('region', { name: words.chosen });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const titlesShown = (page: Page) =>
  page.getByRole('list', { name: words.stories }).getByRole('heading').allTextContents();
const seriesRow = (page: Page) => page.getByRole('region', { name: new RegExp(`^${words.series.title}`) });

test('[SHELL-20, SHELL-30, STORY-01, STORY-04, STORY-05, STORY-07, STORY-08, STORY-21, SERIES-04, SERIES-18] a curator finds the lab in the menu, makes a story and a series, and sees the first image of another story', async () => {
  await madeStory('Of two steps', 2);
  const { page } = person;
  await page.goto('/ui/catalog');
  await page
    .getByRole('navigation', { name: en.app.menu })
    .getByRole('link', { name: en.app.storiesLab, exact: true })
    .click();
  await page.waitForURL('**/ui/story');
  const card = person.cardOf('Of two steps');
  await person.expectPainted(card.getByRole('presentation').first());
  await card.getByText(filled(catalogue.imagesCount_other, { formatted: 2 })).waitFor();
  await person.expectAccessible();

  await page.getByRole('button', { name: words.createStory }).click();
  let dialog = dialogOf(page, words.createStory);
  await dialog.getByRole('textbox', { name: catalogue.standardField.sgtt }).fill('A new story');
  await dialog.getByRole('button', { name: editing.form.confirm }).click();
  await said(page, words.story.created);
  await person.cardOf('A new story').waitFor();

  await page.getByRole('button', { name: words.series.add }).click();
  dialog = dialogOf(page, words.series.add);
  await dialog.getByRole('textbox', { name: catalogue.standardField.sgtt }).fill('A new series');
  await dialog.getByRole('button', { name: editing.form.confirm }).click();
  await seriesRow(page).getByRole('link', { name: 'A new series' }).click();
  await page.getByRole('heading', { level: 1, name: 'A new series' }).waitFor();
  await page.reload();
  await page.getByText(words.empty.inSeries).waitFor();
  await person.expectAccessible();
});

test('[STORY-17, STORY-18, STORY-27, SERIES-07, SERIES-08, SERIES-12, SERIES-22] stories are put into a series, arranged, moved on and taken out of it', async () => {
  for (const title of ['Tower', 'Nave', 'Gate']) await madeStory(title);
  const tour = await madeSeries('Tour');
  const walk = await madeSeries('Walk');
  const { page } = person;
  await page.goto('/ui/story');
  for (const title of ['Gate', 'Nave', 'Tower']) await box(page, title).check();
  await page.reload();
  const bar = barOf(page);
  await bar.getByText(filled(selection.chosen, { formatted: 3 })).waitFor();
  await bar.getByRole('button', { name: words.addTo }).click();
  await page.getByRole('menuitem', { name: 'Tour', exact: true }).click();
  await said(page, filled(words.added_other, { formatted: 3, title: 'Tour' }));
  expect(await titlesIn(tour)).toEqual(['Gate', 'Nave', 'Tower']);

  await seriesRow(page).getByRole('link', { name: /^Tour/ }).click();
  await eventually(() => titlesShown(page)).toEqual(['Gate', 'Nave', 'Tower']);
  expect(await bar.count()).toBe(0);
  const position = page.getByRole('spinbutton', { name: filled(words.positionOf, { title: 'Gate' }) });
  await position.fill('2');
  await position.press('Enter');
  const question = dialogOf(page, words.positionTitle);
  await question.getByText('Are you sure to move to 2 position?').waitFor();
  const put = page.waitForRequest((request) => request.method() === 'PUT');
  await question.getByRole('button', { name: words.confirm }).click();
  expect((await put).headers()['content-type']).toBe('text/uri-list');
  await said(page, words.moved);
  await eventually(() => titlesShown(page)).toEqual(['Nave', 'Gate', 'Tower']);
  expect(await titlesIn(tour)).toEqual(['Nave', 'Gate', 'Tower']);

  await box(page, 'Gate').check();
  await bar.getByRole('button', { name: words.move, exact: true }).click();
  const moving = dialogOf(page, filled(words.moveTitle_one, { formatted: 1 }));
  await moving.getByRole('radio', { name: 'Walk' }).check();
  await moving.getByRole('button', { name: words.confirm }).click();
  // The notice may be that of the move before.
  await moving.waitFor({ state: 'hidden' });
  expect([await titlesIn(tour), await titlesIn(walk)]).toEqual([['Nave', 'Tower'], ['Gate']]);

  await box(page, 'Nave').check();
  await bar.getByRole('button', { name: words.remove }).click();
  const removing = dialogOf(page, filled(words.removeTitle_one, { formatted: 1 }));
  await removing.getByRole('button', { name: words.remove }).click();
  await eventually(() => titlesShown(page)).toEqual(['Tower']);
  expect(await titlesOfAll()).toContain('Nave');
});

test('[STORY-19, STORY-27, SERIES-17] deleted stories and a deleted series come back with their places', async () => {
  const made = [await madeStory('Abbey'), await madeStory('Bridge')];
  const ruins = await madeSeries('Ruins', made);
  const { page } = person;
  await page.goto('/ui/story');
  await box(page, 'Abbey').check();
  await box(page, 'Bridge').check();
  await barOf(page).getByRole('button', { name: words.delete }).click();
  const deleting = dialogOf(page, filled(words.deleteTitle_other, { formatted: 2 }));
  await deleting.getByRole('button', { name: words.delete }).click();
  await said(page, words.deletedMany);
  await person.cardOf('Abbey').waitFor({ state: 'detached' });
  expect(await titlesIn(ruins)).toEqual([]);
  await page.getByRole('button', { name: words.undo }).click();
  await said(page, words.undone);
  await person.cardOf('Abbey').waitFor();
  expect(await titlesIn(ruins)).toEqual(['Abbey', 'Bridge']);

  await page.goto(`/ui/story/series/${ruins}`);
  await page
    .getByRole('navigation', { name: words.breadcrumb })
    .getByRole('button', { name: 'Ruins' })
    .click();
  await dialogOf(page, words.series.title).getByRole('button', { name: words.series.delete }).click();
  await dialogOf(page, filled(words.series.deleteTitle, { title: 'Ruins' }))
    .getByRole('button', { name: words.series.delete })
    .click();
  await said(page, words.series.deleted);
  await page.waitForURL('**/ui/story');
  await person.cardOf('Abbey').waitFor();
  await page.getByRole('button', { name: words.undo }).click();
  await seriesRow(page)
    .getByRole('link', { name: /^Ruins/ })
    .waitFor();
  expect(await titlesIn(ruins)).toEqual(['Abbey', 'Bridge']);
});

test('[STORY-27, WFACT-02, WFACT-13] workflow actions run over chosen stories and over a series, and a story is duplicated with its steps', async () => {
  await madeSeries('Cycle', [await madeStory('Spring', 3), await madeStory('Summer')]);
  const { page } = person;
  await page.goto('/ui/story');
  await box(page, 'Spring').check();
  await box(page, 'Summer').check();
  await barOf(page).getByRole('button', { name: words.workflow }).click();
  await dialogOf(page, workflow.title).getByRole('button', { name: 'Start' }).click();
  await said(page, workflow.updated);
  for (const title of ['Spring', 'Summer'])
    await person.cardOf(title).getByText('In progress', { exact: true }).waitFor();

  await barOf(page).getByRole('button', { name: selection.clear }).click();
  await person.cardOf('Spring').getByRole('link').click();
  await page.getByRole('button', { name: words.story.duplicate, exact: true }).click();
  await said(page, words.storyDuplicatedSuccessfully);
  await page.goBack();
  const copy = person.cardOf('Spring (2)');
  await copy.getByText(filled(catalogue.imagesCount_other, { formatted: 3 })).waitFor();
  await copy.getByText('Default', { exact: true }).waitFor();

  await seriesRow(page)
    .getByRole('link', { name: /^Cycle/ })
    .click();
  await page
    .getByRole('navigation', { name: words.breadcrumb })
    .getByRole('button', { name: 'Cycle' })
    .click();
  await dialogOf(page, words.series.title).getByRole('button', { name: words.workflow }).click();
  await dialogOf(page, workflow.title).getByRole('button', { name: 'Start' }).click();
  await dialogOf(page, workflow.title).waitFor({ state: 'detached' });
  await page
    .getByRole('navigation', { name: words.breadcrumb })
    .getByRole('button', { name: 'Cycle' })
    .click();
  await dialogOf(page, words.series.title).getByText('In progress', { exact: true }).waitFor();
});

test('[STORY-13, STORY-14, STORY-15] by touch the first tap highlights a story, the second opens it, and a long press chooses it', async () => {
  await madeStory('Under the finger');
  await madeStory('Beside it');
  const guest = await Person.signedIn(browser, armarium, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const { page } = guest;
  await page.goto('/ui/story');
  const card = guest.cardOf('Under the finger');
  await card.tap();
  await card.getByText(catalogue.open, { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/ui/story');
  await guest.expectAccessible();
  await card.tap();
  await page.getByRole('heading', { level: 1, name: 'Under the finger' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: words.lab }).waitFor();

  const { x = 0, y = 0 } = (await guest.cardOf('Beside it').boundingBox()) ?? {};
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: x + 80, y: y + 60 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await barOf(page)
    .getByText(filled(selection.chosen, { formatted: 1 }))
    .waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await box(page, 'Beside it').isChecked()).toBe(true);
  await guest.leave();
});
