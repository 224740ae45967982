import { getContactSheet } from '@armarium/contract/contact-sheet';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { importEnded, importNewItem, rootUuid, signedIn, upload } from '../harness/importing.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { filled } from './words.ts';

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let item: string;
let address: string;
let person: Person | undefined;

/** Seven pages: the fourth is missing, the sixth lies, the last but one stands twice. */
beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  const root = await rootUuid(client);
  const uploads = [];
  for (const page of [1, 2, 3, 5, 6, 7, 8]) {
    const [width, height] = page === 6 ? [300, 200] : [200, 300];
    const source = await drawnImage('png', width, height, page === 8 ? 7 : page);
    uploads.push(await upload(client, { source, name: `MS_${page}.png`, type: 'image/png' }));
  }
  item = await importNewItem(client, { pressmark: 'SHEET 1', sgtt: 'Codice', parents: [root], uploads });
  await importEnded(client, item);
  address = `/ui/catalog/${root}/cultural-item/${item}`;
});
afterEach(async () => {
  await person?.leave();
  person = undefined;
});
afterAll(async () => {
  client.close();
});

const sheet = async () => (await client.call(getContactSheet, { params: { uuid: item } })).body;
/** The pages as they stand at the server, by the numbers in the names of their files. */
const order = async () =>
  (await sheet()).images.map(({ originalFilename }) => /\d+/.exec(originalFilename)?.[0]).join(' ');

test('[ASSET-18] [ASSET-19] [ASSET-20] pages are looked through, put in order and turned on the contact sheet, by keyboard, mouse and buttons', async () => {
  person = await Person.signedIn(browser, armarium);
  const { page, words } = person;
  await page.goto(address);
  await page.getByRole('link', { name: words.assets.contactSheet, exact: true }).click();
  const box = page.getByRole('listbox', { name: words.sheet.sheet });
  const options = box.getByRole('option');
  await eventually(() => options.count()).toBe(7);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const namesOf = (mark: string) => options.filter({ has: page.locator(`[data-mark=${mark}]`) });
  expect(await namesOf('turned').count()).toBe(1);
  expect(await namesOf('same').count()).toBe(2);
  await expect
    .poll(() => options.nth(2).getAttribute('aria-label'))
    .toContain(filled(words.sheet.mark.missing, { first: 'MS_4' }));
  await person.expectAccessible();

  // By keyboard: the second is chosen and carried behind the third, and taken back.
  await box.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(order).toBe('1 3 2 5 6 7 8');
  await page.keyboard.press('Shift+ArrowRight');
  await eventually(() => options.and(page.locator('[aria-selected=true]')).count()).toBe(2);
  await page.keyboard.press('Escape');
  await press(words.sheet.undoOf.order);
  await eventually(order).toBe('1 2 3 5 6 7 8');
  // The focus stays where it was pressed, though there is nothing more to undo.
  const undo = page.getByRole('button', { name: words.sheet.undoOf.order, exact: true });
  await eventually(() => undo.getAttribute('aria-disabled')).toBe('true');
  expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true);

  // By mouse: the first is pulled behind the third.
  const [from, to] = [await options.nth(0).boundingBox(), await options.nth(2).boundingBox()];
  if (!from || !to) throw new Error('The images are not in sight.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.move(to.x + to.width - 6, to.y + to.height / 2, { steps: 3 });
  await page.mouse.up();
  await eventually(order).toBe('2 3 1 5 6 7 8');

  // By buttons: it is chosen still.
  await press(words.sheet.moveToButton);
  const dialog = page.getByRole('dialog', { name: words.sheet.moveTo });
  const save = dialog.getByRole('button', { name: words.sheet.move, exact: true });
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: words.sheet.position }).fill('7');
  await dialog.getByText(filled(words.sheet.moveQuestion, { position: 7 })).waitFor();
  await save.click();
  await eventually(order).toBe('2 3 5 6 7 8 1');
  await press(words.sheet.sort);
  await eventually(order).toBe('1 2 3 5 6 7 8');

  // What is likely turned is chosen by its count, turned, and stands like the others.
  await press(filled(words.sheet.turned_one, { number: 1 }));
  await press(words.sheet.rotateRight);
  await eventually(async () => {
    const turned = (await sheet()).images[4];
    return [turned?.width_px, turned?.height_px];
  }).toEqual([200, 300]);
  await eventually(() => namesOf('turned').count()).toBe(0);
  await press(words.sheet.undoOf.rotation);
  await eventually(async () => (await sheet()).images[4]?.width_px).toBe(300);
});
