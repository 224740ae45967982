import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStory, updateStory } from '@armarium/contract/story-calls';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, signedIn } from '../harness/importing.ts';
import { eventually } from '../harness/waiting.ts';
import english from '../../apps/web/src/viewers/framed/en.json' with { type: 'json' };
import italian from '../../apps/web/src/viewers/framed/it.json' with { type: 'json' };
import toolsOf from '../../apps/web/src/viewers/en.json' with { type: 'json' };
import { colouredStory, colourOfRegion, heading, isShown, stepOn, storyPage } from './coloured-story.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { en, filled, it } from './words.ts';

const { story: words } = english;
const { viewers: tools } = toolsOf;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let story: string;
let images: readonly string[];
let person: Person | undefined;
/** A site of somebody else with the story in a frame. */
let site: Server;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  ({ story, images } = await colouredStory(client));
  const frame = `<iframe src="${armarium.origin}${storyPage(story)}" width="800" height="500" title="Story"></iframe>`;
  const script = '<script>window.told=[];addEventListener("message",({data})=>told.push(data))</script>';
  site = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>Elsewhere</title>${script}${frame}`);
  }).listen(0, '127.0.0.1');
});
afterAll(async () => {
  client?.close();
  await new Promise((resolve) => site.close(resolve));
});
beforeEach(() => {
  person = undefined;
});
afterEach(async () => {
  await person?.leave();
});

async function opened(more = '', options: Parameters<typeof Person.signedIn>[2] = {}): Promise<Page> {
  person = await Person.signedIn(browser, armarium, options);
  await person.page.goto(storyPage(story, more));
  await isShown(person.page);
  return person.page;
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return one?.getAttribute('aria-label') ?? one?.getAttribute('title') ?? one?.tagName;
  });
const reachesOutside = (card: Locator) =>
  card.evaluate((one) => {
    const { right, bottom } = one.getBoundingClientRect();
    return right > window.innerWidth || bottom > window.innerHeight;
  });

test('by keyboard alone: the focus stays, the end is the end, and the picture moves without a mouse', async () => {
  const page = await opened();
  await button(page, words.next).focus();
  for (const title of ['Yellow', 'Blue', 'Blue']) {
    await page.keyboard.press('Enter');
    await eventually(() => heading(page)).toBe(title);
  }
  expect(await focused(page)).toBe(words.next);
  expect(await button(page, words.next).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Home');
  await eventually(() => heading(page)).toBe('Red');
  await page.keyboard.press('End');
  await eventually(() => heading(page)).toBe('Blue');
  await isShown(page);

  await page.keyboard.press('+');
  await page.keyboard.press('Shift+ArrowRight');
  const back = page.locator('.player > .back');
  await back.focus();
  await page.keyboard.press('Escape');
  await back.waitFor({ state: 'hidden' });
  expect(await focused(page)).toBe('MAIN');
  await isShown(page);
  expect(await colourOfRegion(page)).toBe('#33b');

  await button(page, words.more).press('Enter');
  await page.getByRole('button', { name: tools.zoomIn }).press('Enter');
  await button(page, words.back).first().waitFor();
  await person?.expectAccessible();
  await button(page, words.about).press('Enter');
  const manifest = page.getByRole('link', { name: 'IIIF manifest' });
  await manifest.waitFor();
  await manifest.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe(words.about);
});

test('it goes on by itself once it is asked to, and stops where somebody touches it, and at the end', async () => {
  const page = await opened('', { reducedMotion: 'no-preference' });
  await button(page, words.play).click();
  await eventually(() => heading(page)).toBe('Yellow');
  await page.locator('canvas').click();
  await button(page, words.play).waitFor();
  await page.waitForTimeout(2500);
  expect(await heading(page)).toBe('Yellow');
  await page.keyboard.press('p');
  await eventually(() => heading(page)).toBe('Blue');
  await isShown(page);
  await button(page, words.play).waitFor();
  // Whoever wants no motion is offered none, from the moment that they say so.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await button(page, words.play).waitFor({ state: 'hidden' });
});

test('on a phone: the card is below, is pulled up, and a swipe turns the page, in Italian', async () => {
  person = await Person.signedIn(
    browser,
    armarium,
    { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark', locale: 'it' },
    it,
  );
  const { page } = person;
  await page.goto(storyPage(story));
  await isShown(page);
  const card = page.locator('.card');
  expect([await card.getAttribute('data-side'), await reachesOutside(card)]).toEqual(['below', false]);
  await page.getByText(filled(italian.story.position, { number: 1, count: 3 })).waitFor();
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  async function swipe(y: number) {
    await touch('touchStart', 300, y);
    for (const x of [260, 200, 140, 90]) await touch('touchMove', x, y);
    await touch('touchEnd', 90, y);
  }
  await swipe(300);
  await eventually(() => heading(page)).toBe('Yellow');
  await isShown(page);
  const box = await card.boundingBox();
  await swipe((box?.y ?? 0) + 60);
  await eventually(() => heading(page)).toBe('Blue');
  await page.getByRole('button', { name: italian.story.expand }).click();
  await page.getByRole('button', { name: italian.story.collapse }).waitFor();
  await person.expectAccessible();
});

test('a frame on another site is told each step, and commands from there are not heard', async () => {
  await client.call(updateStory, {
    params: { uuid: story },
    body: { visibility: 'public', confirmedImages: [...images] },
  });
  person = await Person.arrive(browser, armarium);
  const { page } = person;
  const other = armarium.origin.includes('127.0.0.1') ? 'localhost' : '127.0.0.1';
  await page.goto(`http://${other}:${(site.address() as AddressInfo).port}/`);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame?.locator('.player[data-phase=shown]').waitFor();
  const told = () => page.evaluate(() => (window as unknown as { told: object[] }).told);
  expect((await told()).at(0)).toEqual({ type: 'armarium.story.step', index: 0, count: 3 });
  await page.evaluate(() =>
    document
      .querySelector('iframe')
      ?.contentWindow?.postMessage({ type: 'armarium.story.go', index: 2 }, '*'),
  );
  await frame?.getByRole('button', { name: words.next, exact: true }).click();
  await eventually(async () => (await told()).at(-1)).toEqual({
    type: 'armarium.story.step',
    index: 1,
    count: 3,
  });
  await frame?.getByRole('button', { name: words.next, exact: true }).click();
  await eventually(async () => (await told()).at(-1)).toEqual({ type: 'armarium.story.end' });

  // A window of the same origin is heard.
  await page.goto('/ui/login');
  await page.evaluate(async (address) => {
    const element = document.createElement('iframe');
    Object.assign(element, { src: address, width: '800', height: '500', title: 'Story' });
    document.body.replaceChildren(element);
  }, storyPage(story));
  const ours = await (await page.waitForSelector('iframe')).contentFrame();
  await ours?.locator('.player[data-phase=shown]').waitFor();
  await page.evaluate(() =>
    document
      .querySelector('iframe')
      ?.contentWindow?.postMessage({ type: 'armarium.story.go', index: 2 }, window.location.origin),
  );
  await eventually(() => ours?.getByRole('heading', { level: 2 }).innerText()).toBe('Blue');
  await page.goto('about:blank');
  expectStatus(
    await client.call(updateStory, { params: { uuid: story }, body: { visibility: 'private' } }),
    200,
  );
});

test('pictures that don’t come are said at their step, asked for again, and the story goes on', async () => {
  person = await Person.signedIn(browser, armarium);
  const { page } = person;
  let isLost = true;
  await page.route(new RegExp(`/iiif/3/${images[1]}/`), (route) =>
    isLost ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  person.allowFailure(404, 'GET', /^\/iiif\/3\//);
  await page.goto(storyPage(story));
  await isShown(page);
  await page.waitForLoadState('networkidle');
  // It was fetched ahead in vain, which is nothing to the reader of this step.
  expect(await page.locator('.lost').isVisible()).toBe(false);
  await page.goto(storyPage(story, '#3'));
  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: words.closed });
  await notice.waitFor();
  expect(await heading(page)).toBe('Blue');
  isLost = false;
  await notice.getByRole('button', { name: tools.again }).click();
  await eventually(() => colourOfRegion(page)).toBe('#33b');
});

test('a story of one step has no buttons to turn, one whose address is wrong begins at its beginning, and long texts are scrolled by keys', async () => {
  const long = stepOn(images[0] ?? '', 'Long', '0,0,3200,100');
  const chars = `<p>${'To be read, and read on. '.repeat(30)}</p>`;
  const body = { sgtt: 'One', annotations: [{ ...long, resource: [{ chars }] }] };
  const { uuid } = expectStatus(await client.call(createStory, { body }), 201);
  person = await Person.signedIn(browser, armarium, { viewport: { width: 430, height: 300 } });
  const { page } = person;
  await page.goto(storyPage(uuid, '#100%'));
  await isShown(page);
  expect([await button(page, words.next).count(), await button(page, words.play).count()]).toEqual([0, 0]);
  const text = page.locator('.text');
  await text.focus();
  await page.keyboard.press('PageDown');
  await eventually(() => text.evaluate((one) => one.scrollTop)).toBeGreaterThan(0);
  await person.expectAccessible();
  await page.goto(storyPage(story, '#7'));
  await isShown(page);
  expect(await heading(page)).toBe('Red');
});

test('[PREV-01] [PREV-02] [PREV-03] the editor saves before its preview, which shows what readers see, and leads back', async () => {
  person = await Person.signedIn(browser, armarium);
  const { page } = person;
  const { storyEditor, ui } = en;
  await page.goto(`/ui/story/editor/${story}`);
  const preview = page.getByRole('button', { name: storyEditor.preview.open, exact: true });
  const title = page.getByRole('textbox', { name: storyEditor.title, exact: true });
  await title.fill('Scarlet');
  await preview.click();
  const question = page.getByRole('dialog', { name: storyEditor.preview.question });
  await question.getByRole('button', { name: storyEditor.leave.stay }).click();
  await question.waitFor({ state: 'detached' });
  expect(await preview.evaluate((one) => one === document.activeElement)).toBe(true);
  await preview.click();
  await question.getByRole('button', { name: storyEditor.preview.save }).click();
  await page.waitForURL(`**/ui/story/editor/${story}/preview`);
  const frame = page.frameLocator('iframe');
  await frame.locator('.player[data-phase=shown]').waitFor();
  await frame.getByRole('heading', { level: 2, name: 'Scarlet' }).waitFor();
  await person.expectAccessible();
  await page.getByRole('dialog').getByRole('button', { name: ui.close, exact: true }).click();
  await page.waitForURL(`**/ui/story/editor/${story}`);
  await eventually(() => preview.evaluate((one) => one === document.activeElement)).toBe(true);
  // Nothing is left to save, so nothing is asked.
  await preview.click();
  await frame.getByRole('heading', { level: 2, name: 'Scarlet' }).waitFor();
  await page.goBack();
  await title.waitFor();
});
