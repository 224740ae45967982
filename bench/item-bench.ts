import { arrangeImages } from '@armarium/contract/image-calls';
import { getContactSheet } from '@armarium/contract/contact-sheet';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { en } from '../tests/e2e/words.ts';
import { newVisitor, openBrowser } from '../tests/harness/browser.ts';
import type { BenchContext } from './bench-context.ts';
import { BenchServer, successful } from './bench-server.ts';
import { itemOfImages } from './many-images.ts';
import { measuredRow, type MeasuredRow } from './measured-row.ts';
import { answered, press, signIn, watch, type Answered } from './page-watch.ts';

const IMAGES = 1000;
const CANVASES = 5000;
const ROUNDS = 7;
/** The most thumbnails that a spun wheel may ask for: of the beginning, of the end, and what is seen before it is quick. */
const WHEELED = 200;
/** A wheel that spins: each turn of it scrolls by a notch. */
const NOTCH_px = 120;
/** The picture of an image in a list. */
const THUMBNAIL = '/iiif/3/[^/]+/full/\\d+,\\d*/0/default\\.jpg\\?version=';
/** A tile of the viewer, and not the picture of a card. */
const TILE = '/iiif/3/[^/]+/(?:\\d+,\\d+,\\d+,\\d+|full)/\\d*,\\d*/0/default\\.jpg$';

/** What one look at the page gave: milliseconds, but for the shift and the thumbnails, which have no unit, and bytes where they are named. */
interface Look {
  readonly paint_ms: number;
  readonly tile_ms: number;
  readonly tileFromAnswer_ms: number;
  readonly shift: number;
  readonly listByKeys: Answered;
  readonly listByMouse: Answered;
  readonly sheetOpened_ms: number;
  readonly sheetByKeys: Answered;
  readonly sheetByMouse: Answered;
  /** The thumbnails that had been asked for once a wheel had been spun from the first image to the last one. */
  readonly sheetThumbnails: number;
  readonly sheetByWheel: Answered;
  /** Script of the advanced viewer's own, before anybody asked for it and after. */
  readonly advancedBefore_bytes: number;
  readonly advancedAfter_bytes: number;
}

export interface ItemResult {
  readonly images: number;
  readonly rounds: number;
  /** A budget is that of the median. */
  readonly rows: readonly MeasuredRow[];
  readonly advancedBefore_bytes: number;
  readonly advancedAfter_bytes: number;
}

/**
 * The page of an item with a thousand images in a real browser, by what that tells of itself; each round begins with an
 * empty cache.
 * @throws Error where nothing was moved at the server, or the advanced viewer didn't come when it was asked for
 */
export async function itemBench({ folder, profile, isQuick, say }: BenchContext): Promise<ItemResult> {
  const repository = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['armarium.mjs', 'build'], { cwd: repository, stdio: 'inherit' });
  const advanced = scriptsOfAdvanced(`${repository}/apps/web/dist`);
  const server = await BenchServer.start(profile);
  const browser = await openBrowser();
  try {
    say(`loading ${IMAGES} images`);
    const place = await itemOfImages(server, folder, IMAGES);
    // The code is warm, and the pyramids are open, before anything counts.
    await look(browser, server, place, advanced);
    const looks: Look[] = [];
    const rounds = isQuick ? 2 : ROUNDS;
    for (let round = 1; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      looks.push(await look(browser, server, place, advanced));
    }
    say(`manifest of ${CANVASES} canvases`);
    const book = await itemOfImages(server, folder, CANVASES);
    const manifests_ms: number[] = [];
    // The first one is of code that has not run yet.
    for (let round = 0; round <= rounds; round += 1) {
      const took_ms = await manifestRead(server, book.item);
      if (round > 0) manifests_ms.push(took_ms);
    }
    const row = (name: string, budget: number | null, read: (look: Look) => number) =>
      measuredRow(name, budget, looks.map(read));
    const answers = (what: string, read: (look: Look) => Answered) => [
      row(`${what}: script of the longest frame, ms`, 50, (one) => read(one).script_ms),
      row(`${what}: until the next picture, ms`, 100, (one) => read(one).event_ms),
    ];
    return {
      images: IMAGES,
      rounds,
      rows: [
        row('largest contentful paint, ms', 1000, (one) => one.paint_ms),
        row('first tile, from the item’s answer, ms', 500, (one) => one.tileFromAnswer_ms),
        row('first tile, from the navigation, ms', null, (one) => one.tile_ms),
        row('layout shift', 0, (one) => one.shift),
        ...answers('list of files, moved by keys', (one) => one.listByKeys),
        ...answers('list of files, moved by mouse', (one) => one.listByMouse),
        row('contact sheet, until its first images are there, ms', null, (one) => one.sheetOpened_ms),
        ...answers('contact sheet, moved by keys', (one) => one.sheetByKeys),
        ...answers('contact sheet, moved by mouse', (one) => one.sheetByMouse),
        row(`contact sheet, wheeled through: thumbnails asked for`, WHEELED, (one) => one.sheetThumbnails),
        row(
          'contact sheet, wheeled through: script of the longest frame, ms',
          50,
          (one) => one.sheetByWheel.script_ms,
        ),
        measuredRow(`manifest of ${CANVASES} canvases, ms`, 1000, manifests_ms),
      ],
      advancedBefore_bytes: Math.max(...looks.map((one) => one.advancedBefore_bytes)),
      advancedAfter_bytes: Math.min(...looks.map((one) => one.advancedAfter_bytes)),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Built anew, sent and read to its end, milliseconds. @throws Error where it has another number of canvases */
async function manifestRead(server: BenchServer, item: string): Promise<number> {
  const began_ms = performance.now();
  const answer = await fetch(`${server.armarium.origin}/iiif/presentation/3/${item}/manifest`, {
    headers: { cookie: server.cookie },
  });
  const text = await answer.text();
  const took_ms = performance.now() - began_ms;
  const { items } = JSON.parse(text) as { items?: readonly unknown[] };
  if (items?.length !== CANVASES) throw new Error(`${answer.status}: ${text.slice(0, 300)}`);
  return took_ms;
}

/** The chunks of the advanced viewer itself; what it has in common with other pages these may load. */
function scriptsOfAdvanced(dist: string): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Partial<
    Record<string, { readonly file: string }>
  >;
  const files = ['viewers/iiif.html', 'src/viewers/framed/mirador-window.ts'].map(
    (source) => manifest[source]?.file,
  );
  const own = files.filter((file) => file !== undefined);
  if (own.length < files.length) throw new Error('The advanced viewer is in no chunk of its own any more.');
  return new Set(own);
}

type Place = Awaited<ReturnType<typeof itemOfImages>>;

/** Opens the page in a new window, with nothing in its cache, moves images in both places, and asks for the advanced viewer. */
async function look(
  browser: Browser,
  server: BenchServer,
  { collection, item }: Place,
  advanced: ReadonlySet<string>,
): Promise<Look> {
  const visitor = await newVisitor(browser, server.armarium.origin);
  const { page, context, settled } = visitor;
  await signIn(context, server);
  await page.addInitScript(watch);
  let loaded_bytes = 0;
  const bodies: Promise<unknown>[] = [];
  page.on('response', (response) => {
    const script = new URL(response.url()).pathname.replace(/^\/ui\//, '');
    if (!advanced.has(script)) return;
    bodies.push(
      response.body().then(
        ({ length }) => (loaded_bytes += length),
        // Left before it was read.
        () => undefined,
      ),
    );
  });
  const before = await orderOf(server, item);

  await page.goto(`/ui/catalog/${collection}/cultural-item/${item}`);
  await page.waitForFunction(
    (tile) => performance.getEntriesByType('resource').some(({ name }) => new RegExp(tile).test(name)),
    TILE,
  );
  await settled();
  const opened = await page.evaluate(tellOfOpening, { tile: TILE, item: `/meta/culturalItems/${item}` });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button(en.assets.arrange).click();
  const handles = page.locator('main ol button[aria-roledescription]');
  await handles.nth(4).waitFor();
  await settled();
  const moved = async (act: () => Promise<void>): Promise<Answered> => {
    const before = await orderOf(server, item);
    const told = await answered(page, settled, act);
    const after = await orderOf(server, item);
    if (after.join() === before.join()) throw new Error('Nothing was moved.');
    return told;
  };
  const listByKeys = await moved(async () => {
    await handles.first().focus();
    for (const key of [' ', 'ArrowDown', 'ArrowDown', ' ']) await press(page, key);
  });
  const listByMouse = await moved(() => drag(page, handles.nth(0), handles.nth(3), 0.5));

  await page.evaluate(() => performance.mark('sheet'));
  await page.getByRole('link', { name: en.assets.contactSheet, exact: true }).click();
  const thumbnails = new Set<string>();
  page.on('request', (request) => {
    if (new RegExp(THUMBNAIL).test(request.url())) thumbnails.add(request.url());
  });
  const options = page.getByRole('option');
  await options.nth(4).waitFor();
  const sheetOpened_ms = await page.evaluate(
    () => performance.now() - (performance.getEntriesByName('sheet')[0]?.startTime ?? 0),
  );
  await settled();
  const sheetByKeys = await moved(async () => {
    await page.getByRole('listbox').focus();
    for (const key of ['Home', ' ', 'Alt+ArrowRight', 'Alt+ArrowRight', 'Escape']) await press(page, key);
  });
  const sheetByMouse = await moved(() => drag(page, options.nth(0), options.nth(4), 0.9));
  successful(await server.client.call(arrangeImages, { params: { uuid: item }, body: before }));
  const sheetByWheel = await answered(page, settled, () => wheelThrough(page));
  const sheetThumbnails = thumbnails.size;

  await page.goto(`/ui/catalog/${collection}/cultural-item/${item}`);
  await page.locator('[data-phase=open]').waitFor();
  await settled();
  await Promise.all(bodies);
  const advancedBefore_bytes = loaded_bytes;
  await button(en.viewing.advanced).click();
  await page.frameLocator('main iframe').locator('.mirador-viewer').first().waitFor({ timeout: 60_000 });
  await settled();
  await Promise.all(bodies);
  if (loaded_bytes === advancedBefore_bytes) throw new Error('The advanced viewer came without its script.');
  await visitor.leave({ failures: [], lines: /GL Driver Message|ResizeObserver/ });
  return {
    ...opened,
    listByKeys,
    listByMouse,
    sheetOpened_ms,
    sheetByKeys,
    sheetByMouse,
    sheetByWheel,
    sheetThumbnails,
    advancedBefore_bytes,
    advancedAfter_bytes: loaded_bytes - advancedBefore_bytes,
  };
}

/** The links of all images, in their order. */
async function orderOf(server: BenchServer, item: string): Promise<string[]> {
  const { images } = successful(await server.client.call(getContactSheet, { params: { uuid: item } }));
  return images.map(({ _links }) => _links.self.href);
}

/** @param share of the width of the place that it is dropped at */
async function drag(page: Page, what: Locator, where: Locator, share: number): Promise<void> {
  const [from, to] = [await what.boundingBox(), await where.boundingBox()];
  if (!from || !to) throw new Error('What is to be dragged is out of sight.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  await page.mouse.move(to.x + to.width * share, to.y + to.height / 2, { steps: 3 });
  await page.waitForTimeout(120);
  await page.mouse.up();
  // The saving may begin a little later than what is drawn.
  await page.waitForTimeout(600);
}

/** Spins the wheel over the contact sheet until its last image is there, and waits for its picture. @throws Error where it doesn't get there */
async function wheelThrough(page: Page): Promise<void> {
  const sheet = page.getByRole('listbox');
  const last = page.locator(`[role=option][aria-posinset="${IMAGES}"]`);
  await sheet.hover();
  for (let turns = 0; !(await last.isVisible()); turns += 1) {
    if (turns > 10 * IMAGES) throw new Error('The wheel does not lead to the last image.');
    await page.mouse.wheel(0, NOTCH_px);
  }
  await last.locator('img[src]').waitFor();
}

/** Runs in the page, once it is there. */
function tellOfOpening({ tile, item }: { tile: string; item: string }) {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const endOf = (isIt: (address: string) => boolean) => {
    const ends = resources.filter(({ name }) => isIt(name)).map(({ responseEnd }) => responseEnd);
    if (ends.length === 0) throw new Error('What is to be measured was not asked for.');
    return Math.min(...ends);
  };
  const tile_ms = endOf((address) => new RegExp(tile).test(address));
  return {
    paint_ms: window.benched.paint_ms,
    // What a font that comes late moves by a hair counts as nothing.
    shift: Math.round(window.benched.shift * 1000) / 1000,
    tile_ms,
    tileFromAnswer_ms: tile_ms - endOf((address) => address.endsWith(item)),
  };
}
