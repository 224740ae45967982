import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getImage } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import { performTransition, type performTransition as Perform } from '@armarium/contract/transition-logs';
import { findTransitionsFromState } from '@armarium/contract/transitions';
import type { BodyOf } from '@armarium/contract/operation';
import type { HttpClient } from '../harness/http-client.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { importedItem, uploaded } from '../http/test-installation.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled } from './words.ts';

const { workflow } = en;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let person: Person;
let root: string;
let herbal: string;
let image: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  root = await rootUuid(client);
  const made = await importedItem(client, { sgtt: 'Herbal', pressmark: 'MS 12', parents: [root] }, [
    await uploaded(client),
  ]);
  herbal = made.uuid;
  image = made.images[0]?.uuid ?? '';
});
afterAll(async () => {
  client.close();
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: workflow.title, exact: true });
const openerOf = (page: Page, state: string, within: 'header' | 'aside') =>
  page.locator(within).getByRole('button', { name: filled(workflow.open, { state }), exact: true });
const actionOf = (page: Page, from: string, to: string) =>
  dialogOf(page).getByRole('radio', { name: filled(workflow.fromTo, { from, to }) });

/** The body of the log that the screen sends next. */
async function sent(page: Page): Promise<BodyOf<typeof Perform>> {
  const request = await page.waitForRequest(
    (one) => one.method() === 'POST' && one.url().endsWith(performTransition.path),
  );
  return request.postDataJSON() as BodyOf<typeof Perform>;
}

test('[WFACT-01, WFACT-05, WFACT-07, WFACT-09, WFACT-10, WFACT-11, WFACT-16, WFACT-17, WFACT-22, ITEM-26] an item is moved on from its preview, and an image of it beside it', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${root}/cultural-item/${herbal}`);
  await page.getByRole('heading', { level: 1, name: 'Herbal' }).waitFor();
  const opener = openerOf(page, 'Default', 'header');
  expect(await opener.getByText('Default').isVisible()).toBe(true);
  await opener.click();
  const dialog = dialogOf(page);
  await actionOf(page, 'Default', 'In progress').waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(1);
  const posted = sent(page);
  await dialog.getByRole('button', { name: 'Start' }).click();
  const { body } = await client.call(findTransitionsFromState, {
    query: { itemFromState: 'Default', resourceType: 'ITEM' },
  });
  expect(await posted).toEqual({
    assetUuid: herbal,
    resourceType: 'ITEM',
    transitionUuid: body._embedded.transitionTemplates[0]?.uuid,
  });
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('State updated successfully').first().waitFor();
  // What stands there now came from the server, and has the focus again.
  const next = openerOf(page, 'In progress', 'header');
  await next.waitFor();
  await eventually(() => next.evaluate((element) => element === document.activeElement)).toBe(true);
  expect((await client.call(getItem, { params: { uuid: herbal } })).body.state).toBe('In progress');

  await openerOf(page, 'Default', 'aside').click();
  const postedOfImage = sent(page);
  await dialog.getByRole('button', { name: 'Start' }).click();
  expect(await postedOfImage).toMatchObject({ assetUuid: image, resourceType: 'MEDIA' });
  await openerOf(page, 'In progress', 'aside').waitFor();
  expect((await client.call(getImage, { params: { uuid: image } })).body.state).toBe('In progress');
});
