import { startBatch, listBatches } from '@armarium/contract/batches';
import type { Operation } from '@armarium/contract/operation';
import type { ProblemCode } from '@armarium/contract/problem';
import { updateCollection, updateItem } from '@armarium/contract/record-edits';
import { getBreadcrumb, listCollectionItems, listSubcollections } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { findItemByPressmark, findNearPressmarks, searchItems } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { isLogged, signOut } from '@armarium/contract/session';
import { deleteCollection, deleteItem, dryRunDeleteCollection } from '@armarium/contract/deletions';
import { listTrash } from '@armarium/contract/trash';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import type { Fault } from './answers.ts';
import { pageBlock } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

const { app, browse, catalogue, editing, selection, ui } = en;

let screen: Screen;
let root: string;
let maps: Collection;
let prints: Collection;
let herbal: Item;

beforeEach(() => {
  screen = new Screen();
  const made = screen.catalogue;
  root = made.root.uuid;
  maps = made.collection('Maps');
  prints = made.collection('Prints');
  made.collection('Town maps', [maps]);
  made.collection('Both', [maps, prints]);
  herbal = made.item('Herbal', [made.root], { pressmark: 'MS 12', customMetadataList: titled('Herbal') });
  for (let number = 1; number <= 21; number += 1)
    made.item(`Map ${number}`, [maps], { pressmark: `M ${number}` });
});
afterEach(async () => {
  vi.useRealTimers();
  await screen.close();
});

const titled = (value: string) => [{ name: 'sgtt', value }];
const failing = (operation: Operation, fault: Fault, meanwhile: () => Promise<unknown>) =>
  screen.answers.failing(operation, fault, meanwhile);

/** The words of a problem: why it failed, and what to do. */
const wordsOf = (code: ProblemCode | 'offline') => Object.values(en.problem[code]).slice(0, 2);

/** That a failure is told there in all of these words. */
async function listsEntries(place: Locator, words: readonly string[]): Promise<void> {
  const alert = place.getByRole('alert').first();
  for (const word of words) await expect.element(alert).toHaveTextContent(word);
}

const main = page.getByRole('main');
const cards = page.getByRole('article');
const again = page.getByRole('button', { name: ui.retry, exact: true });
const messages = page.bySelector('.mantine-Notifications-notification');
const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const buttonIn = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });
const crumbs = page.getByRole('navigation', { name: browse.breadcrumb });

async function openStep(step: 'move' | 'link' | 'unlink' | 'delete', parent = root): Promise<void> {
  await screen.open(`/ui/catalog/${maps.uuid}?parentId=${parent}`);
  await crumbs.getByRole('button').click();
  await buttonIn(dialogOf(editing.collection.show), editing.collection[step]).click();
}

test('[ERR-01, ERR-03] a call that fails beside the work is told in a message: what failed, why, what to do', async () => {
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await failing(signOut, 'unavailable', async () => {
    await page.getByRole('button', { name: app.signOut }).click();
    for (const word of [app.signOutFailed, ...wordsOf('unavailable')])
      await expect.element(messages.filter({ hasText: word })).toBeVisible();
  });
  await failing(getBreadcrumb, 'internal', async () => {
    screen.reopen();
    const [why = '', next = ''] = wordsOf('internal');
    const told = messages.filter({ hasText: ui.failed.load }).filter({ hasText: why });
    await expect.element(told.filter({ hasText: next })).toBeVisible();
    // The place where one is stands there all the same.
    await expect.element(crumbs.getByRole('button', { name: 'Maps' })).toBeVisible();
  });
});

test('[ERR-04] the items of a collection that cannot be loaded give way to the reason, and load when it is tried again', async () => {
  await screen.open(`/ui/catalog/${maps.uuid}`);
  await expect.element(screen.cardOf('Map 20')).toBeVisible();
  await failing(listCollectionItems, 'internal', async () => {
    await page.getByRole('link', { name: filled(ui.page, { page: 2 }), exact: true }).click();
    await listsEntries(main, wordsOf('internal'));
    expect(cards.elements()).toEqual([]);
    await screen.expectAccessible();
  });
  await again.click();
  await expect.element(screen.cardOf('Map 21')).toBeVisible();
  expect(cards.elements()).toHaveLength(1);
});

test('[ERR-04] the collections of a collection that cannot be loaded give way to the reason, and load when it is tried again', async () => {
  const strip = page.getByRole('region', { name: new RegExp(`^${browse.collections}`) });
  await failing(listSubcollections, 'internal', async () => {
    await screen.open(`/ui/catalog/${maps.uuid}`);
    await listsEntries(strip, wordsOf('internal'));
    expect(strip.getByRole('listitem').elements()).toEqual([]);
  });
  await buttonIn(strip, ui.retry).click();
  await expect.element(strip.getByRole('link', { name: /Town maps/ })).toBeVisible();
});

test('[ERR-04] a search that finds no server is tried again by itself, says so, and finds once it is asked again', async () => {
  const asked = () => screen.answers.asked(searchItems).length;
  await failing(searchItems, 'offline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await screen.open('/ui/catalog/results?searchTerm=map');
    for (const times of [1, 2]) {
      await expect.poll(asked).toBe(times);
      expect(page.getByRole('alert').elements()).toEqual([]);
      await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
      await vi.advanceTimersByTimeAsync(2000);
    }
    vi.useRealTimers();
    await listsEntries(main, wordsOf('offline'));
    expect(cards.elements()).toEqual([]);
    expect(asked()).toBe(3);
  });
  await again.click();
  await expect.element(screen.cardOf('Map 20')).toBeVisible();
  expect(cards.elements()).toHaveLength(20);
});

test.each([
  ['the trash', 'trash', listTrash],
  ['the list of operations', 'operations', listBatches],
])('[ERR-04] %s says why it cannot be loaded, and loads when it is tried again', async (_, address, list) => {
  screen.answers.give(listTrash, { _embedded: { trash: [] }, ...pageBlock(0, {}) });
  screen.answers.give(listBatches, { _embedded: { batches: [] }, ...pageBlock(0, {}) });
  await failing(list, 'internal', async () => {
    await screen.open(`/ui/catalog/${address}`);
    await listsEntries(main, wordsOf('internal'));
  });
  await again.click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('[ERR-03, ERR-05] the deletion of a collection that fails says so where it was asked for', async () => {
  screen.answers.give(dryRunDeleteCollection, {
    sharedItems: 0,
    deletedSubcollections: 1,
    orphanItems: 21,
    shownIn: { storyboardsCount: 0, storyboards: [] },
  });
  await openStep('delete');
  const deletion = dialogOf(filled(editing.collection.deleteTitle, { title: 'Maps' }));
  const reason = deletion.getByRole('textbox', { name: editing.collection.reason });
  await reason.fill('Sold');
  await failing(deleteCollection, 'offline', async () => {
    await buttonIn(deletion, editing.collection.delete).click();
    const failed = filled(editing.collection.deleteFailed, { title: 'Maps' });
    await listsEntries(deletion, [failed, ...wordsOf('offline')]);
  });
  await expect.element(reason).toHaveValue('Sold');
});

test('[ERR-03, ERR-05] the deletion of an item that fails says so where it was asked for', async () => {
  await screen.open(`/ui/catalog/${root}/cultural-item/${herbal.uuid}`);
  await page.getByRole('button', { name: en.item.viewAll }).click();
  await dialogOf(editing.record.allMetadata).getByRole('button', { name: editing.item.remove }).click();
  const removal = dialogOf(editing.item.remove);
  await failing(deleteItem, 'proxy', async () => {
    await removal.getByRole('button', { name: editing.item.remove }).click();
    const failed = filled(editing.item.removeFailed, { title: 'Herbal' });
    await listsEntries(removal, [failed, ...wordsOf('unavailable')]);
  });
});

test('[ERR-03, ERR-05] the deletion of chosen items that fails says so where it was asked for', async () => {
  await screen.open('/ui/catalog/results?searchTerm=herbal');
  await page.getByRole('checkbox', { name: filled(catalogue.choose, { title: 'Herbal' }) }).click();
  await page
    .getByRole('region', { name: selection.bar })
    .getByRole('button', { name: selection.delete })
    .click();
  const title = filled(selection.deleteTitle_one, { formatted: 1 });
  await failing(startBatch, 'storage-full', async () => {
    await buttonIn(dialogOf(title), selection.delete).click();
    await listsEntries(dialogOf(title), [title, ...wordsOf('storage-full')]);
  });
});

/** Confirms, and expects that the failure is told under the title of the step, in words for its status. */
async function isRefused(
  code: Extract<Fault, ProblemCode>,
  { dialog, confirm, title }: { dialog: Locator; confirm: string; title: string },
): Promise<void> {
  await failing(updateCollection, code, async () => {
    await buttonIn(dialog, confirm).click();
    const { refused } = editing.place;
    const words = code in refused ? Object.values(refused[code as keyof typeof refused]) : wordsOf(code);
    await listsEntries(dialog, [title, ...words]);
  });
}

test('[ERR-06, ERR-07, ERR-08] the form that moves a collection tells each status in its own words', async () => {
  await openStep('move');
  const dialog = dialogOf(editing.collection.move);
  await dialog.getByRole('treeitem', { name: 'Prints' }).click();
  const form = { dialog, confirm: editing.form.confirm, title: editing.collection.moveFailed };
  for (const code of [
    'destination-is-descendant',
    'forbidden',
    'not-found',
    'last-parent',
    'stale',
    'internal',
  ] as const)
    await isRefused(code, form);
  await screen.expectAccessible();
});

test('[ERR-06, ERR-07, ERR-08] the form that links a collection tells what failed, and keeps what was chosen', async () => {
  await openStep('link');
  const dialog = dialogOf(editing.collection.link);
  await dialog.getByRole('treeitem', { name: 'Prints' }).click();
  const form = { dialog, confirm: editing.form.confirm, title: editing.collection.linkFailed };
  await isRefused('not-found', form);
  // What was chosen is still chosen: once whatever it was has passed, it is done.
  screen.answers.give(updateCollection, () => maps);
  await buttonIn(dialog, editing.form.confirm).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(screen.answers.asked(updateCollection).at(-1)?.body).toEqual({
    parentCollectionsUuids: [root, prints.uuid],
  });
});

test('[ERR-06, ERR-07, ERR-08] the question that unlinks a collection tells each status in its own words', async () => {
  maps.parentCollectionsUuids.push(prints.uuid);
  await openStep('unlink', prints.uuid);
  const { unlink, unlinkFailed } = editing.collection;
  const form = { dialog: dialogOf(unlink), confirm: unlink, title: unlinkFailed };
  await isRefused('last-parent', form);
  await isRefused('stale', form);
});

test('[ERR-02] a pressmark that cannot be looked up is told at its field, in no message', async () => {
  screen.answers.fail(findItemByPressmark, 'internal');
  screen.answers.give(findNearPressmarks, { _embedded: { culturalItems: [] }, ...pageBlock(0, {}) });
  await screen.open(`/ui/catalog/${maps.uuid}/new-record`);
  await page.bySelector('[data-field="pressmark"]').fill('M 22');
  await expect.element(page.getByText(catalogue.pressmark.unknown)).toBeVisible();
  // Messages come in the order of what failed: the only one is of what failed afterwards.
  screen.answers.fail(signOut, 'unavailable');
  await page.getByRole('button', { name: app.signOut }).click();
  await expect.element(messages.filter({ hasText: app.signOutFailed })).toBeVisible();
  expect(messages.elements()).toHaveLength(1);
});

test('[ERR-03, ERR-08] what is saved while the server is away is told, kept, and saved once it is back', async () => {
  await screen.open(`/ui/catalog/${root}/cultural-item/${herbal.uuid}`);
  await page.getByRole('button', { name: en.item.viewAll }).click();
  const dialog = dialogOf(editing.record.allMetadata);
  await dialog.getByRole('button', { name: editing.form.edit }).click();
  const title = dialog.getByRole('textbox', { name: catalogue.standardField.sgtt });
  await title.fill('A herbal');
  await failing(updateItem, 'offline', async () => {
    await userEvent.keyboard('{Control>}s{/Control}');
    await listsEntries(dialog, [editing.form.saveFailed, ...wordsOf('offline')]);
  });
  await expect.element(title).toHaveValue('A herbal');
  screen.answers.give(updateItem, ({ body }) =>
    Object.assign(herbal, { sgtt: 'A herbal', customMetadataList: body.customMetadataList }),
  );
  await title.click();
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(dialog.getByRole('button', { name: editing.form.edit })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'A herbal' })).toBeVisible();
  expect(screen.answers.asked(updateItem).at(-1)?.body.customMetadataList).toEqual(titled('A herbal'));
});

test('an image that the server no longer gives, since the session has ended, is shown once its user signs in again', async () => {
  screen.catalogue.image('carta 1', herbal);
  screen.answers.give(isLogged, { logged: false });
  await screen.open(`/ui/catalog/${root}/cultural-item/${herbal.uuid}`);
  await expect.element(page.getByRole('dialog', { name: en.session.again.title })).toBeVisible();
});

test('a search that is too long says what to do, and offers no other try of the same', async () => {
  screen.answers.fail(searchItems, 'search-too-long');
  await screen.open('/ui/catalog/results?searchTerm=atlas');
  const told = page.getByRole('alert').filter({ hasText: en.problem['search-too-long'].title });
  await expect.element(told.getByText(en.problem['search-too-long'].next)).toBeVisible();
  expect(told.getByRole('button').elements()).toEqual([]);
});
