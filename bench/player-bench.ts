import { createStory } from '@armarium/contract/story-calls';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page, Request } from 'playwright-core';
import { newVisitor, openBrowser } from '../tests/harness/browser.ts';
import type { BenchContext } from './bench-context.ts';
import { BenchServer, successful } from './bench-server.ts';
import { measuredRow, type MeasuredRow } from './measured-row.ts';
import { noisyImage } from './noisy-image.ts';
import { signIn, watch } from './page-watch.ts';

const ROUNDS = 5;
/** Of a hundred megapixels, and of a common scan. */
const LARGE = { width: 12_000, height: 8400 } as const;
const SMALL = { width: 2012, height: 2683 } as const;
/** How long a step is read before the next one is asked for. */
const READ_ms = 1500;

/** Steps, as shares of an image: the large one but for two. The middle of a step lies far from the one before, or near it. */
const steps: readonly {
  readonly image: 'large' | 'small';
  /** x, y, width, height. */
  readonly part: readonly [number, number, number, number];
}[] = [
  { image: 'large', part: [0, 0, 1, 1] },
  { image: 'large', part: [0.1, 0.1, 0.2, 0.2] },
  { image: 'large', part: [0.7, 0.65, 0.08, 0.1] },
  { image: 'large', part: [0.72, 0.7, 0.02, 0.02] },
  { image: 'large', part: [0, 0.4, 1, 0.1] },
  { image: 'small', part: [0, 0, 1, 1] },
  { image: 'small', part: [0.2, 0.1, 0.4, 0.3] },
  { image: 'large', part: [0.45, 0, 0.1, 1] },
  { image: 'large', part: [0.05, 0.8, 0.3, 0.15] },
  { image: 'large', part: [0.9, 0.02, 0.08, 0.1] },
  { image: 'large', part: [0.3, 0.3, 0.4, 0.4] },
  { image: 'large', part: [0.001, 0.001, 0.003, 0.003] },
  { image: 'large', part: [0, 0, 1, 1] },
];

export interface PlayerResult {
  readonly steps: number;
  readonly rounds: number;
  /** A budget is that of the worst; of times, that of the median. */
  readonly rows: readonly MeasuredRow[];
}

/** What one look at the story gave. */
interface Look {
  readonly firstSharp_ms: number;
  /** Of each step after the first. */
  readonly moves: readonly { readonly requests: number; readonly ahead_ms: number }[];
  readonly blank: number;
  readonly unsharp: number;
  readonly script_ms: number;
}

/**
 * A story over an image of a hundred megapixels and a common one, played in a real browser by its own performance entries;
 * each round begins with an empty cache.
 */
export async function playerBench({ folder, profile, isQuick, say }: BenchContext): Promise<PlayerResult> {
  const repository = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['armarium.mjs', 'build'], { cwd: repository, stdio: 'inherit' });
  const server = await BenchServer.start(profile);
  const browser = await openBrowser();
  try {
    say('imports the images');
    const assets = {
      large: await imported(server, folder, 'large', LARGE),
      small: await imported(server, folder, 'small', SMALL),
    };
    const story = await madeStory(server, assets);
    const path = `/images/viewers/story/?storyID=${story}`;
    const rounds = isQuick ? 2 : ROUNDS;
    const looks: Look[] = [];
    // The code of the server is warm, and the pyramids are open, before anything counts.
    for (let round = 0; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      const one = await look(browser, server, path);
      if (round > 0) looks.push(one);
    }
    const moves = looks.flatMap((one) => one.moves);
    return {
      steps: steps.length,
      rounds,
      rows: [
        measuredRow(
          'first step sharp, from the navigation, ms',
          1000,
          looks.map((one) => one.firstSharp_ms),
        ),
        measuredRow(
          'steps with a frame without a picture',
          0,
          looks.map((one) => one.blank),
        ),
        measuredRow(
          'steps with a tile coarser than the screen at rest',
          0,
          looks.map((one) => one.unsharp),
        ),
        measuredRow(
          'script of the longest frame, ms',
          50,
          looks.map((one) => one.script_ms),
        ),
        measuredRow(
          'requests for the steps beside, after a step is shown',
          40,
          moves.map((one) => one.requests),
        ),
        measuredRow(
          'until these are answered, ms',
          500,
          moves.map((one) => one.ahead_ms),
        ),
        measuredRow('the article and its styles, without a script, bytes', 60_000, [
          await articleSize(browser, server, path),
        ]),
      ],
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

async function imported(
  server: BenchServer,
  folder: string,
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<string> {
  const file = join(folder, `${name}.jpg`);
  await noisyImage(width, height).jpeg({ quality: 85 }).toFile(file);
  return (await server.importImage(file, 'image/jpeg', `PLAY ${name}`)).asset;
}

async function madeStory(
  server: BenchServer,
  assets: Readonly<Record<'large' | 'small', string>>,
): Promise<string> {
  const annotations = steps.map(({ image, part: [x, y, width, height] }, index) => {
    const size = image === 'large' ? LARGE : SMALL;
    const box = [x * size.width, y * size.height, width * size.width, height * size.height].map(Math.round);
    return {
      label: `Step ${index + 1}`,
      canvasUuid: assets[image],
      resource: [{ chars: `<p>${'What is to be seen here, in a few words. '.repeat(10)}</p>` }],
      on: [{ selector: { default: { value: `xywh=${box.join(',')}` } } }],
    };
  });
  return successful(
    await server.client.call(createStory, { body: { sgtt: 'A hundred megapixels', annotations } }),
  ).uuid;
}

/** Plays the story once in a new window, with nothing in its cache. */
async function look(browser: Browser, server: BenchServer, path: string): Promise<Look> {
  const visitor = await newVisitor(browser, server.armarium.origin, {
    viewport: { width: 1440, height: 900 },
  });
  const { page, context } = visitor;
  await signIn(context, server);
  await page.addInitScript(watch);
  await page.addInitScript(() => performance.setResourceTimingBufferSize(5000));
  await page.goto(path);
  const firstSharp_ms = await shownAt(page, 1);
  await page.waitForTimeout(READ_ms);
  const moves = [];
  await page.evaluate(() => (window.benched.frames.length = 0));
  for (let number = 2; number <= steps.length; number += 1) {
    await page.keyboard.press('ArrowRight');
    const shown_ms = await shownAt(page, number);
    await page.waitForTimeout(READ_ms);
    moves.push(await requestsAfter(page, shown_ms));
  }
  const marked = (name: string) =>
    page.evaluate(
      (wanted) =>
        performance
          .getEntriesByName(`armarium.story.${wanted}`)
          .filter((entry) => ((entry as PerformanceMark).detail as number) > 0).length,
      name,
    );
  const result = {
    firstSharp_ms,
    moves,
    blank: await marked('blank'),
    unsharp: await marked('unsharp'),
    script_ms: await page.evaluate(() => Math.max(0, ...window.benched.frames)),
  };
  await visitor.leave();
  return result;
}

/** Waits until so many steps have been shown. @returns when the last one was, in milliseconds since the navigation */
async function shownAt(page: Page, count: number): Promise<number> {
  await page.waitForFunction(
    (wanted) => performance.getEntriesByName('armarium.story.shown').length >= wanted,
    count,
  );
  return page.evaluate(
    (wanted) => performance.getEntriesByName('armarium.story.shown')[wanted - 1]?.startTime ?? NaN,
    count,
  );
}

const requestsAfter = (page: Page, shown_ms: number) =>
  page.evaluate((since) => {
    const requests = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ startTime }) => startTime >= since,
    );
    const last = Math.max(since, ...requests.map(({ responseEnd }) => responseEnd));
    return { requests: requests.length, ahead_ms: last - since };
  }, shown_ms);

/** What the story read as a page weighs on the wire before its images. */
async function articleSize(browser: Browser, server: BenchServer, path: string): Promise<number> {
  const context = await browser.newContext({ baseURL: server.armarium.origin, javaScriptEnabled: false });
  await signIn(context, server);
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(`${path}&view=page`, { waitUntil: 'networkidle' });
  const texts = requests.filter((request) =>
    ['document', 'stylesheet', 'script'].includes(request.resourceType()),
  );
  const sizes = await Promise.all(texts.map((request) => request.sizes()));
  await context.close();
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}
