import { updateItem } from '@armarium/contract/record-edits';
import { getItem } from '@armarium/contract/item-calls';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { makeCatalogue } from './made-catalogue.ts';
import { Person } from './person.ts';
import { openSite } from './open-site.ts';
import type { Site } from './site.ts';
import { en, filled } from './words.ts';

const { browse, catalogue, editing } = en;

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
const crumbOf = (page: Page) => page.getByRole('navigation', { name: browse.breadcrumb }).getByRole('button');

async function openItemDialog({ page }: Person) {
  await page.goto(`/ui/catalog/${root}/cultural-item/${herbal}`);
  await page.getByRole('button', { name: en.item.viewAll }).click();
  const dialog = dialogOf(page, editing.record.allMetadata);
  await dialog.getByText('MS 12').waitFor();
  return dialog;
}

test('[HOME-13, COLL-04, COLL-10, COLL-13, COLL-23] a collection is made, another moved, and deleted after its figures were shown', async () => {
  const { page } = person;
  await page.goto(`/ui/catalog/${prints}?parentId=${root}`);
  await page.getByRole('button', { name: browse.createCollection }).click();
  const made = dialogOf(page, editing.collection.create);
  await made.getByRole('textbox', { name: catalogue.standardField.sgtt }).fill('Etchings');
  await made.getByRole('button', { name: editing.form.confirm }).click();
  await made.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Etchings/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Etchings' }).waitFor();
  await page.getByRole('navigation', { name: browse.breadcrumb }).getByText('Prints').waitFor();

  await page.goto(`/ui/catalog/${maps}?parentId=${root}`);
  const ask = async (step: 'move' | 'delete') => {
    await crumbOf(page).click();
    await dialogOf(page, editing.collection.show)
      .getByRole('button', { name: editing.collection[step] })
      .click();
  };
  await ask('move');
  const move = dialogOf(page, editing.collection.move);
  const confirm = move.getByRole('button', { name: editing.form.confirm });
  await move.getByRole('searchbox', { name: catalogue.place.search }).fill('town');
  await move.getByRole('treeitem', { name: 'Town maps', exact: true }).click();
  await confirm.click();
  await move.getByRole('alert').getByText(editing.place.refused['destination-is-descendant'].title).waitFor();
  person.expectFailure(400, 'PATCH', /^\/meta\/culturalItemCollections\//);
  await move.getByRole('searchbox', { name: catalogue.place.search }).fill('on paper');
  await move.getByRole('treeitem', { name: 'Prints', exact: true }).click();
  await confirm.click();
  await move.waitFor({ state: 'detached' });
  const way = page.getByRole('navigation', { name: browse.breadcrumb });
  await way.getByRole('link', { name: 'Prints' }).waitFor();

  await ask('delete');
  const deletion = dialogOf(page, filled(editing.collection.deleteTitle, { title: 'Maps' }));
  const figureOf = (name: string) =>
    deletion
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole('definition')
      .textContent();
  expect([
    await figureOf(editing.collection.deletedSubcollections),
    await figureOf(editing.collection.sharedItems),
    await figureOf(editing.collection.orphanItems),
  ]).toEqual(['1', '1', '1']);
  await deletion.getByRole('radio', { name: editing.collection.orphansToParent }).check();
  await deletion.getByRole('button', { name: editing.collection.delete }).click();
  await deletion.waitFor({ state: 'detached' });
  await page.waitForURL(`**/ui/catalog/${prints}`);
  await person.cardOf('Only here').waitFor();
});

test('[API-020] of a field that two changed at once both values are shown, and nothing typed is lost', async () => {
  const { page } = person;
  const dialog = await openItemDialog(person);
  await dialog.getByRole('button', { name: editing.form.edit }).click();
  const author = dialog.getByRole('combobox', { name: catalogue.standardField.autn });
  await author.fill('Pseudo-Apuleius');
  // What is typed stays over a reload, and is asked about before it goes.
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: editing.form.keepEditing }).click();
  // It goes on, and has saved nothing.
  await person.settled();
  await dialog.getByRole('button', { name: editing.form.save }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: en.item.viewAll }).click();
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
  await page.getByRole('main').getByText('Dioscorides').waitFor();
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

test('[ITEM-24, ITEM-33, API-149, API-150, API-181] an item gets another pressmark, goes to the trash, is found there and in the changes, and goes back to its place', async () => {
  const { page } = person;
  const dialog = await openItemDialog(person);
  await dialog.getByRole('button', { name: en.entry.pressmark.correct }).click();
  const form = dialogOf(page, en.entry.pressmark.title);
  await form.getByRole('textbox', { name: en.entry.pressmark.new }).fill('MS 21');
  await form.getByRole('textbox', { name: en.entry.pressmark.reason }).fill('Mistyped on the card');
  await form.getByRole('button', { name: en.entry.pressmark.confirm }).click();
  await dialog.getByText('MS 21', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: editing.item.remove }).click();
  const removal = dialogOf(page, editing.item.remove);
  await removal.getByRole('textbox', { name: editing.item.reason }).fill('Counted twice');
  await removal.getByRole('button', { name: editing.item.remove }).click();
  await page.waitForURL(`**/ui/catalog/${root}`);
  await page.getByRole('link', { name: en.app.trash }).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'Herbal' });
  await entry.getByText('Counted twice').waitFor();
  await entry.getByText(/^by /).waitFor();

  await page.goto('/ui/audit?text=MS%2021');
  const named = filled(en.trash.restoreNamed, { title: 'Herbal' });
  await page.getByText(filled(en.audit.reason, { reason: 'Counted twice' })).waitFor();
  await page.getByText(filled(en.audit.reason, { reason: 'Mistyped on the card' })).waitFor();
  await page.getByRole('button', { name: named }).click();
  const restore = dialogOf(page, named);
  await restore.getByRole('button', { name: en.trash.restore, exact: true }).click();
  await restore.waitFor({ state: 'detached' });
  const restored = page.getByRole('heading', { level: 2, name: `${en.audit.actions.restore} Herbal` });
  await restored.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Herbal' }).waitFor();
});
