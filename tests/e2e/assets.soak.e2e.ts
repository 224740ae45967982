import { updateImage, getImage, listItemImages } from '@armarium/contract/image-calls';
import { audioCalls } from '@armarium/contract/asset-calls';
import { uploadCalls } from '@armarium/contract/uploads';
import { createTemplate } from '@armarium/contract/templates';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { madeWave } from '../http/made-recordings.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled } from './words.ts';
import { isSoak } from '../harness/soak.ts';

const { assets: words, assetDialogs: dialogs, editing, ui } = en;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let person: Person;
let root: string;
let item: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  root = await rootUuid(client);
  const note = { name: 'note', type: 'STRING', label: 'Note', resourceType: 'MEDIA' } as const;
  expectStatus(await client.call(createTemplate, { body: note }), 201);
  const png = await drawnImage('png', 60, 40);
  const send = (name: string) => upload(client, { source: png, name, type: 'image/png' });
  const uploads = [];
  for (let number = 1; number <= 6; number += 1) uploads.push(await send(`leaf ${number}.png`));
  item = await importNewItem(client, { pressmark: 'AS 1', sgtt: 'Album', parents: [root], uploads });
  const sent = await client.upload(uploadCalls.audio, {
    source: madeWave(1),
    name: 'tone.wav',
    type: 'audio/wav',
  });
  const body = { culturalItemUuid: item, uuid: expectStatus(sent, 201).uuid };
  expectStatus(await client.call(audioCalls.import, { body }), 202);
  await importEnded(client, item);
});
afterAll(async () => {
  client.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

const panelOf = (page: Page) => page.getByRole('tabpanel');
const rowOf = (page: Page, name: string) =>
  panelOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(new RegExp(`^\\d+ ${name}$`)) });
const tick = (row: Locator) => row.getByRole('checkbox');
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

async function imageNamed(sgtt: string) {
  const { body } = await client.call(listItemImages, { params: { uuid: item }, query: { size: 100 } });
  return body._embedded.images.find((image) => image.sgtt === sgtt)!;
}
async function noteOf(sgtt: string) {
  const list = (await imageNamed(sgtt)).customMetadataList;
  return list.find(({ name }) => name === 'note')?.value;
}
async function open({ page }: Person) {
  await page.goto(`/ui/catalog/${root}/cultural-item/${item}`);
  await rowOf(page, 'leaf 6').waitFor();
}

test.runIf(isSoak)(
  'what was typed for several assets outlives a reload, and overwrites nobody unseen',
  async () => {
    const { page } = person;
    const dialog = dialogOf(page, 'Metadata of 2 images');
    const note = dialog.getByRole('textbox', { name: 'Note' });
    const save = button(dialog, editing.form.save);
    const choose = async (...names: string[]) => {
      await open(person);
      for (const name of names) await tick(rowOf(page, name)).check();
      await button(page.getByRole('group', { name: words.actions }), words.edit).click();
      await note.waitFor();
    };
    await choose('leaf 4', 'leaf 5');
    await note.fill('Stained');
    const { uuid, customMetadataList: list } = await imageNamed('leaf 5');
    // Somebody else gives it another value.
    const customMetadataList = [...list, { name: 'note', value: 'Trimmed' }];
    expectStatus(await client.call(updateImage, { params: { uuid }, body: { customMetadataList } }), 200);
    await choose('leaf 5', 'leaf 4');
    await dialog.getByText(editing.form.restored).waitFor();
    expect(await note.inputValue()).toBe('Stained');
    await save.click();
    await dialog.getByText(editing.several.stale).waitFor();
    person.expectFailure(412, 'PATCH', /^\/meta\/images\//);
    expect(await noteOf('leaf 5')).toBe('Trimmed');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect([await noteOf('leaf 4'), await noteOf('leaf 5')]).toEqual(['Stained', 'Stained']);
  },
);

test('[ASSET-25, ASSET-26, ASSET-27] the file of an asset is replaced, and the old one brought back from its versions', async () => {
  const { page } = person;
  await open(person);
  const row = rowOf(page, 'leaf 6');
  const { uuid, sha256 } = await imageNamed('leaf 6');
  await row.getByRole('button', { name: /^Details/ }).click();
  await button(page.getByRole('dialog'), dialogs.action.replace).click();
  const dialog = dialogOf(page, /^Replace the file/);
  const replace = button(dialog, dialogs.action.replace);
  const input = dialog.locator('input[type=file]');
  expect(await input.getAttribute('accept')).toBe(
    '.png,.tif,.tiff,.jpg,.jpeg,.jpe,.gif,.jp2,.j2k,.jpx,.jpf,.webp',
  );
  expect(await replace.isDisabled()).toBe(true);
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await dialog.getByText(/Image extension is not allowed/).waitFor();
  expect(await replace.isDisabled()).toBe(true);
  const buffer = await drawnImage('png', 90, 30);
  await input.setInputFiles({ name: 'better.png', mimeType: 'image/png', buffer });
  await person.expectAccessible();
  await replace.click();
  await dialog.waitFor({ state: 'detached' });
  const shown = async () => (await client.call(getImage, { params: { uuid } })).body;
  await eventually(async () => (await shown()).width_px).toBe(90);
  expect(await shown()).toMatchObject({ sgtt: 'leaf 6', originalFilename: 'better.png' });

  await row.getByRole('button', { name: /^Details/ }).click();
  await button(page.getByRole('dialog'), dialogs.action.versions).click();
  const versions = dialogOf(page, /^Versions of/);
  await versions.getByText(dialogs.versions.current).waitFor();
  expect(
    await versions
      .getByRole('link', { name: filled(dialogs.versions.lookNamed, { number: 1 }) })
      .getAttribute('href'),
  ).toContain('version=1');
  await person.expectAccessible();
  await button(versions, filled(dialogs.versions.restoreNamed, { number: 1 })).click();
  await eventually(async () => (await shown()).sha256).toBe(sha256);
  const look = versions.getByRole('link', { name: filled(dialogs.versions.lookNamed, { number: 1 }) });
  await eventually(() => look.evaluate((link) => link === document.activeElement)).toBe(true);
});

test('captions are added to a sound, and taken away', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${root}/cultural-item/${item}?assets=audios`);
  await rowOf(page, 'tone')
    .getByRole('button', { name: /^Details/ })
    .click();
  await button(page.getByRole('dialog'), dialogs.action.captions).click();
  const dialog = dialogOf(page, /^Captions of/);
  await dialog.getByText(dialogs.captions.none).waitFor();
  const vtt = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nA tone\n');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'en.vtt', mimeType: 'text/vtt', buffer: vtt });
  await dialog.getByRole('textbox', { name: dialogs.captions.language }).fill('en');
  await dialog.getByRole('textbox', { name: dialogs.captions.label }).fill('English');
  await person.expectAccessible();
  await button(dialog, dialogs.captions.add).click();
  await button(dialog, filled(dialogs.captions.removeNamed, { label: 'English' })).click();
  await button(dialog, ui.cancel).click();
  const remove = button(dialog, filled(dialogs.captions.removeNamed, { label: 'English' }));
  await eventually(() => isFocused(remove)).toBe(true);
  await remove.click();
  await button(dialog, dialogs.captions.remove).click();
  await dialog.getByText(dialogs.captions.none).waitFor();
  await eventually(() => isFocused(button(dialog, dialogs.captions.choose))).toBe(true);
});

test('[ASSET-05] by touch a long press chooses an asset', async () => {
  await person.leave();
  person = await Person.signedIn(browser, armarium, {
    hasTouch: true,
    viewport: { width: 390, height: 844 },
  });
  const { page } = person;
  await page.goto(`/ui/catalog/${root}/cultural-item/${item}`);
  const row = rowOf(page, 'leaf 6');
  await row.scrollIntoViewIfNeeded();
  // The title has its line to itself, and the tabs stand in one.
  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
  expect(heading.width).toBeGreaterThan(300);
  const tops = await page
    .getByRole('tab')
    .evaluateAll((tabs) => tabs.map((one) => one.getBoundingClientRect().top));
  expect([tops.length, new Set(tops).size]).toEqual([4, 1]);
  const box = (await row.getByRole('button').first().boundingBox())!;
  const touches = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await eventually(() => tick(row).isChecked()).toBe(true);
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await tick(row).isChecked()).toBe(true);
  // Nothing half below the header or the bar of actions.
  await page.evaluate(() => window.scrollTo(0, 0));
  await person.expectAccessible();
});
