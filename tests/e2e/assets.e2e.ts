import { addImage, updateImage } from '@armarium/contract/assets';
import { audioCalls, uploadCalls } from '@armarium/contract/media';
import { getImage, listItemImages } from '@armarium/contract/records';
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

const { assets: words, assetDialogs: dialogs, catalogue, editing, ui } = en;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let person: Person;
let root: string;
let item: string;
let other: string;
let png: Buffer;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  root = await rootUuid(client);
  for (const field of [
    { name: 'pressmark', type: 'STRING', label: 'Shelfmark' },
    { name: 'bound', type: 'BOOLEAN', label: 'Bound' },
    { name: 'side', type: 'ENUM', label: 'Side', enumValues: ['recto', 'verso'] },
    { name: 'note', type: 'STRING', label: 'Note' },
  ] as const) {
    const body = { ...field, resourceType: 'MEDIA' as const };
    expectStatus(
      await client.call(createTemplate, {
        body: { ...body, enumValues: field.name === 'side' ? [...field.enumValues] : [] },
      }),
      201,
    );
  }
  png = await drawnImage('png', 60, 40);
  const send = (name: string) => upload(client, { source: png, name, type: 'image/png' });
  const uploads = [];
  for (let number = 1; number <= 12; number += 1) uploads.push(await send(`leaf ${number}.png`));
  item = await importNewItem(client, { pressmark: 'AS 1', sgtt: 'Album', parents: [root], uploads });
  other = await importNewItem(client, {
    pressmark: 'AS 2',
    sgtt: 'Second album',
    parents: [root],
    uploads: [],
  });
  await importNewItem(client, { pressmark: 'AS 3', sgtt: 'Herbal', parents: [root], uploads: [] });
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

const tabOf = (page: Page, kind: keyof typeof words.kinds) =>
  page.getByRole('tab', { name: words.kinds[kind] });
const panelOf = (page: Page) => page.getByRole('tabpanel');
const rowOf = (page: Page, name: string) =>
  panelOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(new RegExp(`^\\d+ ${name}$`)) });
const tick = (row: Locator) => row.getByRole('checkbox');
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const deedOf = (page: Page, name: string) =>
  page.getByRole('group', { name: words.deeds }).getByRole('button', { name, exact: true });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** What is half below the bar of deeds is no target for now, and would be found too small. */
const scrolledDown = (page: Page) =>
  page
    .getByRole('group', { name: words.deeds })
    .evaluate((bar) => bar.parentElement?.scrollIntoView({ block: 'end' }));

async function titlesOf(uuid: string): Promise<string[]> {
  const { body } = await client.call(listItemImages, { params: { uuid }, query: { size: 100 } });
  return body._embedded.images.map(({ sgtt }) => sgtt);
}
async function imageNamed(uuid: string, sgtt: string) {
  const { body } = await client.call(listItemImages, { params: { uuid }, query: { size: 100 } });
  return body._embedded.images.find((image) => image.sgtt === sgtt)!;
}
/** Somebody else gives an image another value. */
async function changed(uuid: string, entry: { name: string; value: string }) {
  const { customMetadataList: list } = (await client.call(getImage, { params: { uuid } })).body;
  const customMetadataList = [...list.filter(({ name }) => name !== entry.name), entry];
  expectStatus(await client.call(updateImage, { params: { uuid }, body: { customMetadataList } }), 200);
}
async function noteOf(sgtt: string) {
  const list = (await imageNamed(item, sgtt)).customMetadataList;
  return list.find(({ name }) => name === 'note')?.value;
}
async function open({ page }: Person) {
  await page.goto(`/ui/catalog/${root}/cultural-item/${item}`);
  await rowOf(page, 'leaf 6').waitFor();
}

test('[ASSET-01, ASSET-02, ASSET-03, ASSET-04] the files of an item stand under tabs of their kinds, ten a page', async () => {
  const { page } = person;
  await open(person);
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'Images 12',
    'Audios 1',
    'Videos 0',
    '3D models 0',
  ]);
  expect(await panelOf(page).getByRole('listitem').count()).toBe(10);
  await button(panelOf(page), ui.nextPage).click();
  await rowOf(page, 'leaf 11').waitFor();
  expect(await panelOf(page).getByRole('listitem').count()).toBe(2);
  await person.expectAccessible();
  await tabOf(page, 'videos').click();
  await page.getByText(words.none.videos).waitFor();
  await tabOf(page, 'audios').click();
  const tone = rowOf(page, 'tone');
  await tone.getByRole('button', { name: /^Audio 1/ }).click();
  await page.waitForURL(/assets=audios.*show=audio|show=audio.*assets=audios/);
  expect(await page.locator('iframe').getAttribute('src')).toContain('/images/players/audio/');
});

test('[ASSET-06, ASSET-07, ASSET-08, ASSET-09, ASSET-10, ASSET-11, ASSET-15, ASSET-16, ASSET-17] an asset is read first, then edited, and is never without title, author and pressmark', async () => {
  const { page } = person;
  await open(person);
  const { uuid } = await imageNamed(item, 'leaf 3');
  await rowOf(page, 'leaf 3')
    .getByRole('button', { name: /^Details/ })
    .click();
  const dialog = dialogOf(page, /^Image 3/);
  await dialog.getByText('leaf 3.png').waitFor();
  await button(dialog, en.downloads.original).waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await person.expectAccessible();
  await button(dialog, editing.form.edit).click();
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  const author = dialog.getByRole('textbox', { name: catalogue.standardField.autn });
  const save = button(dialog, editing.form.save);
  // Nobody gave it an author when it came.
  await eventually(() => dialog.getByText(editing.form.required).count()).toBe(2);
  expect(await save.isDisabled()).toBe(true);
  await author.fill('Dürer');
  await eventually(() => dialog.getByText(editing.form.required).count()).toBe(1);
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Shelfmark' }).fill('p. 3');
  expect(await save.isEnabled()).toBe(true);
  const bound = dialog.getByRole('combobox', { name: 'Bound' });
  expect((await bound.locator('option').allInnerTexts()).slice(1)).toEqual(['Falso', 'Vero']);
  await bound.selectOption('Falso');
  await dialog.getByRole('combobox', { name: 'Side' }).selectOption('verso');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('  ');
  await title.fill('  ');
  await dialog.getByText(editing.form.required).waitFor();
  expect(await save.isDisabled()).toBe(true);
  await title.fill('Melencolia');
  const sent = page.waitForRequest((one) => one.method() === 'PATCH');
  await save.click();
  const request = await sent;
  expect(request.headers()['if-match']).toMatch(/^"/);
  const { customMetadataList: list } = request.postDataJSON() as { customMetadataList: { name: string }[] };
  expect([...list].sort((one, another) => one.name.localeCompare(another.name))).toEqual([
    { name: 'autn', value: 'Dürer' },
    { name: 'bound', value: false },
    { name: 'pressmark', value: 'p. 3' },
    { name: 'sgtt', value: 'Melencolia' },
    { name: 'side', value: 'verso' },
  ]);
  await dialog.getByText('Dürer').waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, 'Melencolia').waitFor();
  expect((await client.call(getImage, { params: { uuid } })).body).toMatchObject({
    sgtt: 'Melencolia',
    autn: 'Dürer',
    position: 3,
  });
});

test('[ASSET-12, ASSET-13, ASSET-14] several assets are edited together; what differs says so, and what is not touched stays', async () => {
  const { page } = person;
  await open(person);
  for (const name of ['leaf 4', 'leaf 5']) await tick(rowOf(page, name)).check();
  await scrolledDown(page);
  await person.expectAccessible();
  await deedOf(page, words.edit).click();
  const dialog = dialogOf(page, 'Metadata of 2 images');
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  await title.waitFor();
  expect([await title.inputValue(), await title.getAttribute('placeholder')]).toEqual([
    '',
    editing.several.differentFieldValue,
  ]);
  await person.expectAccessible();
  const save = button(dialog, editing.form.save);
  expect(await save.isDisabled()).toBe(true);
  const author = dialog.getByRole('textbox', { name: catalogue.standardField.autn });
  await author.fill('Cranach');
  await changed((await imageNamed(item, 'leaf 5')).uuid, { name: 'note', value: 'Foxed' });
  await save.click();
  await dialog.getByText(editing.several.stale).waitFor();
  person.expectFailure(412, 'PATCH', /^\/meta\/images\//);
  // What is changed now goes into the one that was saved before, too.
  expect((await imageNamed(item, 'leaf 4')).autn).toBe('Cranach');
  await author.fill('Holbein');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  for (const name of ['leaf 4', 'leaf 5']) expect((await imageNamed(item, name)).autn).toBe('Holbein');
});

test('what was typed for several assets outlives a reload, overwrites nobody unseen, and goes when it is saved or cancelled', async () => {
  const { page } = person;
  const dialog = dialogOf(page, 'Metadata of 2 images');
  const note = dialog.getByRole('textbox', { name: 'Note' });
  const restored = dialog.getByText(editing.form.restored);
  const save = button(dialog, editing.form.save);
  const choose = async (...names: string[]) => {
    await open(person);
    for (const name of names) await tick(rowOf(page, name)).check();
    await deedOf(page, words.edit).click();
    await note.waitFor();
  };
  await choose('leaf 8', 'leaf 9');
  await note.fill('Stained');
  // Other images have a form of their own.
  await choose('leaf 8', 'leaf 10');
  expect([await note.inputValue(), await restored.count()]).toEqual(['', 0]);
  await changed((await imageNamed(item, 'leaf 9')).uuid, { name: 'note', value: 'Trimmed' });
  await choose('leaf 9', 'leaf 8');
  await restored.waitFor();
  expect(await note.inputValue()).toBe('Stained');
  await person.expectAccessible();
  await save.click();
  await dialog.getByText(editing.several.stale).waitFor();
  person.expectFailure(412, 'PATCH', /^\/meta\/images\//);
  expect(await noteOf('leaf 9')).toBe('Trimmed');
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  expect([await noteOf('leaf 8'), await noteOf('leaf 9')]).toEqual(['Stained', 'Stained']);
  await choose('leaf 8', 'leaf 9');
  expect(await restored.count()).toBe(0);
  await note.fill('Cut');
  await button(dialog, editing.form.cancel).click();
  await dialog.waitFor({ state: 'detached' });
  await choose('leaf 8', 'leaf 9');
  expect([await note.inputValue(), await restored.count()]).toEqual(['Stained', 0]);
});

test('[ASSET-18, ASSET-19, ASSET-20, ASSET-21, ASSET-23] assets move to a position after a question, and a move that somebody was faster than keeps it', async () => {
  const { page } = person;
  await open(person);
  for (const name of ['leaf 1', 'leaf 2']) await tick(rowOf(page, name)).check();
  await deedOf(page, words.move).click();
  const dialog = dialogOf(page, 'Move 2 images');
  const position = dialog.getByRole('spinbutton', { name: dialogs.move.position });
  const save = button(dialog, dialogs.save);
  await position.waitFor();
  expect([await position.getAttribute('min'), await save.isDisabled()]).toEqual(['1', true]);
  await position.fill('0');
  await dialog.getByText(dialogs.move.invalid).waitFor();
  expect(await save.isDisabled()).toBe(true);
  await position.fill('11');
  await person.expectAccessible();
  await position.press('Enter');
  await dialog.getByText('Are you sure to move to 11 position?').waitFor();
  await eventually(() => isFocused(button(dialog, dialogs.move.confirm))).toBe(true);
  // Somebody else moves one meanwhile.
  const first = (await imageNamed(item, 'leaf 12')).uuid;
  const body = { imageUuid: first, position: 1 };
  expectStatus(await client.call(addImage, { params: { uuid: item }, body }), 200);
  await button(dialog, dialogs.move.confirm).click();
  await dialog.getByText(dialogs.stale).waitFor();
  person.expectFailure(412, 'PUT', /\/images$/);
  expect(await position.inputValue()).toBe('11');
  await save.click();
  await button(dialog, dialogs.move.confirm).click();
  await page.getByText('Asset Moved Successfully').first().waitFor();
  expect((await titlesOf(item)).slice(10)).toEqual(['leaf 1', 'leaf 2']);
});

test('an asset is put in order by buttons and by the keys of its handle', async () => {
  const { page } = person;
  await open(person);
  const before = await titlesOf(item);
  const [one = '', two = '', three = ''] = before;
  await button(panelOf(page), words.arrange).click();
  await button(panelOf(page), filled(words.down, { name: `Image 1: ${one}` })).click();
  await eventually(() => titlesOf(item)).toEqual([two, one, ...before.slice(2)]);
  await person.expectAccessible();
  const handle = button(panelOf(page), filled(words.handle, { name: `Image 3: ${three}` }));
  await handle.focus();
  await page.keyboard.press('Space');
  await panelOf(page).locator('[data-dragging]').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByText(filled(words.over, { name: three, position: 2 })).waitFor();
  await page.keyboard.press('Space');
  await eventually(() => titlesOf(item)).toEqual([two, three, one, ...before.slice(3)]);

  // Three quick steps, the third while the second is under way.
  const { uuid } = await imageNamed(item, two);
  const down = panelOf(page).locator(`[data-step="${uuid} 1"]`);
  const held: (() => void)[] = [];
  await page.route('**/addImage', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await down.click();
  await down.click();
  await eventually(() => Promise.resolve(held.length)).toBe(1);
  held[0]?.();
  await eventually(() => Promise.resolve(held.length)).toBe(2);
  await down.click();
  held[1]?.();
  await eventually(() => Promise.resolve(held.length)).toBe(3);
  held[2]?.();
  await eventually(() => titlesOf(item)).toEqual([
    three,
    one,
    ...before.slice(3, 4),
    two,
    ...before.slice(4),
  ]);
});

test('[ASSET-25, ASSET-26, ASSET-27] the file of an asset is replaced, and the old one brought back from its versions', async () => {
  const { page } = person;
  await open(person);
  const row = rowOf(page, 'leaf 6');
  const { uuid, sha256 } = await imageNamed(item, 'leaf 6');
  await row.getByRole('button', { name: /^Details/ }).click();
  await button(page.getByRole('dialog'), dialogs.deed.replace).click();
  const dialog = dialogOf(page, /^Replace the file/);
  const replace = button(dialog, dialogs.deed.replace);
  const input = dialog.locator('input[type=file]');
  expect(await input.getAttribute('accept')).toBe('.png,.tif,.tiff,.jpg,.jpeg,.gif');
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
  await button(page.getByRole('dialog'), dialogs.deed.versions).click();
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
  await button(page.getByRole('dialog'), dialogs.deed.captions).click();
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

test('[ASSET-24, ASSET-29, ASSET-30, ASSET-31, ASSET-32] chosen assets go into another item that a search finds, or to the trash', async () => {
  const { page } = person;
  await open(person);
  await tick(rowOf(page, 'leaf 7')).check();
  await deedOf(page, words.into).click();
  const into = dialogOf(page, 'Move 1 image into another item');
  const confirm = button(into, dialogs.into.confirm);
  const unwanted = into.getByRole('radio', { name: /Herbal/ });
  await unwanted.waitFor();
  await into.getByRole('searchbox', { name: dialogs.into.search }).fill('AS 2');
  await unwanted.waitFor({ state: 'detached' });
  expect(await confirm.isDisabled()).toBe(true);
  await into.getByRole('radio', { name: /Second album/ }).check();
  await person.expectAccessible();
  await confirm.click();
  await page.getByText('Item moved successfully to Second album').first().waitFor();
  expect(await titlesOf(other)).toEqual(['leaf 7']);

  for (const name of ['leaf 8', 'leaf 9', 'leaf 10']) await tick(rowOf(page, name)).check();
  const { uuid } = await imageNamed(item, 'leaf 9');
  const tagRead = page.waitForResponse((one) => one.url().includes(`/meta/images/${uuid}`));
  await deedOf(page, words.delete).click();
  await tagRead;
  // Somebody else changes one meanwhile: what went before it stays gone, and the others can be deleted.
  await changed(uuid, { name: 'autn', value: 'Somebody else' });
  const deleted = page.waitForRequest((one) => one.method() === 'DELETE');
  await button(dialogOf(page, 'Delete 3 images'), dialogs.delete.confirm).click();
  expect((await deleted).url()).toContain('/meta/images/');
  const dialog = dialogOf(page, 'Delete 2 images');
  await dialog.getByText(dialogs.delete.failed).waitFor();
  person.expectFailure(412, 'DELETE', /^\/meta\/images\//);
  await button(dialog, dialogs.delete.confirm).click();
  await dialog.waitFor({ state: 'detached' });
  await rowOf(page, 'leaf 8').waitFor({ state: 'detached' });
  await tabOf(page, 'images').getByText('8', { exact: true }).waitFor();
  expect(await titlesOf(item)).not.toContain('leaf 9');
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
  // Nothing half below the header or the bar of deeds.
  await page.evaluate(() => window.scrollTo(0, 0));
  await person.expectAccessible();
});
