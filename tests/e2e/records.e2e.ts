import { deleteImage } from '@armarium/contract/assets';
import { deleteCollection, deleteItem } from '@armarium/contract/trash';
import { createCollection, updateItem } from '@armarium/contract/record-edits';
import { getItem } from '@armarium/contract/records';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { importNewItem, rootUuid, signedIn, upload } from '../harness/importing.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { eventually } from '../harness/waiting.ts';
import { en, filled, it as italian } from './words.ts';

const { catalogue, editing } = en;

let armarium: Site;
let browser: Browser;
let person: Person;
let root: string;
let maps: string;
let prints: string;
let herbal: string;

beforeAll(async () => {
  [armarium, browser] = await openSite();
  const client = await signedIn(armarium);
  root = await rootUuid(client);
  client.close();
  await makeCatalogue(armarium, async (make) => {
    maps = await make.collection('Maps', [root]);
    prints = await make.collection('Prints', [root], 'On paper');
    await make.collection('Town maps', [maps]);
    herbal = await make.item({ sgtt: 'Herbal', pressmark: 'MS 12', autn: 'Anonymous' }, [root]);
    await make.item({ sgtt: 'Only here', pressmark: 'M 1' }, [maps]);
    await make.item({ sgtt: 'Here and there', pressmark: 'M 2' }, [maps, prints]);
  });
});
beforeEach(async () => {
  person = await Person.signedIn(browser, armarium);
});
afterEach(async () => {
  await person.leave();
});

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const crumbOf = (page: Page) =>
  page.getByRole('navigation', { name: catalogue.breadcrumb }).getByRole('button');

async function openItemDialog({ page }: Person) {
  await page.goto(`/ui/catalog/${root}/cultural-item/${herbal}`);
  await page.getByRole('button', { name: catalogue.item.viewAll }).click();
  const dialog = dialogOf(page, catalogue.item.allMetadata);
  await dialog.getByText('MS 12').waitFor();
  return dialog;
}

const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

test('[HOME-13, COLL-01, COLL-02, COLL-03, COLL-04] a collection is made below the one that is looked at', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${prints}?parentId=${root}`);
  await page.getByRole('button', { name: catalogue.createCollection }).click();
  const dialog = dialogOf(page, editing.collection.create);
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  const confirm = dialog.getByRole('button', { name: editing.form.confirm });
  await title.waitFor();
  await dialog.getByRole('textbox', { name: catalogue.standardField.sgti }).waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await title.fill('   ');
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByText(editing.form.required).waitFor();
  await person.expectAccessible();
  await dialog.getByRole('button', { name: editing.form.cancel }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: catalogue.createCollection }).click();
  await title.fill('Etchings');
  await title.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Etchings/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Etchings' }).waitFor();
  await page.getByRole('navigation', { name: catalogue.breadcrumb }).getByText('Prints').waitFor();
});

test('[HOME-07, HOME-20] the crumb at the top opens the totals of the catalogue', async () => {
  const { page } = person;
  await page.goto('/ui/catalog');
  await crumbOf(page).click();
  const dialog = dialogOf(page, editing.summary.title);
  await eventually(() => dialog.getByRole('definition').first().textContent()).toMatch(/^\d+$/);
  const figureOf = (name: string) =>
    dialog
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole('definition')
      .textContent();
  expect(await figureOf(editing.summary.culturalItems)).toBe('3');
  await person.expectAccessible();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await crumbOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
});

test('[HOME-08, COLL-05, COLL-06, COLL-07, COLL-08, COLL-09] a collection is shown, then changed, from its crumb', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${prints}?parentId=${root}`);
  await crumbOf(page).click();
  const dialog = dialogOf(page, editing.collection.show);
  await dialog.getByText('On paper').waitFor();
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await person.expectAccessible();
  await dialog.getByRole('button', { name: editing.form.edit }).click();
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  await title.fill('Woodcuts');
  await dialog.getByRole('button', { name: editing.form.cancel }).click();
  await dialog.getByText('Prints', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: editing.form.edit }).click();
  expect(await title.inputValue()).toBe('Prints');
  const confirm = dialog.getByRole('button', { name: editing.form.confirm });
  await title.fill('');
  expect(await confirm.isDisabled()).toBe(true);
  await title.fill('Prints and drawings');
  await person.expectAccessible();
  await confirm.click();
  await dialog.getByText('Prints and drawings', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Prints and drawings' }).waitFor();
});

test('[COLL-10, COLL-14, COLL-15, COLL-17, COLL-18, COLL-19] a collection is moved, but not into what stands below it', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${maps}?parentId=${root}`);
  await crumbOf(page).click();
  const asked = page.waitForRequest(/findBySgttOrSgti\?.*size=15(&|$)/);
  await dialogOf(page, editing.collection.show)
    .getByRole('button', { name: editing.collection.move })
    .click();
  await asked;
  const dialog = dialogOf(page, editing.collection.move);
  const confirm = dialog.getByRole('button', { name: editing.form.confirm });
  const choice = (name: string) => dialog.getByRole('radio', { name, exact: true });
  await choice('Town maps').waitFor();
  expect(await choice('Maps').count()).toBe(0);
  expect(await confirm.isDisabled()).toBe(true);
  await person.expectAccessible();
  await choice('Town maps').check();
  await confirm.click();
  await dialog
    .getByRole('alert')
    .getByText(editing.place.refused['destination-is-descendant'].title)
    .waitFor();
  person.expectFailure(400, 'PATCH', /^\/meta\/culturalItemCollections\//);

  await dialog.getByRole('searchbox', { name: editing.place.search }).fill('drawings');
  await choice('Town maps').waitFor({ state: 'detached' });
  await choice('Prints and drawings').check();
  // Where it stands is told of the one that is chosen.
  await dialog.getByText('Armarium', { exact: true }).waitFor();
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  const way = page.getByRole('navigation', { name: catalogue.breadcrumb });
  await way.getByRole('link', { name: 'Prints and drawings' }).waitFor();
});

test('[COLL-11, COLL-12, COLL-20, COLL-24] a collection is linked to another, is shown as linked, and unlinked again', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${maps}?parentId=${prints}`);
  await crumbOf(page).click();
  const shown = dialogOf(page, editing.collection.show);
  await shown.getByRole('button', { name: editing.collection.link }).click();
  const dialog = dialogOf(page, editing.collection.link);
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: editing.form.confirm }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`/ui/catalog/${prints}`);
  const strip = page.getByRole('region', { name: new RegExp(catalogue.collections) });
  await strip.getByRole('listitem').filter({ hasText: 'Maps' }).getByText(catalogue.linked).waitFor();

  await page.goto(`/ui/catalog/${maps}?parentId=${prints}`);
  await crumbOf(page).click();
  await shown.getByRole('button', { name: editing.collection.unlink }).click();
  const unlink = dialogOf(page, editing.collection.unlink);
  await person.expectAccessible();
  await unlink.getByRole('button', { name: editing.collection.unlink }).click();
  await unlink.waitFor({ state: 'detached' });
  await page.waitForURL(`**/ui/catalog/${prints}`);
  await eventually(() => strip.getByRole('listitem').filter({ hasText: 'Maps' }).count()).toBe(0);
});

test('[COLL-13, COLL-21, COLL-22, COLL-23, COLL-41] a collection is deleted after its figures were shown', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${maps}`);
  await crumbOf(page).click();
  await dialogOf(page, editing.collection.show)
    .getByRole('button', { name: editing.collection.delete })
    .click();
  const dialog = dialogOf(page, filled(editing.collection.deleteTitle, { title: 'Maps' }));
  const figureOf = (name: string) =>
    dialog
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole('definition')
      .textContent();
  expect([
    await figureOf(editing.collection.deletedSubcollections),
    await figureOf(editing.collection.sharedItems),
    await figureOf(editing.collection.orphanItems),
  ]).toEqual(['1', '1', '1']);
  await person.expectAccessible();
  await dialog.getByRole('radio', { name: editing.collection.orphansToParent }).check();
  await dialog.getByRole('textbox', { name: editing.collection.reason }).fill('Sold');
  await dialog.getByRole('button', { name: editing.collection.delete }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.pathname.includes(maps));
  await person.cardOf('Only here').waitFor();
});

test('[ITEM-16, ITEM-17, ITEM-18, ITEM-19, ITEM-20, ITEM-21, ITEM-23, API-001, API-019] an item is changed in its dialog', async () => {
  const { page } = person;
  const dialog = await openItemDialog(person);
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  const edit = dialog.getByRole('button', { name: editing.form.edit });
  await edit.click();
  const field = (name: keyof typeof catalogue.standardField) =>
    dialog.getByRole('textbox', { name: catalogue.standardField[name] });
  // The focus follows: into the form, and from there back to the way into it.
  await eventually(() => hasFocus(field('sgtt'))).toBe(true);
  expect(await field('pressmark').getAttribute('readonly')).not.toBeNull();
  const save = dialog.getByRole('button', { name: editing.form.save });
  await field('sgtt').fill(' ');
  await dialog.getByText(editing.form.required).waitFor();
  expect(await save.isDisabled()).toBe(true);
  await person.expectAccessible();
  await field('sgtt').fill('A herbal');
  await field('sgti').fill('With plants\nand roots');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.keyboard.press('Control+s');
  const headers = (await sent).headers();
  expect(headers['if-match']).toMatch(/^"\d+"$/);
  expect([headers['accept'], headers['content-type']]).toEqual(['application/json', 'application/json']);
  await dialog.getByText('With plants').waitFor();
  await eventually(() => hasFocus(edit)).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'A herbal' }).waitFor();
});

test('the key e opens an item’s edit mode with the focus in its first field, and gives the focus back', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${root}/cultural-item/${herbal}`);
  const all = page.getByRole('button', { name: catalogue.item.viewAll });
  await all.focus();
  await page.keyboard.press('e');
  const dialog = dialogOf(page, catalogue.item.allMetadata);
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  await title.waitFor();
  const isFocused = (element: Element) => element === document.activeElement;
  await eventually(() => title.evaluate(isFocused)).toBe(true);
  // In a field it is a letter.
  await page.keyboard.press('End');
  await page.keyboard.press('e');
  expect(await title.inputValue()).toMatch(/e$/);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => all.evaluate(isFocused)).toBe(true);
});

test('[API-020] of a field that two changed at once both values are shown, and nothing typed is lost', async () => {
  const { page } = person;
  const dialog = await openItemDialog(person);
  await dialog.getByRole('button', { name: editing.form.edit }).click();
  const author = dialog.getByRole('textbox', { name: catalogue.standardField.autn });
  await author.fill('Pseudo-Apuleius');
  // What is typed stays over a reload, and is asked about before it goes.
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: editing.form.keepEditing }).click();
  // It goes on, and has saved nothing.
  await person.settled();
  await dialog.getByRole('button', { name: editing.form.save }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: catalogue.item.viewAll }).click();
  await dialog.getByText(editing.form.restored).waitFor();
  expect(await author.inputValue()).toBe('Pseudo-Apuleius');

  const client = await signedIn(armarium);
  const at = <O extends { path: string }>(operation: O) => ({
    ...operation,
    path: operation.path.replace(':uuid', herbal),
  });
  const { body } = await client.call(at(getItem));
  const theirs = [
    ...body.customMetadataList.filter(({ name }) => name !== 'autn'),
    { name: 'autn', value: 'Dioscorides' },
  ];
  // Nor does it go where they move the item to another collection, too.
  const moved = { customMetadataList: theirs, parentCollectionsUuids: [prints] };
  expect((await client.call(at(updateItem), { body: moved })).status).toBe(200);
  await page.locator('aside').getByText('Dioscorides').waitFor();
  expect(await author.inputValue()).toBe('Pseudo-Apuleius');
  await client.call(at(updateItem), { body: { parentCollectionsUuids: [root] } });
  client.close();
  await dialog.getByRole('button', { name: editing.form.save }).click();
  await dialog.getByText(filled(editing.form.theirs, { value: 'Dioscorides' })).waitFor();
  person.expectFailure(412, 'PATCH', /^\/meta\/culturalItems\//);
  expect(await author.inputValue()).toBe('Pseudo-Apuleius');
  await person.expectAccessible();
  await dialog.getByRole('radio', { name: /Dioscorides/ }).check();
  expect(await author.inputValue()).toBe('Dioscorides');
  await dialog.getByRole('radio', { name: /Pseudo-Apuleius/ }).check();
  await dialog.getByRole('button', { name: editing.form.save }).click();
  await dialog.getByRole('button', { name: editing.form.edit }).waitFor();
  await dialog.getByText('Pseudo-Apuleius').waitFor();
});

test('[ITEM-33] a pressmark is corrected with a reason, told while typing whether it is taken or nearly another', async () => {
  const { page } = person;
  const dialog = await openItemDialog(person);
  await dialog.getByRole('button', { name: en.entry.pressmark.correct }).click();
  const form = dialogOf(page, en.entry.pressmark.title);
  const pressmark = form.getByRole('textbox', { name: en.entry.pressmark.new });
  const reason = form.getByRole('textbox', { name: en.entry.pressmark.reason });
  const confirm = form.getByRole('button', { name: en.entry.pressmark.confirm });
  expect(await pressmark.inputValue()).toBe('MS 12');
  expect(await confirm.isDisabled()).toBe(true);
  await pressmark.fill('m  2');
  await form.getByText(filled(en.entry.pressmark.takenBy, { title: 'Here and there' })).waitFor();
  await reason.fill('Mistyped');
  expect(await confirm.isDisabled()).toBe(true);
  await pressmark.fill('M-02');
  await form.getByText(/Nearly equal: M 2 \(Here and there\)/).waitFor();
  await person.expectAccessible();
  await pressmark.fill('MS 21');
  // What was typed outlives closing the dialog.
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: catalogue.item.viewAll }).click();
  await dialog.getByRole('button', { name: en.entry.pressmark.correct }).waitFor();
  await openItemDialog(person);
  // Where the record can't be read it says so, and how to go on.
  await page.route(`**/meta/culturalItems/${herbal}`, (route) => route.fulfill({ status: 500 }));
  await dialog.getByRole('button', { name: en.entry.pressmark.correct }).click();
  const retry = form.getByRole('button', { name: en.ui.retry });
  await retry.waitFor();
  person.expectFailure(500, 'GET', /^\/meta\/culturalItems\//);
  await page.unroute(`**/meta/culturalItems/${herbal}`);
  await retry.click();
  await retry.waitFor({ state: 'detached' });
  await form.getByText(editing.form.restored).waitFor();
  expect([await pressmark.inputValue(), await reason.inputValue()]).toEqual(['MS 21', 'Mistyped']);
  await reason.fill(' ');
  expect(await confirm.isDisabled()).toBe(true);
  await reason.fill('Mistyped on the card');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await confirm.click();
  expect((await sent).headers()['if-match']).toMatch(/^"\d+"$/);
  await dialog.getByText('MS 21', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: editing.form.edit }).waitFor();
});

test('[ITEM-24] an item is moved to the trash from its page, in Italian on a phone', async () => {
  const guest = await Person.signedIn(
    browser,
    armarium,
    { locale: 'it-IT', viewport: { width: 390, height: 844 } },
    italian,
  );
  const { page, words } = guest;
  await page.goto(`/ui/catalog/${root}/cultural-item/${herbal}`);
  await page.getByRole('button', { name: words.catalogue.item.viewAll }).click();
  await dialogOf(page, words.catalogue.item.allMetadata)
    .getByRole('button', { name: words.editing.item.remove })
    .click();
  const dialog = dialogOf(page, words.editing.item.remove);
  await dialog.getByText('A herbal').waitFor();
  await guest.expectAccessible();
  await dialog.getByRole('textbox', { name: words.editing.item.reason }).fill('Doppione');
  await dialog.getByRole('button', { name: words.editing.item.remove }).click();
  await page.waitForURL(`**/ui/catalog/${root}`);
  await guest.cardOf('Only here').waitFor();
  expect(await guest.cardOf('A herbal').count()).toBe(0);
  await guest.leave();
});

/** Deletes an item with a reason. */
function removeItem(client: HttpClient, uuid: string, reason: string) {
  const path = deleteItem.path.replace(':uuid', `${uuid}?reason=${encodeURIComponent(reason)}`);
  return client.call({ ...deleteItem, path });
}

test('[API-149, API-150] what was deleted lies in the trash with who, when and why, and goes back to its place', async () => {
  const { page } = person;
  const client = await signedIn(armarium);
  for (const [sgtt, pressmark] of [
    ['A fragment', 'Fr. 1'],
    ['Waste', 'Fr. 2'],
  ] as const) {
    const uuid = await importNewItem(client, { sgtt, pressmark, parents: [root], uploads: [] });
    expect((await removeItem(client, uuid, 'Doppione')).status).toBe(204);
  }
  client.close();
  await page.goto('/ui/catalog');
  await page.getByRole('link', { name: catalogue.trash }).click();
  await page.getByRole('heading', { level: 1, name: editing.trash.title }).waitFor();
  const entry = page.getByRole('listitem').filter({ hasText: 'A fragment' });
  await entry.getByText('Doppione').waitFor();
  await entry.getByText(/^by /).waitFor();
  await person.expectAccessible();
  await page.getByRole('searchbox', { name: editing.trash.search }).fill('no such words');
  await page.keyboard.press('Enter');
  await page.getByText(editing.trash.none).waitFor();
  await page.getByRole('searchbox', { name: editing.trash.search }).fill('fragment');
  await page.keyboard.press('Enter');
  const named = filled(editing.trash.restoreNamed, { title: 'A fragment' });
  await entry.waitFor();
  await page.goto('/ui/catalog/trash?text=Fr.');
  const restore = page.getByRole('button', { name: named });
  await restore.focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page, named);
  await person.expectAccessible();
  // What is cancelled leaves the focus where it came from.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => hasFocus(restore)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: editing.trash.restore, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await entry.waitFor({ state: 'detached' });
  // The row went with its button; the next one has the focus.
  const next = page.getByRole('button', { name: filled(editing.trash.restoreNamed, { title: 'Waste' }) });
  await eventually(() => hasFocus(next)).toBe(true);
  await page.getByRole('link', { name: editing.trash.back }).click();
  await person.cardOf('A fragment').waitFor();

  await page.goto('/ui/catalog/trash?text=Waste');
  const forEver = filled(editing.trash.purgeNamed, { title: 'Waste' });
  await page.getByRole('button', { name: forEver }).click();
  await dialogOf(page, forEver).getByRole('button', { name: editing.trash.purge, exact: true }).click();
  await page.getByText(editing.trash.none).waitFor();
  await eventually(() => hasFocus(page.getByRole('main'))).toBe(true);
});

test('[API-149, API-153] what a collection took along is shown, and what lost its pressmark is given a new one', async () => {
  const { page } = person;
  const client = await signedIn(armarium);
  const made = await client.call(createCollection, {
    body: { sgtt: 'Charters', parentCollectionsUuids: [root] },
  });
  const charters = made.body.uuid;
  const item = (sgtt: string, parent: string) =>
    importNewItem(client, { sgtt, pressmark: 'Ch. 1', parents: [parent], uploads: [] });
  await item('First charter', charters);
  const path = deleteCollection.path.replace(':uuid', charters);
  expect((await client.call({ ...deleteCollection, path })).status).toBe(204);
  await item('Newcomer', root);
  client.close();
  await page.goto('/ui/catalog/trash?text=Charters');
  const opener = page.getByRole('button', {
    name: filled(en.trashed.wentAlongNamed, { title: 'Charters' }),
  });
  await opener.click();
  await page.getByText(filled(en.trashed.holder, { title: 'Newcomer' })).waitFor();
  expect(await opener.getAttribute('aria-expanded')).toBe('true');
  await person.expectAccessible();

  const named = filled(editing.trash.restoreNamed, { title: 'Charters' });
  await page.getByRole('button', { name: named }).click();
  const dialog = dialogOf(page, named);
  const confirm = dialog.getByRole('button', { name: editing.trash.restore, exact: true });
  await confirm.click();
  const field = dialog.getByRole('textbox', {
    name: filled(en.trashed.newOf, { title: 'First charter' }),
  });
  await field.waitFor();
  person.expectFailure(409, 'POST', /^\/meta\/trash\/.*\/restore$/);
  expect(await confirm.isDisabled()).toBe(true);
  await person.expectAccessible();
  await field.fill('Ch. 2');
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`/ui/catalog/${charters}`);
  await person.cardOf('First charter').waitFor();
});

test('[API-181] who deleted a record, when and why, is found by its pressmark, and leads to its restore', async () => {
  const { page } = person;
  const client = await signedIn(armarium);
  const uuid = await importNewItem(client, {
    sgtt: 'Bestiary',
    pressmark: 'Best. 1',
    parents: [root],
    uploads: [],
  });
  expect((await removeItem(client, uuid, 'Counted twice')).status).toBe(204);
  client.close();
  const { audit, app } = en;
  await page.goto('/ui/catalog');
  await page.getByRole('navigation', { name: app.menu }).getByRole('link', { name: app.changes }).click();
  await page.getByText(audit.beginText).waitFor();
  await page.getByRole('searchbox', { name: audit.search }).fill('best. 1');
  await page.keyboard.press('Enter');
  const deleted = page
    .getByRole('listitem')
    .filter({ hasText: filled(audit.reason, { reason: 'Counted twice' }) });
  await deleted.getByText(/^by /).waitFor();
  await deleted.getByText(audit.place.trash).waitFor();
  await person.expectAccessible();
  const named = filled(editing.trash.restoreNamed, { title: 'Bestiary' });
  const restore = deleted.getByRole('button', { name: named });
  await restore.click();
  await dialogOf(page, named).waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page, named).waitFor({ state: 'detached' });
  await eventually(() => hasFocus(restore)).toBe(true);
  await page.keyboard.press('Enter');
  await dialogOf(page, named).getByRole('button', { name: editing.trash.restore, exact: true }).click();
  const restored = page.getByRole('heading', { level: 2, name: `${audit.actions.restore} Bestiary` });
  await restored.waitFor();
  // The button went with the deed; the focus is on what was restored.
  await eventually(() => hasFocus(restored.getByRole('link'))).toBe(true);
  await page.getByRole('combobox', { name: audit.action }).selectOption('delete');
  await page.getByText('1 change of 1 record').waitFor();
  await deleted.getByRole('link', { name: 'Bestiary' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bestiary' }).waitFor();
});

test('[API-042, API-150] an image that was deleted stands in the trash with its item, and goes back into it', async () => {
  const { page } = person;
  const client = await signedIn(armarium);
  const source = await drawnImage('png', 64, 48);
  const sent = await upload(client, { source, name: 'flyleaf.png', type: 'image/png' });
  const item = await importNewItem(client, {
    sgtt: 'Psalter',
    pressmark: 'MS 99',
    parents: [root],
    uploads: [sent],
  });
  const at = { ...deleteImage, path: deleteImage.path.replace(':uuid', sent.uuid) };
  expect((await client.call(at)).status).toBe(204);
  client.close();
  await page.goto('/ui/catalog/trash?text=flyleaf');
  const entry = page.getByRole('listitem').filter({ hasText: 'flyleaf' });
  await entry.getByText(filled(editing.trash.imageOf, { item: 'Psalter', pressmark: 'MS 99' })).waitFor();
  const named = filled(editing.trash.restoreNamed, { title: 'flyleaf' });
  await page.getByRole('button', { name: named }).click();
  const dialog = dialogOf(page, named);
  await dialog.getByText(editing.trash.restoreImageText).waitFor();
  await person.expectAccessible();
  await dialog.getByRole('button', { name: editing.trash.restore, exact: true }).click();
  await entry.waitFor({ state: 'detached' });
  await page.goto(`/ui/catalog/${root}/cultural-item/${item}`);
  await page
    .getByRole('button', { name: /flyleaf/ })
    .first()
    .waitFor();
});
