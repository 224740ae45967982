import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, resolve } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { Person, type FileToChoose } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled } from './words.ts';

const { choosing, upload: words } = en;
const { widget } = words;
const samples = resolve(import.meta.dirname, '../../../shared/data');
const isLacking = !existsSync(samples);

let armarium: Site;
let browser: Browser;
let person: Person;
let image: Buffer;
let web: Server;
let origin: string;
/** Answers who asks for `slow.png`, once somebody does. */
let answerSlow: (() => void) | undefined;

beforeAll(async () => {
  web = createServer((request, response) => {
    if (request.url?.endsWith('.gone.png')) response.writeHead(404).end();
    else if (request.url?.endsWith('slow.png'))
      answerSlow = () => response.writeHead(200, { 'content-type': 'image/png' }).end(image);
    else response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  });
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  [armarium, browser] = await openSite();
  image = await drawnImage('png', 400, 300);
});
afterAll(async () => {
  await new Promise((done) => web?.close(done));
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
  await person.page.goto('/ui/catalog');
});
afterEach(async () => {
  await person.leave();
});

const sample = (path: string): FileToChoose => ({
  name: basename(path),
  mimeType: 'application/octet-stream',
  buffer: readFileSync(join(samples, path)),
});

async function secondStep(title: string, pressmark: string): Promise<Locator> {
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, title, '', pressmark);
  await person.goOn(wizard);
  return wizard;
}
const typeIn = (wizard: Locator) => wizard.getByRole('combobox', { name: choosing.type });
const setFiles = (wizard: Locator, ...files: FileToChoose[]) =>
  wizard.locator('input[type=file][multiple]').setInputFiles(files);

async function chooseThrough(button: Locator, file: FileToChoose): Promise<void> {
  const chooser = person.page.waitForEvent('filechooser');
  await button.press('Enter');
  await (await chooser).setFiles(file);
}

test('[UPL-26] an image is fetched by its address, before the upload, and a refusal stands at the field', async () => {
  const { page } = person;
  const wizard = await secondStep('From afar', 'KIND 2');
  const address = wizard.getByRole('textbox', { name: choosing.address.image });
  const download = wizard.getByRole('button', { name: choosing.address.download });
  await address.fill(`${origin}/leaf.gone.png`);
  await download.click();
  await wizard.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();
  expect(await address.inputValue()).toBe(`${origin}/leaf.gone.png`);
  await person.expectAccessible();
  await address.fill(`${origin}/leaf.png`);
  await address.press('Enter');
  await wizard.getByText('leaf.png', { exact: true }).waitFor();
  expect(await address.inputValue()).toBe('');
  const [request] = await Promise.all([
    page.waitForRequest('**/ccc/importCulturalItem'),
    person.upload(wizard),
  ]);
  expect(request.postDataJSON()).toMatchObject({ images: [{ originalFilename: 'leaf.png' }] });
  const row = person.rowOf(await person.openUploads(), 'From afar');
  await row.and(page.locator('[data-status=COMPLETED]')).waitFor();
  person.expectFailure(422, 'POST', /^\/ccc\/uploadFile$/);
});

test('what is being fetched by its address outlives the look at another type, and is not left behind by Upload', async () => {
  const { page } = person;
  const wizard = await secondStep('In the meantime', 'KIND 5');
  const address = wizard.getByRole('textbox', { name: choosing.address.image });
  const uploads = wizard.getByRole('button', { name: words.upload, exact: true });
  await person.chooseFiles(wizard, [{ name: 'a.png', mimeType: 'image/png', buffer: image }]);
  await address.fill(`${origin}/slow.png`);
  await wizard.getByText(choosing.address.open).waitFor();
  expect(await uploads.isDisabled()).toBe(true);
  await address.press('Enter');
  await wizard.getByText(choosing.address.wait).waitFor();
  expect(await uploads.isDisabled()).toBe(true);
  await person.expectAccessible();
  await typeIn(wizard).selectOption('audio');
  await wizard.getByText(filled(choosing.behind_other, { count: 2 })).waitFor();
  await eventually(() => answerSlow).toBeDefined();
  answerSlow?.();
  await typeIn(wizard).selectOption('image');
  await wizard.getByText('slow.png', { exact: true }).waitFor();
  const [request] = await Promise.all([
    page.waitForRequest('**/ccc/importCulturalItem'),
    person.upload(wizard),
  ]);
  expect(request.postDataJSON()).toMatchObject({
    images: [{ originalFilename: 'a.png' }, { originalFilename: 'slow.png' }],
  });

  // Closed in the middle, after asking, it fetches and makes nothing.
  const closed = await secondStep('Given up', 'KIND 6');
  await closed.getByRole('textbox', { name: choosing.address.image }).fill(`${origin}/slow.png`);
  await closed.getByRole('button', { name: choosing.address.download }).click();
  await closed.getByText(choosing.address.downloading).waitFor();
  const aborted = page.waitForEvent('requestfailed', (failed) => failed.url().endsWith('/ccc/uploadFile'));
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: words.leave.title });
  await question.getByRole('button', { name: words.leave.discard }).click();
  await closed.waitFor({ state: 'detached' });
  await aborted;
  expect(await person.rowOf(await person.openUploads(), 'Given up').count()).toBe(0);
});

test.skipIf(isLacking)(
  `[UPL-16, UPL-48, UPL-51, IMP-40] real files of every kind are uploaded${isLacking ? ' (skipped: ../shared/data is absent)' : ''}`,
  async () => {
    const { page } = person;
    let wizard = await secondStep('A cow', 'KIND 3');
    await typeIn(wizard).selectOption('model3D');
    await wizard.getByRole('radio', { name: choosing.mode.separate }).check();
    await setFiles(wizard, sample('models3d/cow/cow.obj'));
    await chooseThrough(
      wizard.getByRole('button', { name: choosing.model.addMaterial }),
      sample('models3d/cow/cow.mtl'),
    );
    await wizard.getByText('cow.mtl', { exact: true }).waitFor();
    expect(await wizard.getByText('Material: missing').count()).toBe(0);
    await person.upload(wizard);
    const list = await person.openUploads();
    const cow = person.rowOf(list, 'A cow');
    await cow.and(page.locator('[data-status=COMPLETED]')).waitFor();
    await cow.getByRole('button', { name: filled(widget.expand, { name: 'A cow' }) }).click();
    await cow.getByRole('img', { name: widget.kinds.model3Ds }).waitFor();
    const addTexture = cow.getByRole('button', { name: widget.addPart.texture });
    await person.expectAccessible();
    await chooseThrough(addTexture, sample('models3d/cow/cow_texture.png'));
    await addTexture.waitFor({ state: 'detached' });
    await cow.and(page.locator('[data-status=COMPLETED]')).waitFor();
    expect(await addTexture.count()).toBe(0);
    await page.keyboard.press('Escape');

    const calls: { path: string; body: Record<string, unknown> }[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/ccc/import'))
        calls.push({ path, body: request.postDataJSON() as Record<string, unknown> });
    });
    wizard = await secondStep('A booklet', 'KIND 4');
    await typeIn(wizard).selectOption('pdf');
    await person.chooseFiles(wizard, [sample('pdf/text_only_pdfa1b.pdf'), sample('pdf/veraPDFHiRes.pdf')]);
    await person.upload(wizard);
    const booklet = person.rowOf(await person.openUploads(), 'A booklet');
    await booklet.and(page.locator('[data-status=COMPLETED]')).waitFor();
    expect(calls.map(({ path }) => path)).toEqual(['/ccc/importCulturalItem', '/ccc/importPdf']);
    expect(calls[0]?.body).toMatchObject({ images: [], audios: [], videos: [], model3Ds: [] });
    expect(calls[1]?.body).toMatchObject({ originalFilename: 'text_only_pdfa1b.pdf' });
    await page.keyboard.press('Escape');

    // To an item that exists, no PDF is offered.
    wizard = await person.openWizard();
    await wizard.getByRole('tab', { name: words.tabs.existing }).click();
    await wizard.getByRole('radio', { name: /A booklet/ }).check({ force: true });
    await person.goOn(wizard);
    expect(await typeIn(wizard).locator('option').allInnerTexts()).toEqual([
      'Image',
      '3D object',
      'Audio',
      'Video',
    ]);
    await typeIn(wizard).selectOption('audio');
    await person.chooseFiles(wizard, [sample('audio/t-rex-roar.mp3')]);
    await person.upload(wizard);
    const heard = page.locator('li[data-status]').filter({ hasText: 'A booklet' }).first();
    await person.openUploads();
    await heard.getByRole('button', { name: filled(widget.expand, { name: 'A booklet' }) }).waitFor();
    await heard.and(page.locator('[data-status=COMPLETED]')).waitFor();
    expect(calls.at(-1)?.path).toBe('/ccc/importAudio');
    expect(calls.at(-1)?.body).toMatchObject({ audioOriginalName: 't-rex-roar.mp3' });
  },
);
