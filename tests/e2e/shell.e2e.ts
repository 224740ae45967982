import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setAvatar } from '@armarium/contract/accounts';
import { getSelf } from '@armarium/contract/session';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { answerTo, Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
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
const widthOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.width ?? 0;

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
      () => page.getByRole('heading', { level: 1, name: en.catalogue.results.title }).waitFor(),
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

test('[SHELL-27] the side menu collapses 500 ms after an action', async () => {
  const { page } = person;
  await page.clock.install();
  await page.goto('/ui/catalog');
  await person.cardOf('LEAF 1').first().waitFor();
  await menuOf(page).hover();
  await eventually(() => isExpanded(page)).toBe(true);
  await stopClock(page);
  await page.getByRole('link', { name: en.app.catalogue, exact: true }).click();
  await page.clock.runFor(499);
  expect(await isExpanded(page)).toBe(true);
  await page.clock.runFor(1);
  await eventually(() => isExpanded(page)).toBe(false);
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

test('the menu opens for the keyboard, and closes when it is left', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  await person.cardOf('LEAF 1').first().waitFor();
  await page.getByRole('link', { name: en.app.catalogue, exact: true }).focus();
  await page.keyboard.press('Tab');
  await eventually(() => isExpanded(page)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ui/audit');
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  expect(await isExpanded(page)).toBe(false);
});

test('the first key leads past header and menu to the content', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  await person.cardOf('LEAF 1').first().waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: en.app.skip });
  expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});

test('[SHELL-29] the support page is a frame of our own, in the language and the colours of the client', async () => {
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
  // Mantine writes its own fills of the accent behind ours; they vanish on a dark page.
  const fill = () => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--mantine-color-accent-light)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  expect(await page.evaluate(fill)).toBe('rgba(93, 169, 162, 0.18)');
  await person.expectAccessible();
  await page.getByRole('button', { name: filled(en.app.language, { name: 'English' }) }).click();
  await page
    .frameLocator(`iframe[title="${it.app.supportFrame}"]`)
    .getByRole('heading', { level: 1, name: 'Guida' })
    .waitFor();
});

test('the help can be read on a phone, in Italian, without scrolling sideways', async () => {
  const guest = await Person.arrive(browser, armarium, { viewport: { width: 390, height: 844 } }, it);
  const { page } = guest;
  await page.goto('/ui/help/it.html');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await accessibilityFaults(page)).toEqual([]);
  await guest.leave();
});

test('on a phone a message covers none of the buttons at its foot', async () => {
  const guest = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', viewport: { width: 390, height: 844 } },
    it,
  );
  const { page, words } = guest;
  const message = page.locator('.mantine-Notifications-notification').first();
  const expectClearOf = async (buttons: Locator) => {
    await message.hover();
    await buttons.first().waitFor();
    const shown = (await message.boundingBox())!;
    const places = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    const lowest = places.filter((place) => place !== null && place.y > 500);
    expect(lowest.length).toBeGreaterThan(1);
    for (const place of lowest) expect(shown.y + shown.height).toBeLessThanOrEqual(place!.y);
  };
  await page.route('**/breadcrumb', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`/ui/catalog/${collection}`);
  await message.waitFor();
  guest.expectFailure(500, 'GET', /\/breadcrumb$/);
  await page
    .getByRole('checkbox', { name: filled(words.catalogue.choose, { title: 'Leaf 1' }) })
    .first()
    .check();
  await expectClearOf(page.getByRole('region', { name: words.selection.bar }).getByRole('button'));
  await page.reload();
  await message.waitFor();
  guest.expectFailure(500, 'GET', /\/breadcrumb$/);
  await expectClearOf((await guest.openWizard()).getByRole('button'));
  await guest.leave();
});

test('[SHELL-31] a message disappears after 5 s, and can be read again', async () => {
  const { page, words } = person;
  const { notices } = words.ui;
  await page.clock.install();
  await page.route('**/users/logout', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/ui/catalog');
  await person.cardOf('LEAF 1').first().waitFor();
  await page.getByRole('button', { name: words.app.signOut }).click();
  const message = page
    .locator('.mantine-Notifications-notification')
    .filter({ hasText: 'Something went wrong on the server' });
  await message.waitFor();
  await stopClock(page);
  await page.mouse.move(700, 500);
  // The pointer on it makes the time stand still; it begins anew when the pointer leaves.
  await message.hover();
  await page.clock.runFor(20_000);
  expect(await message.count()).toBe(1);
  await page.mouse.move(700, 300);
  await page.clock.runFor(4900);
  expect(await message.count()).toBe(1);
  await page.clock.runFor(100);
  await page.clock.resume();
  await message.waitFor({ state: 'detached' });

  const bell = page.getByRole('button', { name: new RegExp(`^${notices.title}`) });
  expect(await bell.getAttribute('aria-label')).toBe('Messages, 1 unread');
  await bell.click();
  const panel = page.getByRole('dialog', { name: notices.title });
  const entry = panel.getByRole('listitem').filter({ hasText: 'Something went wrong on the server' });
  await entry.getByText(/^Error · ([01]\d|2[0-3]):[0-5]\d$/).waitFor();
  await eventually(() =>
    panel.getByRole('heading').evaluate((element) => element === document.activeElement),
  ).toBe(true);
  // It was announced when it came, and is not again.
  expect(await panel.locator('[role=alert], [role=status], [aria-live]').count()).toBe(0);
  await person.expectAccessible();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await eventually(() => bell.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await bell.getAttribute('aria-label')).toBe(notices.title);
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: notices.clear }).click();
  await panel.getByText(notices.empty).waitFor();
  await person.expectAccessible();
  person.expectFailure(500, 'POST', /^\/users\/logout$/);
});

test('[SHELL-32] the layout changes at 768, 1024, 1280, 1366 and 1920 px', async () => {
  const { page } = person;
  const at = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  };
  await page.goto('/ui/catalog');
  await person.cardOf('LEAF 1').first().waitFor();
  // 768: the menu stands beside the page instead of behind a button.
  await at(767);
  expect([
    await menuOf(page).isVisible(),
    await page.getByRole('button', { name: en.app.openMenu }).isVisible(),
  ]).toEqual([false, true]);
  await person.expectAccessible();
  await at(768);
  expect([
    await menuOf(page).isVisible(),
    await page.getByRole('button', { name: en.app.openMenu }).isVisible(),
  ]).toEqual([true, false]);
  await person.expectAccessible();
  // 1280: more room at the sides. 1366 and 1920: larger pictures.
  const side = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.x ?? 0;
  await at(1279);
  const narrowSide = await side();
  await at(1280);
  expect(await side()).toBe(narrowSide + 8);
  for (const [width, least_px] of [
    [1365, 180],
    [1366, 190],
    [1919, 190],
    [1920, 216],
  ] as const) {
    await at(width);
    expect(
      await page.evaluate(() =>
        Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--card-least'), 10),
      ),
    ).toBe(least_px);
    expect(await widthOf(page, 'article')).toBeGreaterThanOrEqual(least_px);
  }
  await person.expectAccessible();

  // 1024: words beside the picture instead of below it; then they get more room with each step.
  await page.goto(`/ui/catalog/${collection}/cultural-item/${item}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await at(1023);
  expect(await widthOf(page, 'aside')).toBeGreaterThan(900);
  for (const [width, panel_px] of [
    [1024, 328],
    [1279, 328],
    [1280, 360],
    [1365, 360],
    [1366, 400],
    [1919, 400],
    [1920, 480],
  ] as const) {
    await at(width);
    // A machine that is busy takes more than a frame to lay out again.
    await eventually(() => widthOf(page, 'aside')).toBe(panel_px);
  }
});

test('[SHELL-14] the side menu shows the avatar', async () => {
  const client = await signedIn(armarium);
  const { body: self } = await client.call(getSelf);
  const source = await drawnImage('png', 300, 300);
  const own = { ...setAvatar, path: setAvatar.path.replace(':id', self.id) };
  const answer = await client.upload(own, { source, name: 'me.png', type: 'image/png' });
  expect(answer.status).toBeLessThan(300);
  client.close();
  const { page } = person;
  await page.goto('/ui/catalog');
  const avatar = menuOf(page).locator('[data-user] img');
  await person.expectPainted(avatar);
  expect(await avatar.getAttribute('src')).toContain(self.id);
});

test('[SHELL-05] the header shows the organisation’s logo, named after it', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  await page.getByRole('banner').getByText('Armarium', { exact: true }).waitFor();
  expect(await page.getByRole('banner').getByRole('img').count()).toBe(0);
  const folder = await mkdtemp(join(tmpdir(), 'armarium-logo-'));
  try {
    const file = join(folder, 'logo.png');
    await writeFile(file, await drawnImage('png', 320, 64));
    await promisify(execFile)(
      process.execPath,
      ['armarium.mjs', 'tenant', 'set', armarium.tenant, '--logo', file],
      {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { ...process.env, DATA_DIR: armarium.dataDir },
      },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
  const logo = page.getByRole('banner').getByRole('img', { name: 'Armarium' });
  // The program looks at its organisations again every few seconds.
  await eventually(async () => {
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    return logo.count();
  }).toBe(1);
  await person.expectPainted(logo);
  await person.expectAccessible();
});

test('[SHELL-28] a default image stands in the place of an avatar that does not load', async () => {
  const { page, words } = person;
  await page.route('**/iam/jarvisUsers/search/self', async (route) => {
    const answer = await answerTo(route);
    const self = (await answer.json()) as object;
    await route.fulfill({
      response: answer,
      json: { ...self, avatarUrl: `${armarium.origin}/no/such/picture` },
    });
  });
  const asked = page.waitForResponse('**/no/such/picture');
  await page.goto('/ui/catalog');
  expect((await asked).status()).toBe(404);
  const user = page.getByRole('navigation', { name: words.app.menu }).locator('[data-user]');
  await user.locator('svg').waitFor();
  expect(await user.locator('img').count()).toBe(0);
  person.expectFailure(404, 'GET', /^\/no\/such\/picture$/);
});

test('[TENANT-18] where the tenant-info call fails the tenant is called `default`', async () => {
  const { page } = person;
  await page.route('**/iam/tenants/info', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/ui/catalog');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const menu = page.getByRole('navigation', { name: en.app.menu });
  await eventually(() => menu.getByText('default', { exact: true }).count()).toBe(1);
  await page.getByRole('banner').getByText('default', { exact: true }).waitFor();
  person.expectFailure(500, 'GET', /^\/iam\/tenants\/info$/);
});
