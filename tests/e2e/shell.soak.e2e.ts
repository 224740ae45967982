import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue, makePeople } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import { usernameAt, type Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it } from './words.ts';

let armarium: Site;
let browser: Browser;
let person: Person;
let collection: string;
let item: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    collection = await make.collection('Shelf', [root]);
    for (let number = 1; number <= 12; number += 1)
      item = await make.item({ sgtt: `Leaf ${number}`, pressmark: `LEAF ${number}` }, [root, collection]);
  });
  await makePeople(armarium, [{ name: 'chooser', password: armarium.password, roles: ['ROLE_ADMIN'] }]);
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

/** Lets the page's clock stand, to be moved by `runFor`; it goes on being drawn. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: en.app.menu });
const isExpanded = async (page: Page) => (await menuOf(page).getAttribute('data-expanded')) === 'true';

test('[SHELL-01, SHELL-02] each page has an address without a hash below /ui/, that opens it directly, again and by Back', async () => {
  const { page } = person;
  const isHere = (path: string) => page.waitForURL((url) => url.pathname === path && url.hash === '');
  const pages = [
    ['/ui/catalog', () => person.cardOf('LEAF 1').first().waitFor()],
    [`/ui/catalog/${collection}`, () => page.getByRole('heading', { name: 'Shelf' }).waitFor()],
    [
      `/ui/catalog/${collection}/cultural-item/${item}`,
      () => page.getByRole('heading', { level: 1, name: 'Leaf 12' }).waitFor(),
    ],
    [
      '/ui/catalog/results',
      () => page.getByRole('heading', { level: 1, name: en.browse.results.title }).waitFor(),
    ],
    ['/ui/support', () => page.locator(`iframe[title="${en.app.supportFrame}"]`).waitFor()],
  ] as const;
  for (const [path, shown] of pages) {
    await page.goto(path);
    await shown();
    await page.reload();
    await shown();
    await isHere(path);
  }
  await page.goto('/ui/catalog');
  await page.getByRole('link', { name: en.app.support }).click();
  await isHere('/ui/support');
  await page.goBack();
  await isHere('/ui/catalog');
  await person.cardOf('LEAF 1').first().waitFor();
});

test('[SHELL-26] by touch the side menu opens beside its entries, and collapses right after an action or a tap elsewhere', async () => {
  const guest = await Person.signedIn(browser, armarium, { hasTouch: true });
  const { page } = guest;
  await page.clock.install();
  await page.goto('/ui/catalog');
  await guest.cardOf('LEAF 1').first().waitFor();
  const beside = { x: 30, y: 90 };
  await page.touchscreen.tap(beside.x, beside.y);
  await eventually(() => isExpanded(page)).toBe(true);
  await guest.expectAccessible();
  await stopClock(page);
  await page.getByRole('link', { name: en.app.catalogue, exact: true }).tap();
  await eventually(() => isExpanded(page)).toBe(false);
  await page.clock.resume();
  await page.touchscreen.tap(beside.x, beside.y);
  await eventually(() => isExpanded(page)).toBe(true);
  await page.touchscreen.tap(900, 70);
  await eventually(() => isExpanded(page)).toBe(false);
  await guest.leave();
});

test('[SHELL-29] the support page is a frame of our own, in the language and the colours of the client', async () => {
  // No other test gets the choices of language and colours.
  const chooser = { ...armarium, username: usernameAt(armarium, 'chooser') };
  const person = await Person.signedIn(browser, chooser);
  const { page } = person;
  const contents = page.waitForResponse('**/ui/help/en.html');
  await page.goto('/ui/catalog');
  await page.getByRole('link', { name: en.app.support }).click();
  await page.waitForURL('**/ui/support');
  await eventually(() => page.title()).toContain(en.app.support);
  expect((await contents).headers()['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
  expect((await contents).headers()['content-security-policy']).toMatch(/frame-ancestors 'self'/);
  const frame = page.frameLocator(`iframe[title="${en.app.supportFrame}"]`);
  await frame.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
  await person.expectAccessible();
  // The page around it doesn't scroll too.
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight <= document.documentElement.clientHeight),
  ).toBe(true);
  await frame.getByRole('link', { name: 'Whom to ask' }).first().click();
  await eventually(() =>
    frame.locator('#ask').evaluate((section) => section.getBoundingClientRect().top < innerHeight),
  ).toBe(true);

  const { scheme } = en.app;
  const schemeOfFrame = () =>
    frame.locator('html').evaluate((element) => element.dataset['mantineColorScheme']);
  const colours = (name: string) =>
    page.getByRole('button', { name: filled(en.app.colourScheme, { name }) }).click();
  await colours(scheme.auto);
  await colours(scheme.light);
  await eventually(schemeOfFrame).toBe('dark');
  // Mantine writes its own fills of the accent behind ours; they vanish on a dark page. This one is mixed of the fifth
  // shade of the accent, #5da9a2, and nothing.
  const fill = () => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--mantine-color-accent-light)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  expect(await page.evaluate(fill)).toBe('color(srgb 0.364706 0.662745 0.635294 / 0.18)');
  await person.expectAccessible();
  await page.getByRole('button', { name: filled(en.app.language, { name: 'English' }) }).click();
  await page
    .frameLocator(`iframe[title="${it.app.supportFrame}"]`)
    .getByRole('heading', { level: 1, name: 'Guida' })
    .waitFor();
  await person.leave();
});

test('the help can be read on a phone, in Italian, without scrolling sideways', async () => {
  const guest = await Person.arrive(browser, armarium, { viewport: { width: 390, height: 844 } }, it);
  const { page } = guest;
  await page.goto('/ui/help/it.html');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityFaults(page)).toEqual([]);
  await guest.leave();
});
