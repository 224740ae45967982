import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { importNewItem, rootUuid, signedIn } from '../harness/importing.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';

let armarium: Site;
let browser: Browser;
let root: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  root = await rootUuid(client);
  for (const number of [1, 2, 3]) {
    await importNewItem(client, {
      pressmark: `EXPORT ${number}`,
      sgtt: `Exported ${number}`,
      parents: [root],
    });
  }
  client.close();
});

test('what a collection or a search shows is taken along as a table', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  await page.goto(`/ui/catalog/${root}`);
  await person.cardOf('Exported 2').waitFor();
  const button = page.getByRole('button', { name: 'Export', exact: true });
  const csv = page.getByRole('menuitem', { name: 'All items as CSV' });
  await button.click();
  const [whole] = await Promise.all([page.waitForEvent('download'), csv.click()]);
  expect(whole.suggestedFilename()).toMatch(/^items-.*\.csv$/);
  expect((await readFile(await whole.path(), 'utf8')).match(/EXPORT \d/g)).toEqual(
    expect.arrayContaining(['EXPORT 1', 'EXPORT 2', 'EXPORT 3']),
  );

  await page.goto('/ui/catalog/results?searchTerm=Exported+2');
  await person.cardOf('Exported 2').waitFor();
  await button.click();
  const [found] = await Promise.all([page.waitForEvent('download'), csv.click()]);
  expect((await readFile(await found.path(), 'utf8')).match(/EXPORT \d/g)).toEqual(['EXPORT 2']);
  await button.click();
  const workbook = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'All items as Excel (XLSX)' }).click();
  const file = await readFile(await (await workbook).path());
  expect(file.subarray(0, 2).toString()).toBe('PK');
  await person.leave();
});
