import { listCollectionItems } from '@armarium/contract/collection-calls';
import { getItem } from '@armarium/contract/item-calls';
import { findItemSurroundings, getTableLayouts } from '@armarium/contract/item-table';
import type { Item } from '@armarium/contract/items';
import { updateItem } from '@armarium/contract/record-edits';
import { getSelf } from '@armarium/contract/session';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { type Asked, Refused } from './answers.ts';
import { madeUser, pageBlock } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

const { cells } = en.table;

let screen: Screen;
/** By the uuid of an item. */
let versions: Map<string, number>;

beforeEach(() => {
  screen = new Screen();
  versions = new Map();
});
afterEach(() => screen.close());

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const hasFocus = (locator: Locator) => expect.element(locator).toHaveFocus();
const grid = page.getByRole('grid', { name: en.table.items });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (hasText: string) => page.bySelector('tbody tr').filter({ hasText });
/** As the columns stand when nobody chose others. */
const PLACES = { pressmark: 1, title: 2, author: 3 } as const;
const cell = (pressmark: string, column: keyof typeof PLACES) =>
  row(pressmark).bySelector(`:nth-child(${PLACES[column]}):is(td, th)`);
const editor = (name: string) => grid.getByRole('textbox', { name, exact: true });
const said = (text: string) =>
  expect.element(page.getByRole('status').getByText(text, { exact: true })).toBeInTheDocument();
const typed = (text: string) => userEvent.keyboard(text);

/** The button of a cell that does this with the text that is not saved. */
const act = (action: string, field: string) =>
  page.getByRole('button', { name: filled(cells.of, { action, field }), exact: true });
const lists = () => screen.answers.asked(listCollectionItems).length;
/** Whether the browser asks before the tab is closed. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const entriesOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => ({ name, value }));

/** Changes an item as its update does. */
function write(item: Item, customMetadataList: Item['customMetadataList']): Item {
  const valueOf = (name: string) =>
    String(customMetadataList.find((entry) => entry.name === name)?.value ?? '');
  versions.set(item.uuid, (versions.get(item.uuid) ?? 1) + 1);
  const lastModifiedDate = new Date(Date.parse(item.lastModifiedDate) + 1_000).toISOString();
  const [sgtt, autn] = [valueOf('sgtt'), valueOf('autn')];
  return Object.assign(item, { customMetadataList, lastModifiedDate, sgtt, autn, label: sgtt });
}

let answered = '';
const tagOf = (uuid: string) => `"${versions.get(uuid) ?? 1}"`;
const headers = {
  // Read when the answer is made.
  get ETag() {
    return tagOf(answered);
  },
};
function named(uuid: string): Item {
  answered = uuid;
  return screen.catalogue.itemNamed(uuid);
}
function answerUpdate({ params: { uuid }, headers: given, body }: Asked<typeof updateItem>): Item {
  if (given.get('If-Match') !== tagOf(uuid)) throw new Refused('stale');
  return write(named(uuid), body.customMetadataList ?? []);
}

/** Begins with nothing but what the tab keeps, as a page that is loaded again. Modules stay, so another account stands for it. */
function reload(): void {
  const self = madeUser();
  for (const [key, text] of Object.entries(sessionStorage) as [string, string][])
    if (key.endsWith('.cells')) sessionStorage.setItem(`armarium.draft.${self.id}.cells`, text);
  screen.answers.give(getSelf, self);
  screen.reopen();
}

/** What each change was sent with. */
const sent = () =>
  screen.answers
    .asked(updateItem)
    .map(({ headers, body }) => [
      headers.get('If-Match'),
      ...['sgtt', 'autn'].map((name) => body.customMetadataList?.find((one) => one.name === name)?.value),
    ]);

/** Shows three records as a table, sorted by title, and makes it a grid. Items have tags, which changes honour. */
async function openGrid(): Promise<Item[]> {
  const { catalogue, answers } = screen;
  const shelf = catalogue.collection('Shelf');
  catalogue.itemsView.view = 'table';
  const items = (
    [
      ['Adagia', 'A 1', 'Erasmus'],
      ['Breviarium', 'B 2', 'Anonymous'],
      ['Cosmographia', 'C 3', 'Münster'],
    ] as const
  ).map(([sgtt, pressmark, autn]) =>
    catalogue.item(sgtt, [shelf], {
      pressmark,
      autn,
      customMetadataList: entriesOf({ sgtt, pressmark, autn }),
    }),
  );
  answers.give(getTableLayouts, () => ({ layouts: [] }));
  answers.give(findItemSurroundings, ({ query }) => ({
    _embedded: {
      itemSurroundings: query.uuid.map((uuid) => ({
        uuid,
        parentCollections: [{ uuid: shelf.uuid, sgtt: shelf.sgtt }],
        createdBy: null,
        lastModifiedBy: null,
      })),
    },
    ...pageBlock(query.uuid.length, query),
  }));
  answers.give(getItem, ({ params }) => named(params.uuid), { headers });
  answers.give(updateItem, answerUpdate, { headers });
  await screen.open(`/ui/catalog/${shelf.uuid}`);
  await button(cells.edit).click();
  await expect.element(button(cells.edit)).toHaveAttribute('aria-pressed', 'true');
  return items;
}

test('a cell is opened by a key, and Enter saves it with the tag of what was seen and goes down', async () => {
  const [adagia] = await openGrid();
  await cell('A 1', 'author').click();
  await hasFocus(cell('A 1', 'author'));
  await typed('{Enter}');
  await hasFocus(editor('Author'));
  await screen.expectAccessible();
  await typed('Desiderius{Enter}');
  await hasFocus(cell('B 2', 'author'));
  await expect.poll(sent).toEqual([['"1"', 'Adagia', 'Desiderius']]);
  await said(filled(cells.saved, { field: 'Author' }));
  await expect.element(cell('A 1', 'author')).toHaveTextContent('Desiderius');
  // A character takes the place of the text; the next change of the same record has the newer tag.
  await typed('{ArrowUp}E');
  await expect.element(editor('Author')).toHaveValue('E');
  await typed('.R.{Enter}');
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toEqual(['"2"', 'Adagia', 'E.R.']);
  // One cell alone is in the tab order, and a text that was not changed is not sent.
  expect(grid.bySelector('tbody [tabindex="0"]').elements()).toHaveLength(1);
  await typed('{F2}{Enter}{Escape}');
  await hasFocus(button(cells.edit));
  await isGone(grid);
  expect(sent()).toHaveLength(2);
  expect(adagia?.autn).toBe('E.R.');
});

test('Tab saves and leads to the next cell that can be edited; Escape drops what was typed', async () => {
  await openGrid();
  const letGo = screen.answers.hold(updateItem);
  await cell('A 1', 'title').click();
  await typed('{Enter}Adages{Tab}');
  await hasFocus(cell('A 1', 'author'));
  await typed('{Enter}Erasmo{Tab}');
  await hasFocus(cell('B 2', 'title'));
  // Two changes of a record wait for each other.
  letGo();
  await expect.poll(sent).toEqual([
    ['"1"', 'Adages', 'Erasmus'],
    ['"2"', 'Adages', 'Erasmo'],
  ]);
  await typed('{Enter}{Shift>}{Tab}{/Shift}');
  await hasFocus(cell('A 1', 'author'));
  await typed('nobody{Escape}');
  await hasFocus(cell('A 1', 'author'));
  await expect.element(cell('A 1', 'author')).toHaveTextContent(/^Erasmo$/);
  // A pressmark is corrected elsewhere.
  await typed('{Home}x');
  await hasFocus(cell('A 1', 'pressmark'));
  await expect.element(cell('A 1', 'pressmark')).toHaveAttribute('aria-readonly', 'true');
  expect(page.bySelector('[data-chosen]').elements()).toHaveLength(0);
  // Behind the last cell there is no other: the key leaves the table.
  await typed('{Control>}{End}{/Control}');
  await cell('C 3', 'author').click();
  await typed('{Enter}{Tab}');
  await expect.poll(() => grid.element().contains(document.activeElement)).toBe(false);
  expect(sent()).toHaveLength(2);
});

test('a text that cannot be saved stays with the reason, over a reload, until it can', async () => {
  await openGrid();
  await cell('A 1', 'author').click();
  await screen.answers.failing(updateItem, 'offline', async () => {
    await typed('{Enter}Desiderius{Enter}');
    await hasFocus(cell('B 2', 'author'));
    await isThere(cell('A 1', 'author').getByText(new RegExp(en.problem.offline.title)));
  });
  const failed = cell('A 1', 'author');
  await expect.element(failed).toHaveAttribute('aria-invalid', 'true');
  await expect.element(failed).toHaveTextContent('Desiderius');
  await said(filled(cells.failed, { field: 'Author' }));
  await screen.expectAccessible();
  expect(asks()).toBe(true);
  reload();
  await isThere(failed.getByText(cells.unsaved, { exact: true }));
  await isThere(page.getByText(filled(cells.notSaved_one, { count: 1 }), { exact: true }));
  await button(cells.edit).click();
  await failed.click();
  await typed('{Enter}');
  await expect.element(editor('Author')).toHaveValue('Desiderius');
  await typed('{Enter}');
  await said(filled(cells.saved, { field: 'Author' }));
  await expect.element(failed).not.toHaveAttribute('aria-invalid');
  expect(asks()).toBe(false);
  // A title is never blank: Enter stays in the editor, and says why.
  await cell('B 2', 'title').click();
  await typed('{Enter}{Backspace}{Enter}');
  await hasFocus(editor('Title'));
  await isThere(cell('B 2', 'title').getByText(en.editing.form.required, { exact: true }));
  await typed('{Escape}');
  await expect.element(cell('B 2', 'title')).toHaveTextContent(/^Breviarium$/);
  // What can't be saved can be discarded, after it was shown.
  await typed('{Enter}{Backspace}{Tab}');
  await button(en.editing.form.discard).click();
  const question = page.getByRole('dialog', { name: filled(cells.discardQuestion_one, { count: 1 }) });
  await isThere(question.getByText(`Title: ${en.editing.form.noValue}`, { exact: true }));
  await question.getByRole('button', { name: en.editing.form.discard, exact: true }).click();
  await expect.element(cell('B 2', 'title')).toHaveTextContent(/^Breviarium$/);
  await hasFocus(button(cells.edit));
  screen.reopen();
  await isThere(row('A 1').getByText('Desiderius', { exact: true }));
  await isGone(page.bySelector('[data-failed]'));
});

test('a record that somebody else changed is saved again where the field is as it was, else both are offered', async () => {
  const [adagia, breviarium] = await openGrid();
  const theirs = (item: Item | undefined, fields: Readonly<Record<string, string>>) =>
    item && write(item, entriesOf(fields));
  await cell('A 1', 'author').click();
  await typed('{Enter}');
  await expect.poll(() => screen.answers.asked(getItem)).toHaveLength(1);
  await screen.answers.settled();
  theirs(adagia, { sgtt: 'Adagiorum chiliades', pressmark: 'A 1', autn: 'Erasmus' });
  await typed('Desiderius{Enter}');
  await said(filled(cells.saved, { field: 'Author' }));
  expect(sent()).toEqual([
    ['"1"', 'Adagia', 'Desiderius'],
    ['"2"', 'Adagiorum chiliades', 'Desiderius'],
  ]);

  await hasFocus(cell('B 2', 'author'));
  await typed('{Enter}');
  await expect.poll(() => screen.answers.asked(getItem)).toHaveLength(3);
  await screen.answers.settled();
  theirs(breviarium, { sgtt: 'Breviarium', pressmark: 'B 2', autn: 'Beda' });
  await typed('Bede{Enter}');
  const disputed = cell('B 2', 'author');
  await isThere(disputed.getByText(filled(en.editing.form.theirs, { value: 'Beda' }), { exact: true }));
  await isThere(disputed.getByText(filled(en.editing.form.mine, { value: 'Bede' }), { exact: true }));
  await screen.expectAccessible();
  expect(breviarium?.autn).toBe('Beda');
  await act(cells.keepMine, 'Author').click();
  await hasFocus(disputed);
  await expect.poll(() => breviarium?.autn).toBe('Bede');
  await isGone(disputed.getByRole('button'));
});

test('the last change is taken back, unless somebody else changed the field meanwhile', async () => {
  const [adagia, breviarium] = await openGrid();
  await expect.element(button(cells.undo)).toHaveAttribute('aria-disabled', 'true');
  await cell('A 1', 'author').click();
  await typed('{Enter}Desiderius{Enter}{Enter}Bede{Enter}');
  await expect.poll(() => breviarium?.autn).toBe('Bede');
  await said(filled(cells.saved, { field: 'Author' }));
  await typed('{Control>}z{/Control}');
  await said(filled(cells.undone, { field: 'Author' }));
  await hasFocus(cell('C 3', 'author'));
  expect(breviarium?.autn).toBe('Anonymous');
  await expect.element(cell('B 2', 'author')).toHaveTextContent(/^Anonymous$/);
  if (adagia) write(adagia, entriesOf({ sgtt: 'Adagia', pressmark: 'A 1', autn: 'Somebody' }));
  await button(cells.undo).click();
  await isThere(page.getByText(filled(cells.notUndone, { field: 'Author' }), { exact: true }).first());
  expect(adagia?.autn).toBe('Somebody');
  await expect.element(button(cells.undo)).toHaveAttribute('aria-disabled', 'true');
  await hasFocus(button(cells.undo));
  // In another order or page of the list its record may not be there.
  await cell('C 3', 'author').click();
  await typed('{Enter}Munster{Enter}');
  await expect.element(button(cells.undo)).toHaveAttribute('aria-disabled', 'false');
  await grid.getByRole('button', { name: 'Author', exact: true }).click();
  await expect.element(button(cells.undo)).toHaveAttribute('aria-disabled', 'true');
});

test('the rows stay while cells are edited, also one that left the list, and the list is read once for several', async () => {
  const [, breviarium] = await openGrid();
  const titles = () =>
    page
      .bySelector('tbody tr td:nth-child(2)')
      .elements()
      .map(({ textContent }) => textContent);
  const before = lists();
  await cell('A 1', 'title').click();
  await typed('{Enter}Zodiacus{Tab}{Enter}Desiderius{Tab}');
  await hasFocus(cell('B 2', 'title'));
  await typed('{Enter}Brev');
  await expect.poll(sent).toHaveLength(2);
  // Elsewhere it is taken out of the collection.
  if (breviarium) breviarium.parentCollectionsUuids = [];
  await expect.poll(lists).toBe(before + 1);
  await screen.answers.settled();
  await hasFocus(editor('Title'));
  await typed('iary{Enter}');
  await hasFocus(cell('C 3', 'title'));
  await expect.poll(() => breviarium?.sgtt).toBe('Breviary');
  await said(filled(cells.saved, { field: 'Title' }));
  await expect.poll(titles).toEqual(['Zodiacus', 'Breviary', 'Cosmographia']);
  await isGone(page.bySelector('[aria-busy="true"]'));
  await typed('{Escape}');
  await expect.poll(titles).toEqual(['Cosmographia', 'Zodiacus']);
  expect(lists()).toBe(before + 2);
});

test('texts outlive the table, are counted above it, and are sent again from there or from their cells', async () => {
  const [adagia, breviarium] = await openGrid();
  const letGo = screen.answers.hold(updateItem);
  await cell('A 1', 'author').click();
  await typed('{Enter}Desiderius{Enter}');
  await expect.poll(sent).toHaveLength(1);
  await typed('{Enter}Bed');
  screen.reopen();
  // One is still on its way; the other was being typed.
  await expect.element(cell('A 1', 'author')).toHaveAttribute('aria-busy', 'true');
  await isThere(cell('B 2', 'author').getByText(cells.unsaved, { exact: true }));
  await isThere(page.getByText(filled(cells.notSaved_one, { count: 1 }), { exact: true }));
  await screen.expectAccessible();
  screen.answers.fail(updateItem, 'offline');
  letGo();
  await isThere(page.getByText(filled(cells.notSaved_other, { count: 2 }), { exact: true }));
  screen.answers.give(updateItem, answerUpdate, { headers });
  await act(cells.save, 'Author').first().click();
  await expect.poll(() => adagia?.autn).toBe('Desiderius');
  await isThere(page.getByText(filled(cells.notSaved_one, { count: 1 }), { exact: true }));
  await button(cells.again).click();
  await hasFocus(button(cells.edit));
  await expect.poll(() => breviarium?.autn).toBe('Bed');
  await isGone(page.bySelector('[data-failed]'));
  await isGone(button(cells.again));
  // Until the answer is there, the text is on its way.
  await expect.poll(asks).toBe(false);
});

test('a space opens a cell with its text, and the key that saves a form saves and stays', async () => {
  const [adagia] = await openGrid();
  await cell('A 1', 'author').click();
  await typed(' ');
  await expect.element(editor('Author')).toHaveValue('Erasmus');
  await typed('Desiderius');
  const event = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true });
  expect(editor('Author').element().dispatchEvent(event)).toBe(false);
  await hasFocus(cell('A 1', 'author'));
  await expect.poll(() => adagia?.autn).toBe('Desiderius');
});

test('by mouse the second click opens a cell, and leaving it saves; nobody without the right may edit', async () => {
  const [adagia, breviarium] = await openGrid();
  if (breviarium) breviarium.allowedActions = [];
  screen.reopen();
  await button(cells.edit).click();
  const address = location.pathname;
  await cell('A 1', 'author').click();
  await isGone(editor('Author'));
  await cell('A 1', 'author').click();
  await editor('Author').fill('Desiderius');
  await cell('B 2', 'author').click();
  await expect.poll(() => adagia?.autn).toBe('Desiderius');
  await cell('B 2', 'author').click();
  await expect.element(cell('B 2', 'author')).toHaveAttribute('aria-readonly', 'true');
  await isGone(editor('Author'));
  expect(location.pathname).toBe(address);
  for (const item of screen.catalogue.items) item.allowedActions = [];
  screen.reopen();
  await isThere(button(en.table.wrap));
  await isGone(button(cells.edit));
});
