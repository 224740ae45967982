import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { makeCatalogue, makePeople } from './made-catalogue.ts';
import { eventually, Person } from './person.ts';
import { en, filled, it } from './words.ts';

const LEAVES = 45;

let armarium: RunningArmarium;
let browser: Browser;
let person: Person;
let leaves: string;

beforeAll(async () => {
  [armarium, browser] = await Promise.all([RunningArmarium.start(), openBrowser()]);
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    leaves = await make.collection('Leaves', [root]);
    for (let number = 1; number <= LEAVES; number += 1) {
      const padded = String(number).padStart(2, '0');
      await make.item({ sgtt: `Leaf ${padded}`, pressmark: `LEAF ${padded}` }, [leaves]);
    }
  });
  await makePeople(armarium, [
    { name: 'reader', password: 'a-reader-of-books-1', roles: ['ROLE_RESEARCHER'] },
  ]);
});
afterAll(async () => {
  await browser?.close();
  await armarium?.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

/** What the screen of a list has for choosing items. */
const choice = (who = person) => {
  const { page, words } = who;
  return {
    bar: page.getByRole('region', { name: words.selection.bar }),
    all: page.getByRole('checkbox', { name: words.catalogue.chooseAll, exact: true }),
    box: (title: string) =>
      page.getByRole('checkbox', { name: filled(words.catalogue.choose, { title }), exact: true }),
    chosen: (count: number | string) =>
      page.getByText(filled(words.selection.chosen, { formatted: count }), { exact: true }),
    ticked: () => page.locator('article input[type=checkbox]:checked').count(),
  };
};
const focusedCard = () =>
  person.page.evaluate(() => document.activeElement?.closest('article')?.querySelector('h3')?.textContent);
const placeOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top);

test('[GRID-01, GRID-14, GRID-16, GRID-17, GRID-20] chosen items are counted, and a click chooses as long as any is', async () => {
  const { page } = person;
  const { bar, all, box, chosen, ticked } = choice();
  await page.goto(`/ui/catalog/${leaves}`);
  await person.cardOf('LEAF 01').waitFor();
  expect(await bar.count()).toBe(0);
  const before = await placeOf(person.cardOf('LEAF 07'));
  await box('Leaf 01').check();
  await chosen(1).waitFor();
  expect(await placeOf(person.cardOf('LEAF 07'))).toBe(before);
  await person.cardOf('LEAF 03').click();
  await chosen(2).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/ui/catalog/${leaves}`);
  await person.cardOf('LEAF 05').click({ modifiers: ['Shift'] });
  await chosen(4).waitFor();
  await person.cardOf('LEAF 04').click();
  await chosen(3).waitFor();
  expect(await box('Leaf 04').isChecked()).toBe(false);
  await person.expectAccessible();
  expect(await all.evaluate((element: HTMLInputElement) => element.indeterminate)).toBe(true);
  await all.check();
  await chosen(20).waitFor();
  await all.uncheck();
  await bar.waitFor({ state: 'detached' });
  expect(await ticked()).toBe(0);
});

test('[GRID-19] a click opens the item while nothing is chosen', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${leaves}`);
  await person.cardOf('LEAF 02').click();
  await page.getByRole('heading', { level: 1, name: 'Leaf 02' }).waitFor();
});

test('[GRID-28] the selection holds over pages, going back and a reload, and belongs to its list', async () => {
  const { page } = person;
  const { bar, box, chosen } = choice();
  await page.goto(`/ui/catalog/${leaves}`);
  await box('Leaf 02').check();
  const pages = page.getByRole('navigation', { name: en.catalogue.itemPages });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await box('Leaf 21').check();
  await chosen(2).waitFor();
  await page.reload();
  await chosen(2).waitFor();
  expect(await box('Leaf 21').isChecked()).toBe(true);
  // The keyboard opens an item while others are chosen.
  await person.cardOf('LEAF 22').getByRole('link').press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Leaf 22' }).waitFor();
  expect(await bar.count()).toBe(0);
  await page.goBack();
  await chosen(2).waitFor();
  await page.goBack();
  await eventually(() => box('Leaf 02').isChecked()).toBe(true);
  await page.goto('/ui/catalog/results?searchTerm=leaf+02');
  await box('Leaf 02').waitFor();
  expect(await bar.count()).toBe(0);
});

test('all that match can be chosen, and single ones left out', async () => {
  const { page } = person;
  const { bar, all, box, chosen } = choice();
  await page.goto(`/ui/catalog/${leaves}`);
  await all.check();
  await chosen(20).waitFor();
  await bar.getByRole('button', { name: filled(en.selection.chooseMatching, { formatted: LEAVES }) }).click();
  await bar.getByText(filled(en.selection.allChosen, { formatted: LEAVES }), { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Page 3' }).click();
  await box('Leaf 45').uncheck();
  await chosen(44).waitFor();
  expect(await box('Leaf 44').isChecked()).toBe(true);
  await bar.getByRole('button', { name: en.selection.clear }).click();
  await bar.waitFor({ state: 'detached' });
  expect(await box('Leaf 44').isChecked()).toBe(false);
});

test('by the keyboard arrows move, x chooses, the shift key extends, Escape clears', async () => {
  const { page } = person;
  const { bar, box, chosen, ticked } = choice();
  await page.goto(`/ui/catalog/${leaves}`);
  await person.cardOf('LEAF 01').getByRole('link').focus();
  await page.keyboard.press('ArrowRight');
  await eventually(focusedCard).toBe('Leaf 02');
  await page.keyboard.press('x');
  await chosen(1).waitFor();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await chosen(3).waitFor();
  expect(await focusedCard()).toBe('Leaf 04');
  await page.keyboard.press('Shift+ArrowLeft');
  await chosen(2).waitFor();
  expect(await box('Leaf 04').isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  expect(await ticked()).toBe(0);
});

test('[SEARCH-12, SEARCH-13] the results of a search are chosen and counted alike', async () => {
  const { page } = person;
  const { all, chosen } = choice();
  await page.goto('/ui/catalog/results?searchTerm=leaf');
  await person.cardOf('LEAF').first().waitFor();
  await all.check();
  await chosen(20).waitFor();
  await person.expectAccessible();
});

test('[GRID-21, GRID-22, GRID-23] by touch the first tap highlights, the second opens, and a long press chooses', async () => {
  const guest = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
    it,
  );
  const { page } = guest;
  const { box, chosen } = choice(guest);
  await page.goto(`/ui/catalog/${leaves}`);
  const card = guest.cardOf('LEAF 01');
  await card.waitFor();
  expect(
    await box('Leaf 01').evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity),
  ).toBe('1');
  await card.tap();
  await card.getByText(it.catalogue.open, { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/ui/catalog/${leaves}`);
  await guest.expectAccessible();
  const other = guest.cardOf('LEAF 02');
  const { x = 0, y = 0 } = (await other.boundingBox()) ?? {};
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: x + 80, y: y + 90 }],
  });
  await chosen(1).waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await box('Leaf 02').isChecked()).toBe(true);
  await guest.expectAccessible();
  await other.tap();
  await chosen(1).waitFor({ state: 'detached' });
  await card.tap();
  await page.getByRole('heading', { level: 1, name: 'Leaf 01' }).waitFor();
  await guest.leave();
});

test('whoever may do nothing with chosen items is offered no choice', async () => {
  const reader = await Person.arrive(browser, armarium);
  await reader.openSession('reader', 'a-reader-of-books-1');
  await reader.page.goto(`/ui/catalog/${leaves}`);
  await reader.cardOf('LEAF 01').waitFor();
  expect(await reader.page.getByRole('checkbox').count()).toBe(0);
  await reader.leave();
});
