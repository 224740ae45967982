import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { getStory, updateStory } from '@armarium/contract/story-calls';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, signedIn } from '../harness/importing.ts';
import { eventually } from '../harness/waiting.ts';
import { colouredStory } from './coloured-story.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { en } from './words.ts';

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** What the Storiiies viewer gives of itself. */
interface Storiiies {
  readonly viewer: {
    readonly viewport: {
      getBounds(isCurrent: boolean): Rectangle;
      viewportToImageRectangle(of: Rectangle): Rectangle;
    };
  };
}

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let manifest: string;
let story: string;
/** A site of somebody else, with the Storiiies viewer. */
let site: Server;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  const made = await colouredStory(client);
  ({ story } = made);
  const params = { uuid: story };
  const body = { visibility: 'public' as const, confirmedImages: [...made.images] };
  expectStatus(await client.call(updateStory, { params, body }), 200);
  manifest = (await client.call(getStory, { params })).body._links.manifest.href;
  const script = createRequire(import.meta.url).resolve('@cogapp/storiiies-viewer');
  const files = {
    '/viewer.js': ['text/javascript', script],
    '/viewer.css': ['text/css', join(dirname(script), '../storiiies-viewer.css')],
  } as const;
  const page = `<!doctype html><title>Elsewhere</title><link rel="stylesheet" href="/viewer.css">
    <script src="/viewer.js"></script><div id="viewer" style="width:800px;height:600px"></div>
    <script>window.viewer = new StoriiiesViewer({ container: '#viewer', manifestUrl: ${JSON.stringify(manifest)} })</script>`;
  site = createServer((request, response) => {
    const file = files[request.url as keyof typeof files] as (typeof files)[keyof typeof files] | undefined;
    if (!file) return void response.setHeader('content-type', 'text/html').end(page);
    void readFile(file[1]).then((content) => response.setHeader('content-type', file[0]).end(content));
  }).listen(0, '127.0.0.1');
});
afterAll(async () => {
  client.close();
  await new Promise((resolve) => site.close(resolve));
});

test('Mirador shows the steps of a story as annotations, each at its region', async () => {
  const person = await Person.arrive(browser, armarium);
  const { page } = person;
  await page.goto(`/images/viewers/iiif/?manifest=${encodeURIComponent(manifest)}`);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await page.getByRole('tab', { name: 'Annotations' }).click();
  const steps = page.getByRole('complementary').getByRole('menuitem');
  await eventually(() => steps.allInnerTexts()).toEqual([
    expect.stringContaining('About Red') as string,
    expect.stringContaining('About Yellow') as string,
  ]);
  // A click on the picture chooses the step whose region lies there. Mirador warns of its own selectors meanwhile.
  person.expectConsole(/An input selector returned a different result/);
  const box = await page.locator('.openseadragon-canvas').boundingBox();
  if (!box) throw new Error('Mirador shows no picture.');
  const scale = Math.min(box.width / 3200, box.height / 2400);
  const clickAt = (x: number, y: number) =>
    page.mouse.click(box.x + box.width / 2 + (x - 1600) * scale, box.y + box.height / 2 + (y - 1200) * scale);
  const chosen = page.getByRole('complementary').locator('[role=menuitem].Mui-selected');
  for (const [title, x, y] of [
    ['Yellow', 2600, 1900],
    ['Red', 600, 500],
  ] as const) {
    await clickAt(x, y);
    await eventually(() => chosen.allInnerTexts()).toEqual([
      expect.stringContaining(`About ${title}`) as string,
    ]);
  }
  await person.leave();
});

test('the Storiiies viewer tells the steps on the first image of a story, each at its region', async () => {
  const person = await Person.arrive(browser, armarium);
  const { page } = person;
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  await page.getByText('Colours').first().waitFor();
  // What is seen has the region in its middle, as large as it fits.
  const seen = () =>
    page.evaluate(() => {
      const { viewport } = (Reflect.get(window, 'viewer') as Storiiies).viewer;
      const { x, y, width, height } = viewport.viewportToImageRectangle(viewport.getBounds(true));
      return [x + width / 2, y + height / 2, Math.min(width / 4, height / 3)].map(Math.round);
    });
  for (const [title, x, y] of [
    ['Red', 600, 500],
    ['Yellow', 2600, 1900],
  ] as const) {
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByText(`About ${title}`).waitFor();
    await eventually(seen).toEqual([x, y, 200]);
  }
  await person.leave();
});

test('a story goes out as a file and comes in again as it was', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  await page.goto(`/ui/story/editor/${story}`);
  await page.getByRole('button', { name: en.storyEditor.share, exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: en.sharing.story.saveManifest }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Colours.json');
  const saved = await file.path();
  await page.goto('/ui/story');
  await page.getByRole('button', { name: en.stories.import.title }).click();
  const dialog = page.getByRole('dialog', { name: en.stories.import.title });
  await dialog.locator('input[type=file]').setInputFiles(saved);
  await dialog.getByText(en.stories.import.complete).waitFor();
  await dialog.getByRole('link', { name: en.stories.import.openStory }).click();
  await page.waitForURL(/\/story\/editor\//);
  await page.getByRole('heading', { level: 1, name: 'Colours' }).waitFor();
  const stepsOf = async (uuid: string) =>
    expectStatus(await client.call(getStory, { params: { uuid } }), 200).annotations.map((step) => ({
      ...step,
      '@id': '',
      check: null,
    }));
  const uuid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(uuid).not.toBe(story);
  expect(await stepsOf(uuid)).toEqual(await stepsOf(story));
  await person.leave();
});
