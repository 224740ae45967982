import { updateItem } from '@armarium/contract/record-edits';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { importNewItem, rootUuid, signedIn } from '../harness/importing.ts';
import { holdRequests } from './held-requests.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';

let armarium: Site;
let browser: Browser;
let colleague: HttpClient;
let root: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  colleague = await signedIn(armarium);
  root = await rootUuid(colleague);
});
afterAll(async () => {
  colleague?.close();
});

const address = () => `/ui/catalog/${root}`;
const title = (text: string) => ({ sgtt: text, parents: [root] });

test('[HOME-15, HOME-16, HOME-22] what a colleague adds is counted in a notice that outlives a reload, and shown at a click', async () => {
  await importNewItem(colleague, { pressmark: 'LIVE 1', ...title('Already there') });
  const person = await Person.signedIn(browser, armarium);
  const { page } = person;
  await page.goto(address());
  await person.cardOf('Already there').waitFor();
  await person.follow(address());
  await person.cardOf('Already there').waitFor();
  await importNewItem(colleague, { pressmark: 'LIVE 2', ...title('A new arrival') });
  await importNewItem(colleague, { pressmark: 'LIVE 3', ...title('Another one') });
  const notice = page.getByRole('button', { name: '2 new item(s) have been added' });
  await notice.waitFor();
  // The list stays as it was under the hand.
  expect(await person.cardOf('A new arrival').count()).toBe(0);
  await page.reload();
  await notice.waitFor();
  await person.expectAccessible();
  await notice.click();
  await person.cardOf('A new arrival').waitFor();
  await eventually(() => notice.count()).toBe(0);
  await person.leave();
});

test('[API-189] a change shows in its place in every tab, over one stream for all of them', async () => {
  const item = await importNewItem(colleague, { pressmark: 'LIVE 4', ...title('Before') });
  const person = await Person.signedIn(browser, armarium);
  const streams: string[] = [];
  person.context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams.push(request.url());
  });
  const { page } = person;
  await page.goto(address());
  await person.cardOf('Before').waitFor();
  const second = await person.context.newPage();
  await second.goto(address());
  const inSecond = second.getByText('Before', { exact: true });
  await inSecond.first().waitFor();
  await eventually(() => streams.length).toBe(1);
  await colleague.call(updateItem, { params: { uuid: item }, body: { sgtt: 'After' } });
  await person.cardOf('After').waitFor();
  await second.getByText('After', { exact: true }).first().waitFor();
  expect(streams).toHaveLength(1);
  // The tab that held the stream goes: another takes it over, and is told what changed before its own begins.
  const letBegin = await holdRequests(second, '**/events?*');
  await page.close();
  await eventually(() => streams.length).toBe(2);
  await colleague.call(updateItem, { params: { uuid: item }, body: { sgtt: 'Between' } });
  letBegin();
  await second.getByText('Between', { exact: true }).first().waitFor();
  await colleague.call(updateItem, { params: { uuid: item }, body: { sgtt: 'Later' } });
  await second.getByText('Later', { exact: true }).first().waitFor();
  await person.leave();
});
