import { readFile } from 'node:fs/promises';
import { updateItem } from '@armarium/contract/record-edits';
import { searchItems } from '@armarium/contract/item-calls';
import { createTemplate } from '@armarium/contract/templates';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue, inDatabase } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let shelf: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  const root = await rootUuid(client);
  await client.call(createTemplate, {
    body: { name: 'place', label: 'Place', type: 'STRING', resourceType: 'ITEM' },
  });
  await makeCatalogue(armarium, async (make) => {
    shelf = await make.collection('Table shelf', [root]);
    for (let number = 1; number <= 25; number += 1) {
      const fields = {
        sgtt: `Row ${number}`,
        pressmark: `ROW ${number}`,
        autn: `Author ${String.fromCharCode(90 - number)}`,
      };
      await make.item(fields, [shelf]);
    }
  });
  await inDatabase(
    armarium,
    `update item set metadata = metadata || jsonb_build_array(jsonb_build_object('name', 'place', 'value', 'Case ' || sgtt))
     where pressmark like 'ROW 1%'`,
  );
});
afterAll(async () => {
  client?.close();
});

const parts = ({ page, words: { table, browse } }: Person) => ({
  table: page.getByRole('table', { name: table.items }),
  header: (name: string) => page.getByRole('columnheader', { name, exact: true }),
  headers: () => page.getByRole('columnheader').allInnerTexts(),
  /** The first cells of the rows. */
  rows: () => page.getByRole('rowheader').allInnerTexts(),
  tool: (name: string) => page.getByRole('button', { name, exact: true }),
  view: (view: 'cards' | 'table') => page.getByRole('button', { name: browse.view[view], exact: true }),
});

test('a list is shown as a table of chosen columns, sorted by any over all its pages, printed and exported so', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page, words } = person;
  const { table, header, headers, rows, tool, view } = parts(person);
  await page.goto(`/ui/catalog/${shelf}?page=2`);
  await person.cardOf('Row 25').waitFor();
  await view('table').click();
  await page.waitForURL(`**/ui/catalog/${shelf}?page=2&view=table`);
  await table.waitFor();

  await header('Author').getByRole('button').click();
  await page.waitForURL(`**/ui/catalog/${shelf}?view=table&sort=autn`);
  await eventually(rows).toEqual(expect.arrayContaining(['ROW 25', 'ROW 6']));
  expect((await rows())[0]).toBe('ROW 25');
  await header('Author').getByRole('button').click();
  await eventually(() => header('Author').getAttribute('aria-sort')).toBe('descending');
  await eventually(async () => (await rows())[0]).toBe('ROW 1');

  await tool(words.table.columns).click();
  const dialog = page.getByRole('dialog', { name: words.table.columnsTitle });
  await dialog.getByRole('button', { name: 'Show “Place”' }).click();
  await dialog.getByRole('button', { name: 'Hide “Images”' }).click();
  await page.keyboard.press('Escape');
  const chosen = ['Pressmark', 'Title', 'Author', 'Collections', 'State', 'Last changed', 'Place'];
  await eventually(headers).toEqual(chosen);
  await header('Place').getByRole('button').click();
  await eventually(async () => (await rows()).slice(0, 3)).toEqual(['ROW 1', 'ROW 10', 'ROW 11']);
  await table.getByText('Case Row 19').waitFor();
  await table.getByText('Table shelf').first().waitFor();

  // What another changes is seen where it stands.
  const found = await client.call(searchItems, { query: { text: 'ROW 11' } });
  const uuid = found.body._embedded.culturalItems[0]?.uuid ?? '';
  await client.call(updateItem, { params: { uuid }, body: { autn: 'Changed meanwhile' } });
  await table.getByText('Changed meanwhile').waitFor();

  const printed = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        window.print = () => {
          window.dispatchEvent(new Event('beforeprint'));
          resolve(document.querySelector('[data-sheet]')?.textContent ?? '');
          window.dispatchEvent(new Event('afterprint'));
        };
      }),
  );
  await tool(words.table.print).click();
  const sheet = await printed;
  expect(sheet).toContain('Table shelf');
  expect(sheet).toContain('25 items, sorted by Place (ascending)');
  expect(sheet.match(/ROW \d+/g)).toHaveLength(25);

  await tool(words.exporting.export).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Columns of this table as CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).replace(/^\u{FEFF}/u, '').split('\r\n');
  expect(lines[0]).toBe(chosen.map((label) => `"${label}"`).join(','));
  expect(lines[3]).toMatch(/^ROW 11,Row 11,Changed meanwhile,Table shelf,Default,.*,Case Row 11$/);

  await table.getByText('Changed meanwhile').click();
  await page.waitForURL(`**/cultural-item/${uuid}`);
  await page.goBack();
  await table.waitFor();
  // Results have a view of their own.
  await page.goto(`/ui/catalog/results?searchTerm=row`);
  await person.cardOf('ROW 11').waitFor();
  await view('table').click();
  await eventually(headers).toEqual(chosen);
  // Found items have the order of relevance, which is no column's.
  expect(await table.locator('th[aria-sort]').count()).toBe(0);
  await view('cards').click();
  await person.cardOf('ROW 11').waitFor();
  await page.goto(`/ui/catalog/${shelf}`);
  await table.getByText('Row 3', { exact: true }).waitFor();
  await person.leave();
});
