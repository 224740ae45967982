import { importImage } from '@armarium/contract/imports';
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { importNewItem, rootUuid, signedIn, upload } from '../harness/importing.ts';
import { Person, type FileToChoose } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en } from './words.ts';

const { form, tabs, existing, leave } = en.upload;
const step2 = en.choosing;

let armarium: Site;
let browser: Browser;
let person: Person;
let root: string;
let oldest: string;
let image: Buffer;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  image = await drawnImage('png', 400, 300);
  const client = await signedIn(armarium);
  root = await rootUuid(client);
  const make = (pressmark: string, sgtt: string, autn: string) =>
    importNewItem(client, { pressmark, sgtt, autn, parents: [root] });
  oldest = await make('WIZ 1', 'Herbarium', 'Fuchs');
  await make('WIZ 2', 'Atlas', 'Blaeu');
  await make('WIZ 3', 'Psalter', 'Anonymous');
  // One that was made first and modified last.
  const stored = await upload(client, { source: image, name: 'leaf.png', type: 'image/png' });
  const answer = await client.call(importImage, { body: { culturalItemUuid: oldest, uuid: stored.uuid } });
  expect(answer.status).toBe(202);
  client.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
  await person.page.goto('/ui/catalog');
});
afterEach(async () => {
  await person.leave();
});

const png = (name: string): FileToChoose => ({ name, mimeType: 'image/png', buffer: image });

test('[UPL-01, UPL-02, UPL-03, UPL-06, UPL-07, UPL-08, UPL-09, UPL-12, UPL-14, UPL-17, UPL-18, UPL-27, UPL-33, UPL-50, A11Y-08] a new item, step by step', async () => {
  const { page } = person;
  const wizard = await person.openWizard();
  const button = (name: string) => wizard.getByRole('button', { name, exact: true });
  const field = (name: string) => wizard.getByRole('textbox', { name });
  expect(await wizard.getByRole('heading', { name: 'Upload', exact: true }).count()).toBe(1);
  expect(await wizard.getByRole('list').first().getByRole('listitem').count()).toBe(2);
  expect(await wizard.getByRole('tab').allInnerTexts()).toEqual([tabs.new, tabs.existing]);
  expect(await button(en.upload.continue).isDisabled()).toBe(true);
  expect(await button(en.upload.cancel).isVisible()).toBe(true);

  await field(form.pressmark).focus();
  await field(form.title).focus();
  await wizard.getByText('Pressmark is required').waitFor();
  await field(form.pressmark).fill('  ');
  expect(await button(en.upload.continue).isDisabled()).toBe(true);
  await field(form.pressmark).fill('NEW 1');
  await button(en.upload.continue).click();
  await wizard.getByText('Title is required').waitFor();
  await person.expectAccessible();

  // No author: it is optional. A lookup that answers 404 says nothing.
  await field(form.title).fill('A new book');
  const lookup = page.waitForResponse('**/findByPressmark?*');
  await person.goOn(wizard);
  expect((await lookup).status()).toBe(404);
  expect(await wizard.getByRole('alert').count()).toBe(0);
  expect(await button(en.upload.upload).isDisabled()).toBe(true);
  const accept = (await wizard.locator('input[type=file]').getAttribute('accept')) ?? '';
  for (const type of ['image/png', 'image/tiff', 'image/jpeg', 'image/gif']) expect(accept).toContain(type);

  await person.chooseFiles(wizard, [png('b.png'), png('a.png')]);
  expect(await button(en.upload.upload).isEnabled()).toBe(true);
  await button(en.upload.back).click();
  expect(await field(form.title).inputValue()).toBe('A new book');
  expect(await field(form.pressmark).inputValue()).toBe('NEW 1');
  await person.goOnTo(wizard, 'a.png');

  const [request] = await Promise.all([
    page.waitForRequest('**/ccc/importCulturalItem'),
    person.upload(wizard),
  ]);
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toMatchObject({
    sgtt: 'A new book',
    pressmark: 'NEW 1',
    parentCollectionsUuids: [root],
    images: [{ originalFilename: 'a.png' }, { originalFilename: 'b.png' }],
  });
  await person
    .cardOf('NEW 1')
    .or(page.getByText(/new item\(s\) have been added/))
    .first()
    .waitFor();
});

test('[UPL-10, UPL-11] a pressmark that is taken names its item, and Continue stays here', async () => {
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, 'Another herbarium', '', 'WIZ 1');
  // Told by itself: it comes a moment after the field was left.
  const taken = wizard.getByRole('alert').filter({ hasText: 'This pressmark ID already exists' });
  await taken.waitFor();
  expect(await taken.innerText()).toContain('Herbarium');
  await wizard.getByRole('button', { name: en.upload.continue }).click();
  const pressmark = wizard.getByRole('textbox', { name: form.pressmark });
  await eventually(() => pressmark.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await wizard.getByText(step2.of.image.kinds, { exact: true }).count()).toBe(0);
  await person.expectAccessible();
});

test('[UPL-13] any other answer of the lookup is told, and Continue tries again', async () => {
  const { page } = person;
  await page.route('**/findByPressmark?*', (route) => route.fulfill({ status: 500, body: '' }));
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, 'A book', '', 'NEW 2');
  await wizard.getByText(form.lookupFailed).waitFor({ timeout: 40_000 });
  await person.expectAccessible();
  await page.unroute('**/findByPressmark?*');
  await person.goOn(wizard);
  person.expectFailure(500, 'GET', /\/findByPressmark$/);
});

test('[UPL-19, A11Y-09] Cancel asks before it throws away, closes, and uploads nothing; the focus goes back', async () => {
  const { page } = person;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/ccc/')) sent.push(request.url());
  });
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, 'Not to be', '', 'NEW 3');
  await person.goOn(wizard);
  await person.chooseFiles(wizard, [png('a.png')]);
  await wizard.getByRole('button', { name: en.upload.cancel }).click();
  const question = page.getByRole('dialog', { name: leave.title });
  await question.waitFor();
  await person.expectAccessible();
  await question.getByRole('button', { name: leave.stay }).click();
  await question.waitFor({ state: 'detached' });
  await wizard.getByText('a.png', { exact: true }).waitFor();
  await wizard.getByRole('button', { name: en.upload.cancel }).click();
  await question.getByRole('button', { name: leave.discard }).click();
  await wizard.waitFor({ state: 'detached' });
  const opener = page.getByRole('button', { name: en.catalogue.addItem, exact: true });
  await eventually(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(sent).toEqual([]);
});

test('[UPL-04, UPL-05, UPL-49] an existing item: the latest modified first, a search, and images added to the one chosen', async () => {
  const { page } = person;
  const wizard = await person.openWizard();
  const listed = page.waitForResponse((response) => response.url().includes('lastModifiedDate%2Cdesc'));
  await wizard.getByRole('tab', { name: tabs.existing }).click();
  await listed;
  const titles = wizard.getByRole('group', { name: existing.choose }).locator('.record-title');
  await titles.first().waitFor();
  const shown = await titles.allInnerTexts();
  expect(shown.indexOf('Herbarium')).toBeLessThan(shown.indexOf('Psalter'));
  expect(shown.indexOf('Psalter')).toBeLessThan(shown.indexOf('Atlas'));
  await person.expectAccessible();

  await wizard.getByRole('searchbox', { name: existing.search }).fill('blaeu');
  await eventually(() => titles.allInnerTexts()).toEqual(['Atlas']);
  expect(await wizard.getByRole('button', { name: en.upload.continue }).isDisabled()).toBe(true);
  await wizard.getByRole('radio').check({ force: true });
  await person.goOn(wizard);
  await person.chooseFiles(wizard, [png('plate.png')]);
  const [answer] = await Promise.all([page.waitForResponse('**/ccc/importImage'), person.upload(wizard)]);
  expect(answer.status()).toBe(202);
});

test('[UPL-20, UPL-21, UPL-22, UPL-23, ITEM-25] for a single item the wizard starts with the files', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${root}/cultural-item/${oldest}`);
  await page.getByRole('button', { name: en.catalogue.item.addImages }).click();
  const wizard = page.getByRole('dialog', { name: en.upload.title, exact: true });
  await wizard.getByText(step2.of.image.kinds, { exact: true }).waitFor();
  expect(await wizard.getByText('Herbarium').count()).toBe(1);
  expect(await wizard.getByRole('list', { name: en.upload.steps.label }).count()).toBe(0);
  expect(await wizard.getByRole('button', { name: en.upload.back, exact: true }).count()).toBe(0);
  expect(await wizard.getByRole('tab').count()).toBe(0);
  await person.expectAccessible();
  await person.chooseFiles(wizard, [png('second.png')]);
  const [request] = await Promise.all([page.waitForRequest('**/ccc/importImage'), person.upload(wizard)]);
  expect(request.postDataJSON()).toMatchObject({ culturalItemUuid: oldest });
});

test('[A11Y-01] files are left out by name, ordered, moved and removed, by keyboard as well', async () => {
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, 'Ordered', '', 'NEW 4');
  await person.goOn(wizard);
  await wizard
    .locator('input[type=file]')
    .setInputFiles([
      png('page 10.png'),
      png('page 2.png'),
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') },
      { name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    ]);
  const rows = wizard.getByRole('list', { name: step2.list }).getByRole('listitem');
  const names = () =>
    rows.evaluateAll((all) => all.map((row) => row.querySelector('[title]')?.getAttribute('title')));
  await eventually(names).toEqual(['page 2.png', 'page 10.png']);
  await wizard.getByText(/notes\.txt is not a PNG/).waitFor();
  await wizard.getByText(/nothing\.png is empty/).waitFor();
  await person.expectAccessible();
  await wizard.getByRole('button', { name: 'Move page 2.png down' }).press('Enter');
  expect(await names()).toEqual(['page 10.png', 'page 2.png']);
  await wizard.getByRole('button', { name: 'Remove page 10.png' }).press('Enter');
  expect(await names()).toEqual(['page 2.png']);
});
