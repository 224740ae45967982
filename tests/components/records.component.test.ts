import {
  correctPressmark,
  createCollection,
  updateCollection,
  updateItem,
} from '@armarium/contract/record-edits';
import { importItem } from '@armarium/contract/imports';
import { getCollection, getCollectionSummary, searchCollections } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { findItemByPressmark, getItem } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { deleteCollection, deleteItem, dryRunDeleteCollection } from '@armarium/contract/deletions';
import { findRecordChanges, type RecordChange } from '@armarium/contract/record-changes';
import { listTrash, purgeTrashEntry, restoreTrashEntry, type TrashEntry } from '@armarium/contract/trash';
import { listTrashedRecords } from '@armarium/contract/trash-records';
import type { Template } from '@armarium/contract/templates';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { madeTrashEntry, newUuid, pageBlock } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

const { app, audit, browse, catalogue, editing, entry, trashed, ui } = en;

let screen: Screen;
let root: Collection;
let maps: Collection;
let prints: Collection;
let herbal: Item;

const listed = (fields: Readonly<Record<string, string>>): MetadataEntry[] =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));
const valueOf = (list: readonly MetadataEntry[] | undefined, name: string) =>
  String(list?.find((one) => one.name === name)?.value ?? '');

beforeEach(() => {
  screen = new Screen();
  const made = screen.catalogue;
  ({ root } = made);
  maps = made.collection('Maps', [root], { customMetadataList: listed({ sgtt: 'Maps' }) });
  prints = made.collection('Prints', [root], {
    sgti: 'On paper',
    customMetadataList: listed({ sgtt: 'Prints', sgti: 'On paper' }),
  });
  made.collection('Town maps', [maps]);
  herbal = made.item('Herbal', [root], {
    pressmark: 'MS 12',
    autn: 'Anonymous',
    customMetadataList: listed({ sgtt: 'Herbal', autn: 'Anonymous', pressmark: 'MS 12' }),
  });
  made.item('Only here', [maps], { pressmark: 'M 1' });
  made.item('Here and there', [maps, prints], { pressmark: 'M 2' });
  const headers = { ETag: '"7"' };
  screen.answers.give(getItem, ({ params }) => made.itemNamed(params.uuid), { headers });
  screen.answers.give(getCollection, ({ params }) => made.collectionNamed(params.uuid), { headers });
  screen.answers.give(updateCollection, ({ params, body }) => {
    const record = made.collectionNamed(params.uuid);
    const { customMetadataList: list, parentCollectionsUuids } = body;
    if (list) Object.assign(record, { customMetadataList: list, sgtt: valueOf(list, 'sgtt') });
    if (parentCollectionsUuids) {
      const parents = [parentCollectionsUuids].flat();
      for (const uuid of record.parentCollectionsUuids) made.collectionNamed(uuid).collectionsCount -= 1;
      for (const uuid of parents) made.collectionNamed(uuid).collectionsCount += 1;
      record.parentCollectionsUuids = parents;
    }
    return record;
  });
  screen.answers.give(updateItem, ({ params, body }) => {
    const list = body.customMetadataList ?? [];
    return Object.assign(made.itemNamed(params.uuid), {
      customMetadataList: list,
      sgtt: valueOf(list, 'sgtt'),
      label: valueOf(list, 'sgtt'),
    });
  });
});
afterEach(() => screen.close());

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const buttonIn = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const crumbs = page.getByRole('navigation', { name: browse.breadcrumb });
const strip = page.getByRole('region', { name: new RegExp(browse.collections) });
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
/** The number that stands beside a word in a list of figures. */
const figureOf = (dialog: Locator, name: string) =>
  dialog
    .bySelector('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');

async function openCollection(collection: Collection, parent = root): Promise<Locator> {
  await screen.open(`/ui/catalog/${collection.uuid}?parentId=${parent.uuid}`);
  await crumbs.getByRole('button').click();
  return dialogOf(editing.collection.show);
}

const openAll = () => page.getByRole('button', { name: en.item.viewAll }).click();

async function openItem(item: Item): Promise<Locator> {
  await screen.open(`/ui/catalog/${root.uuid}/cultural-item/${item.uuid}`);
  await openAll();
  return dialogOf(editing.record.allMetadata);
}

test('[HOME-13, COLL-01, COLL-02, COLL-03, COLL-04] a collection is made below the one that is looked at', async () => {
  screen.answers.give(createCollection, ({ body }) => {
    const list = body.customMetadataList ?? [];
    return screen.catalogue.collection(valueOf(list, 'sgtt'), [prints], { customMetadataList: list });
  });
  await screen.open(`/ui/catalog/${prints.uuid}?parentId=${root.uuid}`);
  const create = page.getByRole('button', { name: browse.createCollection });
  await create.click();
  const dialog = dialogOf(editing.collection.create);
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  const confirm = buttonIn(dialog, editing.form.confirm);
  await expect.element(title).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: catalogue.standardField.sgti })).toBeVisible();
  const fields = screen.catalogue.templates.filter(({ resourceType }) => resourceType === 'COLLECTION');
  expect(dialog.bySelector('[data-field]').elements()).toHaveLength(fields.length);
  await expect.element(confirm).toBeDisabled();
  await title.fill('   ');
  await expect.element(dialog.getByText(editing.form.required)).toBeVisible();
  await expect.element(confirm).toBeDisabled();
  await screen.expectAccessible();
  await buttonIn(dialog, editing.form.cancel).click();
  await isGone(dialog);

  await create.click();
  await title.fill('Etchings');
  await userEvent.keyboard('{Enter}');
  await isGone(dialog);
  await expect.element(strip.getByRole('link', { name: /Etchings/ })).toBeVisible();
  expect(screen.answers.asked(createCollection).map(({ body }) => body)).toEqual([
    { customMetadataList: listed({ sgtt: 'Etchings' }), parentCollectionsUuids: [prints.uuid] },
  ]);
});

test('[HOME-07, HOME-20] the crumb at the top opens the totals of the catalogue', async () => {
  screen.answers.give(getCollectionSummary, {
    collections: 3,
    culturalItems: 1234,
    images: 56,
    audios: 0,
    videos: 0,
    model3Ds: 0,
    size_bytes: 1,
    byState: { Published: 7 },
    lastModifiedDate: '2026-03-02T09:00:00.000Z',
  });
  await screen.open('/ui/catalog');
  const crumb = crumbs.getByRole('button');
  await crumb.click();
  const dialog = dialogOf(editing.summary.title);
  await expect.element(figureOf(dialog, editing.summary.culturalItems)).toHaveTextContent(/^1.234$/);
  await expect
    .element(figureOf(dialog, filled(editing.summary.inState, { state: 'Published' })))
    .toHaveTextContent('7');
  expect(screen.answers.asked(getCollectionSummary)[0]?.params).toEqual({ uuid: root.uuid });
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await expect.element(crumb).toHaveFocus();
});

test('[HOME-08, COLL-05, COLL-06, COLL-07, COLL-08, COLL-09] a collection is shown, then changed, from its crumb', async () => {
  const dialog = await openCollection(prints);
  await expect.element(dialog.getByText('On paper')).toBeVisible();
  expect(dialog.getByRole('textbox').elements()).toEqual([]);
  await screen.expectAccessible();
  const edit = buttonIn(dialog, editing.form.edit);
  await edit.click();
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  await title.fill('Woodcuts');
  await buttonIn(dialog, editing.form.cancel).click();
  await expect.element(dialog.getByText('Prints', { exact: true })).toBeVisible();
  await edit.click();
  await expect.element(title).toHaveValue('Prints');
  const confirm = buttonIn(dialog, editing.form.confirm);
  await title.fill('');
  await expect.element(confirm).toBeDisabled();
  await title.fill('Prints and drawings');
  await expect.element(confirm).toBeEnabled();
  await screen.expectAccessible();
  await confirm.click();
  await expect.element(dialog.getByText('Prints and drawings', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Prints and drawings' })).toBeVisible();
  const [sent] = screen.answers.asked(updateCollection);
  expect(sent?.headers.get('If-Match')).toBe('"7"');
  expect(sent?.body).toEqual({
    customMetadataList: listed({ sgtt: 'Prints and drawings', sgti: 'On paper' }),
  });
});

test('[COLL-10, COLL-14, COLL-15, COLL-17, COLL-18, COLL-19] a collection is moved, but not into what stands below it', async () => {
  const shown = await openCollection(maps);
  await buttonIn(shown, editing.collection.move).click();
  const dialog = dialogOf(editing.collection.move);
  const confirm = buttonIn(dialog, editing.form.confirm);
  const choice = (name: string) => dialog.getByRole('treeitem', { name, exact: true });
  await expect.element(choice('Prints')).toBeVisible();
  expect(choice('Maps').elements()).toEqual([]);
  // Where it is already is shown, and is no choice.
  await expect.element(choice('Catalogue')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(confirm).toBeDisabled();
  const search = dialog.getByRole('searchbox', { name: catalogue.place.search });
  await search.fill('maps');
  await expect.element(choice('Town maps')).toBeVisible();
  expect(screen.answers.asked(searchCollections).at(-1)?.query).toMatchObject({ size: 15, text: 'maps' });
  expect(choice('Maps').elements()).toEqual([]);
  await expect.element(confirm).toBeDisabled();
  await screen.expectAccessible();
  await choice('Town maps').click();
  await screen.answers.failing(updateCollection, 'destination-is-descendant', async () => {
    await confirm.click();
    const { title } = editing.place.refused['destination-is-descendant'];
    await expect.element(dialog.getByRole('alert').getByText(title)).toBeVisible();
  });

  await search.fill('print');
  await isGone(choice('Town maps'));
  await choice('Prints').click();
  const path = filled(catalogue.place.chosen, { path: 'Catalogue › Prints' });
  await expect.element(dialog.getByText(path, { exact: true })).toBeVisible();
  await confirm.click();
  await isGone(dialog);
  await expect.element(crumbs.getByRole('link', { name: 'Prints' })).toBeVisible();
  const sent = screen.answers.asked(updateCollection).at(-1);
  expect(sent?.headers.get('If-Match')).toBe('"7"');
  expect(sent?.body).toEqual({ parentCollectionsUuids: [prints.uuid] });
});

test('a search for destinations is turned page by page, and begins anew with other words', async () => {
  for (let number = 1; number <= 16; number += 1) screen.catalogue.collection(`Shelf ${number}`, [root]);
  const shown = await openCollection(maps);
  await buttonIn(shown, editing.collection.link).click();
  const dialog = dialogOf(editing.collection.link);
  const search = dialog.getByRole('searchbox', { name: catalogue.place.search });
  await search.fill('shelf');
  await expect.element(dialog.getByRole('treeitem', { name: 'Shelf 15', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: ui.nextPage }).click();
  await expect.element(dialog.getByRole('treeitem', { name: 'Shelf 16', exact: true })).toBeVisible();
  expect(dialog.getByRole('treeitem').elements()).toHaveLength(1);
  await search.fill('town');
  await expect.element(dialog.getByRole('treeitem', { name: 'Town maps', exact: true })).toBeVisible();
});

test('[COLL-11, COLL-12, COLL-20, COLL-24] a collection is linked to another, is shown as linked, and unlinked again', async () => {
  const shown = await openCollection(maps);
  await buttonIn(shown, editing.collection.link).click();
  const dialog = dialogOf(editing.collection.link);
  await dialog.getByRole('treeitem', { name: 'Prints', exact: true }).click();
  await buttonIn(dialog, editing.form.confirm).click();
  await isGone(dialog);
  expect(screen.answers.asked(updateCollection).at(-1)?.body).toEqual({
    parentCollectionsUuids: [root.uuid, prints.uuid],
  });

  screen.goTo(`/ui/catalog/${prints.uuid}`);
  const row = strip.getByRole('listitem').filter({ hasText: 'Maps' });
  await expect.element(row.getByText(browse.linked)).toBeVisible();
  screen.goTo(`/ui/catalog/${maps.uuid}?parentId=${prints.uuid}`);
  await crumbs.getByRole('button').click();
  await buttonIn(shown, editing.collection.unlink).click();
  const unlink = dialogOf(editing.collection.unlink);
  await expect.element(unlink).toBeVisible();
  await screen.expectAccessible();
  expect(screen.answers.asked(updateCollection)).toHaveLength(1);
  await buttonIn(unlink, editing.collection.unlink).click();
  await isGone(unlink);
  await expect.poll(() => location.pathname).toBe(`/ui/catalog/${prints.uuid}`);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Prints' })).toBeVisible();
  await isGone(row);
  expect(screen.answers.asked(updateCollection).at(-1)?.body).toEqual({
    parentCollectionsUuids: [root.uuid],
  });
});

/** Twelve stories, of which the first ten are named, one of these in the trash. */
const SHOWN = {
  storyboardsCount: 12,
  storyboards: Array.from({ length: 10 }, (_, index) => ({
    uuid: newUuid(),
    title: `Tale ${index}`,
    isThere: index > 0,
  })),
};
const isShownIn = async (place: Pick<Locator, 'getByText' | 'getByRole'>, link = 'Tale 1') => {
  await expect.element(place.getByText(filled(catalogue.inTheTrash, { name: 'Tale 0' }))).toBeVisible();
  await expect
    .element(place.getByRole('link', { name: link, exact: true }))
    .toHaveAttribute('href', `/ui/story/editor/${SHOWN.storyboards[1]?.uuid}`);
  await expect.element(place.getByText(filled(catalogue.shownInMore_other, { formatted: 2 }))).toBeVisible();
};

test('[COLL-13, COLL-21, COLL-22, COLL-23, COLL-41] a collection is deleted after its figures were shown', async () => {
  screen.answers.give(dryRunDeleteCollection, {
    sharedItems: 4,
    deletedSubcollections: 2,
    orphanItems: 3,
    shownIn: SHOWN,
  });
  screen.answers.give(deleteCollection, undefined);
  const shown = await openCollection(maps);
  await buttonIn(shown, editing.collection.delete).click();
  const dialog = dialogOf(filled(editing.collection.deleteTitle, { title: 'Maps' }));
  for (const [name, figure] of [
    [editing.collection.deletedSubcollections, '2'],
    [editing.collection.sharedItems, '4'],
    [editing.collection.orphanItems, '3'],
  ] as const)
    await expect.element(figureOf(dialog, name)).toHaveTextContent(figure);
  await isShownIn(dialog, `Tale 1 (${catalogue.opensInNewTab})`);
  await screen.expectAccessible();
  await dialog.getByRole('radio', { name: editing.collection.orphansToParent }).click();
  await dialog.getByRole('textbox', { name: editing.collection.reason }).fill('Sold');
  expect(screen.answers.asked(deleteCollection)).toEqual([]);
  await buttonIn(dialog, editing.collection.delete).click();
  await isGone(dialog);
  await expect.poll(() => location.pathname).toBe(`/ui/catalog/${root.uuid}`);
  const [sent] = screen.answers.asked(deleteCollection);
  expect(sent?.params).toEqual({ uuid: maps.uuid });
  expect(sent?.query).toEqual({ orphans: 'parent', parentId: root.uuid, reason: 'Sold' });
  expect(sent?.headers.get('If-Match')).toBe('"7"');
});

test('[ITEM-16, ITEM-17, ITEM-18, ITEM-19, ITEM-20, ITEM-21, ITEM-23, API-001, API-019] an item is changed in its dialog', async () => {
  const dialog = await openItem(herbal);
  const edit = buttonIn(dialog, editing.form.edit);
  await expect.element(edit).toBeVisible();
  expect(dialog.getByRole('textbox').elements()).toEqual([]);
  await edit.click();
  const field = (name: keyof typeof catalogue.standardField) =>
    dialog.getByRole('textbox', { name: catalogue.standardField[name] });
  // The focus follows: into the form, and from there back to the way into it.
  await expect.element(field('sgtt')).toHaveFocus();
  const fields = screen.catalogue.templates.filter(({ resourceType }) => resourceType === 'ITEM');
  expect(dialog.bySelector('[data-field]').elements()).toHaveLength(fields.length);
  await expect.element(field('pressmark')).toHaveAttribute('readonly');
  await expect.element(buttonIn(dialog, editing.form.cancel)).toBeVisible();
  await field('sgtt').fill(' ');
  await expect.element(dialog.getByText(editing.form.required)).toBeVisible();
  await expect.element(buttonIn(dialog, editing.form.save)).toBeDisabled();
  await screen.expectAccessible();
  await field('sgtt').fill('A herbal');
  await field('sgti').fill('With plants\nand roots');
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(dialog.getByText('With plants')).toBeVisible();
  await expect.element(edit).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'A herbal' })).toBeVisible();
  const [sent] = screen.answers.asked(updateItem);
  const headersSent = ['If-Match', 'Accept', 'Content-Type'].map((name) => sent?.headers.get(name));
  expect(headersSent).toEqual(['"7"', 'application/json', 'application/json']);
  expect(valueOf(sent?.body.customMetadataList, 'sgti')).toBe('With plants\nand roots');
});

test('the key e opens an item’s edit mode with the focus in its first field, and gives the focus back', async () => {
  await screen.open(`/ui/catalog/${root.uuid}/cultural-item/${herbal.uuid}`);
  const all = page.getByRole('button', { name: en.item.viewAll });
  await expect.element(all).toBeVisible();
  (all.element() as HTMLElement).focus();
  await userEvent.keyboard('e');
  const dialog = dialogOf(editing.record.allMetadata);
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  await expect.element(title).toHaveFocus();
  // In a field it is a letter.
  await userEvent.keyboard('{End}e');
  await expect.element(title).toHaveValue('Herbale');
  await userEvent.keyboard('{Backspace}{Escape}');
  await isGone(dialog);
  await expect.element(all).toHaveFocus();
});

test('[ITEM-33] a pressmark is corrected with a reason, told while typing whether it is taken or nearly another', async () => {
  screen.answers.give(correctPressmark, ({ body }) => {
    const list = listed({ sgtt: 'Herbal', autn: 'Anonymous', pressmark: body.pressmark });
    return Object.assign(herbal, { pressmark: body.pressmark, customMetadataList: list });
  });
  const dialog = await openItem(herbal);
  await buttonIn(dialog, entry.pressmark.correct).click();
  const form = dialogOf(entry.pressmark.title);
  const pressmark = form.getByRole('textbox', { name: entry.pressmark.new });
  const reason = form.getByRole('textbox', { name: entry.pressmark.reason });
  const confirm = buttonIn(form, entry.pressmark.confirm);
  await expect.element(pressmark).toHaveValue('MS 12');
  await expect.element(confirm).toBeDisabled();
  await pressmark.fill('m  2');
  await expect
    .element(form.getByText(filled(catalogue.pressmark.takenBy, { title: 'Here and there' })))
    .toBeVisible();
  await reason.fill('Mistyped');
  await expect.element(confirm).toBeDisabled();
  await pressmark.fill('M-02');
  await expect.element(form.getByText(/Similar: M 2 \(Here and there\)/)).toBeVisible();
  await screen.expectAccessible();
  await pressmark.fill('MS 21');
  // What was typed outlives closing the dialog, and the page.
  await userEvent.keyboard('{Escape}');
  await isGone(form);
  screen.reopen();
  await openAll();
  // Where the record can't be read it says so, and how to go on.
  const retry = buttonIn(form, ui.retry);
  await expect.element(buttonIn(dialog, entry.pressmark.correct)).toBeVisible();
  await screen.answers.failing(getItem, 'internal', async () => {
    await buttonIn(dialog, entry.pressmark.correct).click();
    await expect.element(retry).toBeVisible();
    await expect.element(confirm).toBeDisabled();
  });
  await retry.click();
  await isGone(retry);
  await expect.element(form.getByText(editing.form.restored)).toBeVisible();
  await expect.element(pressmark).toHaveValue('MS 21');
  await expect.element(reason).toHaveValue('Mistyped');
  await expect.element(confirm).toBeEnabled();
  await reason.fill(' ');
  await expect.element(confirm).toBeDisabled();
  await reason.fill('Mistyped on the card');
  await confirm.click();
  await expect.element(dialog.getByText('MS 21', { exact: true })).toBeVisible();
  await expect.element(buttonIn(dialog, editing.form.edit)).toBeVisible();
  const [sent] = screen.answers.asked(correctPressmark);
  expect(sent?.headers.get('If-Match')).toBe('"7"');
  expect(sent?.body).toEqual({ pressmark: 'MS 21', reason: 'Mistyped on the card' });
});

test('[ITEM-24] an item is moved to the trash from its page, in Italian on a phone', async () => {
  const words = italian;
  screen.answers.give(deleteItem, ({ params }) => {
    screen.catalogue.items.splice(
      screen.catalogue.items.indexOf(herbal),
      Number(params.uuid === herbal.uuid),
    );
    return undefined;
  });
  screen.catalogue.item('Stays', [root]);
  await screen.open(`/ui/catalog/${root.uuid}/cultural-item/${herbal.uuid}`, {
    language: 'it',
    width: 390,
    height: 844,
  });
  await page.getByRole('button', { name: words.item.viewAll }).click();
  await buttonIn(dialogOf(words.editing.record.allMetadata), words.editing.item.remove).click();
  const dialog = dialogOf(words.editing.item.remove);
  await expect.element(dialog.getByText('Herbal')).toBeVisible();
  await screen.expectAccessible();
  await dialog.getByRole('textbox', { name: words.editing.item.reason }).fill('Doppione');
  expect(screen.answers.asked(deleteItem)).toEqual([]);
  await buttonIn(dialog, words.editing.item.remove).click();
  await expect.poll(() => location.pathname).toBe(`/ui/catalog/${root.uuid}`);
  await expect.element(screen.cardOf('Stays')).toBeVisible();
  await isGone(screen.cardOf('Herbal'));
  const [sent] = screen.answers.asked(deleteItem);
  expect(sent?.query).toEqual({ reason: 'Doppione' });
  expect(sent?.headers.get('If-Match')).toBe('"7"');
});

/** Answers for a trash with these entries: the search through it, and what takes one away. */
function fillTrash(entries: TrashEntry[]): void {
  const takeOut = (uuid: string) => {
    const at = entries.findIndex((one) => one.uuid === uuid);
    return entries.splice(at, 1)[0];
  };
  screen.answers.give(listTrash, ({ query }) => {
    const found = entries.filter(({ title, pressmark }) =>
      `${title} ${pressmark ?? ''}`.toLowerCase().includes((query.text ?? '').toLowerCase()),
    );
    return { _embedded: { trash: found }, ...pageBlock(found.length, query) };
  });
  screen.answers.give(restoreTrashEntry, ({ params }) => {
    const { recordUuid = '' } = takeOut(params.uuid) ?? {};
    return { recordUuid, _links: { record: { href: 'http://armarium.test/' } } };
  });
  screen.answers.give(purgeTrashEntry, ({ params }) => {
    takeOut(params.uuid);
    return undefined;
  });
}

const restoreNamed = (title: string) => filled(en.trash.restoreNamed, { title });
const restoreOf = (title: string) => page.getByRole('button', { name: restoreNamed(title) });
const rowOf = (text: string) => page.getByRole('listitem').filter({ hasText: text });

test.each(['STORY', 'SERIES'] as const)(
  'a deleted %s comes back at once: it stands in no collection',
  async (resourceType) => {
    fillTrash([madeTrashEntry({ title: 'Il viaggio', pressmark: null, formerParents: [], resourceType })]);
    await screen.open('/ui/catalog/trash');
    await restoreOf('Il viaggio').click();
    const dialog = page.getByRole('dialog', { name: restoreNamed('Il viaggio') });
    await buttonIn(dialog, en.trash.restore).click();
    await isGone(rowOf('Il viaggio'));
    expect(screen.answers.asked(restoreTrashEntry)).toHaveLength(1);
  },
);

test('[A-99] the trash says until when something is kept, and why the clock skips it', async () => {
  fillTrash([
    madeTrashEntry({ title: 'Waste', purgeDate: '2027-03-09T12:00:00.000Z' }),
    madeTrashEntry({ title: 'Once public', purgeDate: null, keptFor: ['public'] }),
    madeTrashEntry({ title: 'In stories', purgeDate: null, keptFor: ['stories'], shownIn: SHOWN }),
    madeTrashEntry({ title: 'Told in public', purgeDate: null, keptFor: ['public', 'stories'] }),
  ]);
  await screen.open('/ui/catalog/trash');
  const says = (title: string, text: string) => expect.element(rowOf(title).getByText(text)).toBeVisible();
  await says('Waste', filled(en.trash.keptUntil, { date: '09/03/2027' }));
  await says('Once public', en.trash.keptFor.public);
  await says('In stories', en.trash.keptFor.stories);
  await says('Told in public', en.trash.keptFor.both);
  await isShownIn(rowOf('In stories'));
  await screen.expectAccessible();
});

test('what was deleted lies in the trash with who, when and why, is searched, and goes back to its place', async () => {
  fillTrash([
    madeTrashEntry({ title: 'A fragment', pressmark: 'Fr. 1', reason: 'Doppione' }),
    madeTrashEntry({ title: 'Waste', pressmark: 'Fr. 2' }),
    madeTrashEntry({ title: 'Another' }),
  ]);
  await screen.open('/ui/catalog');
  await page.getByRole('link', { name: en.app.trash }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: en.trash.title })).toBeVisible();
  await expect.element(rowOf('A fragment').getByText('Doppione')).toBeVisible();
  await expect.element(rowOf('A fragment').getByText(/^by Ada Rossi/)).toBeVisible();
  await screen.expectAccessible();
  const search = page.getByRole('searchbox', { name: en.trash.search });
  await search.fill('no such words');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(en.trash.none)).toBeVisible();
  await search.fill('fr.');
  await userEvent.keyboard('{Enter}');
  await expect.element(rowOf('Waste')).toBeVisible();
  await isGone(rowOf('Another'));

  const restore = restoreOf('A fragment');
  (restore.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = dialogOf(restoreNamed('A fragment'));
  await expect.element(dialog).toBeVisible();
  await screen.expectAccessible();
  // What is cancelled leaves the focus where it came from.
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await expect.element(restore).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await buttonIn(dialog, en.trash.restore).click();
  await isGone(dialog);
  await isGone(rowOf('A fragment'));
  // The row went with its button; the next one has the focus.
  await expect.element(restoreOf('Waste')).toHaveFocus();
  expect(screen.answers.asked(restoreTrashEntry).map(({ body }) => body)).toEqual([{}]);
});

test('what is purged leaves the trash for ever, and the focus is on the page', async () => {
  const waste = madeTrashEntry({ title: 'Waste' });
  fillTrash([waste]);
  await screen.open('/ui/catalog/trash');
  const forEver = filled(en.trash.purgeNamed, { title: 'Waste' });
  await page.getByRole('button', { name: forEver }).click();
  await dialogOf(forEver).getByRole('textbox', { name: en.trash.reason }).fill('Mice');
  await buttonIn(dialogOf(forEver), en.trash.purge).click();
  await expect.element(page.getByText(en.trash.empty)).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveFocus();
  expect(screen.answers.asked(purgeTrashEntry).map(({ params, query }) => ({ ...params, ...query }))).toEqual(
    [{ uuid: waste.uuid, reason: 'Mice' }],
  );
});

test('what a collection took along is shown, and what lost its pressmark is given a new one', async () => {
  const first = newUuid();
  const charters = madeTrashEntry({
    resourceType: 'COLLECTION',
    title: 'Charters',
    pressmark: null,
    culturalItemsCount: 1,
  });
  const holder = screen.catalogue.item('Newcomer', [root], { pressmark: 'Ch. 1' });
  fillTrash([charters]);
  screen.answers.give(listTrashedRecords, ({ query }) => ({
    _embedded: {
      trashedRecords: [
        {
          uuid: first,
          resourceType: 'ITEM' as const,
          title: 'First charter',
          pressmark: 'Ch. 1',
          formerParents: [{ uuid: charters.recordUuid, title: 'Charters', isThere: false }],
          pressmarkHolder: { uuid: holder.uuid, title: 'Newcomer', pressmark: 'Ch. 1' },
          _links: { restore: { href: 'http://armarium.test/' } },
        },
      ],
    },
    ...pageBlock(1, query),
  }));
  await screen.open('/ui/catalog/trash');
  const opener = page.getByRole('button', { name: filled(trashed.wentAlongNamed, { title: 'Charters' }) });
  await opener.click();
  await expect.element(page.getByText(filled(trashed.holder, { title: 'Newcomer' }))).toBeVisible();
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
  await screen.expectAccessible();

  await restoreOf('Charters').click();
  const dialog = dialogOf(restoreNamed('Charters'));
  const confirm = buttonIn(dialog, en.trash.restore);
  const field = dialog.getByRole('textbox', { name: filled(trashed.newOf, { title: 'First charter' }) });
  await screen.answers.failing(restoreTrashEntry, 'pressmark-taken', async () => {
    await confirm.click();
    await expect.element(field).toHaveFocus();
  });
  expect(screen.answers.asked(listTrashedRecords).at(-1)?.query.pressmarks).toBe('taken');
  await expect.element(confirm).toBeDisabled();
  await screen.expectAccessible();
  await field.fill('ch. 1');
  await expect
    .element(dialog.getByText(filled(catalogue.pressmark.takenBy, { title: 'Newcomer' })))
    .toBeVisible();
  await expect.element(confirm).toBeDisabled();
  await field.fill('Ch. 2');
  await confirm.click();
  await isGone(dialog);
  expect(screen.answers.asked(restoreTrashEntry).at(-1)?.body).toEqual({
    pressmarks: [{ recordUuid: first, pressmark: 'Ch. 2' }],
  });
});

test('an item that was deleted with its collection comes back alone, the rest stays', async () => {
  const [first, second] = [newUuid(), newUuid()];
  const charters = madeTrashEntry({
    resourceType: 'COLLECTION',
    title: 'Charters',
    pressmark: null,
    culturalItemsCount: 2,
    formerParents: [{ uuid: root.uuid, title: root.sgtt, isThere: true }],
  });
  fillTrash([charters]);
  let left = [first, second];
  screen.answers.give(listTrashedRecords, ({ query }) => ({
    _embedded: {
      trashedRecords: left.map((uuid) => ({
        uuid,
        resourceType: 'ITEM' as const,
        title: uuid === first ? 'First charter' : 'Second charter',
        pressmark: 'Ch. 1',
        formerParents: [{ uuid: root.uuid, title: root.sgtt, isThere: true }],
        pressmarkHolder: null,
        _links: { restore: { href: 'http://armarium.test/' } },
      })),
    },
    ...pageBlock(left.length, query),
  }));
  screen.answers.give(restoreTrashEntry, () => {
    left = [second];
    return { recordUuid: first, _links: { record: { href: 'http://armarium.test/' } } };
  });
  await screen.open('/ui/catalog/trash');
  await page.getByRole('button', { name: filled(trashed.wentAlongNamed, { title: 'Charters' }) }).click();
  const restore = (title: string) =>
    page.getByRole('button', { name: filled(en.trash.restoreNamed, { title }), exact: true });
  await restore('First charter').click();
  const dialog = page.getByRole('dialog', {
    name: filled(en.trash.restoreNamed, { title: 'First charter' }),
  });
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await expect.element(restore('First charter')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: en.trash.restore, exact: true }).click();
  await isGone(restore('First charter'));
  await expect.element(restore('Second charter')).toBeVisible();
  expect(screen.answers.asked(restoreTrashEntry).at(-1)?.body).toEqual({ recordUuid: first });
});

test('an image that was deleted stands in the trash with its item, and goes back into it', async () => {
  const culturalItem = { uuid: newUuid(), title: 'Psalter', pressmark: 'MS 99', isThere: true };
  const flyleaf = madeTrashEntry({
    resourceType: 'MEDIA',
    title: 'flyleaf',
    pressmark: null,
    formerParents: [],
    culturalItem,
  });
  fillTrash([flyleaf]);
  await screen.open('/ui/catalog/trash');
  const told = filled(en.trash.imageOf, { item: 'Psalter', pressmark: 'MS 99' });
  await expect.element(rowOf('flyleaf').getByText(told)).toBeVisible();
  await restoreOf('flyleaf').click();
  const dialog = dialogOf(restoreNamed('flyleaf'));
  await expect.element(dialog.getByText(en.trash.restoreImageText)).toBeVisible();
  await buttonIn(dialog, en.trash.restore).click();
  await isGone(rowOf('flyleaf'));
  expect(screen.answers.asked(restoreTrashEntry).map(({ params }) => params)).toEqual([
    { uuid: flyleaf.uuid },
  ]);
});

test('whoever may not see the trash is told so, and led back rather than to another try', async () => {
  screen.answers.fail(listTrash, 'forbidden');
  await screen.open('/ui/catalog/trash', { roles: ['ROLE_RESEARCHER'] });
  const told = page.getByRole('alert');
  await expect.element(told.getByText(en.problem.forbidden.title)).toBeVisible();
  expect(told.getByRole('button', { name: ui.retry }).elements()).toEqual([]);
  expect(page.getByRole('searchbox', { name: en.trash.search }).elements()).toEqual([]);
  await screen.expectAccessible();
  await told.getByRole('link', { name: ui.toCatalogue }).click();
  await expect.element(screen.cardOf('Herbal')).toBeVisible();
});

/** A change of an item that was deleted, as the audit tells it. */
function madeChange(
  given: Partial<RecordChange>,
  record: Partial<RecordChange['record']> = {},
): RecordChange {
  return {
    id: newUuid(),
    date: '2026-03-02T09:00:00.000Z',
    user: 'Ada Rossi',
    token: null,
    actions: ['delete'],
    reason: '',
    changeSet: newUuid(),
    changeSetKind: 'delete',
    batchUuid: null,
    left: [],
    entered: [],
    imagesLost: [],
    imagesGot: [],
    fields: [],
    record: {
      uuid: herbal.uuid,
      resourceType: 'ITEM',
      title: 'Bestiary',
      pressmark: 'Best. 1',
      place: 'trash',
      parentUuid: null,
      culturalItemUuid: null,
      trash: {
        entryUuid: newUuid(),
        entryTitle: 'Bestiary',
        wentAlong: false,
        hasPlace: true,
        mayRestore: true,
      },
      ...record,
    },
    _links: {},
    ...given,
  };
}

test('who deleted a record, when and why, is found by its pressmark, and leads to its restore', async () => {
  let changes = [madeChange({ reason: 'Counted twice', token: 'Nightly run' })];
  screen.answers.give(findRecordChanges, ({ query }) => {
    const found = changes.filter(
      ({ actions }) => query.action === undefined || actions.some((action) => action === query.action),
    );
    return {
      _embedded: { changes: found },
      ...pageBlock(found.length, query),
      records: 1,
      hasFurtherRecords: false,
    };
  });
  screen.answers.give(restoreTrashEntry, () => {
    const back = { place: 'catalogue', parentUuid: root.uuid, trash: null } as const;
    changes = [madeChange({ actions: ['restore'] }, back), madeChange({ reason: 'Counted twice' }, back)];
    return { recordUuid: herbal.uuid, _links: { record: { href: 'http://armarium.test/' } } };
  });
  await screen.open('/ui/catalog');
  await page.getByRole('navigation', { name: app.menu }).getByRole('link', { name: app.changes }).click();
  await expect.element(page.getByText(audit.beginText)).toBeVisible();
  await page.getByRole('searchbox', { name: audit.search }).fill('best. 1');
  await userEvent.keyboard('{Enter}');
  const deleted = rowOf(filled(audit.reason, { reason: 'Counted twice' }));
  await expect.element(deleted.getByText(/^by Ada Rossi/)).toBeVisible();
  await expect.element(deleted.getByText(filled(audit.withToken, { token: 'Nightly run' }))).toBeVisible();
  await expect.element(deleted.getByText(audit.place.trash)).toBeVisible();
  await screen.expectAccessible();
  const dialog = dialogOf(restoreNamed('Bestiary'));
  const restore = deleted.getByRole('button', { name: restoreNamed('Bestiary') });
  await restore.click();
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await expect.element(restore).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await buttonIn(dialog, en.trash.restore).click();
  const restored = page.getByRole('heading', { level: 2, name: `${audit.actions.restore} Bestiary` });
  // The button went with the restored record; the focus is on what was restored.
  await expect.element(restored.getByRole('link')).toHaveFocus();
  await page.getByRole('combobox', { name: audit.action }).selectOptions('delete');
  await expect.element(page.getByText('1 change of 1 record')).toBeVisible();
  expect(screen.answers.asked(findRecordChanges).map(({ query }) => [query.text, query.action])).toEqual([
    ['best. 1', undefined],
    ['best. 1', undefined],
    ['best. 1', 'delete'],
  ]);
  await deleted.getByRole('link', { name: 'Bestiary' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Herbal' })).toBeVisible();
});

/** Answers for the page that enters records: what it sends stands in the catalogue afterwards. */
function takeRecords(): void {
  screen.answers.give(importItem, ({ body }) => {
    const { sgtt, pressmark } = body;
    if (screen.catalogue.items.some((item) => item.pressmark === pressmark))
      throw new Refused('pressmark-taken', [{ name: 'pressmark', code: 'pressmark-taken', message: '' }]);
    const list = body.customMetadataList ?? [];
    const { uuid } = screen.catalogue.item(sgtt, [maps], { pressmark, customMetadataList: list });
    const none = { images: [], audios: [], videos: [], model3Ds: [] };
    return { uuid, importId: newUuid(), ...none, _links: { self: { href: 'http://armarium.test/' } } };
  });
}

const field = (name: string) => page.bySelector(`main [data-field="${name}"]`);
const entered = page.getByRole('region', { name: /entered/ }).getByRole('listitem');
const saveByKeys = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
const openNewRecord = () => screen.open(`/ui/catalog/${maps.uuid}/new-record`);

test('[ITEM-22] a blank title and a taken pressmark are refused, a nearly equal one is told, and what was typed stays', async () => {
  takeRecords();
  screen.catalogue.item('Taken', [root], { pressmark: 'CV 205' });
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await page.getByRole('link', { name: browse.newRecord }).click();
  await expect.element(field('sgtt')).toHaveFocus();
  await userEvent.keyboard('  ');
  await saveByKeys();
  await expect.element(page.getByText(entry.titleIsRequired)).toBeVisible();
  await expect.element(field('sgtt')).toHaveFocus();
  await screen.expectAccessible();
  await userEvent.keyboard('Herbal{Enter}cv  205');
  await expect.element(page.getByText(filled(catalogue.pressmark.takenBy, { title: 'Taken' }))).toBeVisible();
  await saveByKeys();
  await expect.element(field('pressmark')).toHaveFocus();
  expect(screen.answers.asked(importItem)).toEqual([]);
  await field('pressmark').fill('CV-2O5');
  await expect.element(page.getByText(/Similar: CV 205 \(Taken\)/)).toBeVisible();
  // It is saved before it is known that it is taken, however slow the hand.
  const tell = screen.answers.hold(findItemByPressmark);
  await field('pressmark').fill('CV 205');
  await saveByKeys();
  await expect.poll(() => screen.answers.asked(importItem).length).toBe(1);
  tell();
  await expect.element(page.getByText(filled(catalogue.pressmark.takenBy, { title: 'Taken' }))).toBeVisible();
  await expect.element(field('sgtt')).toHaveValue('Herbal');
});

test('a record that finds no server comes back with the reason, or waits at the side where the next one was begun', async () => {
  takeRecords();
  await openNewRecord();
  await field('sgtt').fill('Herbal');
  await field('pressmark').fill('CV 300');
  await screen.answers.failing(importItem, 'offline', async () => {
    await saveByKeys();
    await expect.element(page.getByRole('alert').getByText(en.problem.offline.title)).toBeVisible();
  });
  await expect.element(field('pressmark')).toHaveValue('CV 300');
  // Who types on without looking writes behind what came back, not in its place.
  await userEvent.keyboard('!');
  await expect.element(field('sgtt')).toHaveValue('Herbal!');
  await screen.expectAccessible();

  const cut = screen.answers.hold(importItem);
  await screen.answers.failing(importItem, 'offline', async () => {
    await saveByKeys();
    await expect.element(field('sgtt')).toHaveValue('');
    await userEvent.keyboard('Atlas');
    cut();
    await expect.element(page.getByText(filled(entry.record.notSaved, { title: 'Herbal!' }))).toBeVisible();
  });
  await screen.expectAccessible();
  const takeUp = page.getByRole('button', { name: entry.record.takeUp });
  await takeUp.click();
  await expect.element(field('pressmark')).toHaveValue('CV 300');
  await expect.element(page.getByText(filled(entry.record.waits, { title: 'Atlas' }))).toBeVisible();
  await saveByKeys();
  await expect.element(entered.filter({ hasText: 'CV 300' })).toBeVisible();
  await takeUp.click();
  await expect.element(field('sgtt')).toHaveValue('Atlas');
});

/** Adds a field of the organisation's own. */
function addField(name: string, given: Partial<Template>): void {
  const { templates } = screen.catalogue;
  const like = templates.find((one) => one.resourceType === (given.resourceType ?? 'ITEM'))!;
  const order = templates.length;
  const own = { required: false, locked: false, labels: {}, priority: 'LOW' } as const;
  templates.push({ ...like, ...own, uuid: newUuid(), name, label: name, order, ...given });
}

test('[META-50, META-51, META-52, META-56, META-58] a new record has the fields of the organisation, as their types and settings say', async () => {
  takeRecords();
  addField('hand', { type: 'ENUM', enumValues: ['Gothic', 'Humanist'], defaultValue: 'Humanist' });
  addField('bound', { type: 'BOOLEAN', defaultValue: true });
  addField('leaves', { type: 'INTEGER', defaultValue: 12 });
  addField('height', { type: 'NUMBER', help: 'In centimetres.' });
  addField('written', { type: 'DATE' });
  addField('owner', { type: 'EMAIL' });
  addField('note', { type: 'TEXT' });
  addField('place', { type: 'STRING', repeatable: true });
  await openNewRecord();
  await page.getByRole('button', { name: editing.group.LOW }).click();
  await expect.element(field('hand')).toHaveValue('Humanist');
  expect(
    field('hand')
      .getByRole('option')
      .elements()
      .map((one) => (one as HTMLOptionElement).value),
  ).toEqual(['', 'Gothic', 'Humanist']);
  await expect.element(field('bound')).toHaveValue('true');
  await expect.element(field('leaves')).toHaveValue('12');
  await expect.element(field('height')).toHaveAccessibleDescription('In centimetres.');
  const modes = ['leaves', 'height', 'owner'].map((name) => field(name).element().getAttribute('inputmode'));
  expect(modes).toEqual(['numeric', 'decimal', 'email']);
  await expect.element(field('written')).toHaveAttribute('placeholder', editing.form.datePlaceholder);
  expect(field('note').element().tagName).toBe('TEXTAREA');

  await field('sgtt').fill('Herbal');
  await field('pressmark').fill('CV 300');
  await field('written').fill('1523~');
  const add = page.getByRole('button', { name: filled(editing.form.addValue, { field: 'place' }) });
  const placeAt = (position: number) =>
    page.getByRole('combobox', { name: filled(editing.form.valueOf, { field: 'place', position }) });
  await page.getByRole('combobox', { name: 'place', exact: true }).fill('Prato');
  await add.click();
  await placeAt(2).fill('Padova');
  await add.click();
  await placeAt(3).fill('Pisa');
  await page
    .getByRole('button', { name: filled(editing.form.moveUp, { field: 'place', position: 3 }) })
    .click();
  await page
    .getByRole('button', { name: filled(editing.form.removeValue, { field: 'place', position: 1 }) })
    .click();
  (field('sgtt').element() as HTMLElement).focus();
  await saveByKeys();
  await expect.poll(() => screen.answers.asked(importItem).length).toBe(1);
  const list = screen.answers.asked(importItem)[0]?.body.customMetadataList ?? [];
  const values = new Map<string, unknown[]>();
  for (const { name, value } of list) values.set(name, [...(values.get(name) ?? []), value]);
  expect(Object.fromEntries(values)).toEqual({
    sgtt: ['Herbal'],
    pressmark: ['CV 300'],
    hand: ['Humanist'],
    bound: [true],
    leaves: [12],
    written: ['1523~'],
    place: ['Pisa', 'Padova'],
  });
});

test('[META-49] a new collection has the fields of collections, and those of items are not among them', async () => {
  addField('founder', { resourceType: 'COLLECTION' });
  addField('binding', { resourceType: 'ITEM' });
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await page.getByRole('button', { name: browse.createCollection }).click();
  const form = page.getByRole('dialog');
  await expect.element(form.getByRole('textbox', { name: 'founder' })).toBeVisible();
  expect(form.getByRole('textbox', { name: 'binding' }).elements()).toEqual([]);
});

test('values are copied from the record before, and a record just entered is opened and corrected', async () => {
  takeRecords();
  await openNewRecord();
  await field('sgtt').fill('Psalter');
  await field('pressmark').fill('Ricc. 12 bis');
  await field('autn').fill('Prato');
  await saveByKeys();
  await expect.element(field('sgtt')).toHaveFocus();
  await userEvent.keyboard("{Control>}'{/Control}");
  await expect.element(field('sgtt')).toHaveValue('Psalter');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(field('pressmark'))
    .toHaveAttribute('placeholder', expect.stringContaining('Ricc. 13') as string);
  await userEvent.keyboard('{Enter}');
  await expect.element(field('pressmark')).toHaveValue('Ricc. 13');
  (field('autn').element() as HTMLElement).focus();
  await userEvent.keyboard("{Control>}'{/Control}");
  await expect.element(field('autn')).toHaveValue('Prato');

  await entered.getByRole('button', { name: /Psalter/ }).click();
  const dialog = dialogOf(editing.record.allMetadata);
  await buttonIn(dialog, editing.form.edit).click();
  await dialog.getByRole('textbox', { name: catalogue.standardField.sgtt }).fill('Psalter of Prato');
  await buttonIn(dialog, editing.form.save).click();
  await expect.element(dialog.getByText('Psalter of Prato')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(entered.getByRole('button', { name: /Psalter of Prato/ })).toHaveFocus();
  // What was being typed is still there.
  await expect.element(field('pressmark')).toHaveValue('Ricc. 13');
});

test('what is typed first stays, a key held down sends one record, and no answer takes the focus from a dialog', async () => {
  takeRecords();
  screen.answers.give(deleteItem, ({ params }) => {
    screen.catalogue.items.splice(screen.catalogue.items.indexOf(screen.catalogue.itemNamed(params.uuid)), 1);
    return undefined;
  });
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await expect.element(screen.cardOf('Only here')).toBeVisible();
  await userEvent.keyboard('n');
  await expect.element(field('sgtt')).toHaveFocus();
  await userEvent.keyboard('Second');
  await expect.element(field('sgtt')).toHaveValue('Second');
  await field('pressmark').fill('D 2');
  (field('sgti').element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{Enter>4/}{/Control}');
  await expect.element(entered.filter({ hasText: 'D 2' })).toBeVisible();
  await expect.element(field('sgtt')).toHaveFocus();
  await userEvent.keyboard('Third{Enter>5/}');
  await expect.element(field('pressmark')).toHaveFocus();
  await expect.element(field('pressmark')).toHaveValue('');
  expect(screen.answers.asked(importItem)).toHaveLength(1);

  const cut = screen.answers.hold(importItem);
  const dialog = dialogOf(editing.record.allMetadata);
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  await screen.answers.failing(importItem, 'offline', async () => {
    await field('pressmark').fill('D 3');
    await saveByKeys();
    await expect.element(field('sgtt')).toHaveValue('');
    await entered.getByRole('button', { name: /Second/ }).click();
    await buttonIn(dialog, editing.form.edit).click();
    await expect.element(title).toHaveFocus();
    cut();
    await expect
      .element(page.getByText(filled(entry.record.notSaved, { title: 'Third' })))
      .toBeInTheDocument();
  });
  await userEvent.keyboard('!');
  await expect.element(title).toHaveValue(expect.stringContaining('!') as string);
  await expect.element(field('sgtt')).toHaveValue('');

  // Where an entered record is deleted one goes on in the form.
  await buttonIn(dialog, editing.form.cancel).click();
  await buttonIn(dialog, editing.item.remove).click();
  await buttonIn(dialogOf(editing.item.remove), editing.item.remove).click();
  await isGone(entered.filter({ hasText: 'D 2' }));
  await expect.element(field('sgtt')).toHaveFocus();
});

test('the form for new records stands in Italian on a phone, in the dark', async () => {
  await screen.open(`/ui/catalog/${maps.uuid}/new-record`, {
    language: 'it',
    scheme: 'dark',
    width: 390,
    height: 844,
  });
  const { record } = italian.entry;
  await expect.element(page.getByRole('heading', { level: 1, name: record.title })).toBeVisible();
  await expect.element(page.getByRole('button', { name: record.save })).toBeVisible();
  await screen.expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
