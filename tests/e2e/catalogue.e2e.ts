import { importImage } from '@armarium/contract/imports';
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { expectStatus, importEnded, rootUuid, signedIn, upload } from '../harness/importing.ts';
import { watchLayoutShift } from '../harness/layout-shift.ts';
import { zoomToTheLastPixel } from './deep-zoom-view.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { answerTo, Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it } from './words.ts';

/** One page more than a pager has buttons, of 20 each. */
const MANY = 12 * 20 + 1;
const COLLECTIONS = 23;

let armarium: Site;
let browser: Browser;
let person: Person;
let root: string;
/** `Collection 01`, `Collection 02`, … by their place. */
const collections: string[] = [];
/** In both of the first two collections. */
let shared: string;
let pictured: string;
let bare: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  root = await rootUuid(client);
  await makeCatalogue(armarium, async (make) => {
    for (let number = 1; number <= COLLECTIONS; number += 1) {
      const title = `Collection ${String(number).padStart(2, '0')}`;
      collections.push(await make.collection(title, [root], 'What stands here'));
    }
    const [first = '', second = '', third = ''] = collections;
    shared = await make.collection('In both', [first, second]);
    pictured = await make.item(
      { sgtt: 'Pictured', pressmark: 'CAT 1', autn: 'Blaeu', sgti: 'A long description' },
      [shared, third],
    );
    bare = await make.item({ sgtt: 'Bare', pressmark: 'CAT 2' }, [shared]);
    for (let number = 1; number <= MANY; number += 1) {
      const padded = String(number).padStart(3, '0');
      await make.item({ sgtt: `Leaf ${padded}`, pressmark: `LEAF ${padded}` }, [collections[3] ?? '']);
    }
  });
  for (const seed of [1, 2]) {
    const source = await drawnImage('jpeg', 3000, 2200, seed);
    const { uuid } = await upload(client, { source, name: `f. ${seed}.jpg`, type: 'image/jpeg' });
    const answer = await client.call(importImage, { body: { culturalItemUuid: pictured, uuid } });
    expectStatus(answer, 202);
  }
  await importEnded(client, pictured);
  client.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

test('[HOME-09, HOME-10, HOME-11, HOME-12] nine collections first, then all of them in pages', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  const strip = page.getByRole('region', { name: en.catalogue.collections });
  const titles = strip.locator('.record-title');
  await eventually(() => titles.count()).toBe(9);
  expect(await titles.first().innerText()).toBe('Collection 01');
  await strip.getByRole('link', { name: `+${COLLECTIONS - 9} more collections` }).waitFor();
  await person.expectAccessible();
  await strip.getByRole('link', { name: en.catalogue.showAll }).click();
  await eventually(() => titles.count()).toBe(20);
  await strip.getByRole('navigation').getByRole('link', { name: 'Page 2' }).click();
  await eventually(() => titles.allInnerTexts()).toEqual(['Collection 21', 'Collection 22', 'Collection 23']);
  await strip.getByRole('link', { name: en.catalogue.showLess }).click();
  await eventually(() => titles.count()).toBe(9);
});

test('[HOME-02, HOME-03, HOME-05, HOME-06] the breadcrumb follows the parent through which one came', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  await page.getByRole('link', { name: /^Collection 02/ }).click();
  await page.getByRole('link', { name: /^In both/ }).click();
  await page.waitForURL(`**/ui/catalog/${shared}?parentId=${collections[1]}`);
  await page.getByRole('heading', { level: 1, name: 'In both' }).waitFor();
  const crumbs = page.getByRole('navigation', { name: en.catalogue.breadcrumb }).getByRole('listitem');
  await eventually(() => crumbs.allInnerTexts()).toEqual(['Armarium', 'Collection 02', 'In both']);
  await page.goto(`/ui/catalog/${shared}?parentId=${collections[0]}`);
  await eventually(() => crumbs.allInnerTexts()).toEqual(['Armarium', 'Collection 01', 'In both']);
  await crumbs.getByRole('link', { name: 'Collection 01' }).click();
  await page.getByRole('heading', { level: 1, name: 'Collection 01' }).waitFor();
});

test('on a phone the way there is one line that shows its end, and nothing below it moves when it arrives', async () => {
  const guest = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', viewport: { width: 390, height: 844 }, hasTouch: true },
    it,
  );
  const { page } = guest;
  let deepest = '';
  await makeCatalogue(armarium, async (make) => {
    const above = await make.collection('Soprintendenza archivistica della Toscana', [collections[2] ?? '']);
    deepest = await make.collection('Carte topografiche e vedute di città', [above]);
  });
  const shifted = await watchLayoutShift(page);
  const letGo = await guest.holdBack('**/breadcrumb*');
  await page.goto(`/ui/catalog/${deepest}`);
  await guest.settled(1);
  letGo();
  const way = page.getByRole('navigation', { name: it.catalogue.breadcrumb });
  const last = way.getByRole('button');
  await last.waitFor();
  await guest.settled();
  expect(await shifted()).toBeLessThan(0.02);
  const [line, end] = [await way.boundingBox(), await last.boundingBox()];
  expect(line?.height).toBeLessThan(48);
  expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual((line?.x ?? 0) + (line?.width ?? 0) + 5);
  // The beginning is reached as well.
  await way.getByRole('link', { name: 'Armarium' }).tap();
  await page.waitForURL('**/ui/catalog');
  await guest.leave();
});

test('[HOME-04, HOME-17, HOME-18, HOME-19] items stand twenty a page, the page in the address from 1, in the call from 0', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${collections[3]}`);
  const cards = page.getByRole('article');
  await eventually(() => cards.count()).toBe(20);
  const pager = page.getByRole('navigation', { name: en.catalogue.itemPages });
  expect(await pager.getByRole('link', { name: /^Page \d+$/ }).count()).toBeLessThanOrEqual(12);
  await person.expectAccessible();
  await Promise.all([
    page.waitForRequest((asked) => /\/culturalItems\?(.*&)?page=1(&|$)/.test(asked.url())),
    pager.getByRole('link', { name: 'Page 2', exact: true }).click(),
  ]);
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  await person.cardOf('LEAF 021').waitFor();
  await page.goto(`/ui/catalog/${collections[3]}?page=13`);
  await eventually(() => cards.count()).toBe(1);
  await person.cardOf(`LEAF ${MANY}`).waitFor();
});

test('[GRID-02, GRID-03, GRID-05, GRID-08, GRID-11, GRID-12, GRID-13, GRID-19, GRID-30] cards tell what their items are', async () => {
  const { page } = person;
  const states = page.waitForResponse('**/meta/itemStates**');
  await page.goto(`/ui/catalog/${shared}`);
  const card = person.cardOf('Pictured');
  await person.expectPainted(card.locator('img'));
  expect(await card.getByTitle('2 images').innerText()).toBe('2');
  expect(await card.getByTitle(en.catalogue.linked).count()).toBe(1);
  // The title before the pressmark, and nothing of lower priority.
  expect((await card.locator('.record-title, p:not(.visually-hidden)').allInnerTexts()).slice(0, 2)).toEqual([
    'Pictured',
    'CAT 1',
  ]);
  expect(await card.getByText('Blaeu').count()).toBe(0);
  const { _embedded } = (await (await states).json()) as {
    _embedded: { itemStates: { name: string; color: string }[] };
  };
  const dot = card.locator('[data-state]');
  const state = _embedded.itemStates.find(({ name }) => name.length > 0);
  const shown = await dot.getAttribute('data-state');
  const colour = _embedded.itemStates.find(({ name }) => name === shown)?.color ?? state?.color ?? '';
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  expect(await dot.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    `rgb(${channels.join(', ')})`,
  );
  await person.cardOf('Bare').getByText(en.catalogue.noPicture).waitFor();
  expect(await person.cardOf('Bare').getByTitle(en.catalogue.linked).count()).toBe(0);
  await person.expectAccessible();
  await card.click();
  await page.waitForURL(`**/ui/catalog/${shared}/cultural-item/${pictured}`);
});

test('[GRID-04, GRID-10] a broken thumbnail and an unknown state have a look of their own', async () => {
  const { page } = person;
  await page.route('**/iiif/3/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route('**/meta/itemStates**', async (route) => {
    const answer = await answerTo(route);
    const body = (await answer.json()) as { _embedded: { itemStates: unknown[] } };
    body._embedded.itemStates = [];
    await route.fulfill({ response: answer, json: body });
  });
  await page.goto(`/ui/catalog/${shared}`);
  const card = person.cardOf('Pictured');
  await card.getByText(en.catalogue.brokenPicture).waitFor();
  const dot = card.locator('[data-state]');
  await eventually(() => dot.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(0, 0, 0)',
  );
  await person.expectAccessible();
  person.expectFailure(404, 'GET', /^\/iiif\/3\//);
});

test('[GRID-06, GRID-09, API-085] a card says how far its images are, and its dot the state; fields are read page after page', async () => {
  const { page } = person;
  const asked: (string | null)[] = [];
  await page.route(/\/meta\/customMetadataTemplates\?/, (route) => {
    const url = new URL(route.request().url());
    asked.push(url.searchParams.get('page'));
    url.searchParams.set('size', '3');
    return route.continue({ url: url.href });
  });
  await page.route(`**/meta/culturalItemCollections/${shared}/culturalItems?*`, async (route) => {
    const answer = await answerTo(route);
    const body = (await answer.json()) as { _embedded: { culturalItems: { notReadyImagesCount: number }[] } };
    for (const item of body._embedded.culturalItems) item.notReadyImagesCount = 1;
    await route.fulfill({ response: answer, json: body });
  });
  await page.clock.install();
  await page.goto(`/ui/catalog/${shared}`);
  const card = person.cardOf('Pictured');
  await card.getByText('50%', { exact: true }).waitFor();
  // The pressmark is a field of the items, which come after those of the collections.
  await card.getByText('CAT 1').waitFor();
  expect(asked.length).toBeGreaterThan(1);
  expect(asked).toEqual(asked.map((_, index) => String(index)));

  const dot = card.locator('[data-state]');
  const state = (await dot.getAttribute('data-state')) ?? '';
  const tip = page.getByRole('tooltip', { name: state });
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await dot.hover();
  await page.clock.runFor(999);
  expect(await tip.count()).toBe(0);
  await page.clock.runFor(1);
  await page.clock.resume();
  await tip.waitFor();
});

test('[ITEM-02, ITEM-03, ITEM-04, ITEM-05, ITEM-07, ITEM-09, ITEM-10, ITEM-11, ITEM-12, I18N-11, A11Y-09] the page of an item in several collections', async () => {
  const { page } = person;
  const { item } = en.catalogue;
  await page.goto(`/ui/catalog/${shared}/cultural-item/${pictured}`);
  await page.getByRole('heading', { level: 1, name: 'Pictured' }).waitFor();
  const panel = page.getByRole('complementary');
  await panel.getByText('Blaeu').waitFor();
  expect(await panel.getByText('A long description').count()).toBe(0);
  expect(await panel.getByText(/^\d\d\/\d\d\/\d{4}/).count()).toBe(2);
  await page
    .getByRole('button', { name: /^State: / })
    .first()
    .waitFor();
  await person.expectAccessible();

  const all = page.getByRole('button', { name: 'View all metadata' });
  await all.click();
  const dialog = page.getByRole('dialog', { name: item.allMetadata });
  await dialog.getByText('A long description').waitFor();
  await person.expectAccessible();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => all.evaluate((element) => element === document.activeElement)).toBe(true);

  await page
    .getByRole('button', { name: filled(item.inSeveral, { collection: 'In both', count: 2 }) })
    .click();
  const choice = page.getByRole('dialog');
  await eventually(async () => (await choice.getByRole('link').allInnerTexts()).sort()).toEqual([
    'Collection 03',
    'In both',
  ]);
  await person.expectAccessible();
  await choice.getByRole('link', { name: 'Collection 03' }).click();
  await page.waitForURL(`**/ui/catalog/${collections[2]}/cultural-item/${pictured}`);
  await page.getByRole('link', { name: item.back }).click();
  await page.getByRole('heading', { level: 1, name: 'Collection 03' }).waitFor();
});

test('[ITEM-06] an item in one collection names it, and one without images says what to do', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${shared}/cultural-item/${bare}`);
  await page.getByText(filled(en.catalogue.item.in, { collection: 'In both' })).waitFor();
  expect(await page.getByRole('button', { name: /collections$/ }).count()).toBe(0);
  await page.locator('[data-empty]').getByText(en.catalogue.itemWithoutMedia).waitFor();
  await person.expectAccessible();
});

test('[SHELL-03, SHELL-04, SHELL-07, SHELL-15, SHELL-16, SHELL-21, SHELL-24, SHELL-25, SHELL-33] the shell around the pages', async () => {
  const { page } = person;
  await page.goto('/ui/no/such/page');
  await page.waitForURL('**/ui/catalog');
  await page.getByRole('button', { name: en.upload.widget.title }).waitFor();
  await eventually(() => page.title()).toContain('Armarium');
  const menu = page.getByRole('navigation', { name: en.app.menu });
  const isExpanded = async () => (await menu.getAttribute('data-expanded')) === 'true';
  expect(await isExpanded()).toBe(false);
  expect((await menu.boundingBox())?.width).toBeLessThan(100);
  await menu.hover();
  await eventually(isExpanded).toBe(true);
  await person.expectAccessible();
  await menu.getByText('Ada Rossi', { exact: true }).waitFor();
  await menu.getByText('Armarium', { exact: true }).waitFor();
  await menu.getByRole('button', { name: en.app.hideMenu }).click();
  await menu.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: en.app.showMenu }).click();
  await menu.waitFor();

  await page.goto('/ui/catalog/00000000-0000-4000-8000-000000000000');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await person.expectAccessible();
  person.expectFailure(404, 'GET', /^\/meta\/culturalItemCollections\/0{8}-/);
});

test('[I18N-09] the language and the colours that were chosen are remembered', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  const menu = page.getByRole('navigation');
  await menu.getByRole('button', { name: filled(en.app.language, { name: 'English' }) }).click();
  await page.getByRole('heading', { name: it.catalogue.collections }).waitFor();
  const schemes = it.app.scheme;
  for (const [from, to] of [
    [schemes.auto, schemes.light],
    [schemes.light, schemes.dark],
  ]) {
    await page.getByRole('button', { name: filled(it.app.colourScheme, { name: from ?? '' }) }).click();
    await page.getByRole('button', { name: filled(it.app.colourScheme, { name: to ?? '' }) }).waitFor();
  }
  await page.reload();
  await page.getByRole('heading', { name: it.catalogue.collections }).waitFor();
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  expect(await scheme()).toBe('dark');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('it');
  await person.expectAccessible();
  await page.goto(`/ui/catalog/${shared}/cultural-item/${pictured}`);
  await page.locator('[data-phase=open]').waitFor();
  await person.expectAccessible();
});

test('[A11Y-01] from the sign-in to the last pixel by keyboard alone', async () => {
  const { page } = person;
  await person.context.clearCookies();
  await page.goto('/ui/login');
  const username = page.getByRole('textbox', { name: en.session.username });
  await eventually(() => username.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(armarium.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(armarium.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ui/catalog');

  /** Presses Tab until the focus is on something of that name. */
  const tabTo = async (name: RegExp) => {
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
    for (let presses = 0; !name.test(await focused()); presses += 1) {
      expect(presses, `Tab leads to ${String(name)}`).toBeLessThan(60);
      await page.keyboard.press('Tab');
    }
  };
  await page.getByRole('link', { name: /^Collection 01/ }).waitFor();
  await tabTo(/^Collection 01/);
  // Arrows lead from one collection to the next.
  await page.keyboard.press('ArrowRight');
  await tabTo(/^Collection 02/);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /^In both/ }).waitFor();
  await tabTo(/^In both/);
  await page.keyboard.press('Enter');
  await person.cardOf('Pictured').waitFor();
  // One key leads into the list and to the next item, another back.
  const card = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['card'] ?? '');
  await page.keyboard.press('j');
  const first = await card();
  expect(first).not.toBe('');
  await page.keyboard.press('j');
  const second = await card();
  expect([first, '']).not.toContain(second);
  await page.keyboard.press('k');
  expect(await card()).toBe(first);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await tabTo(/^Pictured$/);
  await page.keyboard.press('Enter');
  await page.locator('[data-phase=open]').waitFor();
  await tabTo(/^Deep zoom of /);
  await zoomToTheLastPixel(page, () => page.keyboard.press('+'));
});
