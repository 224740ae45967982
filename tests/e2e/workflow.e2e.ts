import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCollection } from '@armarium/contract/record-edits';
import { getCollection, getImage, getItem } from '@armarium/contract/records';
import {
  findTransitionsFromState,
  performTransition,
  type performTransition as Perform,
} from '@armarium/contract/workflow';
import type { BodyOf } from '@armarium/contract/operation';
import type { HttpClient } from '../harness/http-client.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { importedItem, uploaded } from '../http/test-installation.ts';
import { makeCatalogue, inDatabase } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it as italian } from './words.ts';

const { catalogue, editing, workflow } = en;

let armarium: Site;
let browser: Browser;
let client: HttpClient;
let person: Person;
let root: string;
let maps: string;
let herbal: string;
let image: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  client = await signedIn(armarium);
  root = await rootUuid(client);
  await makeCatalogue(armarium, async (make) => {
    maps = await make.collection('Maps', [root]);
  });
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
const openerOf = (page: Page, state: string, within = 'main') =>
  page.locator(within).getByRole('button', { name: filled(workflow.open, { state }), exact: true });
const actionOf = (page: Page, from: string, to: string) =>
  dialogOf(page).getByRole('radio', { name: filled(workflow.fromTo, { from, to }) });
const stateOf = async (uuid: string) => (await client.call(getItem, { params: { uuid } })).body.state;
const notice = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });

async function goToItem({ page }: Person): Promise<void> {
  await page.goto(`/ui/catalog/${root}/cultural-item/${herbal}`);
  await page.getByRole('heading', { level: 1, name: 'Herbal' }).waitFor();
}

/** The body of the log that the screen sends next. */
async function sent(page: Page): Promise<BodyOf<typeof Perform>> {
  const request = await page.waitForRequest(
    (one) => one.method() === 'POST' && one.url().endsWith(performTransition.path),
  );
  return request.postDataJSON() as BodyOf<typeof Perform>;
}

test('[WFACT-01, WFACT-05, WFACT-07, WFACT-09, WFACT-10, WFACT-11, WFACT-16, WFACT-22, ITEM-26] an item is moved on from its preview', async () => {
  const { page } = person;
  await goToItem(person);
  const opener = openerOf(page, 'Default', 'header');
  expect(await opener.getByText('Default').isVisible()).toBe(true);
  await opener.click();
  const dialog = dialogOf(page);
  await actionOf(page, 'Default', 'In progress').waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(1);
  await person.expectAccessible();
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
  expect(await stateOf(herbal)).toBe('In progress');
});

test('[COLL-16] a collection is moved on from its dialog', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${maps}?parentId=${root}`);
  await page.getByRole('navigation', { name: catalogue.breadcrumb }).getByRole('button').click();
  const shown = page.getByRole('dialog', { name: editing.collection.show, exact: true });
  await shown.getByText('Default', { exact: true }).waitFor();
  await shown.getByRole('button', { name: workflow.title }).click();
  await actionOf(page, 'Default', 'In progress').check();
  const posted = sent(page);
  await dialogOf(page).getByRole('button', { name: 'Start' }).click();
  expect(await posted).toMatchObject({ assetUuid: maps, resourceType: 'COLLECTION' });
  await dialogOf(page).waitFor({ state: 'detached' });
  expect((await client.call(getCollection, { params: { uuid: maps } })).body.state).toBe('In progress');
});

test('[WFACT-17] an image of an item is moved on beside it', async () => {
  const { page } = person;
  await goToItem(person);
  await openerOf(page, 'Default', 'aside').click();
  const posted = sent(page);
  await dialogOf(page).getByRole('button', { name: 'Start' }).click();
  expect(await posted).toMatchObject({ assetUuid: image, resourceType: 'MEDIA' });
  await openerOf(page, 'In progress', 'aside').waitFor();
  expect((await client.call(getImage, { params: { uuid: image } })).body.state).toBe('In progress');
});

test('[WFACT-08, WFACT-35] what an action lacks is told by the names of its fields, and what was written stays', async () => {
  const { page } = person;
  await inDatabase(armarium, `update item set state = 'Approved' where uuid = $1`, [herbal]);
  await inDatabase(
    armarium,
    `update metadata_template set required = true where name = 'autn' and resource_type = 'ITEM'`,
  );
  await goToItem(person);
  await openerOf(page, 'Approved', 'header').click();
  const dialog = dialogOf(page);
  const comment = dialog.getByRole('textbox', { name: workflow.comment });
  await actionOf(page, 'Approved', 'Published').check();
  await comment.fill('Ready for the reading room');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const told = dialog.getByRole('alert');
  await told.getByText(filled(workflow.fields, { names: catalogue.standardField.autn })).waitFor();
  await notice(page, 'Error during state update').first().waitFor();
  person.expectFailure(422, 'POST', /^\/meta\/transitionLogs$/);
  expect(await comment.inputValue()).toBe('Ready for the reading room');
  await person.expectAccessible();

  await inDatabase(armarium, `update metadata_template set required = false where name = 'autn'`);
  await inDatabase(armarium, `update asset_import set overall_state = 'DONE'`);
  await dialog.getByRole('button', { name: workflow.again }).click();
  await dialog.waitFor({ state: 'detached' });
  await openerOf(page, 'Published', 'header').waitFor();
  expect((await client.call(getItem, { params: { uuid: herbal } })).body.visibility).toBe('public');
});

test('[WFACT-37] a comment is asked for where the action needs one, before anything is sent', async () => {
  const { page } = person;
  await inDatabase(
    armarium,
    `insert into transition_task (tenant_id, uuid, transition_uuid, sort_order, template_name)
     select tenant_id, gen_random_uuid(), uuid, 0, 'REQUIRE_COMMENT' from transition_template
     where resource_type = 'ITEM' and name = 'Withdraw'`,
  );
  await goToItem(person);
  await openerOf(page, 'Published', 'header').click();
  const dialog = dialogOf(page);
  await actionOf(page, 'Published', 'Withdrawn').check();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByText(workflow.commentRequired).waitFor();
  const comment = dialog.getByRole('textbox', { name: workflow.comment });
  expect(await comment.evaluate((element) => element === document.activeElement)).toBe(true);
  await comment.fill('The owner asked for it');
  // Closed by mistake: it is there again.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await openerOf(page, 'Published', 'header').click();
  await actionOf(page, 'Published', 'Withdrawn').check();
  expect(await comment.inputValue()).toBe('The owner asked for it');
  const posted = sent(page);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  expect(await posted).toMatchObject({ comment: 'The owner asked for it' });
  await openerOf(page, 'Withdrawn', 'header').waitFor();
});

test('[WFACT-06] of a record in whose state nothing begins it says so, and only its state stands there afterwards', async () => {
  const { page } = person;
  await goToItem(person);
  await openerOf(page, 'Withdrawn', 'header').click();
  await actionOf(page, 'Withdrawn', 'Archived').check();
  await dialogOf(page).getByRole('button', { name: 'Archive' }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
  await openerOf(page, 'Archived', 'header').click();
  await dialogOf(page).getByText(workflow.none).waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  await goToItem(person);
  await page.locator('main header').getByText('Archived', { exact: true }).waitFor();
  expect(await openerOf(page, 'Archived', 'header').count()).toBe(0);
});

test('[WFACT-08, WFACT-10] what somebody else does to the record changes no action under the hand; a refused one is chosen anew', async () => {
  const { page } = person;
  const { uuid } = await importedItem(client, { sgtt: 'Wanted by two', parents: [root] });
  await page.goto(`/ui/catalog/${root}/cultural-item/${uuid}`);
  await openerOf(page, 'Default', 'header').click();
  const dialog = dialogOf(page);
  const start = dialog.getByRole('button', { name: 'Start' });
  await start.waitFor();
  const { body } = await client.call(findTransitionsFromState, {
    query: { itemFromState: 'Default', resourceType: 'ITEM' },
  });
  const transitionUuid = body._embedded.transitionTemplates[0]?.uuid ?? '';
  await client.call(performTransition, { body: { assetUuid: uuid, resourceType: 'ITEM', transitionUuid } });
  await page.locator('main header').getByText('In progress', { exact: true }).waitFor();
  await start.click();
  await notice(page, 'Error during state update').first().waitFor();
  person.expectFailure(409, 'POST', /^\/meta\/transitionLogs$/);
  const next = dialog.getByRole('radio', { name: /^In progress > / }).first();
  await next.waitFor();
  expect(await next.isChecked()).toBe(false);
  await next.check();
  await dialog.getByRole('button').last().click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stateOf(uuid)).not.toBe('In progress');
});

test('[WFACT-04, WFACT-08, WFACT-10, WFACT-12] of several items the states stand apart, each record gets a log, and who was refused is told', async () => {
  const { page } = person;
  const shelf = await client.call(createCollection, {
    body: { sgtt: 'Shelf', parentCollectionsUuids: root },
  });
  const parents = [shelf.body.uuid];
  const filledIn = await importedItem(client, { sgtt: 'With an author', autn: 'Somebody', parents });
  const empty = await importedItem(client, { sgtt: 'Without an author', parents });
  const ahead = await importedItem(client, { sgtt: 'Already reviewed', parents });
  await inDatabase(armarium, `update item set state = 'In review' where uuid = $1`, [ahead.uuid]);
  await inDatabase(
    armarium,
    `insert into transition_task (tenant_id, uuid, transition_uuid, sort_order, template_name, parameters)
     select tenant_id, gen_random_uuid(), uuid, 0, 'REQUIRE_METADATA', '{"fields": ["autn"]}' from transition_template
     where resource_type = 'ITEM' and name = 'Start'`,
  );
  await page.goto(`/ui/catalog/${shelf.body.uuid}`);
  await page.getByRole('checkbox', { name: catalogue.chooseAll, exact: true }).check();
  await page.getByRole('button', { name: en.selection.more }).click();
  await page.getByRole('menuitem', { name: en.selection.workflow, exact: true }).click();
  const dialog = dialogOf(page);
  await actionOf(page, 'Default', 'In progress').waitFor();
  const groupOf = (state: string) => dialog.getByRole('group', { name: new RegExp(state) });
  expect(await groupOf('Default').getByRole('radio').count()).toBe(1);
  expect(await groupOf('In review').getByRole('radio').count()).toBe(2);
  await person.expectAccessible();

  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith(performTransition.path)) return;
    posted.push((request.postDataJSON() as BodyOf<typeof Perform>).assetUuid);
  });
  // What shows the records can't look again: that is told as well.
  await page.route(/\/meta\/culturalItemCollections\/[^/]+\/culturalItems\?/, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"code":"internal"}' }),
  );
  await actionOf(page, 'Default', 'In progress').check();
  await dialog.getByRole('button', { name: 'Start' }).click();
  const told = dialog.getByRole('alert');
  await told.getByText('Without an author').waitFor();
  person.expectFailure(422, 'POST', /^\/meta\/transitionLogs$/);
  expect(await told.getByRole('listitem').count()).toBe(1);
  expect(posted.sort()).toEqual([filledIn.uuid, empty.uuid].sort());
  await notice(page, 'Error during state update').first().waitFor();
  await notice(page, 'Error refreshing collection details').first().waitFor();
  // News of the changes make it look again: that may be answered at any moment.
  await page.unrouteAll();
  await person.settled();
  person.expectFailure(500, 'GET', /^\/meta\/culturalItemCollections\/.*\/culturalItems$/);
  expect([await stateOf(filledIn.uuid), await stateOf(empty.uuid), await stateOf(ahead.uuid)]).toEqual([
    'In progress',
    'Default',
    'In review',
  ]);
});

test('[WFACT-19, WFACT-20, WFACT-21] a state has its colour and its name, and is black where nobody knows it', async () => {
  const { page } = person;
  const colourOf = (state: string) =>
    page
      .locator(`main header [data-state="${state}"]`)
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await inDatabase(armarium, `update item set state = 'In review' where uuid = $1`, [herbal]);
  await goToItem(person);
  await eventually(() => colourOf('In review')).toBe('rgb(180, 83, 9)');
  expect(await openerOf(page, 'In review', 'header').getByText('In review').isVisible()).toBe(true);
  await inDatabase(armarium, `update item set state = 'Long gone' where uuid = $1`, [herbal]);
  await goToItem(person);
  await eventually(() => colourOf('Long gone')).toBe('rgb(0, 0, 0)');
  await page.locator('main header').getByText('Long gone', { exact: true }).waitFor();
});

test('in Italian, on a small screen, in the dark, it can be read and reached', async () => {
  await person.leave();
  await inDatabase(armarium, `update item set state = 'In review' where uuid = $1`, [herbal]);
  person = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    italian,
  );
  const { page } = person;
  await goToItem(person);
  await page
    .locator('main header')
    .getByRole('button', { name: filled(italian.workflow.open, { state: 'In review' }) })
    .click();
  const dialog = page.getByRole('dialog', { name: italian.workflow.title });
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('textbox', { name: italian.workflow.comment }).waitFor();
  await person.expectAccessible();
});
