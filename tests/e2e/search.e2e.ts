import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { watchLayoutShift } from '../harness/layout-shift.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { en } from './words.ts';

let armarium: Site;
let browser: Browser;
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
  });
});

test('[SHELL-08, SHELL-09, SEARCH-01, SEARCH-05, SEARCH-06, SEARCH-08, SEARCH-09, SEARCH-11, SEARCH-16, SEARCH-19, SEARCH-20, SEARCH-21, SEARCH-29, SEARCH-30, SEARCH-36] a search, narrowed, opened and left again', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const { search } = en.browse;
  const button = page.getByRole('banner').getByRole('button', { name: en.catalogue.search });
  const form = page.getByRole('search', { name: search.label });
  const input = page.getByRole('combobox', { name: search.term });
  const field = page.getByRole('combobox', { name: search.in });
  const shifted = await watchLayoutShift(page);
  await page.goto(`/ui/catalog/${maps}`);
  await person.cardOf('ATL 1').waitFor();
  const itemsAsked = page.waitForRequest('**/culturalItems/search/findBySgttOrAutnOrPressmark?*');
  const collectionsAsked = page.waitForRequest('**/culturalItemCollections/search/findBySgttOrSgti?*');
  await button.click();
  await input.fill('atlas');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ui/catalog/results?searchTerm=atlas');
  expect(new URL((await itemsAsked).url()).searchParams.get('text')).toBe('atlas');
  expect(new URL((await collectionsAsked).url()).searchParams.get('text')).toBe('atlas');
  await page.getByRole('heading', { level: 1, name: 'Search Results' }).waitFor();
  await page.getByRole('heading', { level: 2, name: '3 Items' }).waitFor();
  // Records without pictures come as a compact list, which shows the author too.
  await person.cardOf('Atlas maior').getByText('ATL 1').waitFor();
  await person.cardOf('Atlas maior').getByText('Blaeu').waitFor();
  const found = page.getByRole('region', { name: '16 Collections' });
  await found.getByRole('button', { name: /^Atlas shelf 1\b/ }).waitFor();
  expect(await found.locator('li button svg').count()).toBe(15);
  await person.expectAccessible();

  await page.getByRole('link', { name: en.browse.results.back }).click();
  await page.waitForURL(`**/ui/catalog/${maps}`);
  await page.goForward();
  await page.getByRole('heading', { level: 2, name: '3 Items' }).waitFor();

  await page.keyboard.press('/');
  expect(await input.inputValue()).toBe('atlas');
  await field.selectOption({ label: 'Author' });
  await form.getByRole('button', { name: en.catalogue.search }).click();
  await page.waitForURL('**/ui/catalog/results?searchTerm=atlas&findBy=autn');
  await page.getByRole('heading', { level: 2, name: '1 Item', exact: true }).waitFor();
  await person.cardOf('L 1').waitFor();

  await page.goto('/ui/catalog/results?searchTerm=maior');
  await person.cardOf('ATL 1').waitFor();
  await page.getByRole('heading', { level: 2, name: '0 Collections' }).waitFor();
  // The styles of the built client come with its code.
  expect(await shifted()).toBeLessThan(0.02);
  await person.cardOf('ATL 1').click();
  await page.waitForURL(`**/ui/catalog/${maps}/cultural-item/${atlas}`);
  await person.leave();
});
