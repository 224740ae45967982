import { listCollectionItems } from '@armarium/contract/collection-calls';
import { getContactSheet } from '@armarium/contract/contact-sheet';
import { createStory, getStoryUseOfImage, listStories } from '@armarium/contract/story-calls';
import type { StoryUse } from '@armarium/contract/story-use';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { en } from '../tests/e2e/words.ts';
import { newVisitor, openBrowser } from '../tests/harness/browser.ts';
import type { BenchContext } from './bench-context.ts';
import { BenchServer, successful } from './bench-server.ts';
import { httpLoad, type LoadSample } from './http-load.ts';
import { itemOfImages } from './many-images.ts';
import { fillCollection } from './many-items.ts';
import { fillStories, STEPS_EACH, TITLE_WORD } from './many-stories.ts';
import { measuredRow, type MeasuredRow } from './measured-row.ts';
import { answered, press, signIn, untilDrawn, watch, type Answered } from './page-watch.ts';
import { inRounds, median, medianRate, ratioOf, type Ratio } from './rounds.ts';

const STORIES = 10_000;
const IMAGES = 1000;
const ITEMS = 2000;
const PAGE_SIZE = 24;
const CLIENTS = 16;
const STEPS = 300;
const ROUNDS = 7;
const TYPED = 'illuminated';

const floor = 'the first page of a collection of items';

export interface StoryResult {
  readonly stories: number;
  readonly clients: number;
  readonly rows: readonly {
    name: string;
    /** Whether it is asked for by a text. */
    isSearch: boolean;
    found: number;
    rate: number;
    ratio: Ratio;
  }[];
  readonly latency: readonly { name: string; clients: number; p50_ms: number; p95_ms: number }[];
  readonly editor: {
    readonly steps: number;
    readonly rounds: number;
    /** A budget is that of the median, ms. */
    readonly rows: readonly MeasuredRow[];
  };
}

/** A page that is asked for again and again, and what it must have. */
interface Listed {
  readonly path: string;
  /** Of the page, from 0; undefined where the answer has no pages. */
  readonly number: number | undefined;
  /** How many records there are, on all pages. */
  readonly found: number;
}

/**
 * The Stories Lab with ten thousand stories, through the API; then the editor of a long story in a real browser.
 * @throws Error where a page has other records than it should, or what was typed is not there
 */
export async function storyBench({ folder, profile, isQuick, say }: BenchContext): Promise<StoryResult> {
  const repository = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['armarium.mjs', 'build'], { cwd: repository, stdio: 'inherit' });
  const server = await BenchServer.start(profile);
  try {
    say('loading');
    const { collection, item } = await itemOfImages(server, folder, IMAGES);
    // The pressmark of the item of images has their number.
    const tenantId = await fillCollection(server, collection, ITEMS, IMAGES);
    const sheet = successful(await server.client.call(getContactSheet, { params: { uuid: item } }));
    const images = sheet.images.map(({ uuid }) => uuid);
    await fillStories(server, tenantId, images, STORIES);
    const pages = await pagesBench(server, pagesOf(collection, images[0] ?? ''), { isQuick, say });

    say(`makes a story of ${STEPS} steps`);
    const story = await longStory(server, images);
    const editor = await editorBench(server, story, { isQuick, say });
    return { stories: STORIES, clients: CLIENTS, ...pages, editor };
  } finally {
    await server.close();
  }
}

function pagesOf(collection: string, image: string): ReadonlyMap<string, Listed> {
  const page = (path: string, found: number, query: Readonly<Record<string, string>> = {}): Listed => ({
    path: `${path}?${new URLSearchParams({ size: String(PAGE_SIZE), ...query })}`,
    number: Number(query['page'] ?? 0),
    found,
  });
  const items = listCollectionItems.path.replace(':uuid', collection);
  return new Map([
    // Those that it is filled with, and the item of the images.
    [floor, page(items, ITEMS + 1)],
    ['all stories, page 1', page(listStories.path, STORIES)],
    ['all stories, page 200', page(listStories.path, STORIES, { page: '199' })],
    [`stories with the word “${TITLE_WORD}”`, page(listStories.path, STORIES, { text: TITLE_WORD })],
    [
      'stories of one image',
      {
        path: getStoryUseOfImage.path.replace(':uuid', image),
        number: undefined,
        found: (STORIES * STEPS_EACH) / IMAGES,
      },
    ],
  ]);
}

/** Pages of stories through the API, against a page of items, which are found by a plain index too. */
async function pagesBench(
  server: BenchServer,
  pages: ReadonlyMap<string, Listed>,
  { isQuick, say }: Pick<BenchContext, 'isQuick' | 'say'>,
): Promise<Pick<StoryResult, 'rows' | 'latency'>> {
  for (const [name, listed] of pages) await expectPage(server, name, listed);
  const load = (path: string, connections: number) =>
    httpLoad({
      port: server.armarium.port,
      pid: server.pid,
      paths: [path],
      headers: { cookie: server.cookie },
      connections,
      duration_ms: isQuick ? 400 : 1000,
    });
  for (const { path } of pages.values()) await load(path, CLIENTS);
  const measured = (connections: number) => {
    say(connections === 1 ? 'measuring one client' : `measuring ${connections} clients`);
    return inRounds<string, LoadSample>(
      isQuick ? 2 : 5,
      Object.fromEntries([...pages].map(([name, { path }]) => [name, () => load(path, connections)])),
    );
  };
  const [many, alone] = [await measured(CLIENTS), await measured(1)];
  const names = [...pages.keys()];
  const latency = [
    [1, alone],
    [CLIENTS, many],
  ] as const;
  return {
    rows: names
      .filter((name) => name !== floor)
      .map((name) => ({
        name,
        isSearch: pages.get(name)?.path.includes('text=') ?? false,
        found: pages.get(name)?.found ?? NaN,
        rate: medianRate(many[name] ?? []),
        ratio: ratioOf(many[name] ?? [], many[floor] ?? []),
      })),
    latency: names.flatMap((name) =>
      latency.map(([clients, samples]) => ({
        name,
        clients,
        p50_ms: median((samples[name] ?? []).map(({ p50_ms }) => p50_ms)),
        p95_ms: median((samples[name] ?? []).map(({ p95_ms }) => p95_ms)),
      })),
    ),
  };
}

/** @throws Error where a page is not full, not the one asked for, or one of another number of records */
async function expectPage(server: BenchServer, name: string, { path, number, found }: Listed): Promise<void> {
  const answer = await fetch(`${server.armarium.origin}${path}`, { headers: { cookie: server.cookie } });
  const text = await answer.text();
  const wrong = () => new Error(`${name}: ${answer.status} ${text.slice(0, 300)} … ${text.slice(-300)}`);
  if (answer.status !== 200) throw wrong();
  if (number === undefined) {
    const { storyboardsCount } = JSON.parse(text) as StoryUse;
    if (storyboardsCount !== found) throw wrong();
    return;
  }
  const { page, _embedded } = JSON.parse(text) as {
    readonly page: { readonly number: number; readonly totalElements: number };
    readonly _embedded: Readonly<Record<string, readonly unknown[]>>;
  };
  const records = Object.values(_embedded).flat();
  if (records.length !== PAGE_SIZE || page.number !== number || page.totalElements !== found) throw wrong();
}

/** @returns the uuid of a story of many steps with texts, the newest one */
async function longStory(server: BenchServer, images: readonly string[]): Promise<string> {
  const annotations = Array.from({ length: STEPS }, (_, index) => ({
    label: `Passo ${index + 1}`,
    canvasUuid: images[index % images.length] ?? '',
    alt: `Una parte della carta ${index + 1}`,
    resource: [
      {
        chars:
          `<p>Il <b>capolettera</b> della carta ${index + 1} fu dipinto dopo la copia del testo.</p>`.repeat(
            5,
          ),
      },
    ],
    on: [{ selector: { default: { value: `xywh=${(index % 10) * 100},${index * 5},800,600` } } }],
  }));
  const story = successful(
    await server.client.call(createStory, { body: { sgtt: 'Storia di trecento passi', annotations } }),
  );
  if (story.annotations.length !== STEPS) throw new Error(`${story.annotations.length} steps of ${STEPS}.`);
  return story.uuid;
}

/** What one look at the editor gave. */
interface Look {
  /** From the click on the story to the picture with all steps and the text editor, its code in the cache of the browser. */
  readonly opened_ms: number;
  /** The same, in a window that has nothing in its cache. */
  readonly first_ms: number;
  readonly title: Answered;
  readonly commentary: Answered;
  /** The title again, while the preview is beside it. */
  readonly beside: Answered;
  /** From the slowest of its keys to the picture of the preview that has it. */
  readonly previewed_ms: number;
}

async function editorBench(
  server: BenchServer,
  story: string,
  { isQuick, say }: Pick<BenchContext, 'isQuick' | 'say'>,
): Promise<StoryResult['editor']> {
  const browser = await openBrowser();
  try {
    const rounds = isQuick ? 2 : ROUNDS;
    const looks: Look[] = [];
    // The first one finds everything cold.
    for (let round = 0; round <= rounds; round += 1) {
      say(`round ${round} of ${rounds}`);
      const seen = await look(browser, server, story);
      if (round > 0) looks.push(seen);
    }
    const row = (name: string, budget: number | null, read: (look: Look) => number) =>
      measuredRow(name, budget, looks.map(read));
    return {
      steps: STEPS,
      rounds,
      rows: [
        row('opened from the lab, ms', 1000, (one) => one.opened_ms),
        row('opened with an empty cache, ms', null, (one) => one.first_ms),
        row('typed in the title: until the next picture, ms', 50, (one) => one.title.event_ms),
        row('typed in the commentary: until the next picture, ms', 50, (one) => one.commentary.event_ms),
        row('typed beside the preview: until the next picture, ms', 50, (one) => one.beside.event_ms),
        row('typed beside the preview: until it is drawn in it, ms', 100, (one) => one.previewed_ms),
      ],
    };
  } finally {
    await browser.close();
  }
}

/**
 * Opens the story from the lab twice, in a new window with nothing in its cache and after a reload, and types in two fields
 * of its first step, in one of them also with the preview beside it.
 */
async function look(browser: Browser, server: BenchServer, story: string): Promise<Look> {
  const { page, context, settled, leave } = await newVisitor(browser, server.armarium.origin);
  await signIn(context, server);
  await page.addInitScript(watch);
  const rows = '[data-control="open"]';
  const open = async (): Promise<number> => {
    await page.goto('/ui/story');
    const card = `[data-card="${story}"]`;
    await page.locator(card).waitFor();
    await settled();
    const opened_ms = await untilDrawn(
      page,
      {
        begun: { selector: card, event: 'click' },
        whole: { [rows]: STEPS, '[role="textbox"][data-field="commentary"]': 1 },
      },
      () => page.locator(card).click(),
    );
    await settled();
    const found = await page.locator(rows).count();
    if (found !== STEPS) throw new Error(`The editor shows ${found} steps of ${STEPS}.`);
    return opened_ms;
  };
  const first_ms = await open();
  const opened_ms = await open();

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const typedIn = async (where: Locator): Promise<Answered> => {
    await where.click();
    await page.keyboard.press('Control+End');
    await settled();
    return answered(page, settled, async () => {
      for (const letter of TYPED) await press(page, letter);
    });
  };
  const title = await typedIn(field(en.storyEditor.title));
  const commentary = await typedIn(field(en.storyEditor.commentary));
  // The row of a step shows its title.
  const shown = await Promise.all([
    page.locator(rows).first().textContent(),
    field(en.storyEditor.commentary).textContent(),
  ]);
  if (!shown.every((text) => text?.includes(TYPED)))
    throw new Error(`Typed, but not shown: ${shown.join('; ')}`);
  const previewed = await watchPreview(page, settled);
  const beside = await typedIn(field(en.storyEditor.title));
  const previewed_ms = await previewed();
  await leave();
  return { opened_ms, first_ms, title, commentary, beside, previewed_ms };
}

/**
 * Shows the preview beside the fields. @returns milliseconds from the slowest key since then to the picture of the player
 * that has it
 */
async function watchPreview(page: Page, settled: () => Promise<void>): Promise<() => Promise<number>> {
  await page.getByText(en.storyEditor.preview.desktop, { exact: true }).click();
  await page.frameLocator('iframe').locator('.player[data-phase="shown"]').waitFor();
  await settled();
  const times = await page.evaluateHandle(() => {
    const player = document.querySelector('iframe')?.contentWindow;
    const title = player?.document.querySelector('.told h2');
    if (!player || !title) throw new Error('There is no player.');
    const drawn_ms: number[] = [];
    let pressed_ms = 0;
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        pressed_ms = performance.timeOrigin + timeStamp;
      },
      { capture: true },
    );
    const onDrawn = () => {
      drawn_ms.push(player.performance.timeOrigin + player.performance.now() - pressed_ms);
    };
    // After the next picture.
    new MutationObserver(() => player.requestAnimationFrame(() => player.setTimeout(onDrawn))).observe(
      title,
      {
        childList: true,
      },
    );
    return drawn_ms;
  });
  return async () => {
    const measured = await times.jsonValue();
    if (measured.length < TYPED.length) throw new Error('The preview does not follow.');
    return Math.max(...measured);
  };
}
