import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { importNewItem, rootUuid, signedIn } from '../harness/importing.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled } from './words.ts';

const { dropping } = en;

let armarium: Site;
let browser: Browser;
let person: Person;
let root: string;
let atlas: string;
let image: Buffer;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  image = await drawnImage('png', 400, 300);
  const client = await signedIn(armarium);
  root = await rootUuid(client);
  await importNewItem(client, { pressmark: 'KINDS 1', sgtt: 'Of many kinds', parents: [root] });
  for (const pressmark of ['TWIN 1', 'T.WIN 1'])
    await importNewItem(client, { pressmark, sgtt: 'A twin', parents: [root] });
  atlas = await importNewItem(client, { pressmark: 'DROP-2', sgtt: 'Atlas', parents: [root] });
  client.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

/** Drops files of these names on the middle of the page. */
async function drop(...names: string[]): Promise<void> {
  const { page } = person;
  const dataTransfer = await page.evaluateHandle(
    ({ all, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const transfer = new DataTransfer();
      for (const name of all) transfer.items.add(new File([bytes, name], name));
      return transfer;
    },
    { all: names, base64: image.toString('base64') },
  );
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer });
}

test('files that are dropped on a collection are put together into items by their names, shown, and uploaded', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  await page.getByRole('button', { name: en.browse.addItem, exact: true }).waitFor();
  await drop(
    'DROP-1_002_1v.png',
    'DROP-1_001_1r.png',
    'DROP-2_1.png',
    'DROP-3_1.png',
    'DROP-3_3.png',
    'notes.txt',
  );
  const dialog = page.getByRole('dialog', { name: dropping.title });
  const groups = dialog.getByRole('list', { name: dropping.groups }).locator(':scope > li');
  await groups.filter({ hasText: filled(dropping.existing, { title: 'Atlas' }) }).waitFor();
  await groups.filter({ hasText: 'Missing numbers: 2' }).waitFor();
  await dialog.getByText(/notes\.txt is of no kind/).waitFor();
  await dialog.getByRole('textbox', { name: dropping.titleField }).nth(1).waitFor();
  expect(await groups.count()).toBe(3);
  expect(
    await dialog.getByRole('checkbox', { name: filled(dropping.include, { name: 'DROP-3' }) }).isChecked(),
  ).toBe(false);
  await person.expectAccessible();
  await dialog.getByRole('textbox', { name: dropping.titleField }).first().fill('');
  await dialog.getByText(dropping.needsTitle).waitFor();
  const upload = dialog.getByRole('button', { name: filled(dropping.upload_other, { count: 3 }) });
  expect(await upload.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: dropping.titleField }).first().fill('A dropped book');
  const [made, added] = await Promise.all([
    page.waitForRequest('**/ccc/importCulturalItem'),
    page.waitForRequest('**/ccc/importImage'),
    upload.click(),
  ]);
  expect(made.postDataJSON()).toMatchObject({
    pressmark: 'DROP-1',
    sgtt: 'A dropped book',
    parentCollectionsUuids: [root],
    images: [{ originalFilename: 'DROP-1_001_1r.png' }, { originalFilename: 'DROP-1_002_1v.png' }],
  });
  expect(added.postDataJSON()).toMatchObject({ culturalItemUuid: atlas });
  const list = await person.openUploads();
  for (const name of ['A dropped book', 'Atlas'])
    await person.rowOf(list, name).and(page.locator('[data-status=COMPLETED]')).waitFor();
});

test('[UPL-30] a pressmark that a name writes otherwise is found, two that could be meant are named; every PDF left out is named', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  await page.getByRole('button', { name: en.browse.addItem, exact: true }).waitFor();
  await drop(
    ...['KINDS-1_1.png', 'KINDS 1_2.png', 'KINDS-1_3.pdf'],
    ...['DROP-6_1.pdf', 'DROP-6_2.pdf', 'DROP-6_3.pdf', 'TWIN-1_1.png'],
  );
  const dialog = page.getByRole('dialog', { name: dropping.title });
  const of = (name: string) => dialog.getByRole('checkbox', { name: filled(dropping.include, { name }) });
  await dialog.getByText('Added to Of many kinds (KINDS 1)').waitFor();
  await dialog.getByText('Added to Of many kinds', { exact: true }).waitFor();
  await dialog.getByText(filled(dropping.noPdf_one, { names: 'KINDS-1_3.pdf' })).waitFor();
  await dialog
    .getByText(filled(dropping.morePdf_other, { count: 2, names: 'DROP-6_2.pdf, DROP-6_3.pdf' }))
    .waitFor();
  await dialog.getByText(/^It could be T\.?WIN 1 or T\.?WIN 1:/).waitFor();
  await person.expectAccessible();
  expect(await dialog.getByRole('button', { name: /^Upload/ }).isDisabled()).toBe(true);
  for (const name of ['TWIN-1', 'DROP-6']) await of(name).setChecked(false);
  await of('KINDS 1').setChecked(true);
  expect(await dialog.getByText(/PDFs were left out/).count()).toBe(0);
  const added: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/ccc/importImage')) added.push(request.postDataJSON());
  });
  // Both ways to write the pressmark are one upload, in the order of the numbers.
  await dialog.getByRole('button', { name: filled(dropping.upload_other, { count: 2 }) }).click();
  const row = person.rowOf(await person.openUploads(), 'Of many kinds');
  await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
  expect(added).toMatchObject([{ originalFilename: 'KINDS-1_1.png' }, { originalFilename: 'KINDS 1_2.png' }]);
  expect(await page.locator('li[data-status]').count()).toBe(1);
});

test('files that are dropped on an item go to it; and everything can be done by keyboard from the wizard', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${root}/cultural-item/${atlas}`);
  await page.getByRole('heading', { level: 1, name: 'Atlas' }).waitFor();
  await drop('plate.png', 'text.pdf');
  const given = page.getByRole('dialog', { name: dropping.titleItem });
  await given.getByText(filled(dropping.textItem, { title: 'Atlas' })).waitFor();
  await given.getByText(/text\.pdf was left out/).waitFor();
  // The colours of the button change when it is enabled.
  await eventually(() => given.getByRole('button', { name: /^Upload/ }).isEnabled()).toBe(true);
  await person.expectAccessible();
  const [added] = await Promise.all([
    page.waitForRequest('**/ccc/importImage'),
    given.getByRole('button', { name: filled(dropping.upload_one, { count: 1 }) }).press('Enter'),
  ]);
  expect(added.postDataJSON()).toMatchObject({ culturalItemUuid: atlas, originalFilename: 'plate.png' });

  await page.goto('/ui/catalog');
  const wizard = await person.openWizard();
  await wizard.getByRole('button', { name: en.upload.many }).press('Enter');
  const dialog = page.getByRole('dialog', { name: dropping.title });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: dropping.choose }).press('Enter');
  await (await chooser).setFiles([{ name: 'DROP-4_1.png', mimeType: 'image/png', buffer: image }]);
  const include = dialog.getByRole('checkbox', { name: filled(dropping.include, { name: 'DROP-4' }) });
  await include.waitFor();
  // Its colours change as the pressmark is found to be free.
  await eventually(() => dialog.getByRole('button', { name: /^Upload/ }).isEnabled()).toBe(true);
  await person.expectAccessible();
  await include.press('Space');
  expect(await dialog.getByRole('button', { name: /^Upload/ }).isDisabled()).toBe(true);
  // A second choice is added to the first; what was typed and ticked stays, and is lost only after asking.
  await dialog.getByRole('textbox', { name: dropping.titleField }).fill('A chosen map');
  const again = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: dropping.choose }).press('Enter');
  await (await again).setFiles([{ name: 'DROP-5_1.png', mimeType: 'image/png', buffer: image }]);
  await dialog.getByRole('checkbox', { name: filled(dropping.include, { name: 'DROP-5' }) }).waitFor();
  expect(await dialog.getByRole('textbox', { name: dropping.titleField }).first().inputValue()).toBe(
    'A chosen map',
  );
  const question = page.getByRole('dialog', { name: en.upload.leave.title });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: en.upload.leave.stay }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor();
  await person.expectAccessible();
  await question.getByRole('button', { name: en.upload.leave.discard }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const opener = page.getByRole('button', { name: en.browse.addItem, exact: true });
  await opener.and(page.locator(':focus')).waitFor();
});
