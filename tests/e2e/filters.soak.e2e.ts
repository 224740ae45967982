import type { Browser } from 'playwright-core';
import { beforeAll, test } from 'vitest';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue, inDatabase } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en } from './words.ts';

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
  await page.getByText('Filters: State: Approved; With images.').waitFor();
  await chips.getByRole('button', { name: 'Remove the filter With images' }).click();
  await page.getByRole('heading', { level: 2, name: '2 items' }).waitFor();
  const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await eventually(name).toBe('Remove the filter State: Approved');
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
  await panel.getByLabel(en.filtering.to).first().fill('03/02/2001');
  await page.waitForURL('**/ui/catalog/results?searchTerm=leaf&state=Approved&createdTo=2001-02-03');
  await page.getByRole('link', { name: en.browse.other.unfiltered }).waitFor();
  await page.getByText('26 Items').waitFor();
  await person.expectAccessible();
  await page.goto(`/ui/catalog/results/${shelf}?searchTerm=leaf&state=Approved`);
  await page.getByRole('heading', { level: 2, name: '2 Items' }).waitFor();
  await page.getByText('in “Shelf” and below').waitFor();
  await page.getByRole('link', { name: en.browse.results.back }).click();
  await page.waitForURL(`**/ui/catalog/${shelf}`);
  await person.leave();
});
