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
import { answerTo, Person } from './person.ts';
import { openSite } from './open-site.ts';
import { usernameAt, type Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it as italian } from './words.ts';

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
    { name: 'reader', password: 'a long enough password', roles: ['ROLE_USER'] },
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

const openerOf = ({ page, words }: Person) =>
  page.getByRole('main').getByRole('button', { name: words.downloads.open, exact: true });

async function openDialog(who: Person, at = address): Promise<Locator> {
  const { page, words } = who;
  if (!page.url().includes(at)) await page.goto(at);
  await openerOf(who).click();
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
  return {
    name: download.suggestedFilename(),
    path: decodeURIComponent(new URL(download.url()).pathname),
    bytes,
  };
}

const logged = async () =>
  expectStatus(await client.call(listDownloads, { query: { size: 100 } }), 200)._embedded.downloads;

async function arrived(name: string): Promise<Person> {
  const who = await Person.arrive(browser, armarium);
  await who.openSession(usernameAt(armarium, name), 'a long enough password');
  return who;
}

test('[DOWN-01, DOWN-02, DOWN-03, DOWN-19] an image is downloaded by whoever may, after the agreement', async () => {
  person = await arrived('fetcher');
  const { page } = person;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/image-download/')) asked.push(request.method());
  });
  let dialog = await openDialog(person);
  const agreement = dialog.locator('[lang=it]').getByText(/accordi contrattuali/);
  expect(await agreement.isVisible()).toBe(true);
  expect(await dialog.locator('p[lang=it]').innerText()).toMatch(/verifica che l’uso previsto sia conforme/);
  await person.expectAccessible();
  await dialog.getByRole('radio', { name: en.downloads.sizes.vertical }).check();
  await dialog.getByRole('button', { name: 'Annulla', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(asked).toEqual([]);
  await eventually(() => openerOf(person!).evaluate((element) => element === document.activeElement)).toBe(
    true,
  );

  // What was chosen stays; the agreement is asked again.
  dialog = await openDialog(person);
  expect(await dialog.getByRole('radio', { name: en.downloads.sizes.vertical }).isChecked()).toBe(true);
  expect(await agreement.isVisible()).toBe(true);
  await dialog.getByRole('radio', { name: en.downloads.sizes.square }).check();
  const file = await saved(person, dialog);
  expect(file.name).toBe('recto-1080x810.jpg');
  const { width, height } = await sharp(file.bytes).metadata();
  expect([width, height]).toEqual([1080, 810]);
  await page.getByText(en.downloads.begun).first().waitFor();
  expect((await logged())[0]).toMatchObject({ kind: 'image', user: 'fetcher', variant: 'full/!1080,1080' });
});

test('[DOWN-19] whoever may not download is offered nothing', async () => {
  person = await arrived('reader');
  await person.page.goto(address);
  await person.page.getByRole('button', { name: en.viewers.zoomIn, exact: true }).waitFor();
  await person.settled();
  expect(await openerOf(person).count()).toBe(0);
});

test('[DOWN-06] exactly these sizes are offered, and asked for', async () => {
  person = await Person.signedIn(browser, armarium);
  const dialog = await openDialog(person);
  const sizes = dialog.getByRole('radiogroup', { name: en.downloads.size });
  const names = await sizes
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent));
  expect(names).toEqual([
    '1080x1080',
    '1920x1080 horizontal',
    '1080x1920 vertical',
    'A4 at 300 dpi, 3508x2480 horizontal',
    'A4 at 300 dpi, 2480x3508 vertical',
    'A3, 4961x3508 horizontal',
    'A3, 3508x4961 vertical',
    'Full resolution',
    'Half resolution',
  ]);
  for (const [name, path, saves] of [
    ['A3, 3508x4961 vertical', '/full/!3508,4961/0/default.jpg', 'recto-1600x1200.jpg'],
    ['Full resolution', '/full/full/0/default.jpg', 'recto-1600x1200.jpg'],
    ['Half resolution', '/full/pct:50/0/default.jpg', 'recto-800x600.jpg'],
  ] as const) {
    if (!(await dialog.isVisible())) await openDialog(person);
    await sizes.getByRole('radio', { name, exact: true }).check();
    const file = await saved(person, dialog);
    expect([file.name, file.path.endsWith(path)]).toEqual([saves, true]);
  }
});

test('[DOWN-07, DOWN-08] a part is drawn, dragged and typed; full and half resolution have none', async () => {
  person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const { sides } = en.downloads;
  let dialog = await openDialog(person);
  const crop = dialog.getByRole('checkbox', { name: en.downloads.crop });
  for (const name of [en.downloads.sizes.full, en.downloads.sizes.half]) {
    await dialog.getByRole('radio', { name }).check();
    expect(await crop.isDisabled()).toBe(true);
  }
  await dialog.getByRole('radio', { name: en.downloads.whole }).check();
  await dialog.getByRole('radio', { name: en.downloads.sizes.square }).check();
  expect(await crop.isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: en.downloads.single }).check();
  await crop.check();
  const field = (side: keyof typeof sides) => dialog.getByRole('textbox', { name: sides[side], exact: true });
  const values = async () =>
    Promise.all(
      (['x', 'y', 'width', 'height'] as const).map(async (side) => Number(await field(side).inputValue())),
    );
  expect(await values()).toEqual([260, 60, 1080, 1080]);

  const stage = dialog.locator('[data-crop-stage]');
  await person.expectPainted(stage.locator('img'));
  const drag = async (from: [number, number], to: [number, number]) => {
    await stage.scrollIntoViewIfNeeded();
    const box = (await stage.boundingBox())!;
    const at = ([x, y]: [number, number]) => [box.x + box.width * x, box.y + box.height * y] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to), { steps: 4 });
    await page.mouse.up();
  };
  const near = (numbers: number[]) => numbers.map((number) => Math.round(number / 50) * 50);
  // From outside the part it is drawn anew, from within it is dragged.
  await drag([0.05, 0.05], [0.3, 0.55]);
  await eventually(async () => near(await values())).toEqual([100, 50, 400, 600]);
  await drag([0.2, 0.3], [0.7, 0.3]);
  await eventually(async () => near(await values())).toEqual([900, 50, 400, 600]);
  await person.expectAccessible();

  // What can't be is told where it stands, and asks for nothing.
  await field('x').fill('1599');
  await dialog.getByRole('button', { name: 'Conferma' }).click();
  expect(await field('x').evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await field('x').getAttribute('aria-invalid')).toBe('true');
  for (const [side, value] of [
    ['x', '1000'],
    ['y', '99'],
    ['width', '320'],
    ['height', '240'],
  ] as const)
    await field(side).fill(value);
  await field('y').press('ArrowUp');
  const file = await saved(person, dialog);
  expect(file.path).toMatch(/\/1000,100,320,240\/320,240\/0\/default\.jpg$/);
  const { width, height } = await sharp(file.bytes).metadata();
  expect([width, height]).toEqual([320, 240]);
  dialog = await openDialog(person);
  expect(await values()).toEqual([1000, 100, 320, 240]);
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

test('a failure says what to do next, and what was chosen stays; in Italian, narrow and dark', async () => {
  const viewport = { width: 390, height: 800 };
  person = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', viewport, colorScheme: 'dark', hasTouch: true },
    italian,
  );
  const { page } = person;
  const dialog = await openDialog(person, `${address}?image=2`);
  await dialog.getByRole('radio', { name: italian.downloads.sizes.square }).check();
  await dialog.getByRole('checkbox', { name: italian.downloads.crop }).check();
  await person.expectPainted(dialog.locator('[data-crop-stage] img'));
  const stage = (await dialog.locator('[data-crop-stage]').boundingBox())!;
  expect(stage.width / stage.height).toBeCloseTo(700 / 900, 1);
  await person.expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await person.context.setOffline(true);
  await dialog.getByRole('button', { name: 'Conferma' }).tap();
  await dialog.getByRole('alert').getByText(italian.downloads.failed).waitFor();
  person.expectOffline('HEAD', /^\/image-download\//);
  await person.expectAccessible();
  await person.context.setOffline(false);
  expect(await dialog.getByRole('radio', { name: italian.downloads.sizes.square }).isChecked()).toBe(true);
  expect((await saved(person, dialog)).name).toBe('verso-700x900.jpg');
});

test('[DOWN-05] the open profile offers single images alone', async () => {
  person = await Person.signedIn(browser, armarium);
  // The installation says its profile here (tenants.http.test.ts).
  await person.page.route('**/iam/tenants/info', async (route) => {
    const response = await answerTo(route);
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), deploymentProfile: 'open' },
    });
  });
  const dialog = await openDialog(person);
  await dialog.getByRole('radio', { name: en.downloads.sizes.half }).check();
  expect(await dialog.getByRole('radiogroup', { name: en.downloads.what }).count()).toBe(0);
  expect(await dialog.getByRole('radio', { name: en.downloads.whole }).count()).toBe(0);
  expect((await saved(person, dialog)).name).toBe('recto-800x600.jpg');
});
