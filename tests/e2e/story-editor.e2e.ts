import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStory, getStory, updateStory } from '@armarium/contract/story-calls';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, signedIn } from '../harness/importing.ts';
import { eventually } from '../harness/waiting.ts';
import { importedItem, settledImport, uploaded } from '../http/test-installation.ts';
import { isSoak } from '../harness/soak.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { en, filled } from './words.ts';

const { stories: labWords, storyEditor: words } = en;

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

async function madeStory(sgtt: string, ...titles: string[]): Promise<string> {
  const annotations = titles.map((label, index) => ({
    label,
    canvasUuid: image,
    resource: [{ chars: `<p>About ${label}</p>` }],
    on: [{ selector: { default: { value: `xywh=${index},2,20,16` } } }],
  }));
  return expectStatus(await client.call(createStory, { body: { sgtt, annotations } }), 201).uuid;
}

const stored = async (uuid: string) => (await client.call(getStory, { params: { uuid } })).body;
const titlesAt = async (uuid: string) => (await stored(uuid)).annotations.map(({ label }) => label);
const list = (page: Page) => page.getByRole('list', { name: /^\d+ steps?$/ });
const titles = (page: Page) => list(page).locator('[data-control="open"] [dir]').allTextContents();
const row = (page: Page, title: string) =>
  list(page).getByRole('listitem').filter({ hasText: title }).locator('[data-control="open"]');
const titleField = (page: Page) => page.getByRole('textbox', { name: words.title, exact: true });
const save = (page: Page) => page.getByRole('button', { name: words.save, exact: true });
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();

test('[STORY-12, STORY-27, EDIT-01, EDIT-11, EDIT-27, EDIT-44] a story is opened from the lab, changed, saved, and so after a reload', async () => {
  const uuid = await madeStory('The herbal', 'Root', 'Leaf');
  const { page } = person;
  await page.goto('/ui/story');
  await person.cardOf('The herbal').getByRole('link').click();
  await page.waitForURL(`**/ui/story/editor/${uuid}`);
  const whole = page.locator(`img[src^="/iiif/3/${image}/full/"]`);
  await eventually(() => whole.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const crop = row(page, 'Root').locator('img');
  await eventually(() => crop.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await titleField(page).fill('The root');
  const commentary = page.getByRole('textbox', { name: words.commentary, exact: true });
  await commentary.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('It is ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bitter');
  await row(page, 'The root').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await save(page).click();
  await said(page, words.changeSavedSuccessfully);
  await page.reload();
  await eventually(() => titles(page)).toEqual(['Leaf', 'The root']);
  const { annotations } = await stored(uuid);
  expect(annotations[1]).toMatchObject({
    label: 'The root',
    resource: [{ chars: '<p>It is <strong>bitter</strong></p>' }],
    on: [{ selector: { default: { value: 'xywh=0,2,20,16' } } }],
  });
  await person.expectAccessible();
});

test('[EDIT-42] what is not saved is asked about by the browser, and offered after a reload and in another tab', async () => {
  const uuid = await madeStory('Kept', 'Root', 'Leaf');
  const { page } = person;
  await page.goto(`/ui/story/editor/${uuid}`);
  await titleField(page).fill('The root');
  await eventually(() => titles(page)).toEqual(['The root', 'Leaf']);
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.accept();
    });
  });
  await page.reload();
  expect(await asked).toBe('beforeunload');
  const dialog = page.getByRole('dialog', { name: words.kept.title });
  await dialog.waitFor();
  const other = await page.context().newPage();
  await other.goto(new URL(`/ui/story/editor/${uuid}`, page.url()).href);
  await other
    .getByRole('dialog', { name: words.kept.title })
    .getByRole('button', { name: words.kept.restore })
    .click();
  await eventually(() => titles(other)).toEqual(['The root', 'Leaf']);
  await save(other).click();
  await said(other, words.changeSavedSuccessfully);
  await other.close();
  expect(await titlesAt(uuid)).toEqual(['The root', 'Leaf']);
  await page.reload();
  await eventually(() => titles(page)).toEqual(['The root', 'Leaf']);
  expect(await dialog.count()).toBe(0);
});

test.runIf(isSoak)('two people change a story at once, and both keep what they did', async () => {
  const uuid = await madeStory('Together', 'Root', 'Leaf', 'Flower');
  const { page } = person;
  await page.goto(`/ui/story/editor/${uuid}`);
  await titleField(page).fill('My root');
  const { annotations } = await stored(uuid);
  const theirs = annotations.map((step) => ({
    ...step,
    label: step.label === 'Root' ? 'Their root' : step.label === 'Leaf' ? 'Their leaf' : step.label,
  }));
  expectStatus(await client.call(updateStory, { params: { uuid }, body: { annotations: theirs } }), 200);
  person.expectFailure(412, 'PATCH', /\/meta\/storyboards\//);
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: words.conflict.title });
  await dialog.getByText('Their root').waitFor();
  await dialog.getByRole('button', { name: words.conflict.allMine }).click();
  await dialog.getByRole('button', { name: words.conflict.save }).click();
  await said(page, words.changeSavedSuccessfully);
  expect(await titlesAt(uuid)).toEqual(['My root', 'Their leaf', 'Flower']);
});

test.runIf(isSoak)('[EDIT-06] by touch a step is dragged after half a second', async () => {
  const uuid = await madeStory('Under the finger', 'Root', 'Leaf', 'Flower');
  const guest = await Person.signedIn(browser, armarium, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const { page } = guest;
  await page.goto(`/ui/story/editor/${uuid}`);
  await row(page, 'Root').waitFor();
  const from = await row(page, 'Root').boundingBox();
  const to = await row(page, 'Flower').boundingBox();
  if (!from || !to) throw new Error('There are no steps to be dragged.');
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove', y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: from.x + 120, y }] });
  await send('touchStart', from.y + 30);
  await list(page).locator('[data-dragging]').waitFor();
  for (let part = 1; part <= 10; part += 1)
    await send('touchMove', from.y + 30 + ((to.y - from.y + 10) * part) / 10);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await eventually(() => titles(page)).toEqual(['Leaf', 'Flower', 'Root']);
  await guest.leave();
});

test.runIf(isSoak)('[EDIT-45] a story is duplicated with its steps', async () => {
  const uuid = await madeStory('Twice', 'Root', 'Leaf');
  const { page } = person;
  await page.goto(`/ui/story/editor/${uuid}`);
  await page.getByRole('button', { name: labWords.story.duplicate, exact: true }).click();
  await said(page, labWords.storyDuplicatedSuccessfully);
  await page.getByRole('link', { name: words.back }).click();
  await person.cardOf('Twice (2)').getByRole('link').click();
  await eventually(() => titles(page)).toEqual(['Root', 'Leaf']);
  await page.getByRole('heading', { name: filled(words.stepOf, { number: 1, total: 2 }) }).waitFor();
});
