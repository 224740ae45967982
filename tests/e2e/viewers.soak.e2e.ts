import { addCaptions } from '@armarium/contract/captions';
import { audioCalls, modelCalls, videoCalls } from '@armarium/contract/asset-calls';
import { importPdf } from '@armarium/contract/imports';
import { uploadCalls } from '@armarium/contract/uploads';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
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
import { until } from '../harness/waiting.ts';
import { madePdf } from '../http/made-pdf.ts';
import { zoomToTheLastPixel } from './deep-zoom-view.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, it } from './words.ts';

let armarium: Site;
let browser: Browser;
let item: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  const images = await Promise.all([drawnImage('jpeg', 1600, 1200), drawnImage('png', 900, 1400)]);
  const uploads = [];
  for (const [index, source] of images.entries())
    uploads.push(
      await upload(client, { source, name: `leaf-${index + 1}.${index ? 'png' : 'jpg'}`, type: 'image/*' }),
    );
  item = await importNewItem(client, {
    pressmark: 'VIEW 1',
    sgtt: 'Carta da navigar',
    parents: [await rootUuid(client)],
    uploads,
  });
  await importEnded(client, item);
  client.close();
});

/** The page of the client around a frame of the same origin, which keeps what the frame tells it. */
async function inFrame(person: Person, address: string): Promise<Frame> {
  await person.page.goto('/ui/catalog');
  await person.page.evaluate(async (src) => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    window.addEventListener('message', ({ data }) => told.push(data));
    const frame = document.createElement('iframe');
    Object.assign(frame, { src, id: 'viewer-frame', width: 800, height: 600, title: 'Viewer' });
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.replaceChildren(frame);
    await loaded;
  }, address);
  const frame = person.page.frames().find((one) => one.url().endsWith(address));
  if (!frame) throw new Error(`No frame shows ${address}.`);
  return frame;
}

const told = (person: Person, type: string) =>
  person.page.evaluate(
    (wanted) =>
      (window as unknown as { told: { type: string }[] }).told.filter((one) => one.type === wanted).at(-1),
    type,
  ) as Promise<Record<string, unknown> | undefined>;
const say = (person: Person, message: Record<string, unknown>) =>
  person.page.evaluate((content) => {
    document.querySelector('iframe')?.contentWindow?.postMessage(content, window.location.origin);
  }, message);

test('[IIIF-12] deep zoom, by keyboard and by touch, in both languages', async () => {
  const address = `/images/viewers/dzi/?uuid=${item}`;
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: 'Carta da navigar' }).waitFor();
  await page.locator('[data-phase=open]').waitFor();
  const stage = page.getByRole('application');
  await stage.focus();
  await zoomToTheLastPixel(page, () => page.keyboard.press('+'));
  await page.keyboard.press('0');
  await page.keyboard.press('r');
  await eventually(() => page.locator('#state').innerText()).toMatch(/turned by 90 degrees$/);
  await page.keyboard.press('PageDown');
  await eventually(() => page.getByRole('combobox').locator('option:checked').innerText()).toBe('2. leaf-2');
  await page.locator('[data-phase=open]').waitFor();
  await eventually(() => page.locator('#state').innerText()).toMatch(/turned by 0 degrees$/);
  await page.getByRole('button', { name: en.viewers.fullScreen }).click();
  await page.getByRole('button', { name: en.viewers.leaveFullScreen }).click();
  await person.expectAccessible();
  // In a frame of a size that many sites have, the controls stand in one row.
  await page.setViewportSize({ width: 430, height: 300 });
  await eventually(async () => (await page.getByRole('toolbar').boundingBox())?.height).toBeLessThan(48);
  await person.leave();

  const viewport = { width: 390, height: 700 };
  const phone = await Person.signedIn(browser, armarium, { locale: 'it-IT', viewport, hasTouch: true }, it);
  await phone.page.goto(address);
  await zoomToTheLastPixel(phone.page, () =>
    phone.page.getByRole('button', { name: it.viewers.zoomIn, exact: true }).tap(),
  );
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.expectAccessible();
  await phone.leave();
});

test('[IIIF-12] what a frame shows is read and set by messages of its own origin', async () => {
  const person = await Person.signedIn(browser, armarium);
  const frame = await inFrame(person, `/images/viewers/dzi/?uuid=${item}`);
  await frame.locator('[data-phase=open]').waitFor();
  await eventually(() => told(person, 'armarium:ready')).toMatchObject({ viewer: 'dzi' });
  const wanted = { x: 400, y: 300, width: 400, height: 300 };
  await say(person, { type: 'armarium:set-region', ...wanted });
  await eventually(async () => {
    const region = (await told(person, 'armarium:region')) ?? {};
    // The frame has another shape than the region: what is asked for lies within what is shown.
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(region[name]));
    return x! <= 401 && y! <= 301 && x! + width! >= 799 && y! + height! >= 599 && width! < 700;
  }).toBe(true);
  const before = await told(person, 'armarium:region');
  // What is no region, and what another site says, changes nothing.
  await say(person, { type: 'armarium:set-region', x: 'wide', y: 0, width: 1, height: 1 });
  await frame.evaluate(() => {
    const message = { type: 'armarium:set-region', x: 0, y: 0, width: 9, height: 9 };
    window.dispatchEvent(new MessageEvent('message', { data: message, origin: 'https://elsewhere.example' }));
  });
  await say(person, { type: 'armarium:get-region' });
  await eventually(() => told(person, 'armarium:region')).toEqual(before);
  await person.leave();
});

test('[IIIF-13, IIIF-26] the IIIF viewer opens a manifest of this installation, and says so of others', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const manifest = `${armarium.origin}/iiif/presentation/3/${item}/manifest`;
  await page.goto(`/images/viewers/iiif/?manifest=${encodeURIComponent(manifest)}`);
  await page.getByRole('heading', { name: 'Carta da navigar' }).first().waitFor();
  await page.locator('.openseadragon-canvas canvas').first().waitFor();
  await person.settled();
  await person.expectAccessible();

  await page.goto('/images/viewers/iiif/?manifest=https://elsewhere.example/manifest.json');
  await page.getByRole('heading', { name: 'This manifest is of another catalogue' }).waitFor();
  person.expectFailure(400, 'GET', /^\/images\/viewers\/iiif\/$/);
  await person.expectAccessible();
  await person.leave();
});

const samples = resolve(import.meta.dirname, '../../../shared/data');
const media = {
  player_audio: { file: 'audio/t-rex-roar.mp3', send: uploadCalls.audio, calls: audioCalls },
  player_video: { file: 'video/flower.mp4', send: uploadCalls.video, calls: videoCalls },
  viewer_3d: { file: 'models3d/derived-cow.zip', send: uploadCalls.zip, calls: modelCalls },
} as const;
type Player = keyof typeof media;

/** Why a test of these can't be run here; empty where it can. */
function lacking(players: readonly Player[]): string {
  const without = players
    .map((player) => media[player])
    .filter(({ file }) => !existsSync(resolve(samples, file)));
  return without.length === 0
    ? ''
    : ` (skipped: ${without.map(({ file }) => file).join(', ')} not beside the project)`;
}

/** Captions from the first moment to long after the samples' end. */
async function caption(client: HttpClient, recording: string): Promise<void> {
  const source = Buffer.from('WEBVTT\n\n00:00.000 --> 01:00.000\nUn <i>suono</i>\n');
  const sent = await client.upload(uploadCalls.captions, { source, name: 'it.vtt', type: 'text/vtt' });
  const body = { uploadUuid: expectStatus(sent, 201).uuid, language: 'it', label: 'Italiano' };
  expectStatus(await client.call(addCaptions, { params: { uuid: recording }, body }), 201);
}

/** Imports the samples as one item. @returns its uuid, and the addresses of its players once they stand */
async function imported(pressmark: string, players: readonly Player[]) {
  const client = await signedIn(armarium);
  const parents = [await rootUuid(client)];
  const uuid = await importNewItem(client, { pressmark, sgtt: 'Suono, film, mucca', parents });
  for (const player of players) {
    const { file, send, calls } = media[player];
    const source = await readFile(resolve(samples, file));
    const name = file.split('/').at(-1) ?? file;
    const sent = await client.upload(send, { source, name, type: 'application/octet-stream' });
    const body = { culturalItemUuid: uuid, uuid: expectStatus(sent, 201).uuid };
    expectStatus(await client.call(calls.import, { body }), 202);
    if (player !== 'viewer_3d') await caption(client, expectStatus(sent, 201).uuid);
  }
  const links = await until(
    'the item leads to its players',
    async () => {
      const { body } = await client.send<{ _links: Partial<Record<Player, { href: string }>> }>(
        'GET',
        `/meta/culturalItems/${uuid}`,
      );
      const found = players.map((player) => body._links[player]?.href ?? '');
      return found.includes('') ? undefined : found;
    },
    120_000,
  );
  client.close();
  return { uuid, links };
}

/** The item's page, at one of its views; a viewer's page in its frame. */
async function viewOf(person: Person, uuid: string, name: keyof typeof en.viewing) {
  const { page, words } = person;
  const views = page.getByRole('group', { name: words.viewing.views });
  if (!(await views.isVisible())) {
    const client = await signedIn(armarium);
    await page.goto(`/ui/catalog/${await rootUuid(client)}/cultural-item/${uuid}`);
    client.close();
  }
  await views.getByRole('button', { name: words.viewing[name], exact: true }).click();
  return page.frameLocator('main iframe');
}

test('[CONST-02, ITEM-08, ITEM-31] the page of an item changes between its own deep zoom and the IIIF viewer', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const viewer = await viewOf(person, item, 'advanced');
  await viewer.locator('.mirador-viewer, .mirador-osd').first().waitFor();
  const src = await page.locator('main iframe').getAttribute('src');
  expect(src).toContain('/images/viewers/iiif/?manifest=');
  await person.expectAccessible();
  await page.reload();
  await viewer.locator('.mirador-viewer, .mirador-osd').first().waitFor();
  await viewOf(person, item, 'images');
  await page.getByRole('button', { name: en.viewers.zoomIn, exact: true }).waitFor();
  expect(await page.locator('main iframe').count()).toBe(0);
  await person.leave();
});

const recordings = ['player_audio', 'player_video'] as const;
test.skipIf(lacking(recordings) !== '')(
  `[IIIF-15, IIIF-16, ITEM-28, ITEM-29] a sound and a video are played on pages of their own and on that of their item${lacking(recordings)}`,
  { timeout: 240_000 },
  async () => {
    const { uuid, links } = await imported('VIEW 2', recordings);
    const person = await Person.signedIn(browser, armarium);
    const { page } = person;
    const currentTime = () =>
      page.locator('audio, video').evaluate((element) => (element as HTMLMediaElement).currentTime);
    for (const href of links) {
      await page.goto(href);
      await page.locator('[data-phase=open]').waitFor();
      await page.getByRole('button', { name: 'Play' }).click();
      await eventually(currentTime).toBeGreaterThan(0.1);
      await page.keyboard.press('k');
      await page.getByRole('button', { name: 'Play' }).waitFor();
      const slider = page.getByRole('slider', { name: 'Position' });
      await slider.press('Home');
      await eventually(currentTime).toBe(0);
      await slider.press('ArrowRight');
      await eventually(currentTime).toBeGreaterThan(0.5);
      expect(await slider.getAttribute('aria-valuetext')).toMatch(/^0:0\d of 0:0\d$/);
      // Over a video the browser draws them, out of reach; under a sound we do.
      const shown = () =>
        page.locator('audio, video').evaluate((element) => {
          const { textTracks } = element as HTMLMediaElement;
          const [track] = [...textTracks].filter(({ mode }) => mode !== 'disabled');
          const cues = [...(track?.activeCues ?? [])].map(
            (cue) => (cue as VTTCue).getCueAsHTML().textContent,
          );
          const text = document.querySelector('.cues')?.textContent;
          return track && { mode: track.mode, cues, text };
        });
      const isSound = href === links[0];
      expect(await shown()).toBeUndefined();
      await page.getByRole('button', { name: 'Play' }).focus();
      await page.keyboard.press('c');
      await eventually(shown).toEqual({
        mode: isSound ? 'hidden' : 'showing',
        cues: ['Un suono'],
        ...(isSound && { text: 'Un suono' }),
      });
      expect(await page.getByRole('combobox', { name: 'Captions' }).inputValue()).not.toBe('');
      await page.keyboard.press('c');
      await eventually(shown).toBeUndefined();
      await person.expectAccessible();
    }
    for (const name of ['audio', 'video'] as const) {
      const player = await viewOf(person, uuid, name);
      await player.getByRole('button', { name: 'Play' }).click();
      // The page shows the title already.
      expect((await player.getByRole('heading', { level: 1 }).boundingBox())?.height).toBeLessThan(2);
      await eventually(() =>
        player.locator(name).evaluate((element) => (element as HTMLMediaElement).currentTime),
      ).toBeGreaterThan(0.1);
      await person.expectAccessible();
    }
    await person.leave();
  },
);

const models = ['viewer_3d'] as const;
// Without a graphics card the processor draws every pixel of a model: one page, a small one, shows all of it.
test.skipIf(lacking(models) !== '')(
  `[IIIF-14, ITEM-27] a model is shown on the page of its item, in Italian on a phone, and turned${lacking(models)}`,
  { timeout: 240_000 },
  async () => {
    const { uuid } = await imported('VIEW 3', models);
    const viewport = { width: 390, height: 844 };
    const person = await Person.signedIn(browser, armarium, { locale: 'it-IT', viewport }, it);
    const { page } = person;
    const client = await signedIn(armarium);
    await page.addInitScript(() => {
      const kept: unknown[] = [];
      Object.assign(window, { told: kept });
      window.addEventListener('message', ({ data }) => kept.push(data));
    });
    await page.goto(`/ui/catalog/${await rootUuid(client)}/cultural-item/${uuid}`);
    client.close();
    // There is nothing else to choose from.
    const viewer = page.frameLocator('main iframe');
    await viewer.locator('[data-phase=open]').waitFor();
    await eventually(() => told(person, 'armarium:ready')).toMatchObject({ viewer: '3d' });
    expect(await page.getByRole('group', { name: it.viewing.views }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const angle = async () => (await told(person, 'armarium:view'))?.['theta_deg'];
    const first = await angle();
    await viewer.getByRole('button', { name: 'Gira a destra' }).click();
    await eventually(angle).not.toBe(first);
    await viewer.getByRole('button', { name: 'Ripristina la vista' }).click();
    await eventually(angle).toBe(0);
    await viewer.locator('model-viewer .userInput').press('ArrowRight');
    await eventually(angle).not.toBe(0);
    await page.keyboard.press('0');
    await eventually(angle).toBe(0);
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    await viewer.getByRole('button', { name: it.viewers.fullScreen }).click();
    await eventually(isFull).toBe(true);
    await viewer.getByRole('button', { name: it.viewers.leaveFullScreen }).click();
    await eventually(isFull).toBe(false);
    await person.expectAccessible();
    await person.leave();
  },
);

test('what is written on a page of a PDF stands beside its image, also of the next page and after a reload', async () => {
  const client = await signedIn(armarium);
  const parent = await rootUuid(client);
  const pages = ['Registro primo', 'Carta seconda'].map((text) => ({ width_pt: 360, height_pt: 180, text }));
  const file = { source: madePdf(pages), name: 'registro.pdf', type: 'application/pdf' };
  const { uuid } = expectStatus(await client.upload(uploadCalls.pdf, file), 201);
  const image = { source: await drawnImage('png', 300, 200), name: 'leaf.png', type: 'image/png' };
  const book = await importNewItem(client, {
    pressmark: 'VIEW TEXT',
    sgtt: 'Registro',
    parents: [parent],
    uploads: [await upload(client, image)],
  });
  expectStatus(await client.call(importPdf, { body: { culturalItemUuid: book, uuid } }), 202);
  await importEnded(client, book);
  client.close();

  const person = await Person.signedIn(browser, armarium);
  const { page, words } = person;
  await page.goto(`/ui/catalog/${parent}/cultural-item/${book}?image=2`);
  const text = page.getByRole('region', { name: words.viewing.pageTextOf });
  const toggle = page.getByRole('button', { name: words.viewing.pageText, exact: true });
  await toggle.click();
  await text.getByText('Registro primo').waitFor();
  await person.expectAccessible();
  await page.getByRole('button', { name: words.item.nextImage, exact: true }).click();
  await text.getByText('Carta seconda').waitFor();
  await page.reload();
  await text.getByText('Carta seconda').waitFor();
  const previous = page.getByRole('button', { name: words.item.previousImage, exact: true });
  await previous.click();
  await text.getByText('Registro primo').waitFor();
  // A photograph has none.
  await previous.click();
  await text.getByText(words.viewing.noPageText).waitFor();
  await toggle.click();
  await eventually(() => text.count()).toBe(0);
  expect(await toggle.count()).toBe(0);
  await person.leave();

  const viewport = { width: 390, height: 844 };
  const phone = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', viewport, colorScheme: 'dark' },
    it,
  );
  await phone.page.goto(`/ui/catalog/${parent}/cultural-item/${book}?image=2&text=open`);
  await phone.page.getByRole('region', { name: it.viewing.pageTextOf }).getByText('Registro primo').waitFor();
  await phone.page.locator('[data-phase=open]').waitFor();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.expectAccessible();
  await phone.leave();
});
