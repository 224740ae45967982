import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStory, getStory } from '@armarium/contract/story-calls';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, signedIn } from '../harness/importing.ts';
import { isSoak } from '../harness/soak.ts';
import { eventually } from '../harness/waiting.ts';
import framedWords from '../../apps/web/src/viewers/framed/en.json' with { type: 'json' };
import { colouredStory, colourOfRegion, heading, isShown } from './coloured-story.ts';
import { openSite } from './open-site.ts';
import { Person } from './person.ts';
import type { Site } from './site.ts';
import { en, filled } from './words.ts';

const { picking, storyEditor: words } = en;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let person: Person;
let story: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  ({ story } = await colouredStory(client));
});
afterAll(() => {
  client.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

/** Shows the story beside its fields. @returns the player */
async function openPreview(page: Page, screen: 'desktop' | 'phone'): Promise<Frame> {
  await page.getByText(words.preview[screen], { exact: true }).click();
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  if (!frame) throw new Error('The frame has no document.');
  await isShown(frame);
  return frame;
}
/** How the text of the step is told when its title changes the next time. */
const liveAtChange = (player: Frame) =>
  player.evaluate(
    () =>
      new Promise<string | null>((resolve) => {
        const title = document.querySelector('.told h2');
        if (!title) throw new Error('There is no player.');
        new MutationObserver(() => resolve(title.parentElement?.ariaLive ?? null)).observe(title, {
          childList: true,
        });
      }),
  );
const list = (page: Page) => page.getByRole('list', { name: /^\d+ steps?$/ });
const choose = (page: Page, title: string) =>
  list(page).getByRole('listitem').filter({ hasText: title }).locator('[data-control="open"]').click();
const titleField = (page: Page) => page.getByRole('textbox', { name: words.title, exact: true });
const isStep = (page: Page, number: number, total: number) =>
  page.getByRole('heading', { name: filled(words.stepOf, { number, total }) }).waitFor();

test('[PREV-09] beside its fields a story is shown as its readers will see it, with each change before it is saved', async () => {
  const { page } = person;
  await page.goto(`/ui/story/editor/${story}`);
  const player = await openPreview(page, 'desktop');
  expect([await heading(player), await colourOfRegion(player)]).toEqual(['Red', '#b33']);

  // It is not read aloud to somebody who is writing it.
  const [written] = await Promise.all([liveAtChange(player), titleField(page).fill('Scarlet')]);
  expect(written).toBe('off');
  await eventually(() => heading(player)).toBe('Scarlet');
  await page.getByRole('textbox', { name: words.commentary, exact: true }).click();
  // The text is selected first: without a selection the editor switches bold off again where the browser reports the click late.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+b');
  await eventually(() => player.locator('.told .commentary').innerHTML()).toContain(
    '<strong>About Red</strong>',
  );

  await choose(page, 'Yellow');
  await eventually(() => heading(player)).toBe('Yellow');
  await isShown(player);
  expect(await colourOfRegion(player)).toBe('#bb3');
  // Whoever goes on in the player edits the step that is shown there.
  const next = player.getByRole('button', { name: framedWords.story.next });
  const [gone] = await Promise.all([liveAtChange(player), next.click()]);
  expect(gone).toBe('polite');
  await isStep(page, 3, 3);
  expect(await titleField(page).inputValue()).toBe('Blue');
  await page.keyboard.press('Home');
  await isStep(page, 1, 3);

  await page.getByRole('button', { name: filled(words.deleteOf, { number: 1, name: 'Scarlet' }) }).click();
  await eventually(() => heading(player)).toBe('Yellow');
  expect(await player.locator('.dots a').count()).toBe(2);
  // The keys of the editor work in the frame too.
  await player.locator('.told').click();
  await page.keyboard.press('Control+z');
  await eventually(() => heading(player)).toBe('Scarlet');
  await person.expectAccessible();
  // Nothing of it was saved.
  const { body } = await client.call(getStory, { params: { uuid: story } });
  expect(body.annotations.map(({ label }) => label)).toEqual(['Red', 'Yellow', 'Blue']);
});

test.runIf(isSoak)(
  'the steps of a story that has none yet are shown before they are saved, on a phone too',
  async () => {
    const { uuid } = expectStatus(await client.call(createStory, { body: { sgtt: 'A new one' } }), 201);
    const { page } = person;
    await page.goto(`/ui/story/editor/${uuid}`);
    await page.getByRole('link', { name: words.addFirst }).click();
    await page.getByRole('link', { name: 'Four colours', exact: true }).click();
    const boxes = page.getByRole('checkbox');
    await boxes.nth(1).waitFor();
    for (const index of [0, 1]) await boxes.nth(index).check();
    await page.getByRole('button', { name: filled(picking.addSteps_other, { count: 2 }) }).click();
    await isStep(page, 1, 2);
    const player = await openPreview(page, 'phone');
    expect(await player.evaluate(() => [innerWidth, innerHeight])).toEqual([390, 844]);
    await titleField(page).fill('Whole');
    await eventually(() => heading(player)).toBe('Whole');
    // The area is drawn on a page of its own, and what was shown is shown again.
    await page.getByRole('link', { name: words.editArea }).click();
    const { area } = en;
    const side = (name: keyof typeof area.sides) =>
      page.getByRole('textbox', { name: area.sides[name], exact: true });
    for (const [name, value] of [
      ['width', '800'],
      ['height', '600'],
      ['x', '2200'],
      ['y', '200'],
    ] as const) {
      await side(name).fill(value);
      await side(name).press('Enter');
    }
    await page.getByRole('button', { name: picking.confirm, exact: true }).click();
    const again = await (await page.waitForSelector('iframe')).contentFrame();
    if (!again) throw new Error('The frame has no document.');
    await isShown(again);
    await eventually(() => colourOfRegion(again)).toBe('#3b3');
  },
);
