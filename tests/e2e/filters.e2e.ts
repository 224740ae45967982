import { createCollection } from '@armarium/contract/record-edits';
import { importItem } from '@armarium/contract/imports';
import { createTemplate } from '@armarium/contract/templates';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue, inDatabase } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, it } from './words.ts';

let armarium: Site;
let browser: Browser;
let shelf: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    shelf = await make.collection('Shelf', [root]);
    for (let number = 1; number <= 25; number += 1)
      await make.item({ sgtt: `Leaf ${number}`, pressmark: `LEAF ${number}` }, [shelf]);
    await make.item({ sgtt: 'Leaf elsewhere', pressmark: 'ELSE 1' }, [root]);
  });
  await inDatabase(
    armarium,
    `update item set state = 'Approved' where pressmark in ('LEAF 3', 'LEAF 4', 'ELSE 1')`,
  );
});

const parts = ({ page, words: { filtering } }: Person) => ({
  button: page.getByRole('button', { name: filtering.filters, exact: true }),
  panel: page.getByRole('group', { name: filtering.filters, exact: true }),
  value: (name: string) => page.getByRole('checkbox', { name }),
  chips: page.getByRole('list', { name: filtering.set }),
  clear: page.getByRole('button', { name: filtering.clear }),
});

test('a collection is narrowed by what is ticked, in the address, and Back takes it away again', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const { button, panel, value, chips, clear } = parts(person);
  await page.goto(`/ui/catalog/${shelf}?page=2`);
  await page.getByRole('heading', { level: 2, name: '25 items' }).waitFor();
  await button.click();
  await panel.waitFor();
  await value('Approved 2').click();
  await page.waitForURL(`**/ui/catalog/${shelf}?state=Approved`);
  await page.getByRole('heading', { level: 2, name: '2 items' }).waitFor();
  await person.cardOf('LEAF 3').waitFor();
  await chips.getByText('State: Approved').waitFor();
  // Its neighbours still say what they would add.
  await value('Default 23').waitFor();
  await person.expectAccessible();

  await value('Default 23').click();
  await page.getByRole('heading', { level: 2, name: '25 items' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 2, name: '2 items' }).waitFor();
  await page.goBack();
  await page.waitForURL(`**/ui/catalog/${shelf}?page=2`);
  await page.getByRole('heading', { level: 2, name: '25 items' }).waitFor();
  await eventually(() => chips.count()).toBe(0);

  await page.goto(`/ui/catalog/${shelf}?state=Approved&media=image`);
  await page.getByText('Set: State: Approved; With images.').waitFor();
  await chips.getByRole('button', { name: 'Take away the filter With images' }).click();
  await page.getByRole('heading', { level: 2, name: '2 items' }).waitFor();
  const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await eventually(name).toBe('Take away the filter State: Approved');
  await clear.click();
  await page.waitForURL(`**/ui/catalog/${shelf}`);
  await eventually(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await person.leave();
});

test('the results of a search are narrowed by days, and by the collection below which it looks', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const { button, panel, value } = parts(person);
  await page.goto('/ui/catalog/results?searchTerm=leaf');
  await page.getByRole('heading', { level: 2, name: '26 Items' }).waitFor();
  await button.click();
  await value('Approved 3').click();
  await page.getByRole('heading', { level: 2, name: '3 Items' }).waitFor();
  await panel.getByLabel(en.filtering.to).first().fill('2001-02-03');
  await page.waitForURL('**/ui/catalog/results?searchTerm=leaf&state=Approved&createdTo=2001-02-03');
  await page.getByText('Set: State: Approved; Created: to 03/02/2001.').waitFor();
  await person.expectAccessible();
  await page.goto(`/ui/catalog/results/${shelf}?searchTerm=leaf&state=Approved`);
  await page.getByRole('heading', { level: 2, name: '2 Items' }).waitFor();
  await page.getByText('in “Shelf” and below').waitFor();
  await page.getByRole('link', { name: en.catalogue.results.back }).click();
  await page.waitForURL(`**/ui/catalog/${shelf}`);
  await person.leave();
});

test('a day is typed key by key, and changed alike', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const { button, panel } = parts(person);
  await page.goto(`/ui/catalog/${shelf}`);
  await button.click();
  const field = panel.getByLabel(en.filtering.to).first();
  await field.waitFor();
  await field.focus();
  // Day and month, or month and day: the browser's own language says.
  await page.keyboard.type('02022001', { delay: 60 });
  await page.waitForURL(`**/ui/catalog/${shelf}?createdTo=2001-02-02`);
  // Each key makes another whole date of it.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('11112012', { delay: 60 });
  await page.waitForURL(`**/ui/catalog/${shelf}?createdTo=2012-11-11`);
  expect(await field.inputValue()).toBe('2012-11-11');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await button.focus();
  await page.goBack();
  await eventually(() => field.inputValue()).not.toBe('2012-11-11');
  await person.leave();
});

test('[SEARCH-09] Back leads to the collection where the search began, however it was narrowed since', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const { button, value } = parts(person);
  await page.goto(`/ui/catalog/${shelf}?page=2`);
  await page.getByRole('heading', { level: 2, name: '25 items' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('leaf');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: '26 Items' }).waitFor();
  await button.click();
  await value('Approved 3').click();
  await page.getByRole('heading', { level: 2, name: '3 Items' }).waitFor();
  await value('Default 23').click();
  await page.getByRole('heading', { level: 2, name: '26 Items' }).waitFor();
  await page.getByRole('link', { name: en.catalogue.results.back }).click();
  await page.waitForURL(`**/ui/catalog/${shelf}?page=2`);
  await person.leave();
});

test('until the narrowed list arrives none of the older items can be chosen; Escape in the filters leaves the choice', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const { button, panel, value, chips } = parts(person);
  const all = page.getByRole('checkbox', { name: en.catalogue.chooseAll, exact: true });
  const bar = page.getByRole('region', { name: en.selection.bar });
  await page.goto(`/ui/catalog/${shelf}`);
  await button.click();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const isNarrowed = (url: URL) =>
    url.searchParams.get('state') === 'Approved' && url.searchParams.has('size');
  await page.route(isNarrowed, async (route) => {
    await held;
    await route.continue();
  });
  await value('Approved 2').click();
  await page.waitForURL('**?state=Approved');
  await page.locator('ul[aria-busy=true]').waitFor();
  expect(await all.isDisabled()).toBe(true);
  await person.cardOf('LEAF 1').first().getByRole('link').focus();
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowRight');
  await person.cardOf('LEAF 1').first().getByRole('checkbox').click();
  letGo();
  await page.getByRole('heading', { level: 2, name: '2 items' }).waitFor();
  expect(await bar.count()).toBe(0);

  await all.check();
  await bar.waitFor();
  await chips.getByRole('button').first().focus();
  await page.keyboard.press('Escape');
  await value('Approved 2').focus();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await bar.count()).toBe(1);
  await person.leave();
});

test('on a narrow screen the filters are a sheet, in Italian and in the dark', async () => {
  const options = { viewport: { width: 390, height: 780 }, locale: 'it-IT', colorScheme: 'dark' } as const;
  const person = await Person.signedIn(browser, armarium, options, it);
  const { page } = person;
  const { button, value, chips } = parts(person);
  await page.goto(`/ui/catalog/${shelf}`);
  await button.click();
  const sheet = page.getByRole('dialog', { name: it.filtering.filters });
  await sheet.waitFor();
  await value('Approved 2').click();
  await value('Default 23').waitFor();
  await person.expectAccessible();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  await eventually(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await chips.getByText('Stato: Approved').waitFor();
  await person.expectAccessible();
  await person.leave();
});

test('items are found by the years that a date of theirs may mean', async () => {
  const client = await signedIn(armarium);
  const field = { name: 'made', label: 'Made', type: 'DATE', resourceType: 'ITEM' } as const;
  expect((await client.call(createTemplate, { body: field })).status).toBe(201);
  const made = await client.call(createCollection, {
    body: { sgtt: 'Dated', parentCollectionsUuids: await rootUuid(client) },
  });
  expect(made.status).toBe(201);
  const { uuid } = made.body;
  for (const [pressmark, value] of [
    ['D 1', 'sec. XV'],
    ['D 2', '[1530?]'],
  ] as const) {
    const body = {
      sgtt: `Dated ${value}`,
      pressmark,
      parentCollectionsUuids: [uuid],
      customMetadataList: [{ name: 'made', value }],
    };
    expect((await client.call(importItem, { body })).status).toBe(201);
  }
  client.close();

  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const { button, panel, chips } = parts(person);
  const { filtering } = person.words;
  await page.goto(`/ui/catalog/${uuid}`);
  await page.getByRole('heading', { level: 2, name: '2 items' }).waitFor();
  await button.click();
  const years = panel.getByRole('group', { name: 'Made' });
  const from = years.getByRole('textbox', { name: filtering.fromYear });
  const to = years.getByRole('textbox', { name: filtering.toYear });
  await from.fill('1490');
  await page.keyboard.press('Enter');
  await chips.getByText('Made: from 1490').waitFor();
  await to.fill('sec. XV');
  await page.keyboard.press('Tab');
  await years.getByText(filtering.noYear).waitFor();
  await to.fill('1480');
  await page.keyboard.press('Enter');
  await years.getByText(filtering.endsFirst).waitFor();
  await person.expectAccessible();
  await to.fill('1510');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/ui/catalog/${uuid}?date=made%3D1490%2F1510`);
  await page.getByRole('heading', { level: 2, name: '1 item' }).waitFor();
  await person.cardOf('D 1').waitFor();
  // Its chip takes it away, from the fields as well.
  await chips.getByRole('button', { name: 'Take away the filter Made: 1490 to 1510' }).click();
  await page.getByRole('heading', { level: 2, name: '2 items' }).waitFor();
  await eventually(() => from.inputValue()).toBe('');
  await person.leave();
});
