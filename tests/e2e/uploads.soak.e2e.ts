import { importItem } from '@armarium/contract/imports';
import { deleteItem } from '@armarium/contract/deletions';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { importNewItem, rootUuid, signedIn } from '../harness/importing.ts';
import { holdRequests } from './held-requests.ts';
import { Person, type FileToChoose } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled } from './words.ts';
import { isSoak } from '../harness/soak.ts';

const { widget } = en.upload;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let person: Person;
let root: string;
let photograph: Buffer;
let otherPhotograph: Buffer;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  photograph = await drawnImage('jpeg', 900, 700);
  otherPhotograph = await drawnImage('jpeg', 600, 400, 7);
  client = await signedIn(armarium);
  root = await rootUuid(client);
});
afterAll(async () => {
  client?.close();
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

const holdUploads = (page: Page, behind: number) => holdRequests(page, '**/ccc/resumable', behind);
/** Holds back how far the processing is. On a fast machine it ends before a test can look. */
const holdProgress = (page: Page) => holdRequests(page, '**/import-manager/culturalItems/search/**');

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

  const letProgressGo = await holdProgress(page);
  letGo();
  await row.and(page.locator('[data-status=PROCESSING]')).waitFor();
  letProgressGo();
  await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
  await row.getByRole('button', { name: filled(widget.expand, { name: 'Followed' }) }).click();
  const files = row.locator('li[data-status]');
  await eventually(() => files.getByRole('img', { name: widget.kinds.images }).count()).toBe(2);
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

test('a lost connection is waited for, and the upload goes on by itself; pausing halts it', async () => {
  const { page } = person;
  const letGo = await holdUploads(page, 0);
  await begin('Offline', 'WIDG 2', [jpeg('far.jpg')]);
  const list = await person.openUploads();
  const row = person.rowOf(list, 'Offline');
  await row.and(page.locator('[data-status=IN_PROGRESS]')).waitFor();
  await person.context.setOffline(true);
  letGo();
  await row.getByText(widget.waiting).waitFor();
  await person.expectAccessible();
  await row.getByRole('button', { name: filled(widget.pause, { name: 'Offline' }) }).press('Enter');
  await row.getByText(widget.paused).waitFor();
  await person.context.setOffline(false);
  await row.getByRole('button', { name: filled(widget.resume, { name: 'Offline' }) }).press('Enter');
  await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
  person.expectOffline('POST', /^\/ccc\/resumable$/);
});

test('[UPL-28, UPL-29, IMP-08, WIDG-08] where no file can be stored nothing is imported, and another file can take its place', async () => {
  const { page } = person;
  await begin('Nothing of it', 'WIDG 7', [jpeg('words.jpg', Buffer.from('no picture at all'))]);
  const row = person.rowOf(await person.openUploads(), 'Nothing of it');
  await row.and(page.locator('[data-status=ERROR]')).waitFor();
  await row.getByText('No assets to upload').waitFor();
  const remove = row.getByRole('button', { name: filled(widget.remove, { name: 'Nothing of it' }) });
  expect(await remove.count()).toBe(1);
  await person.expectAccessible();
  const choosing = page.waitForEvent('filechooser');
  await row.getByRole('button', { name: filled(widget.chooseAgainFor_one, { name: 'words.jpg' }) }).click();
  await (await choosing).setFiles(jpeg('whole.jpg'));
  await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
  person.expectFailure(422, 'PATCH', /^\/ccc\/resumable\//);
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
  const files = row.locator('li[data-status]');
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
  const failure = filled(en.assets.named.images, { position: 1, name: 'cut.jpg' });
  await alert.getByRole('button', { name: filled(en.assets.retryNamed, { name: failure }) }).click();
  await page.getByText(filled(en.assets.retried, { name: failure })).waitFor();
  // The same file ends the same way.
  await alert.waitFor();
});

test.runIf(isSoak)(
  'a pressmark that somebody takes in the meantime is told, and another one imports the files that are stored',
  async () => {
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
    person.expectFailure(409, 'POST', /^\/ccc\/importCulturalItem$/);
    person.expectFailure(404, 'GET', /^\/meta\/images\//);
  },
);

test('[WIDG-15, WIDG-17] leaving during an upload is asked about; afterwards its row is gone, and choosing the files again goes on with it', async () => {
  const { page } = person;
  // The second file, whichever of the two is read sooner.
  const second = Buffer.from('2.jpg').toString('base64');
  let isHeld = false;
  await page.route('**/ccc/resumable', (route) => {
    if (route.request().headers()['upload-metadata']?.includes(second)) isHeld = true;
    else return route.continue();
  });
  await begin('Left alone', 'WIDG 5', [jpeg('1.jpg'), jpeg('2.jpg', otherPhotograph)]);
  const row = person.rowOf(await person.openUploads(), 'Left alone');
  await row.getByText(filled(widget.sentOf, { uploaded: 1, total: 2 })).waitFor();
  await eventually(() => isHeld).toBe(true);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await page.unroute('**/ccc/resumable');
  const list = await person.openUploads();
  const { interrupted } = en;
  await list.getByRole('heading', { name: interrupted.title }).waitFor();
  await list.getByText(filled(interrupted.there, { there: 1, total: 2 })).waitFor();
  expect(await person.rowOf(list, 'Left alone').count()).toBe(0);
  await person.expectAccessible();

  const choose = async (...files: FileToChoose[]) => {
    const choosing = page.waitForEvent('filechooser');
    await list
      .getByRole('button', { name: filled(interrupted.filesFor, { name: 'Left alone' }) })
      .press('Enter');
    await (await choosing).setFiles(files);
  };
  // The name alone proves nothing where a checksum is known; another name hinders nothing.
  await choose(jpeg('2.jpg', photograph));
  await list.getByText(/2\.jpg is still missing/).waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/ccc/resumable')) sent.push(request.url());
  });
  await choose(jpeg('1.jpg'), jpeg('renamed.jpg', otherPhotograph));
  await person.rowOf(list, 'Left alone').and(page.locator('[data-status=COMPLETED]')).waitFor();
  expect(sent).toHaveLength(1);
  expect(await list.getByRole('heading', { name: interrupted.title }).count()).toBe(0);
});

test('[WIDG-16] an upload that is processed is followed on after a reload', async () => {
  const { page } = person;
  const letGo = await holdProgress(page);
  await begin('Followed on', 'WIDG 6', [jpeg('followed.jpg')]);
  const row = person.rowOf(await person.openUploads(), 'Followed on');
  await row.and(page.locator('[data-status=PROCESSING]')).waitFor();
  await page.reload();
  letGo();
  const again = person.rowOf(await person.openUploads(), 'Followed on');
  await again.and(page.locator('[data-status=COMPLETED]')).waitFor();
});

test('a file that the catalogue has already is added all the same, and the item that has it is named', async () => {
  const { page } = person;
  const page1 = await drawnImage('jpeg', 800, 600, 21);
  await begin('A first copy', 'SAME 1', [jpeg('1.jpg', page1)]);
  const list = await person.openUploads();
  await person.rowOf(list, 'A first copy').and(page.locator('[data-status=COMPLETED]')).waitFor();
  expect(await list.getByText(filled(en.held.title_one, { count: 1 })).count()).toBe(0);
  await page.keyboard.press('Escape');
  await begin('A second copy', 'SAME 2', [jpeg('copy.jpg', page1), jpeg('2.jpg', otherPhotograph)]);
  await person.openUploads();
  const row = person.rowOf(list, 'A second copy');
  await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
  await row.getByText(en.held.text).waitFor();
  await row
    .getByRole('listitem')
    .filter({ hasText: 'copy.jpg' })
    .getByRole('link', { name: 'SAME 1' })
    .waitFor();
  await person.expectAccessible();
  await row.getByRole('link', { name: 'SAME 1' }).click();
  await page.getByRole('heading', { level: 1, name: 'A first copy' }).waitFor();
});

test.runIf(isSoak)(
  'a file that goes from the disk while it is being sent is told, and another is sent in its place',
  async () => {
    const { page } = person;
    const folder = await mkdtemp(join(tmpdir(), 'armarium-upload-'));
    try {
      const path = join(folder, 'moved.jpg');
      await writeFile(path, await drawnImage('jpeg', 900, 700, 22));
      const letGo = await holdUploads(page, 0);
      const wizard = await person.openWizard();
      await person.fillNewItem(wizard, 'Moved away', '', 'DISK 1');
      await person.goOn(wizard);
      const held = page.waitForRequest('**/ccc/resumable');
      await wizard.locator('input[type=file]').first().setInputFiles(path);
      await wizard.getByText('moved.jpg', { exact: true }).waitFor();
      await person.upload(wizard);
      await held;
      await rm(path);
      letGo();
      const row = person.rowOf(await person.openUploads(), 'Moved away');
      await row.and(page.locator('[data-status=ERROR]')).waitFor();
      await row.getByText(en.upload.failure['file-gone'].title).first().waitFor();
      await person.expectAccessible();
      const choosing = page.waitForEvent('filechooser');
      await row
        .getByRole('button', { name: filled(widget.chooseAgainFor_one, { name: 'moved.jpg' }) })
        .click();
      await (await choosing).setFiles(jpeg('found.jpg'));
      await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
      person.expectFailure(/ERR_FILE_NOT_FOUND|ERR_UPLOAD_FILE_CHANGED/, 'PATCH', /^\/ccc\/resumable\//);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test.runIf(isSoak)(
  'two tabs upload at the same time: each sends its own, both show both, and closing one leaves the other',
  async () => {
    const { page } = person;
    const letGo = await holdUploads(page, 0);
    await begin('From the first tab', 'TABS 1', [jpeg('one.jpg', await drawnImage('jpeg', 800, 600, 23))]);
    const list = await person.openUploads();
    const first = person.rowOf(list, 'From the first tab');
    await first.and(page.locator('[data-status=IN_PROGRESS]')).waitFor();

    const other = await person.context.newPage();
    await other.goto('/ui/catalog');
    await other.getByRole('button', { name: en.browse.addItem, exact: true }).click();
    const wizard = other.getByRole('dialog', { name: en.upload.title, exact: true });
    await person.fillNewItem(wizard, 'From the second tab', '', 'TABS 2');
    await person.goOn(wizard);
    await person.chooseFiles(wizard, [jpeg('two.jpg', await drawnImage('jpeg', 800, 600, 24))]);
    await person.upload(wizard);
    const second = person.rowOf(list, 'From the second tab');
    await second.and(page.locator('[data-status=COMPLETED]')).waitFor();
    // What the first tab sends can be halted there alone.
    await other.getByRole('banner').getByRole('button', { name: widget.title }).click();
    const seen = other.locator('li[data-status=IN_PROGRESS]').filter({ hasText: 'From the first tab' });
    await seen.waitFor();
    expect(await seen.getByRole('button', { name: /^Pause/ }).count()).toBe(0);
    await other.close();
    letGo();
    await first.and(page.locator('[data-status=COMPLETED]')).waitFor();
  },
);

test.runIf(isSoak)('an item that somebody deletes while files go to it is told', async () => {
  const { page } = person;
  const uuid = await importNewItem(client, { pressmark: 'GONE 1', sgtt: 'Soon gone', parents: [root] });
  await page.goto(`/ui/catalog/${root}/cultural-item/${uuid}`);
  await page.getByRole('button', { name: en.item.addMedia }).click();
  const wizard = page.getByRole('dialog', { name: en.upload.title, exact: true });
  await person.chooseFiles(wizard, [jpeg('late.jpg')]);
  const letGo = await holdUploads(page, 0);
  await person.upload(wizard);
  const path = deleteItem.path.replace(':uuid', `${uuid}?reason=Twice`);
  expect((await client.call({ ...deleteItem, path })).status).toBe(204);
  letGo();
  const row = person.rowOf(await person.openUploads(), 'Soon gone');
  await row.and(page.locator('[data-status=ERROR]')).waitFor();
  await row
    .getByText(/no longer here/)
    .first()
    .waitFor();
  await person.expectAccessible();
  person.expectFailure(404, 'POST', /^\/ccc\/importImage$/);
  // Whether the page asks for the item once more is a matter of the moment.
  person.allowFailure(404, 'GET', /^\/meta\/culturalItems\//);
});
