import { importItem } from '@armarium/contract/imports';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { eventually, Person, type FileToChoose } from './person.ts';
import { en, filled } from './words.ts';

const { widget } = en.upload;

let armarium: RunningArmarium;
let browser: Browser;
let client: HttpClient;
let person: Person;
let root: string;
let photograph: Buffer;

beforeAll(async () => {
  [armarium, browser, photograph] = await Promise.all([
    RunningArmarium.start(),
    openBrowser(),
    drawnImage('jpeg', 2000, 1500),
  ]);
  client = await signedIn(armarium);
  root = await rootUuid(client);
});
afterAll(async () => {
  client?.close();
  await browser?.close();
  await armarium?.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
  await person.page.goto('/ui/catalog');
});
afterEach(async () => {
  await person.leave();
});

const jpeg = (name: string, buffer = photograph): FileToChoose => ({ name, mimeType: 'image/jpeg', buffer });

/** Begins an upload through the wizard. */
async function begin(title: string, pressmark: string, files: readonly FileToChoose[]): Promise<void> {
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, title, 'Somebody', pressmark);
  await person.goOn(wizard);
  await person.chooseFiles(wizard, files);
  await person.upload(wizard);
}

/** Lets uploads wait before they are sent, those behind the first so many, until they are let go. */
async function holdUploads(page: Page, behind: number): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let seen = 0;
  await page.route('**/ccc/uploadFile', async (route) => {
    seen += 1;
    if (seen > behind) await held;
    await route.continue().catch(() => undefined);
  });
  return letGo;
}

test('[WIDG-01, WIDG-02, WIDG-03, WIDG-04, WIDG-05, WIDG-06, WIDG-07, WIDG-09, WIDG-10, WIDG-11, WIDG-12, WIDG-14, IMP-02] an upload from its start to its end', async () => {
  const { page } = person;
  const letGo = await holdUploads(page, 1);
  await begin('Followed', 'WIDG 1', [jpeg('1.jpg'), jpeg('2.jpg')]);
  const list = await person.openUploads();
  expect(await list.getByRole('heading', { name: 'Imported Items' }).count()).toBe(1);
  const row = person.rowOf(list, 'Followed');
  await row.and(page.locator('[data-status=IN_PROGRESS]')).waitFor();
  expect(await row.getByRole('img', { name: widget.status.IN_PROGRESS }).count()).toBe(2);
  expect(await row.locator('time').innerText()).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
  expect(await row.getByRole('button', { name: /^Show the files/ }).isDisabled()).toBe(true);
  const progress = page.getByRole('progressbar', { name: widget.title });
  await eventually(() => progress.getAttribute('aria-valuetext')).toBe('1/2, 50%');
  await person.expectAccessible();

  letGo();
  await row.and(page.locator('[data-status=PROCESSING]')).waitFor();
  await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
  await row.getByRole('button', { name: filled(widget.expand, { name: 'Followed' }) }).click();
  const files = row.locator('ul').getByRole('listitem');
  expect(await files.getByRole('img', { name: widget.image }).count()).toBe(2);
  await person.expectAccessible();

  await page.reload();
  const again = person.rowOf(await person.openUploads(), 'Followed');
  await again.and(page.locator('[data-status=COMPLETED]')).waitFor();
  await again.getByRole('link', { name: 'Followed' }).click();
  await page.waitForURL(new RegExp(`/ui/catalog/${root}/cultural-item/[0-9a-f-]{36}$`));
  await page.getByRole('heading', { level: 1, name: 'Followed' }).waitFor();
  const later = await person.openUploads();
  await later.getByRole('button', { name: widget.clean }).click();
  await eventually(() => later.locator('li[data-status]').count()).toBe(0);
});

test('[UPL-28, UPL-29, IMP-08, WIDG-08] going offline during an upload is told, and trying again sends it', async () => {
  const { page } = person;
  const letGo = await holdUploads(page, 0);
  await begin('Offline', 'WIDG 2', [jpeg('far.jpg')]);
  const list = await person.openUploads();
  const row = person.rowOf(list, 'Offline');
  await row.and(page.locator('[data-status=IN_PROGRESS]')).waitFor();
  await person.context.setOffline(true);
  letGo();
  await row.and(page.locator('[data-status=ERROR]')).waitFor();
  await row.getByText('No assets to upload').waitFor();
  expect(await row.getByRole('button', { name: filled(widget.remove, { name: 'Offline' }) }).count()).toBe(1);
  await person.expectAccessible();
  await person.context.setOffline(false);
  await row.getByRole('button', { name: filled(widget.tryAgainFor, { name: 'far.jpg' }) }).click();
  await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
  person.expectFault(/ERR_INTERNET_DISCONNECTED/);
});

test('[IMP-20, IMP-43, IMP-56, GRID-32, WIDG-08] a truncated image says why, holds back no other, and its row can be removed', async () => {
  const { page } = person;
  const cut = photograph.subarray(0, Math.floor(photograph.length * 0.6));
  await begin('Half of it', 'WIDG 3', [jpeg('cut.jpg', cut), jpeg('whole.jpg')]);
  const list = await person.openUploads();
  const row = person.rowOf(list, 'Half of it');
  await row.and(page.locator('[data-status=ERROR]')).waitFor();
  await row
    .getByText(/incomplete: its end is missing/)
    .first()
    .waitFor();
  await person.expectAccessible();
  const files = row.locator('ul').getByRole('listitem');
  await eventually(() =>
    files.evaluateAll((all) => all.map((file) => file.getAttribute('data-status'))),
  ).toEqual(['ERROR', 'COMPLETED']);
  await row.getByRole('button', { name: filled(widget.remove, { name: 'Half of it' }) }).click();
  await row.waitFor({ state: 'detached' });

  // Its card counts the failed image as ready, and marks it.
  await page.reload();
  const card = person.cardOf('WIDG 3');
  await card.getByTitle('1 image has failed').waitFor();
  expect(await card.getByText('%').count()).toBe(0);
  await card.getByRole('link').click();
  const alert = page.getByRole('alert').filter({ hasText: 'incomplete: its end is missing' });
  await alert.waitFor();
  await person.expectAccessible();
  await alert.getByRole('button', { name: filled(en.catalogue.item.retryNamed, { position: 1 }) }).click();
  await page.getByText(filled(en.catalogue.item.retried, { position: 1 })).waitFor();
  // The same file ends the same way.
  await alert.waitFor();
});

test('a pressmark that somebody takes in the meantime is told, and another one imports the files that are stored', async () => {
  const { page } = person;
  const letGo = await holdUploads(page, 0);
  await begin('Second comer', 'WIDG 4', [jpeg('late.jpg')]);
  const body = { pressmark: 'WIDG 4', sgtt: 'First comer', parentCollectionsUuids: [root] };
  expect((await client.call(importItem, { body })).status).toBe(201);
  letGo();
  const row = person.rowOf(await person.openUploads(), 'Second comer');
  await row.and(page.locator('[data-status=ERROR]')).waitFor();
  await row.getByText('This pressmark ID already exists').first().waitFor();
  await person.expectAccessible();
  await row.getByRole('textbox', { name: widget.newPressmark }).fill('WIDG 4 bis');
  await row.getByRole('button', { name: widget.importAgain, exact: true }).click();
  await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
  // The client looks whether its call had come through after all, and finds that it had not.
  person.expectFault(/409 \(Conflict\)|404 \(Not Found\) \(\S+\/meta\/images\//);
});

test('[WIDG-15, WIDG-17] leaving during an upload is asked about, and afterwards its row is gone', async () => {
  const { page } = person;
  const letGo = await holdUploads(page, 0);
  await begin('Left alone', 'WIDG 5', [jpeg('left.jpg')]);
  await person.rowOf(await person.openUploads(), 'Left alone').waitFor();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  letGo();
  const list = await person.openUploads();
  expect(await person.rowOf(list, 'Left alone').count()).toBe(0);
});

test('[WIDG-16] an upload that is processed is followed on after a reload', async () => {
  const { page } = person;
  const large = await drawnImage('jpeg', 6000, 5000, 5);
  await begin('Followed on', 'WIDG 6', [jpeg('large.jpg', large)]);
  const row = person.rowOf(await person.openUploads(), 'Followed on');
  await row.and(page.locator('[data-status=PROCESSING]')).waitFor();
  await page.reload();
  const again = person.rowOf(await person.openUploads(), 'Followed on');
  await again.and(page.locator('[data-status=COMPLETED]')).waitFor();
});
