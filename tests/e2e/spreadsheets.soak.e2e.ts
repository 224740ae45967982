import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { importNewItem, rootUuid, signedIn } from '../harness/importing.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled } from './words.ts';

let armarium: Site;
let browser: Browser;
let root: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  root = await rootUuid(client);
  for (const number of [1, 2]) {
    await importNewItem(client, { pressmark: `SHEET ${number}`, sgtt: `Before ${number}`, parents: [root] });
  }
  client.close();
});

test('a list is exported, edited, brought back after a dry run, and undone', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  await page.goto('/ui/catalog/results?searchTerm=Before');
  await person.cardOf('Before 2').waitFor();
  const menu = page.getByRole('button', { name: 'Export', exact: true });
  await menu.click();
  const [exported] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'All items as CSV' }).click(),
  ]);
  const table = await readFile(await exported.path(), 'utf8');
  const bad = table.split('\r\n')[1]!.replace(/^[^,]*,[^,]*,SHEET \d,Before \d/, ',,SHEET 3,');
  const edited = `${table.replace('Before 1', 'After 1')}${bad}\r\n`;

  await menu.click();
  await page.getByRole('menuitem', { name: /Import a spreadsheet/ }).click();
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await person.expectAccessible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'edited.csv', mimeType: 'text/csv', buffer: Buffer.from(edited) });
  const start = page.getByRole('button', { name: 'Start the dry run' });
  await start.waitFor();
  const author = page.getByRole('combobox', { name: 'Contents of the column autn' });
  await author.selectOption('');
  await person.expectAccessible();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Without authors');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('combobox', { name: 'Saved columns' }).waitFor();
  // What was chosen is there after a reload.
  await page.reload();
  expect(await author.inputValue()).toBe('');
  await author.selectOption('field:autn');
  await page.getByRole('combobox', { name: 'Saved columns' }).selectOption('Without authors');
  await eventually(() => author.inputValue()).toBe('');

  // What is there already is replaced only where that is wanted.
  await name.fill('Without authors');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Replace “Without authors”' });
  await question.getByText('They are replaced for everybody').waitFor();
  await person.expectAccessible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });

  // A dry run that can't begin says what it needs, and leads there.
  const uuid = page.getByRole('combobox', { name: 'Contents of the column uuid' });
  await uuid.selectOption('field:pressmark');
  await page.getByText('Another column already contains this.').first().waitFor();
  await page.getByText(en.importing.columns.repeated).waitFor();
  expect(await start.getAttribute('aria-disabled')).toBe('true');
  await start.focus();
  await page.keyboard.press('Enter');
  await eventually(() => uuid.evaluate((choice) => choice === document.activeElement)).toBe(true);
  await person.expectAccessible();
  await uuid.selectOption('uuid');

  await start.focus();
  await page.keyboard.press('Enter');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('3. Dry run');
  const report = page.getByRole('link', { name: /Download the report/ });
  await report.waitFor();
  expect(await page.getByRole('list', { name: 'Rows' }).innerText()).toContain('It is required');
  await page.getByRole('tab', { name: /Changed 1/ }).click();
  await eventually(() => page.getByRole('list', { name: 'Rows' }).innerText()).toContain('After 1');
  await person.expectAccessible();
  const go = page.getByRole('button', { name: 'Import 1 record' });
  expect(await go.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('checkbox', { name: /Leave out 1 row/ }).check();
  await go.click();

  const undo = page.getByRole('main').getByRole('button', { name: /^Undo/ });
  await undo.waitFor();
  await person.expectAccessible();
  await page.getByRole('link', { name: 'Result of each row' }).click();
  await page.getByRole('heading', { name: 'Import “edited.csv”' }).waitFor();
  await eventually(() => page.getByRole('main').innerText()).toContain('Row 4');
  await undo.click();
  const panel = page.getByRole('region', { name: en.selection.batch.panel });
  await panel.getByText(en.selection.kind.undo, { exact: true }).waitFor();
  await panel.getByText(filled(en.selection.batch.undone_one, { formatted: 1 })).waitFor();
  await page.goto('/ui/catalog/results?searchTerm=SHEET+1');
  await eventually(() => person.cardOf('Before 1').count()).toBe(1);
  await person.leave();
});
