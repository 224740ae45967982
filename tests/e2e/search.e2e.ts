import type { Browser, Locator } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { importNewItem, rootUuid, signedIn } from '../harness/importing.ts';
import { watchLayoutShift } from '../harness/layout-shift.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it } from './words.ts';

let armarium: Site;
let browser: Browser;
let person: Person;
let maps: string;
let atlas: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    maps = await make.collection('Maps', [root]);
    for (let number = 1; number <= 16; number += 1) await make.collection(`Atlas shelf ${number}`, [root]);
    atlas = await make.item({ sgtt: 'Atlas maior', pressmark: 'ATL 1', autn: 'Blaeu' }, [maps, root]);
    await make.item({ sgtt: 'Views of Atlas', pressmark: 'V 1', autn: 'Blaeu' }, [maps]);
    await make.item({ sgtt: 'Letters', pressmark: 'L 1', autn: 'Atlas, Charles' }, [root]);
    for (let number = 1; number <= 21; number += 1)
      await make.item({ sgtt: `Leaf ${number}`, pressmark: `LEAF ${number}` }, [root]);
  });
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

const box = (who = person) => {
  const { page, words } = who;
  const { search } = words.catalogue;
  return {
    button: page.getByRole('banner').getByRole('button', { name: search.search }),
    form: page.getByRole('search', { name: search.label }),
    input: page.getByRole('searchbox', { name: search.term }),
    field: page.getByRole('combobox', { name: search.in }),
  };
};

test('[SHELL-06, SHELL-10] the search stands in the catalogue only, opens with a slash, and closes 150 ms after the focus left', async () => {
  const { page } = person;
  await page.clock.install();
  await page.goto('/ui/support');
  await page.getByRole('banner').waitFor();
  expect(await box().button.count()).toBe(0);
  await page.goto('/ui/catalog');
  await person.cardOf('LEAF 1').first().waitFor();
  const { button, form, input, field } = box();
  await page.keyboard.press('/');
  await eventually(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await input.inputValue()).toBe('');
  await person.expectAccessible();
  // Within the form the focus goes as it likes, and a slash is a letter.
  await page.keyboard.type('a/b');
  expect(await input.inputValue()).toBe('a/b');
  await page.keyboard.press('Tab');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  expect(await form.count()).toBe(1);
  await page.getByRole('heading', { level: 1 }).click();
  await page.clock.runFor(149);
  expect(await form.count()).toBe(1);
  await page.clock.runFor(1);
  await form.waitFor({ state: 'detached' });
  await page.clock.resume();
  await button.click();
  await eventually(() => input.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await eventually(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('[SHELL-08, SHELL-09, SEARCH-01, SEARCH-05, SEARCH-06, SEARCH-08, SEARCH-09, SEARCH-11, SEARCH-16, SEARCH-19, SEARCH-20, SEARCH-21, SEARCH-29, SEARCH-30, SEARCH-36] a search, narrowed, opened and left again', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${maps}`);
  await person.cardOf('ATL 1').waitFor();
  const { input, field, button } = box();
  const itemsAsked = page.waitForRequest('**/culturalItems/search/findBySgttOrAutnOrPressmark?*');
  const collectionsAsked = page.waitForRequest('**/culturalItemCollections/search/findBySgttOrSgti?*');
  await button.click();
  await input.fill('atlas');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ui/catalog/results?searchTerm=atlas');
  expect(new URL((await itemsAsked).url()).searchParams.get('text')).toBe('atlas');
  expect(new URL((await collectionsAsked).url()).searchParams.get('sort')).toBe('sgtt');
  await page.getByRole('heading', { level: 1, name: 'Search Results' }).waitFor();
  await page.getByRole('heading', { level: 2, name: '3 Items' }).waitFor();
  // Title and pressmark have the priority HIGH, the author has not.
  await person.cardOf('Atlas maior').getByText('ATL 1').waitFor();
  expect(await person.cardOf('Atlas maior').getByText('Blaeu').count()).toBe(0);
  const found = page.getByRole('region', { name: '16 Collections' });
  await found.getByRole('button', { name: /^Atlas shelf 1\b/ }).waitFor();
  expect(await found.locator('li button svg').count()).toBe(15);
  await person.expectAccessible();

  await page.getByRole('link', { name: en.catalogue.results.back }).click();
  await page.waitForURL(`**/ui/catalog/${maps}`);
  await page.goForward();
  await page.getByRole('heading', { level: 2, name: '3 Items' }).waitFor();

  await page.keyboard.press('/');
  expect(await input.inputValue()).toBe('atlas');
  await field.selectOption({ label: 'Author' });
  await box().form.getByRole('button', { name: en.catalogue.search.search }).click();
  await page.waitForURL('**/ui/catalog/results?searchTerm=atlas&findBy=autn');
  await page.getByRole('heading', { level: 2, name: '1 Item', exact: true }).waitFor();
  await person.cardOf('L 1').waitFor();

  await page.goto('/ui/catalog/results?searchTerm=maior');
  await person.cardOf('ATL 1').click();
  await page.waitForURL(`**/ui/catalog/${maps}/cultural-item/${atlas}`);
});

test('[SEARCH-10] Back from a search that was opened otherwise leads to the root', async () => {
  const { page } = person;
  await page.goto('/ui/catalog/results?searchTerm=atlas');
  await page.getByRole('link', { name: en.catalogue.results.back }).click();
  await page.waitForURL('**/ui/catalog');
  await page.getByRole('heading', { level: 1, name: 'Armarium' }).waitFor();
});

test('[SEARCH-02, SEARCH-03, SEARCH-17, SEARCH-18, SEARCH-22, SEARCH-23] items and collections have pages of their own', async () => {
  const { page } = person;
  await page.goto('/ui/catalog/results?searchTerm=leaf');
  await eventually(() => page.getByRole('article').count()).toBe(20);
  expect(await page.getByRole('navigation', { name: en.catalogue.collectionPages }).count()).toBe(0);
  await Promise.all([
    page.waitForRequest((asked) => /findBySgttOrAutnOrPressmark\?(.*&)?page=1(&|$)/.test(asked.url())),
    page
      .getByRole('navigation', { name: en.catalogue.itemPages })
      .getByRole('link', { name: 'Page 2' })
      .click(),
  ]);
  await page.waitForURL('**/ui/catalog/results?searchTerm=leaf&page=2');
  await eventually(() => page.getByRole('article').count()).toBe(1);

  await page.goto('/ui/catalog/results?searchTerm=atlas&collectionPage=2');
  const found = page.getByRole('region', { name: '16 Collections' });
  await eventually(() => found.getByRole('listitem').filter({ hasText: 'Atlas shelf' }).count()).toBe(1);
  await eventually(() => page.getByRole('article').count()).toBe(3);
});

test('[SEARCH-24] a click on a collection opens its dialog, from which it can be edited; a link beside it leads there', async () => {
  const { page } = person;
  await page.goto('/ui/catalog/results?searchTerm=maps');
  const found = page.getByRole('region', { name: '1 Collection' });
  const opener = found.getByRole('button', { name: /^Maps/ });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: en.editing.collection.show });
  await dialog.getByRole('button', { name: en.editing.form.edit }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Of many lands');
  await dialog.getByRole('button', { name: en.editing.form.confirm, exact: true }).click();
  await dialog.getByRole('button', { name: en.editing.form.edit }).waitFor();
  await dialog.getByText('Of many lands').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  await found.getByRole('link', { name: filled(en.catalogue.results.goTo, { title: 'Maps' }) }).click();
  await page.getByRole('heading', { level: 1, name: 'Maps' }).waitFor();
});

test('[SEARCH-14, SEARCH-15] the results tell of new items, and a click loads them and starts to count anew', async () => {
  const { page } = person;
  await person.follow('/ui/catalog/results?searchTerm=newcomer');
  await page.getByRole('heading', { name: en.catalogue.results.none }).waitFor();
  const client = await signedIn(armarium);
  await importNewItem(client, { pressmark: 'NEW 1', sgtt: 'Newcomer', parents: [maps] });
  client.close();
  await page.getByRole('button', { name: filled(en.catalogue.newItems, { count: 1 }) }).click();
  await person.cardOf('NEW 1').waitFor();
  expect(await page.getByRole('button', { name: filled(en.catalogue.newItems, { count: 1 }) }).count()).toBe(
    0,
  );
  await page.goto(`/ui/catalog/${maps}`);
  await person.cardOf('NEW 1').waitFor();
  expect(await page.getByRole('button', { name: filled(en.catalogue.newItems, { count: 1 }) }).count()).toBe(
    0,
  );
});

test('a search that finds nothing, and one that fails, say so', async () => {
  const { page } = person;
  await page.goto('/ui/catalog/results?searchTerm=maior&findBy=autn');
  await page.getByRole('heading', { name: en.catalogue.results.none }).waitFor();
  const none = page.getByText(en.catalogue.results.noCollections);
  await none.waitFor();
  // No column is kept for what isn't there: the line stands above the items.
  const nothing = page.getByRole('heading', { name: en.catalogue.results.none });
  const edgeOf = async (locator: Locator, edge: 'top' | 'bottom') =>
    locator.evaluate((element, name) => element.getBoundingClientRect()[name], edge);
  expect(await edgeOf(none, 'bottom')).toBeLessThan(await edgeOf(nothing, 'top'));
  await person.expectAccessible();
  await page.getByRole('link', { name: en.catalogue.results.everywhere }).click();
  await person.cardOf('ATL 1').waitFor();

  await page.route('**/findBySgttOrAutnOrPressmark?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/ui/catalog/results?searchTerm=letters');
  await page.getByRole('alert').waitFor();
  await person.expectAccessible();
  await page.unroute('**/findBySgttOrAutnOrPressmark?*');
  await page.getByRole('button', { name: en.ui.retry }).click();
  await person.cardOf('L 1').waitFor();
  person.expectFailure(500, 'GET', /\/findBySgttOrAutnOrPressmark$/);
});

test('whichever answer comes last, the results stand where they are first seen', async () => {
  const { page } = person;
  const shifted = await watchLayoutShift(page);
  for (const late of ['**/culturalItems/search/findBy*', '**/culturalItemCollections/search/findBy*']) {
    for (const [term, pressmark] of [
      ['letters', 'L 1'],
      ['atlas', 'ATL 1'],
    ] as const) {
      const letGo = await person.holdBack(late);
      await page.goto(`/ui/catalog/results?searchTerm=${term}`);
      await person.settled(1);
      letGo();
      await person.cardOf(pressmark).waitFor();
      await page.getByRole('heading', { level: 2, name: /Collections$/ }).waitFor();
      await person.settled();
      expect(await shifted(), `${term}, ${late}`).toBeLessThan(0.02);
      await page.unroute(late);
    }
  }
});

test('[SEARCH-07] on a phone, in Italian, items and collections stand behind tabs', async () => {
  const guest = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
    it,
  );
  const { page } = guest;
  await page.goto('/ui/catalog');
  await guest.cardOf('LEAF 1').first().waitFor();
  const { button, input } = box(guest);
  await button.tap();
  await input.fill('atlas');
  await guest.expectAccessible();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: it.catalogue.results.title }).waitFor();
  await guest.cardOf('ATL 1').waitFor();
  await guest.expectAccessible();
  await page.getByRole('tab', { name: '16 raccolte' }).tap();
  await page.getByRole('button', { name: /^Atlas shelf 1\b/ }).waitFor();
  expect(await guest.cardOf('ATL 1').count()).toBe(0);
  await guest.expectAccessible();
  await guest.leave();
});
