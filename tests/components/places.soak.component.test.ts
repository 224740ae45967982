import { createCollection, updateCollection } from '@armarium/contract/record-edits';
import { listSubcollections, searchCollections } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { findItemByPressmark, searchItems } from '@armarium/contract/item-calls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { Screen } from './screen.tsx';

const { browse, editing, filtering } = en;
const words = en.catalogue.place;

let screen: Screen;
let root: Collection;
let maps: Collection;
let town: Collection;
let prints: Collection;

beforeEach(() => {
  screen = new Screen();
  const { catalogue, answers } = screen;
  ({ root } = catalogue);
  maps = catalogue.collection('Maps');
  town = catalogue.collection('Town maps', [maps]);
  prints = catalogue.collection('Prints');
  catalogue.collection('Etchings', [prints]);
  answers.give(updateCollection, ({ params, body }) => {
    const record = catalogue.collectionNamed(params.uuid);
    record.parentCollectionsUuids = [body.parentCollectionsUuids ?? []].flat();
    return record;
  });
  answers.give(createCollection, ({ body }) => {
    const parents = [body.parentCollectionsUuids].flat().map((uuid) => catalogue.collectionNamed(uuid));
    return catalogue.collection(String(body.customMetadataList?.[0]?.value), parents);
  });
});
afterEach(async () => {
  await screen.close();
});

const dialog = page.getByRole('dialog');
const field = (place: Locator = dialog) => place.getByRole('searchbox', { name: words.search });
const row = (name: string, place: Locator = dialog) => place.getByRole('treeitem', { name, exact: true });
const button = (name: string, place: Locator = dialog) => place.getByRole('button', { name, exact: true });
const rows = (place: Locator = dialog) =>
  place
    .getByRole('treeitem')
    .elements()
    .map((element) => document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent);
const areRows = (...names: string[]) => expect.poll(() => rows()).toEqual(names);
const hasFocus = (locator: Locator) => expect.element(locator).toHaveFocus();
const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isChosen = (path: string) => isThere(dialog.getByText(filled(words.chosen, { path }), { exact: true }));

/** Opens the choice of a further collection for one. */
async function openLink(collection: Collection): Promise<void> {
  await page
    .getByRole('navigation', { name: browse.breadcrumb })
    .getByRole('button', { name: collection.sgtt })
    .click();
  await button(editing.collection.link).click();
  await isThere(row('Catalogue'));
}
async function confirm(): Promise<void> {
  await button(editing.form.confirm).click();
  await expect.element(dialog).not.toBeInTheDocument();
}
const parentsSent = () => screen.answers.asked(updateCollection).at(-1)?.body.parentCollectionsUuids;

test('the tree is open where the collection is, and is walked and chosen from by keys', async () => {
  await screen.open(`/ui/catalog/${town.uuid}?parentId=${maps.uuid}`);
  await openLink(town);
  await isThere(dialog.getByText(words.notChosen));
  await areRows('Catalogue', 'Maps', 'Prints');
  await hasFocus(field());
  // The rows are entered where the collection is, which is no choice.
  await userEvent.keyboard('{ArrowDown}');
  await hasFocus(row('Maps'));
  await userEvent.keyboard('{Enter}');
  await isThere(dialog.getByText(words.notChosen));
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await areRows('Catalogue', 'Maps', 'Prints', 'Etchings');
  await userEvent.keyboard('{ArrowRight}');
  await hasFocus(row('Etchings'));
  await userEvent.keyboard('{ArrowLeft}');
  await hasFocus(row('Prints'));
  await userEvent.keyboard(' ');
  await isChosen('Catalogue › Prints');
  await expect.element(row('Prints')).toHaveAttribute('aria-selected', 'true');
  await screen.expectAccessible();
  await userEvent.keyboard('{ArrowLeft}{Home}{ArrowLeft}');
  await areRows('Catalogue');
  // What was typed in the tree is searched for; Enter leads to what is found.
  await userEvent.keyboard('etch');
  await hasFocus(field());
  await userEvent.keyboard('{Enter}');
  await hasFocus(row('Etchings'));
  await expect.element(row('Etchings')).toHaveAccessibleDescription('0 items Catalogue › Prints');
  await userEvent.keyboard('{Enter}');
  await isChosen('Catalogue › Prints › Etchings');
  expect(screen.answers.asked(updateCollection)).toEqual([]);
  await confirm();
  expect(parentsSent()).toEqual([
    maps.uuid,
    screen.catalogue.collections.find(({ sgtt }) => sgtt === 'Etchings')?.uuid,
  ]);
});

test('a long list of collections comes in parts, and what could not be loaded is tried again', async () => {
  for (let number = 1; number <= 101; number += 1) screen.catalogue.collection(`Sheet ${number}`, [prints]);
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await openLink(maps);
  await screen.answers.failing(listSubcollections, 'internal', async () => {
    await row('Prints')
      .getByRole('button', { name: `${words.open} Prints` })
      .click();
    await isThere(row(words.failed));
  });
  await row(words.failed).click();
  await isThere(row('Sheet 99'));
  expect(row('Sheet 100').elements()).toEqual([]);
  const more = row(filled(words.more_other, { formatted: 2 }));
  await expect.element(more).toHaveAttribute('aria-setsize', '103');
  const letGo = screen.answers.hold(listSubcollections);
  await more.click();
  await hasFocus(row(words.loading));
  letGo();
  await isThere(row('Sheet 101'));
  await expect.element(more).not.toBeInTheDocument();
  // The focus goes on to what came in its place.
  await hasFocus(row('Sheet 100'));
});

test('places that were used are offered first, the next time', async () => {
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await openLink(maps);
  await field().fill('etch');
  await row('Etchings').click();
  await confirm();
  screen.goTo(`/ui/catalog/${town.uuid}?parentId=${maps.uuid}`);
  await openLink(town);
  await areRows(words.recent, 'Etchings', 'Catalogue', 'Maps', 'Prints');
  await hasFocus(field());
  await expect.element(row('Etchings')).toHaveAccessibleDescription(/Catalogue › Prints$/);
  await userEvent.keyboard('{ArrowDown}');
  await hasFocus(row('Etchings'));
  await userEvent.keyboard('{Enter}');
  await isChosen('Catalogue › Prints › Etchings');
  // Of its two rows the one that was pressed is marked.
  await button(`${words.open} Prints`).click();
  await areRows(words.recent, 'Etchings', 'Catalogue', 'Maps', 'Prints', 'Etchings');
  await expect.element(row('Etchings').nth(0)).toHaveAttribute('aria-selected', 'true');
  await expect.element(row('Etchings').nth(1)).toHaveAttribute('aria-selected', 'false');
  await button(`${words.close} Prints`).click();
  await screen.expectAccessible();
  await row(words.recent).click();
  await areRows(words.recent, 'Catalogue', 'Maps', 'Prints');
});

test('a collection is made where a place is chosen, and is chosen then', async () => {
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await openLink(maps);
  await isThere(button(filled(words.create, { title: 'Catalogue' })));
  await row('Prints').click();
  await button(filled(words.create, { title: 'Prints' })).click();
  const title = (parent: string) =>
    dialog.getByRole('textbox', { name: filled(words.newTitle, { title: parent }) });
  await hasFocus(title('Prints'));
  await title('Prints').fill('Woodcuts');
  // Nothing can be confirmed in its place, until it is made or cancelled.
  await isThere(dialog.getByText(words.notMade));
  await expect.element(button(editing.form.confirm)).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await isChosen('Catalogue › Prints');
  await hasFocus(button(filled(words.create, { title: 'Prints' })));
  await expect.element(button(editing.form.confirm)).toBeEnabled();

  await userEvent.keyboard('{Enter}');
  await title('Prints').fill('Woodcuts');
  await screen.answers.failing(createCollection, 'forbidden', async () => {
    await userEvent.keyboard('{Enter}');
    await isThere(dialog.getByRole('alert').getByText(words.makeFailed));
  });
  await screen.expectAccessible();
  // Another place may still be chosen for it, also one that is no destination.
  await row('Catalogue').click();
  await expect.element(title('Catalogue')).toHaveValue('Woodcuts');
  await row('Prints').click();
  await button(words.make).click();
  await isChosen('Catalogue › Prints › Woodcuts');
  await areRows('Catalogue', 'Prints', 'Etchings', 'Woodcuts');
  await expect.element(row('Woodcuts')).toHaveAttribute('aria-selected', 'true');
  await hasFocus(button(filled(words.create, { title: 'Woodcuts' })));
  expect(screen.answers.asked(createCollection).at(-1)?.body.parentCollectionsUuids).toEqual([prints.uuid]);
  expect(screen.answers.asked(updateCollection)).toEqual([]);
  await confirm();
  const made = screen.catalogue.collections.find(({ sgtt }) => sgtt === 'Woodcuts');
  expect(parentsSent()).toEqual([root.uuid, made?.uuid]);
});

test('where collections need more than a title, none is made in place', async () => {
  screen.catalogue.field('COLLECTION', 'fonds', { required: true });
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await openLink(maps);
  await isThere(dialog.getByText(words.needsFields));
  expect(button(filled(words.create, { title: 'Catalogue' })).elements()).toEqual([]);
});

test('who may make no collection is not offered one', async () => {
  prints.allowedActions = ['move', 'link'];
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await openLink(maps);
  await isThere(button(filled(words.create, { title: 'Catalogue' })));
  await row('Prints').click();
  await isChosen('Catalogue › Prints');
  expect(button(filled(words.create, { title: 'Prints' })).elements()).toEqual([]);
});

test('collections of the same title are told apart by their places, or by when they were made', async () => {
  screen.catalogue.collection('Etchings', [maps]);
  screen.catalogue.collection('Etchings', [prints], { createdDate: '2026-04-05T09:00:00.000Z' });
  await screen.open(`/ui/catalog/${town.uuid}?parentId=${maps.uuid}`);
  await openLink(town);
  await field().fill('etch');
  await areRows('Etchings', 'Etchings', 'Etchings');
  const described = () =>
    dialog
      .getByRole('treeitem')
      .elements()
      .map((element) => element.textContent.replaceAll(/ \d\d:\d\d/g, ''));
  expect(described()).toEqual([
    expect.stringMatching(/Prints.*02\/03\/2026/),
    expect.stringMatching(/Catalogue › Maps$/),
    expect.stringMatching(/Prints.*05\/04\/2026/),
  ]);
});

test('a new item is uploaded into the collection that is chosen in the wizard', async () => {
  screen.answers.fail(findItemByPressmark, 'not-found');
  await screen.open(`/ui/catalog/${town.uuid}?parentId=${maps.uuid}`);
  await page.getByRole('button', { name: browse.addItem, exact: true }).click();
  const place = dialog.getByRole('group', { name: en.upload.into, exact: true });
  await expect.element(place).toHaveTextContent('Catalogue › Maps › Town maps');
  await button(words.change).click();
  await hasFocus(field());
  await expect.element(row('Town maps')).toHaveAttribute('aria-selected', 'true');
  await row('Prints').click();
  await isChosen('Catalogue › Prints');
  // Nothing else has changed.
  await hasFocus(row('Prints'));
  await areRows('Catalogue', 'Maps', 'Town maps', 'Prints');
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await hasFocus(button(words.change));
  await userEvent.keyboard('{Enter}');
  await isThere(row('Prints'));

  // The wizard doesn't go on without the collection whose title is typed.
  await dialog.getByRole('textbox', { name: en.upload.form.title }).fill('Herbal');
  await dialog.getByRole('textbox', { name: en.upload.form.pressmark }).fill('P 1');
  await expect.element(button(en.upload.continue)).toBeEnabled();
  await button(filled(words.create, { title: 'Prints' })).click();
  await expect.element(button(en.upload.continue)).toBeDisabled();
  await expect.element(button(words.change)).toBeDisabled();
  await userEvent.keyboard('Woodcuts{Enter}');
  await isChosen('Catalogue › Prints › Woodcuts');
  await expect.element(button(en.upload.continue)).toBeEnabled();
  await button(words.change).click();
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(place).toHaveTextContent('Catalogue › Prints › Woodcuts');
});

test('several items are uploaded into the collection that is chosen, in the wizard before or in their own dialog', async () => {
  await screen.open(`/ui/catalog/${town.uuid}?parentId=${maps.uuid}`);
  await page.getByRole('button', { name: browse.addItem, exact: true }).click();
  await button(words.change).click();
  await row('Prints').click();
  await isChosen('Catalogue › Prints');
  await button(en.upload.many).click();
  const place = dialog.getByRole('group', { name: en.dropping.into, exact: true });
  await expect.element(place).toHaveTextContent('Catalogue › Prints');
  await button(words.change).click();
  await row('Maps').click();
  await isChosen('Catalogue › Maps');
  await screen.expectAccessible();
});

test('a search is narrowed to a collection and what is below it by the filters, and widened by its chip', async () => {
  screen.catalogue.item('Atlas', [maps]);
  await screen.open('/ui/catalog/results?searchTerm=atlas&state=Default&page=2');
  await button(browse.filters, page.getByRole('main')).click();
  const filters = page.getByRole('group', { name: filtering.filters });
  await isThere(filters.getByText(words.everywhere));
  await button(words.change, filters).click();
  await isThere(row('Maps', filters));
  await screen.answers.settled();
  expect(
    filters.getByRole('button', { name: filled(words.create, { title: 'Catalogue' }) }).elements(),
  ).toEqual([]);
  await row('Maps', filters).click();
  const isAt = (address: string) => expect.poll(() => location.pathname + location.search).toBe(address);
  await isAt(`/ui/catalog/results/${maps.uuid}?searchTerm=atlas&state=Default`);
  await expect.poll(() => screen.answers.asked(searchItems).at(-1)?.query.belowUuid).toBe(maps.uuid);
  await expect.poll(() => screen.answers.asked(searchCollections).at(-1)?.query.belowUuid).toBe(maps.uuid);
  const chip = filled(filtering.pair, { name: filtering.place, value: 'Catalogue › Maps' });
  await isThere(page.getByText(chip, { exact: true }));
  await screen.expectAccessible();
  await page.getByRole('button', { name: filled(filtering.remove, { filter: chip }), exact: true }).click();
  await isAt('/ui/catalog/results?searchTerm=atlas&state=Default');
  // A chooser that is opened again offers the place that was used.
  await button(words.change, filters).click();
  await button(words.change, filters).click();
  await isThere(row(words.recent, filters));
  await row('Maps', filters).first().click();
  await isAt(`/ui/catalog/results/${maps.uuid}?searchTerm=atlas&state=Default`);
  // What is typed in the tree is for its search, whatever the keys do on the page.
  await hasFocus(row('Maps', filters).first());
  await userEvent.keyboard('/k');
  await expect.element(field(filters)).toHaveValue('/k');
  await userEvent.keyboard('{Escape}');
  await hasFocus(button(words.change, filters));
  await button(words.everywhere, filters).click();
  await isAt('/ui/catalog/results?searchTerm=atlas&state=Default');
  await hasFocus(button(words.change, filters));
  await button(words.change, filters).click();
  await row('Maps', filters).first().click();
  await isAt(`/ui/catalog/results/${maps.uuid}?searchTerm=atlas&state=Default`);
  await button(filtering.clear, page.getByRole('main')).click();
  await isAt('/ui/catalog/results?searchTerm=atlas');
});
