import { listDownloads } from '@armarium/contract/downloads';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { makePeople } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import { usernameAt, type Site } from './site.ts';
import { en, filled } from './words.ts';

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let address: string;
let person: Person | undefined;

/** Imports an item with two images. @returns the address of its page */
async function importedPage(by: HttpClient): Promise<string> {
  const root = await rootUuid(by);
  const uploads = [
    await upload(by, { source: await drawnImage('jpeg', 1600, 1200), name: 'recto.jpg', type: 'image/jpeg' }),
    await upload(by, { source: await drawnImage('png', 700, 900, 2), name: 'verso.png', type: 'image/png' }),
  ];
  const item = await importNewItem(by, { pressmark: 'DOWN 1', sgtt: 'Portolano', parents: [root], uploads });
  await importEnded(by, item);
  return `/ui/catalog/${root}/cultural-item/${item}`;
}

beforeAll(async () => {
  [armarium, browser] = await openSite();
  await makePeople(armarium, [
    { name: 'fetcher', password: 'a long enough password', roles: ['ROLE_IMAGE_DOWNLOAD'] },
  ]);
  client = await signedIn(armarium);
  address = await importedPage(client);
});
afterEach(async () => {
  await person?.leave();
  person = undefined;
});
afterAll(async () => {
  client.close();
});

async function openDialog(who: Person): Promise<Locator> {
  const { page, words } = who;
  await page.goto(address);
  await page.getByRole('main').getByRole('button', { name: words.downloads.open, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words.downloads.open, exact: true });
  await dialog.getByRole('button', { name: 'Conferma', exact: true }).waitFor();
  return dialog;
}

/** Confirms, and takes what the browser saves. */
async function saved({ page }: Person, dialog: Locator) {
  const begun = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Conferma', exact: true }).click();
  const download = await begun;
  await dialog.waitFor({ state: 'detached' });
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes };
}

const logged = async () =>
  expectStatus(await client.call(listDownloads, { query: { size: 100 } }), 200)._embedded.downloads;

async function arrived(name: string): Promise<Person> {
  const who = await Person.arrive(browser, armarium);
  await who.openSession(usernameAt(armarium, name), 'a long enough password');
  return who;
}

test('[DOWN-01, DOWN-03, DOWN-19] an image is downloaded by whoever may, after the agreement', async () => {
  person = await arrived('fetcher');
  const { page } = person;
  const dialog = await openDialog(person);
  await dialog
    .locator('[lang=it]')
    .getByText(/accordi contrattuali/)
    .waitFor();
  await dialog.getByRole('radio', { name: en.downloads.sizes.square }).check();
  const file = await saved(person, dialog);
  expect(file.name).toBe('recto-1080x810.jpg');
  const { width, height } = await sharp(file.bytes).metadata();
  expect([width, height]).toEqual([1080, 810]);
  await page.getByText(en.downloads.begun).first().waitFor();
  expect((await logged())[0]).toMatchObject({ kind: 'image', user: 'fetcher', variant: 'full/!1080,1080' });
});

test('[DOWN-04, DOWN-16, DOWN-19] a whole item is waited for, asked by HEAD, and followed', async () => {
  person = await arrived('fetcher');
  const { page } = person;
  const answers: [string, number][] = [];
  const times_ms: number[] = [];
  page.on('response', (answer) => {
    if (!answer.url().includes('/culturalItem/')) return;
    answers.push([answer.request().method(), answer.status()]);
    times_ms.push(performance.now());
  });
  const dialog = await openDialog(person);
  const what = dialog.getByRole('radiogroup', { name: en.downloads.what });
  expect(await what.getByRole('radio').count()).toBe(2);
  await what.getByRole('radio', { name: en.downloads.whole }).check();
  await dialog.getByRole('radio', { name: en.downloads.sizes.half }).check();
  const file = saved(person, dialog);
  await dialog
    .getByRole('status')
    .getByText(filled(en.downloads.waiting_other, { count: 2 }))
    .waitFor();
  const { name, bytes } = await file;
  expect([name, bytes.subarray(0, 2).toString()]).toEqual(['Portolano-half.zip', 'PK']);
  const heads = answers.filter(([method]) => method === 'HEAD').map(([, status]) => status);
  expect(heads[0]).toBe(202);
  expect(heads.at(-1)).toBe(200);
  expect(heads.slice(0, -1).every((status) => status === 202)).toBe(true);
  // Not before the five seconds are over; how much later is the machine's.
  expect(times_ms[1]! - times_ms[0]!).toBeGreaterThan(4900);
  expect((await logged())[0]).toMatchObject({ kind: 'archive', user: 'fetcher' });
});
