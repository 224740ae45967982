import { importImage } from '@armarium/contract/imports';
import type { Browser } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { expectStatus, importEnded, rootUuid, signedIn, upload } from '../harness/importing.ts';
import { zoomToTheLastPixel } from './deep-zoom-view.ts';
import { makeCatalogue, makePeople } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import { usernameAt, type Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it } from './words.ts';

let armarium: Site;
let browser: Browser;
let person: Person;
/** `Collection 01`, `Collection 02`, … by their place. */
const collections: string[] = [];
/** In both of the first two collections. */
let shared: string;
let pictured: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  await makeCatalogue(armarium, async (make) => {
    for (const title of ['Collection 01', 'Collection 02', 'Collection 03'])
      collections.push(await make.collection(title, [root], 'What stands here'));
    const [first = '', second = '', third = ''] = collections;
    shared = await make.collection('In both', [first, second]);
    pictured = await make.item(
      { sgtt: 'Pictured', pressmark: 'CAT 1', autn: 'Blaeu', sgti: 'A long description' },
      [shared, third],
    );
    await make.item({ sgtt: 'Bare', pressmark: 'CAT 2' }, [shared]);
  });
  for (const seed of [1, 2]) {
    const source = await drawnImage('jpeg', 3000, 2200, seed);
    const { uuid } = await upload(client, { source, name: `f. ${seed}.jpg`, type: 'image/jpeg' });
    const answer = await client.call(importImage, { body: { culturalItemUuid: pictured, uuid } });
    expectStatus(answer, 202);
  }
  await importEnded(client, pictured);
  client.close();
  await makePeople(armarium, [{ name: 'chooser', password: armarium.password, roles: ['ROLE_ADMIN'] }]);
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

test('[ITEM-02, ITEM-03, ITEM-04, ITEM-05, ITEM-07, ITEM-09, ITEM-10, ITEM-11, ITEM-12, I18N-11, A11Y-09] the page of an item in several collections', async () => {
  const { page } = person;
  const { item } = en;
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
  const dialog = page.getByRole('dialog', { name: en.editing.record.allMetadata });
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

/** Somebody whose choices of language and colours no other test gets. */
const chooser = () => Person.signedIn(browser, { ...armarium, username: usernameAt(armarium, 'chooser') });

test('[I18N-09] the language and the colours that were chosen are remembered, in another browser too', async () => {
  const person = await chooser();
  const { page } = person;
  await page.goto('/ui/catalog');
  const menu = page.getByRole('navigation');
  const languageKept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await menu.getByRole('button', { name: filled(en.app.language, { name: 'English' }) }).click();
  await page.getByRole('heading', { name: it.browse.collections }).waitFor();
  await languageKept;
  const schemes = it.app.scheme;
  for (const [from, to] of [
    [schemes.auto, schemes.light],
    [schemes.light, schemes.dark],
  ]) {
    const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('button', { name: filled(it.app.colourScheme, { name: from ?? '' }) }).click();
    await kept;
    await page.getByRole('button', { name: filled(it.app.colourScheme, { name: to ?? '' }) }).waitFor();
  }
  await page.reload();
  await page.getByRole('heading', { name: it.browse.collections }).waitFor();
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
  expect(await scheme()).toBe('dark');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('it');
  await person.expectAccessible();
  await page.goto(`/ui/catalog/${shared}/cultural-item/${pictured}`);
  await page.locator('[data-phase=open]').waitFor();
  await person.expectAccessible();
  await person.leave();
  // The account has them, wherever it signs in.
  const elsewhere = await chooser();
  await elsewhere.page.goto('/ui/catalog');
  await elsewhere.page.getByRole('heading', { name: it.browse.collections }).waitFor();
  await eventually(() =>
    elsewhere.page.evaluate(() => document.documentElement.dataset['mantineColorScheme']),
  ).toBe('dark');
  await elsewhere.leave();
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
