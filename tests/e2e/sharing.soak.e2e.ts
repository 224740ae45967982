import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getItem } from '@armarium/contract/item-calls';
import { listShareLinks } from '@armarium/contract/sharing';
import type { Browser, Frame, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled } from './words.ts';

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let item: string;
let root: string;
/** A site of somebody else, which shows the HTML that it was given. */
let site: Server;
let html = '';

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  root = await rootUuid(client);
  const source = await drawnImage('jpeg', 1600, 1200);
  const uploads = [await upload(client, { source, name: 'recto.jpg', type: 'image/jpeg' })];
  const told = { parents: [root], sgtt: 'Portolano', autn: 'Grazioso Benincasa' };
  item = await importNewItem(client, { ...told, pressmark: 'SHARE 1', uploads });
  await importEnded(client, item);
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  }).listen(0, '127.0.0.1');
});
afterAll(async () => {
  client?.close();
  await new Promise((resolve) => site.close(resolve));
});

const { sharing } = en;

async function openShare(person: Person): Promise<Locator> {
  const { page, words } = person;
  await page.goto(`/ui/catalog/${root}/cultural-item/${item}`);
  await page.getByRole('main').getByRole('button', { name: words.item.share, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words.sharing.title, exact: true });
  await dialog.getByRole('tab', { name: words.sharing.tabs.embed }).waitFor();
  return dialog;
}

/** What a copy button puts into the clipboard. */
async function copied(person: Person, button: Locator): Promise<string> {
  const { page, words } = person;
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await button.click();
  await page.getByText(words.sharing.copiedSuccessfully).first().waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

const copyOf = (within: Locator, what: string) =>
  within.getByRole('button', { name: filled(sharing.copyOf, { what }), exact: true });

/** A page of the other site, by this name of the machine, around a snippet. @returns the frame in it */
async function elsewhere(person: Person, host: string, snippet: string): Promise<Frame> {
  html = `<!doctype html><title>Elsewhere</title>${snippet}`;
  await person.page.goto(`http://${host}:${(site.address() as AddressInfo).port}/`);
  const frame = await (await person.page.waitForSelector('iframe')).contentFrame();
  if (!frame) throw new Error('The page has no frame.');
  return frame;
}

test('[SHARE-01, SHARE-02, SHARE-03, SHARE-04, SHARE-05, SHARE-06, SHARE-27, ITEM-13, ITEM-32] an item is shared, embedded elsewhere, and closed again', async () => {
  const person = await Person.signedIn(browser, armarium);
  const { page, context } = person;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: armarium.origin });
  let dialog = await openShare(person);
  expect(await dialog.getByRole('tab').allInnerTexts()).toEqual(['Download', 'Embed', 'Share']);
  const panel = dialog.getByRole('tabpanel', { name: sharing.tabs.share });
  await panel.getByRole('heading', { name: sharing.view.would }).waitFor();
  await panel.getByText('1600 × 1200').first().waitFor();
  await person.expectAccessible();

  // The link to the viewer, which shows the item to who is signed in.
  const link = await copied(person, copyOf(panel, sharing.link));
  expect(link).toBe(`${armarium.origin}/images/viewers/dzi/?uuid=${item}`);
  expect(await copied(person, copyOf(panel, sharing.manifest))).toContain(
    `/iiif/presentation/3/${item}/manifest`,
  );
  expect(await copied(person, copyOf(panel, sharing.citation))).toMatch(
    /^Grazioso Benincasa, Portolano, .+, SHARE 1\. http/,
  );

  // A link for others, made by keyboard.
  await panel.getByRole('textbox', { name: sharing.links.note }).fill('Tipografia');
  await page.keyboard.press('Enter');
  await panel.getByText(sharing.links.made).waitFor();
  await person.expectAccessible();
  const shared = await copied(person, copyOf(panel, sharing.link).last());
  expect(shared).toMatch(new RegExp(`^${link.replace('?', '\\?')}&token=[0-9a-f]{32}$`));
  await dialog.getByRole('tab', { name: sharing.tabs.embed }).click();
  const embed = dialog.getByRole('tabpanel', { name: sharing.tabs.embed });
  await embed.getByText(sharing.embedByLink).waitFor();
  const byLink = await copied(person, copyOf(embed, sharing.snippet));
  expect(byLink).toContain(shared.replace('&', '&amp;'));
  const plain = byLink.replace(/&amp;token=[0-9a-f]+/, '');

  // In a page of another site: its link opens it, the session of this browser does not, not even on the same machine's name.
  const other = armarium.origin.includes('127.0.0.1') ? 'localhost' : '127.0.0.1';
  const here = new URL(armarium.origin).hostname;
  for (const host of [other, here]) {
    const open = await elsewhere(person, host, byLink);
    await open.getByRole('heading', { name: 'Portolano' }).waitFor();
    await open.locator('[data-phase=open]').waitFor();
    const closed = await elsewhere(person, host, plain);
    expect(await closed.locator('[data-phase]').count()).toBe(0);
  }
  // Without the link, the page of the viewer refuses to be framed.
  person.expectFailure(404, 'GET', /^\/images\/viewers\/dzi\/$/);
  person.allowFailure(/ERR_BLOCKED_BY_RESPONSE/, 'GET', /^\/images\/viewers\/dzi\/$/);
  person.expectConsole(/violates the following Content Security Policy directive: "frame-ancestors 'self'"/);
  const infos: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/info.json')) infos.push(request.url());
  });

  // Made public past what the public would see, it opens there as for any visitor.
  dialog = await openShare(person);
  await dialog.getByRole('button', { name: sharing.change }).click();
  const question = page.getByRole('dialog', { name: sharing.changeTitle, exact: true });
  await question.getByRole('heading', { name: sharing.view.would }).waitFor();
  await question.getByRole('radio', { name: sharing.visibility.public }).check();
  await question.getByRole('button', { name: sharing.save, exact: true }).click();
  await question.waitFor({ state: 'detached' });
  await dialog.getByText(sharing.visibility.public).waitFor();
  expect((await client.call(getItem, { params: { uuid: item } })).body.visibility).toBe('public');
  infos.length = 0;
  const open = await elsewhere(person, here, plain);
  await open.locator('[data-phase=open]').waitFor();
  expect(infos.at(-1)).toMatch(/~\/info\.json$/);

  // Withdrawn, the link is refused, and says so where it stood.
  dialog = await openShare(person);
  await dialog.getByRole('button', { name: filled(sharing.links.revokeOf, { name: 'Tipografia' }) }).click();
  const sure = page.getByRole('dialog', { name: sharing.links.revokeTitle, exact: true });
  await page.keyboard.press('Escape');
  await sure.waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole('button', { name: filled(sharing.links.revokeOf, { name: 'Tipografia' }) }).click();
  await sure.getByRole('button', { name: sharing.links.revoke, exact: true }).click();
  await sure.waitFor({ state: 'detached' });
  const links = expectStatus(await client.call(listShareLinks, { query: { recordUuid: item } }), 200);
  expect(links._embedded.shareLinks).toMatchObject([{ state: 'revoked', note: 'Tipografia' }]);
  const gone = await elsewhere(person, other, byLink);
  await gone.getByText('This link is no longer valid').waitFor();
  person.expectFailure(404, 'GET', /^\/images\/viewers\/dzi\/$/);

  // What the viewer in the frame of the item's page says that it shows is what is shared.
  await page.goto(`/ui/catalog/${root}/cultural-item/${item}?show=advanced`);
  await eventually(() => page.frames().some((frame) => frame.url().includes('/viewers/iiif/'))).toBe(true);
  await page.frameLocator('iframe').locator('[data-phase=open]').waitFor();
  await page.evaluate(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    window.addEventListener('message', ({ data }) => told.push(data));
  });
  await page.getByRole('main').getByRole('button', { name: en.item.share, exact: true }).click();
  dialog = page.getByRole('dialog', { name: sharing.title, exact: true });
  await eventually(() =>
    page.evaluate(() => JSON.stringify((window as unknown as { told: unknown[] }).told)),
  ).toContain('armarium:url');
  // A page of ours that shows something else is offered; one of another site is not.
  await page.evaluate((uuid) => {
    const say = (url: string) => window.postMessage({ type: 'armarium:url', url }, window.location.origin);
    say(`https://elsewhere.example/images/viewers/dzi/?uuid=${uuid}`);
    say(`${window.location.origin}/images/viewers/dzi/?uuid=${uuid}&now=1`);
  }, item);
  const choice = dialog
    .getByRole('tabpanel', { name: sharing.tabs.share })
    .getByRole('combobox', { name: sharing.viewer });
  await eventually(() => choice.locator('option').allInnerTexts()).toContain(sharing.viewers.now);
  await choice.selectOption({ label: sharing.viewers.now });
  const now = await copied(
    person,
    copyOf(dialog.getByRole('tabpanel', { name: sharing.tabs.share }), sharing.link),
  );
  expect(now).toBe(`${armarium.origin}/images/viewers/dzi/?uuid=${item}&now=1`);
  await person.leave();
});
