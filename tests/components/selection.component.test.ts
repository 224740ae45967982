import { listBatchRecords } from '@armarium/contract/batch-records';
import { getBatch, startBatch, undoBatch, type Batch } from '@armarium/contract/batches';
import { exportSelectedItems } from '@armarium/contract/exchange';
import {
  findSelectionParents,
  findSelectionStates,
  findSelectionValues,
} from '@armarium/contract/selections';
import { listCollectionItems } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { findItemSurroundings, getTableLayouts } from '@armarium/contract/item-table';
import { findTransitionsFromState } from '@armarium/contract/transitions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { newUuid, pageBlock } from './made-catalogue.ts';
import { madeTransition } from './made-workflow.ts';
import { Screen } from './screen.tsx';

const LEAVES = 45;

let screen: Screen;
let leaves: Collection;
let shelf: Collection;

beforeEach(() => {
  screen = new Screen();
  shelf = screen.catalogue.collection('Shelf');
  leaves = collectionOf('Leaves', 'Leaf', LEAVES);
});
afterEach(() => screen.close());

/** A collection of its own with so many numbered items. */
function collectionOf(sgtt: string, title: string, count: number): Collection {
  const made = screen.catalogue.collection(sgtt);
  for (let number = 1; number <= count; number += 1) {
    const numbered = `${title} ${String(number).padStart(2, '0')}`;
    screen.catalogue.item(numbered, [made], { pressmark: numbered.toUpperCase() });
  }
  return made;
}

const { selection, editing, workflow } = en;
const bar = page.getByRole('region', { name: selection.bar });
const panel = page.getByRole('region', { name: selection.batch.panel });
const dialog = page.getByRole('dialog');
const all = page.getByRole('checkbox', { name: en.catalogue.chooseAll, exact: true });
const box = (title: string) =>
  page.getByRole('checkbox', { name: filled(en.catalogue.choose, { title }), exact: true });
const isChosen = (count: number) =>
  expect
    .element(page.getByText(filled(selection.chosen, { formatted: count }), { exact: true }))
    .toBeVisible();
const ticked = () => document.querySelectorAll('article input[type=checkbox]:checked').length;
const focusedCard = () => document.activeElement?.closest('article')?.querySelector('h3')?.textContent;
const topOf = (locator: Locator) => locator.element().getBoundingClientRect().top;

async function focusCard(text: string): Promise<void> {
  const link = screen.cardOf(text).getByRole('link');
  await expect.element(link).toBeVisible();
  link.element().focus();
}

/** Chooses an entry of the split button. */
async function choose(entry: string): Promise<void> {
  await bar.getByRole('button', { name: selection.more }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

const exportButton = bar.getByRole('button', { name: en.exporting.export, exact: true });

async function exportChosen(entry: string): Promise<void> {
  await exportButton.click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** The entries of the split button, whose menu is closed again. */
async function entries(): Promise<(string | null)[]> {
  await bar.getByRole('button', { name: selection.more }).click();
  const items = page.getByRole('menuitem');
  await expect.element(items.first()).toBeVisible();
  const words = items.elements().map(({ textContent }) => textContent);
  await userEvent.keyboard('{Escape}');
  await expect.element(items.first()).not.toBeInTheDocument();
  return words;
}

const batches = new Map<string, Batch>();

/** An operation that is done, which the server knows. */
function known(given: Partial<Batch>): Batch {
  const uuid = newUuid();
  const link = { href: `http://armarium.test/meta/batches/${uuid}` };
  const { total = 0 } = given;
  const batch: Batch = {
    uuid,
    kind: 'edit',
    state: 'DONE',
    cause: null,
    causeCode: null,
    stoppedBy: null,
    user: 'Ada Rossi',
    startedDate: '2026-03-02T09:00:00.000Z',
    endedDate: '2026-03-02T09:00:01.000Z',
    total,
    done: total,
    changed: total,
    unchanged: 0,
    failed: 0,
    action: null,
    collections: Object.fromEntries(screen.catalogue.collections.map((one) => [one.uuid, one.sgtt])),
    undoes: null,
    undoneBy: null,
    undoState: null,
    undone: 0,
    allowedActions: [],
    _links: { self: link, records: link },
    ...given,
  };
  batches.set(uuid, batch);
  return batch;
}

/** Answers whatever is asked of many items: it is done at once. */
function answerBatches(): void {
  screen.answers.give(startBatch, ({ body: { selection: asked, action } }) => {
    const steps = 'transitions' in action ? action.transitions : [asked];
    const expected = steps.map((step) => ('expected' in step ? (step.expected ?? 0) : 0));
    const total = 'uuids' in asked ? asked.uuids.length : expected.reduce((sum, items) => sum + items, 0);
    return known({ kind: action.kind, action, total });
  });
  screen.answers.give(getBatch, ({ params }) => {
    const batch = batches.get(params.uuid);
    if (!batch) throw new Error(`There is no batch ${params.uuid}.`);
    return batch;
  });
}

/** Reads how many the operation changed, and hides it. */
async function leavePanel(count: number): Promise<void> {
  const words = count === 1 ? selection.batch.changed_one : selection.batch.changed_other;
  await expect.element(panel.getByText(filled(words, { formatted: count }))).toBeVisible();
  await panel.getByRole('button', { name: selection.batch.leave }).click();
  await expect.element(panel).not.toBeInTheDocument();
}

function answerNoTransitions(): void {
  screen.answers.give(findTransitionsFromState, ({ query }) => ({
    _embedded: { transitionTemplates: [] },
    ...pageBlock(0, query),
  }));
}

test('[GRID-01, GRID-14, GRID-16, GRID-17, GRID-20] chosen items are counted, and a click chooses as long as any is', async () => {
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await expect.element(screen.cardOf('LEAF 01')).toBeVisible();
  expect(bar.query()).toBeNull();
  const before = topOf(screen.cardOf('LEAF 07'));
  await box('Leaf 01').click();
  await isChosen(1);
  expect(topOf(screen.cardOf('LEAF 07'))).toBe(before);
  await screen.cardOf('LEAF 03').click();
  await isChosen(2);
  expect(location.pathname).toBe(`/ui/catalog/${leaves.uuid}`);
  await screen.cardOf('LEAF 05').click({ modifiers: ['Shift'] });
  await isChosen(4);
  await screen.cardOf('LEAF 04').click();
  await isChosen(3);
  await expect.element(box('Leaf 04')).not.toBeChecked();
  await screen.expectAccessible();
  expect((all.element() as HTMLInputElement).indeterminate).toBe(true);
  await all.click();
  await isChosen(20);
  await all.click();
  await expect.element(bar).not.toBeInTheDocument();
  expect(ticked()).toBe(0);
});

test('[GRID-19] a click opens the item while nothing is chosen', async () => {
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await screen.cardOf('LEAF 02').click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Leaf 02' })).toBeVisible();
});

test('all that match can be chosen, and single ones left out', async () => {
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await all.click();
  await isChosen(20);
  await bar.getByRole('button', { name: filled(selection.chooseMatching, { formatted: LEAVES }) }).click();
  await expect
    .element(bar.getByText(filled(selection.allChosen, { formatted: LEAVES }), { exact: true }))
    .toBeVisible();
  await page.getByRole('link', { name: 'Page 3' }).click();
  await box('Leaf 45').click();
  await isChosen(44);
  await expect.element(box('Leaf 44')).toBeChecked();
  await bar.getByRole('button', { name: selection.clear }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(box('Leaf 44')).not.toBeChecked();
});

test('[GRID-29] all that match are sent as a query, without the one that was left out', async () => {
  answerBatches();
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await all.click();
  await bar.getByRole('button', { name: filled(selection.chooseMatching, { formatted: LEAVES }) }).click();
  await box('Leaf 01').click();
  await isChosen(LEAVES - 1);
  await choose(selection.link);
  await dialog.getByRole('treeitem', { name: 'Shelf' }).click();
  await dialog.getByRole('button', { name: editing.form.confirm, exact: true }).click();
  await leavePanel(LEAVES - 1);
  expect(screen.answers.asked(startBatch).map(({ body }) => body)).toEqual([
    {
      selection: {
        query: { collectionUuid: leaves.uuid },
        except: [screen.catalogue.items[0]?.uuid],
        expected: LEAVES - 1,
      },
      action: { kind: 'link', to: shelf.uuid },
    },
  ]);
});

test('by the keyboard arrows move, x chooses, the shift key extends, Escape clears', async () => {
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await focusCard('LEAF 01');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(focusedCard).toBe('Leaf 02');
  await userEvent.keyboard('x');
  await isChosen(1);
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  await isChosen(3);
  expect(focusedCard()).toBe('Leaf 04');
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await isChosen(2);
  await expect.element(box('Leaf 04')).not.toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  expect(ticked()).toBe(0);
});

test('the keys are listed under a question mark, and the single ones can be switched off', async () => {
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await focusCard('LEAF 01');
  await userEvent.keyboard('?');
  const keys = page.getByRole('dialog', { name: en.keys.title });
  const single = keys.getByRole('switch', { name: en.keys.single });
  await expect.element(single).toBeVisible();
  await screen.expectAccessible();
  await single.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(keys).not.toBeInTheDocument();
  await expect.poll(focusedCard).toBe('Leaf 01');
  await userEvent.keyboard('x');
  await userEvent.keyboard('?');
  await page.getByRole('button', { name: en.app.keys, exact: true }).click();
  await single.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(keys).not.toBeInTheDocument();
  await expect.element(box('Leaf 01')).not.toBeChecked();
  await focusCard('LEAF 01');
  await userEvent.keyboard('x');
  await isChosen(1);
  await userEvent.keyboard('b');
  await expect.element(bar.getByRole('button', { name: selection.move, exact: true })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
});

test('the chosen items are edited by the key e, which leads to the first field and back', async () => {
  screen.answers.give(findSelectionValues, { items: 1, byState: {}, public: 0, fields: [] });
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await focusCard('LEAF 01');
  await userEvent.keyboard('x');
  await isChosen(1);
  await userEvent.keyboard('e');
  const what = filled(selection.bulk.what, { field: 'Title' });
  await expect.element(dialog.getByRole('combobox', { name: what })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(focusedCard).toBe('Leaf 01');
});

test('[SEARCH-12, SEARCH-13] the results of a search are chosen and counted alike', async () => {
  await screen.open('/ui/catalog/results?searchTerm=leaf');
  await all.click();
  await isChosen(20);
  await screen.expectAccessible();
});

test('whoever may only read exports chosen items, and is offered nothing else', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  screen.answers.give(
    exportSelectedItems,
    {},
    {
      headers: { 'Content-Disposition': 'attachment; filename="items-2026-11-30.csv"' },
    },
  );
  await screen.open(`/ui/catalog/${leaves.uuid}`, { roles: ['ROLE_RESEARCHER'] });
  await box('Leaf 01').click();
  await box('Leaf 03').click();
  await expect.element(exportButton).toBeVisible();
  expect(bar.getByRole('button').elements().length).toBe(2);
  await exportChosen('Selected items as CSV');
  await expect
    .poll(() => screen.answers.asked(exportSelectedItems).map(({ body }) => body))
    .toEqual([
      { format: 'csv', selection: { uuids: [0, 2].map((index) => screen.catalogue.items[index]?.uuid) } },
    ]);
  await expect
    .poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
    .toEqual(['items-2026-11-30.csv']);
  await isChosen(2);
  vi.restoreAllMocks();
});

test('the export of what is chosen in a table has its columns and order, and says which items are gone', async () => {
  screen.answers.give(getTableLayouts, { layouts: [] });
  screen.answers.give(findItemSurroundings, ({ query }) => ({
    _embedded: { itemSurroundings: [] },
    ...pageBlock(0, query),
  }));
  screen.answers.refuseOnce(exportSelectedItems, [
    { name: 'selection.uuids[1]', code: 'unknown-item', message: 'It is not there.' },
  ]);
  await screen.open(`/ui/catalog/${leaves.uuid}?view=table&sort=pressmark,desc`);
  for (const title of ['Leaf 01', 'Leaf 02', 'Leaf 03']) await box(title).click();
  const letGo = screen.answers.hold(exportSelectedItems);
  await exportChosen('Columns of this table as Excel (XLSX)');
  await expect.element(bar.getByText(en.exporting.preparing)).toBeInTheDocument();
  // The selection goes on meanwhile: of what was sent the second one is gone.
  await box('Leaf 01').click();
  letGo();
  await expect
    .element(page.getByRole('alert').getByText(filled(selection.goneTitle_one, { formatted: 1 })))
    .toBeVisible();
  await isChosen(1);
  await expect.element(box('Leaf 03')).toBeChecked();
  expect(screen.answers.asked(exportSelectedItems)[0]?.body).toMatchObject({
    format: 'xlsx',
    column: expect.arrayContaining(['pressmark', 'sgtt']) as unknown,
    heading: expect.arrayContaining(['Pressmark', 'Title']) as unknown,
    sort: ['pressmark,desc'],
  });
});

test('[GRID-17, GRID-18] the split button offers what can be done in a collection, and nothing else', async () => {
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await box('Leaf 01').click();
  expect(await entries()).toEqual(['Move', 'Link to', 'Unlink', 'Workflow actions']);
  // Closing the menu leaves the selection alone.
  await expect.element(box('Leaf 01')).toBeChecked();
});

test('[SEARCH-25, SEARCH-26] among results the split button offers to remove, and workflow actions of items', async () => {
  answerNoTransitions();
  await screen.open('/ui/catalog/results?searchTerm=leaf+01');
  await box('Leaf 01').click();
  expect(await entries()).toEqual(['Move', 'Link to', 'Remove', 'Workflow actions']);
  await choose(selection.workflow);
  await expect.element(dialog.getByText(workflow.none, { exact: true })).toBeVisible();
  expect(screen.answers.asked(findTransitionsFromState).map(({ query }) => query.resourceType)).toEqual([
    'ITEM',
  ]);
});

test('[SEARCH-27, SEARCH-28, SEARCH-37] among results the parents are listed with their counts, none chosen beforehand', async () => {
  answerBatches();
  const left = screen.catalogue.collection('Left', [shelf]);
  const right = screen.catalogue.collection('Right', [shelf]);
  const twins = [
    screen.catalogue.item('Twin one', [left, right]),
    screen.catalogue.item('Twin two', [right]),
  ];
  const uuids = twins.map(({ uuid }) => uuid);
  screen.answers.give(findSelectionParents, {
    items: 2,
    collections: [
      { uuid: right.uuid, sgtt: 'Right', items: 2 },
      { uuid: left.uuid, sgtt: 'Left', items: 1 },
    ],
  });
  await screen.open('/ui/catalog/results?searchTerm=twin');
  await all.click();
  await isChosen(2);
  await choose(selection.remove);
  const parents = dialog.getByRole('radiogroup', { name: selection.removeFrom });
  const remove = dialog.getByRole('button', { name: selection.remove, exact: true });
  await expect.element(parents.getByText('2 items')).toBeVisible();
  const radios = () => parents.getByRole('radio').elements() as HTMLInputElement[];
  expect(radios().map(({ labels }) => labels?.[0]?.textContent)).toEqual(['Right', 'Left']);
  expect(radios().filter(({ checked }) => checked)).toEqual([]);
  await expect.element(remove).toBeDisabled();
  await screen.expectAccessible();
  await parents.getByRole('radio', { name: 'Right' }).click();
  await remove.click();
  await leavePanel(2);

  await all.click();
  await choose(selection.move);
  const from = dialog.getByRole('radiogroup', { name: selection.moveFrom });
  const confirm = dialog.getByRole('button', { name: editing.form.confirm, exact: true });
  await from.getByRole('radio', { name: 'Left' }).click();
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('treeitem', { name: 'Shelf' }).click();
  await confirm.click();
  await leavePanel(2);
  expect(screen.answers.asked(startBatch).map(({ body }) => body)).toEqual([
    { selection: { uuids }, action: { kind: 'unlink', from: right.uuid } },
    { selection: { uuids }, action: { kind: 'move', from: left.uuid, to: shelf.uuid } },
  ]);
});

test('parents that are called alike are told apart by where they stand, or by when they were made and what they hold', async () => {
  const boxes = screen.catalogue.collection('Boxes');
  const collections = [
    { place: shelf, items: 1 },
    { place: boxes, items: 1 },
    { place: boxes, items: 2 },
  ].map(({ place, items }) => {
    const { uuid, sgtt } = screen.catalogue.collection('Namesakes', [place], { culturalItemsCount: items });
    return { uuid, sgtt, items };
  });
  const { uuid, sgtt } = screen.catalogue.collection('By itself', [shelf]);
  screen.answers.give(findSelectionParents, {
    items: 1,
    collections: [...collections, { uuid, sgtt, items: 1 }],
  });
  await screen.open('/ui/catalog/results?searchTerm=leaf+01');
  await all.click();
  await choose(selection.remove);
  const parents = dialog.getByRole('radiogroup', { name: selection.removeFrom });
  const made = (holds: string) =>
    new RegExp(`^${filled(en.catalogue.place.made, { moment: String.raw`02/03/2026 \d\d:\d\d`, holds })}$`);
  await expect.element(parents.getByText(made('2 items'))).toBeVisible();
  await expect.element(parents.getByText(made('1 item'))).toBeVisible();
  expect(parents.getByText(/Shelf$/).elements()).toHaveLength(1);
  expect(parents.getByText(/Boxes$/).elements()).toHaveLength(2);
  await screen.expectAccessible();
});

test('of items that are gone meanwhile the dialog says so, though none is left', async () => {
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await box('Leaf 01').click();
  screen.answers.refuseOnce(startBatch, [
    { name: 'selection.uuids[0]', code: 'unknown', message: 'It is not there.' },
  ]);
  await bar.getByRole('button', { name: selection.delete, exact: true }).click();
  const sure = dialog.getByRole('button', { name: selection.delete, exact: true });
  await sure.click();
  await expect.element(dialog.getByText(filled(selection.goneTitle_one, { formatted: 1 }))).toBeVisible();
  await expect.element(sure).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
});

test('[GRID-15] the items that a workflow action is run on are read in chunks of a thousand', async () => {
  answerNoTransitions();
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await all.click();
  await isChosen(20);
  await choose(selection.workflow);
  await expect.element(dialog.getByText(filled(workflow.count_other, { formatted: 20 }))).toBeVisible();
  const read = screen.answers.asked(listCollectionItems).filter(({ query }) => query.size !== 20);
  expect(read.map(({ params, query }) => [params.uuid, query])).toEqual([
    [leaves.uuid, { page: 0, size: 1000 }],
  ]);
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(bar).toBeVisible();
});

test('[GRID-18] of many ticked items those that are gone meanwhile are left out of the workflow action', async () => {
  answerNoTransitions();
  const many = collectionOf('Many', 'Sheet', 102);
  await screen.open(`/ui/catalog/${many.uuid}`);
  for (let number = 1; number <= 6; number += 1) {
    if (number > 1) await page.getByRole('link', { name: `Page ${number}`, exact: true }).click();
    await all.click();
    await isChosen(Math.min(number * 20, 102));
  }
  screen.answers.give(findSelectionStates, ({ body }) => {
    const uuids = 'uuids' in body.selection ? body.selection.uuids : [];
    return { items: uuids.length, states: [{ state: 'Default', items: uuids.length, uuids }] };
  });
  screen.answers.refuseOnce(
    findSelectionStates,
    Array.from({ length: 101 }, (_, index) => ({
      name: `selection.uuids[${index}]`,
      code: 'unknown',
      message: 'It is not there.',
    })),
  );
  await choose(selection.workflow);
  await expect.element(dialog.getByText(filled(selection.goneTitle_other, { formatted: 101 }))).toBeVisible();
  await expect.element(dialog.getByText('1 record', { exact: true })).toBeVisible();
  await isChosen(1);
  expect(screen.answers.asked(findSelectionStates).map(({ body }) => body.selection)[1]).toEqual({
    uuids: [screen.catalogue.items.at(-1)?.uuid],
  });
  await screen.expectAccessible();
});

test('[WFACT-04] of many items an action is chosen for each of their states, or none, and one operation performs them', async () => {
  answerBatches();
  const states = { Default: 30, 'In review': 12, Archived: 3 };
  screen.answers.give(findSelectionStates, () => ({
    items: LEAVES,
    states: Object.entries(states).map(([state, items]) => ({ state, items, uuids: null })),
  }));
  const [start, approve] = [
    madeTransition('Start', 'Default', 'In progress', { allowedActions: ['perform'] }),
    madeTransition('Approve', 'In review', 'Approved', { allowedActions: ['perform'] }),
  ];
  screen.answers.give(findTransitionsFromState, ({ query }) => {
    const found = [start, approve].filter(({ itemFromState }) => itemFromState === query.itemFromState);
    return { _embedded: { transitionTemplates: found }, ...pageBlock(found.length, query) };
  });
  await screen.open(`/ui/catalog/${leaves.uuid}`);
  await all.click();
  await bar.getByRole('button', { name: filled(selection.chooseMatching, { formatted: LEAVES }) }).click();
  await choose(selection.workflow);
  const sure = dialog.getByRole('button', { name: workflow.confirm, exact: true });
  const action = (from: string, to: string) =>
    dialog.getByRole('radio', { name: filled(workflow.fromTo, { from, to }) });
  await expect.element(action('Default', 'In progress')).toBeVisible();
  await expect.element(dialog.getByText(workflow.noneHere)).toBeVisible();
  await expect.element(sure).toBeDisabled();
  await action('Default', 'In progress').click();
  await action('In review', 'Approved').click();
  await expect.element(action('Default', 'In progress')).toBeChecked();
  await expect.element(dialog.getByRole('radiogroup', { name: /Default.*30 records/ })).toBeVisible();
  await expect.element(dialog.getByText(filled(workflow.byOperation_other, { formatted: 42 }))).toBeVisible();
  await screen.expectAccessible();
  await sure.click();
  await leavePanel(42);
  expect(screen.answers.asked(startBatch).map(({ body }) => body)).toEqual([
    {
      selection: {
        query: { collectionUuid: leaves.uuid, state: ['Default', 'In review'] },
        except: [],
      },
      action: {
        kind: 'transition',
        transitions: [
          { transitionUuid: start.uuid, expected: 30 },
          { transitionUuid: approve.uuid, expected: 12 },
        ],
      },
    },
  ]);
});

test('an undo of many items is asked about, one of few is done at once, and both say how it went', async () => {
  answerBatches();
  screen.answers.give(listBatchRecords, ({ query }) => ({
    _embedded: { records: [] },
    ...pageBlock(0, query),
  }));
  screen.answers.give(undoBatch, ({ params }) => {
    const undone = batches.get(params.uuid)!;
    const undo = known({ kind: 'undo', undoes: undone.uuid, total: undone.total });
    batches.set(undone.uuid, {
      ...undone,
      allowedActions: [],
      undoneBy: undo.uuid,
      undoState: 'DONE',
      undone: undone.total,
    });
    return undo;
  });
  const [few, many] = [50, 51].map((total) => known({ total, allowedActions: ['undo'] })) as [Batch, Batch];
  const asked = () => screen.answers.asked(undoBatch).map(({ params }) => params.uuid);
  const undo = page.getByRole('button', { name: `${selection.batch.undo}: ${selection.kind.edit}` });
  const undoneOf = (count: number) =>
    panel.getByText(filled(selection.batch.undone_other, { formatted: count }), { exact: true });
  await screen.open(`/ui/catalog/operations/${many.uuid}`);
  await undo.click();
  const question = filled(selection.batch.undoText.edit_other, { formatted: 51 });
  await expect.element(dialog.getByText(question)).toBeVisible();
  await screen.expectAccessible();
  await dialog.getByRole('button', { name: selection.batch.keep, exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked()).toEqual([]);
  await undo.click();
  await dialog.getByRole('button', { name: selection.batch.undo, exact: true }).click();
  await expect.element(undoneOf(51)).toBeVisible();
  await expect.element(page.getByRole('link', { name: selection.operations.undo.all })).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[data-operations]') !== null).toBe(true);
  screen.goTo(`/ui/catalog/operations/${few.uuid}`);
  await undo.click();
  await expect.element(undoneOf(50)).toBeVisible();
  expect(asked()).toEqual([many.uuid, few.uuid]);
});
