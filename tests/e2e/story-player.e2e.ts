import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSeries, createStory, getStory } from '@armarium/contract/story-calls';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, signedIn } from '../harness/importing.ts';
import { isSoak } from '../harness/soak.ts';
import { eventually } from '../harness/waiting.ts';
import words from '../../apps/web/src/viewers/framed/en.json' with { type: 'json' };
import {
  colouredStory,
  colourOfRegion,
  heading,
  isShown,
  stepName,
  stepOn,
  storyPage,
} from './coloured-story.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { filled } from './words.ts';

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let story: string;
let images: readonly string[];
let person: Person | undefined;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  ({ story, images } = await colouredStory(client));
});
afterAll(() => client?.close());
afterEach(async () => {
  await person?.leave();
  person = undefined;
});

const marks = (page: Page, name: string) =>
  page.evaluate((wanted) => performance.getEntriesByName(`armarium.story.${wanted}`).length, name);

test('[IIIF-17] [PREV-09] a story is played: the camera goes to the area of each step, sharp when it arrives, by keys, buttons and address', async () => {
  person = await Person.signedIn(browser, armarium, { reducedMotion: 'no-preference' });
  const { page } = person;
  await page.goto(storyPage(story));
  await isShown(page);
  expect([await heading(page), await colourOfRegion(page)]).toEqual(['Red', '#b33']);
  // What the next step needs is fetched while this one is read.
  await page.waitForLoadState('networkidle');
  const blanks = await marks(page, 'blank');

  await page.keyboard.press('ArrowRight');
  await page.locator('.player[data-phase=moving]').waitFor();
  await isShown(page);
  expect([await heading(page), await colourOfRegion(page)]).toEqual(['Yellow', '#bb3']);
  const { body } = await client.call(getStory, { params: { uuid: story } });
  const uuids = body.annotations.map((annotation) => annotation['@id'].slice('urn:uuid:'.length));
  expect(new URL(page.url()).hash).toBe(`#${uuids[1]}`);
  await page.waitForLoadState('networkidle');

  await page.getByRole('button', { name: words.story.next }).click();
  await eventually(() => heading(page)).toBe('Blue');
  await isShown(page);
  expect(await colourOfRegion(page)).toBe('#33b');
  await page.getByText(filled(words.story.position, { number: 3, count: 3 })).waitFor();
  // On the way there was no frame without a picture, and no step was called shown before it was sharp.
  expect([await marks(page, 'blank'), await marks(page, 'shown')]).toEqual([blanks, 3]);

  await page.getByRole('link', { name: stepName(1, 'Red') }).click();
  await eventually(() => heading(page)).toBe('Red');
  await page.goto(storyPage(story, '#3'));
  await page.reload();
  await isShown(page);
  expect(await heading(page)).toBe('Blue');
  await page.getByRole('link', { name: stepName(3, 'Blue') }).waitFor();
  await person.expectAccessible();
});

test.runIf(isSoak)(
  'a series is read from its page: a card opens a story, whose last step offers the next one, by keyboard too',
  async () => {
    const annotations = [stepOn(images[1] ?? '', 'Green', '2200,200,800,600')];
    const second = expectStatus(
      await client.call(createStory, { body: { sgtt: 'More colours', annotations } }),
      201,
    );
    const storyboards = [story, second.uuid].map((uuid) => `${armarium.origin}/meta/storyboards/${uuid}`);
    const series = await client.call(createSeries, { body: { sgtt: 'All colours', storyboards } });
    const { _links } = expectStatus(series, 201);
    person = await Person.signedIn(browser, armarium);
    const { page } = person;
    await page.goto(_links.viewer.href);
    await page.getByRole('heading', { level: 1, name: 'All colours' }).waitFor();
    await person.expectAccessible();

    // The whole card leads to the story.
    await page.getByRole('listitem').filter({ hasText: 'More' }).click();
    await isShown(page);
    expect(await heading(page)).toBe('Green');
    const next = page.getByRole('link', { name: `${words.story.nextStory} More colours` });
    expect(await next.count()).toBe(0);
    // The last one leads back to all of them.
    await page.getByRole('link', { name: `${words.story.backToSeries} All colours` }).waitFor();

    await page.goBack();
    await page.getByRole('link', { name: 'Colours', exact: true }).click();
    await isShown(page);
    expect(await next.count()).toBe(0);
    await page.keyboard.press('End');
    // It is put into a place that is read aloud.
    await page.locator('[aria-live=polite]').filter({ has: next }).waitFor();
    await person.expectAccessible();
    // The focus is not lost with the link.
    await next.focus();
    await page.keyboard.press('ArrowLeft');
    await eventually(() => heading(page)).toBe('Yellow');
    expect(await next.count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await eventually(() => heading(page)).toBe('Blue');
    // It stands between the text and the buttons.
    await page.getByRole('link', { name: stepName(3, 'Blue') }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await eventually(() => heading(page)).toBe('Green');
    expect(page.url()).toContain(second.uuid);
  },
);

test('where the player does not come, the story is read as a page', async () => {
  person = await Person.signedIn(browser, armarium);
  const { page } = person;
  await page.route(/\/story-[^/]*\.js$/, (route) => route.abort());
  person.expectFailure(/ERR_FAILED/, 'GET', /story-[^/]*\.js$/);
  await page.goto(storyPage(story));
  await page.getByRole('heading', { level: 2, name: 'Yellow' }).waitFor();
  await page.getByText('About Yellow').waitFor();
  const picture = page.getByRole('img', { name: 'Red · Four colours' });
  await eventually(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(
    0,
  );
  await person.expectAccessible();
});
