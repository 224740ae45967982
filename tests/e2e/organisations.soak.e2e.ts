import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { holdRequests } from './held-requests.ts';
import { makeCatalogue, makePeople } from './made-catalogue.ts';
import { giveRole, makeTenants } from './made-tenants.ts';
import { Person } from './person.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it } from './words.ts';

let armarium: RunningArmarium;
let browser: Browser;
let person: Person;
/** Where the organisation `museo` answers, with the scheme that it was given. */
let museum: string;

const other = { name: 'Berta', password: 'another long enough password' };

beforeAll(async () => {
  [armarium, browser] = await Promise.all([RunningArmarium.start(), openBrowser()]);
  museum = `http://museo.localhost:${armarium.port}`;
  await makeTenants(armarium, [
    { name: 'museo', displayName: 'Museo Civico', url: museum },
    { name: 'archivio', displayName: '', url: 'archivio.localhost' },
  ]);
  for (const name of ['museo', 'archivio']) await giveRole(armarium, name);
  await makePeople(armarium, [{ ...other, roles: ['ROLE_TENANT_ADMIN'] }]);
  const client = await signedIn(armarium);
  const root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    await make.item({ sgtt: 'Only in the first', pressmark: 'FIRST 1' }, [root]);
  });
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

/** The dialog, opened from the side menu. */
async function openDialog(who = person): Promise<Locator> {
  const { page, words } = who;
  await page
    .getByRole('navigation', { name: words.app.menu })
    .getByRole('button', { name: words.app.changeOrganisation })
    .click();
  const dialog = page.getByRole('dialog', { name: words.session.organisation.title });
  await dialog.getByRole('radio', { name: 'Museo Civico' }).waitFor();
  return dialog;
}

test('[TENANT-01, TENANT-08, TENANT-09] changing goes to the address as it is stored, without a sign-in, and leaves nothing behind', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  await person.cardOf('Only in the first').waitFor();
  const dialog = await openDialog();
  await dialog.getByRole('radio', { name: 'Museo Civico' }).click();
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.waitForURL(`${museum}/ui/catalog`);
  await page.getByRole('heading', { level: 1, name: 'Museo Civico' }).waitFor();
  await page.getByRole('banner').getByText('Museo Civico').waitFor();
  await page.getByText(en.browse.empty.title).waitFor();
  expect(await page.getByText('Only in the first').count()).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
    expect.stringMatching(/upload|new-items/),
  );

  // Back is the organisation before, with its own session, and its own records again.
  await page.goBack();
  await page.waitForURL(`${armarium.origin}/ui/catalog`);
  await person.cardOf('Only in the first').waitFor();
  await page.getByRole('banner').getByText('Armarium', { exact: true }).waitFor();
});

test('[TENANT-07] an address without a scheme is gone to over https', async () => {
  const { page } = person;
  const arrived = page.waitForRequest('https://archivio.localhost/**');
  await page.route('https://archivio.localhost/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>arrived</title>' }),
  );
  await page.goto('/ui/catalog');
  const dialog = await openDialog();
  await dialog.getByRole('radio', { name: 'archivio' }).click();
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  expect((await arrived).url()).toMatch(/^https:\/\/archivio\.localhost\/users\/handoff\?token=/);
  await eventually(() => page.title()).toBe('arrived');
});

test('files that are being sent are told before, and staying keeps them going', async () => {
  const { page, words } = person;
  const letGo = await holdRequests(page, '**/ccc/resumable');
  await page.goto('/ui/catalog');
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, 'Held back', '', 'HELD 1');
  await person.goOn(wizard);
  await person.chooseFiles(wizard, [
    { name: 'held.jpg', mimeType: 'image/jpeg', buffer: await drawnImage('jpeg', 600, 400) },
  ]);
  await person.upload(wizard);
  const dialog = await openDialog();
  expect(await dialog.getByText(words.session.organisation.sending).count()).toBe(0);
  await dialog.getByRole('radio', { name: 'Museo Civico' }).click();
  await dialog.getByText(words.session.organisation.sending).waitFor();
  await person.expectAccessible();
  // The click itself waits until the question is answered, where that comes soon.
  const question = page.waitForEvent('dialog').then(async (asked) => {
    await asked.dismiss();
    return asked.type();
  });
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  expect(await question).toBe('beforeunload');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  letGo();
  const list = await person.openUploads();
  await person
    .rowOf(list, 'Held back')
    .and(page.locator('[data-status=COMPLETED]'))
    .waitFor({ timeout: 60_000 });
});

test('what one account uploaded is not told to the next on the same browser', async () => {
  const { page, words } = person;
  await page.goto('/ui/catalog');
  const wizard = await person.openWizard();
  await person.fillNewItem(wizard, 'Mine', '', 'MINE 1');
  await person.goOn(wizard);
  await person.chooseFiles(wizard, [
    { name: 'mine.jpg', mimeType: 'image/jpeg', buffer: await drawnImage('jpeg', 600, 400) },
  ]);
  await person.upload(wizard);
  const news = page.getByRole('button', { name: filled(words.browse.newItems, { count: 1 }) });
  await news.waitFor({ timeout: 60_000 });

  await page.getByRole('button', { name: words.app.signOut }).click();
  await page.waitForURL('**/ui/login');
  await person.fillSignIn(other.name, other.password);
  await person.cardOf('Only in the first').waitFor();
  expect(await page.getByRole('button', { name: /new item\(s\)/ }).count()).toBe(0);
  const list = await person.openUploads();
  await list.getByText(words.upload.widget.empty).waitFor();
});

test('a page whose browser was signed in as someone else elsewhere begins anew', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  await person.cardOf('Only in the first').waitFor();
  await person.openSession(other.name, other.password);
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await reloaded;
  await page.getByRole('navigation', { name: en.app.menu }).getByText(other.name, { exact: true }).waitFor();
});

test('after a sign-out Back shows nothing of what was there', async () => {
  const { page, words } = person;
  await page.goto('/ui/catalog');
  await person.cardOf('Only in the first').waitFor();
  await page.getByRole('button', { name: words.app.signOut }).click();
  await page.waitForURL('**/ui/login');
  await page.getByRole('form', { name: words.session.signIn }).waitFor();
  await page.goBack();
  await page.waitForURL('**/ui/login?next=*');
  await page.getByRole('form', { name: words.session.signIn }).waitFor();
  expect(await page.getByText('Only in the first').count()).toBe(0);
});

test('who is signed in there as somebody else is told so, and stays until they sign out', async () => {
  const { page, words } = person;
  const { otherAccount } = words.session;
  const toFirst = async () => {
    await page.goto(`${museum}/ui/catalog`);
    const dialog = await openDialog();
    await dialog.getByRole('radio', { name: 'Armarium' }).click();
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.waitForURL('**/ui/login?handoff=other-account');
    await page
      .getByRole('alert')
      .filter({ hasText: filled(otherAccount.title, other) })
      .waitFor();
  };
  await page.goto(`${museum}/ui/login`);
  await person.fillSignIn(armarium.username, armarium.password);
  await page.getByRole('banner').getByText('Museo Civico', { exact: true }).waitFor();
  // From a name of this machine the way leads to `localhost`, where somebody else signed in.
  const basic = Buffer.from(`${other.name}:${other.password}`).toString('base64');
  await page.request.get(`http://localhost:${armarium.port}/users/login`, {
    headers: { authorization: `Basic ${basic}` },
  });

  await toFirst();
  await person.expectAccessible();
  await page.getByRole('button', { name: otherAccount.stay }).click();
  const menu = page.getByRole('navigation', { name: words.app.menu });
  await menu.getByText(other.name, { exact: true }).waitFor();

  await toFirst();
  await page.getByRole('button', { name: words.app.signOut }).click();
  await page.getByRole('form', { name: words.session.signIn }).waitFor();
  await page.getByText(words.session.lostPassword).waitFor();
});

test('on a phone, in Italian, by touch', async () => {
  const guest = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', colorScheme: 'dark', viewport: { width: 390, height: 844 }, hasTouch: true },
    it,
  );
  const { page } = guest;
  await page.goto('/ui/catalog');
  const burger = page.getByRole('button', { name: it.app.openMenu });
  await burger.tap();
  await page.getByRole('button', { name: it.app.changeOrganisation }).tap();
  const dialog = page.getByRole('dialog', { name: it.session.organisation.title });
  await dialog.getByText(it.session.organisation.current).waitFor();
  await guest.expectAccessible();
  await dialog.getByRole('button', { name: 'Annulla', exact: true }).tap();
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => burger.evaluate((element) => element === document.activeElement)).toBe(true);
  await burger.tap();
  await page.getByRole('button', { name: it.app.changeOrganisation }).tap();
  await dialog.getByText('Museo Civico').tap();
  await dialog.getByRole('button', { name: 'Conferma', exact: true }).tap();
  await page.waitForURL(`${museum}/ui/catalog`);
  await page.getByRole('heading', { level: 1, name: 'Museo Civico' }).waitFor();
  await guest.leave();
});
