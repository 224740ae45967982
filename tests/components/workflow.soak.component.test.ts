import { getCollection, listCollectionItems } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import type { ImageAsset } from '@armarium/contract/images';
import type { Item } from '@armarium/contract/items';
import { listTemplates } from '@armarium/contract/templates';
import { performTransition } from '@armarium/contract/transition-logs';
import { findTransitionsFromState, type TransitionTemplate } from '@armarium/contract/transitions';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused, type Asked } from './answers.ts';
import { newUuid, pageBlock } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

const { browse, catalogue, editing, selection, workflow } = en;

let screen: Screen;
let root: Collection;
let herbal: Item;

type Actions = TransitionTemplate['actions'];
/** A transition of the workflow; one that is of items, where nothing else is said. */
const transition = (
  name: string,
  itemFromState: string,
  itemToState: string,
  {
    resourceType = 'ITEM',
    actions = [],
  }: { resourceType?: TransitionTemplate['resourceType']; actions?: Actions } = {},
): TransitionTemplate => {
  const uuid = newUuid();
  const link = { href: `http://armarium.test/meta/transitionTemplates/${uuid}` };
  return {
    uuid,
    id: uuid,
    name,
    label: name,
    labels: { it: `(${name})` },
    itemFromState,
    itemToState,
    workflowName: 'default',
    resourceType,
    roles: [],
    actions,
    allowedActions: ['perform'],
    _links: { self: link, tasks: link },
  };
};

let start: TransitionTemplate;
let transitions: TransitionTemplate[];
type Stateful = Item | Collection | ImageAsset;
let records: Stateful[];
/** Why an action on a record is refused, where it is. */
let refusal: (uuid: string) => Refused | undefined;

/** Puts a record into a state, with the actions that begin there. */
function setState(record: Stateful, state: string): void {
  record.state = state;
  record.availableTransitions = transitions.filter(
    ({ itemFromState, resourceType }) => itemFromState === state && resourceType === record.resourceType,
  );
}

beforeEach(() => {
  screen = new Screen();
  ({ root } = screen.catalogue);
  start = transition('Start', 'Default', 'In progress');
  const comment = { uuid: newUuid(), templateName: 'REQUIRE_COMMENT', parameters: {}, index: 0 };
  transitions = [
    start,
    transition('Submit', 'In progress', 'In review'),
    transition('Approve', 'In review', 'Approved'),
    transition('Request changes', 'In review', 'Changes requested'),
    transition('Publish', 'Approved', 'Published'),
    transition('Revise', 'Published', 'In progress'),
    transition('Withdraw', 'Published', 'Withdrawn', { actions: [comment] }),
    transition('Reopen', 'Withdrawn', 'In progress'),
    transition('Archive', 'Withdrawn', 'Archived'),
    transition('Start', 'Default', 'In progress', { resourceType: 'COLLECTION' }),
    transition('Start', 'Default', 'In progress', { resourceType: 'MEDIA' }),
  ];
  records = [];
  herbal = madeInState('Herbal', 'Default');
  screen.answers.give(findTransitionsFromState, ({ query }) => {
    const found = transitions.filter(
      ({ itemFromState, resourceType }) =>
        itemFromState === query.itemFromState && resourceType === query.resourceType,
    );
    return { _embedded: { transitionTemplates: found }, ...pageBlock(found.length, query) };
  });
  refusal = () => undefined;
  const perform = ({ body }: Asked<typeof performTransition>) => {
    const { assetUuid = '' } = body;
    const refused = refusal(assetUuid);
    if (refused) throw refused;
    const record = records.find(({ uuid }) => uuid === assetUuid);
    const done = transitions.find(({ uuid }) => uuid === body.transitionUuid);
    if (!record || !done) throw new Refused('not-found');
    setState(record, done.itemToState);
    return {
      uuid: newUuid(),
      assetUuid,
      resourceType: body.resourceType,
      transitionUuid: body.transitionUuid,
      comment: body.comment ?? '',
      name: done.name,
      itemFromState: done.itemFromState,
      itemToState: done.itemToState,
      date: '2026-03-02T09:00:00.000Z',
      user: 'Ada Rossi',
      token: null,
      causedBy: null,
      changeSet: newUuid(),
      effects: [],
    };
  };
  screen.answers.give(performTransition, perform, { status: 201 });
});
afterEach(() => screen.close());

function madeInState(sgtt: string, state: string, parents: readonly Collection[] = [root]): Item {
  const item = screen.catalogue.item(sgtt, parents);
  records.push(item);
  setState(item, state);
  return item;
}

const dialog = page.getByRole('dialog', { name: workflow.title, exact: true });
const comment = dialog.getByRole('textbox', { name: workflow.comment });
const header = page.bySelector('main header');
const openerOf = (state: string, within = header) =>
  within.getByRole('button', { name: filled(workflow.open, { state }), exact: true });
const actionOf = (from: string, to: string) =>
  dialog.getByRole('radio', { name: filled(workflow.fromTo, { from, to }) });
const buttonOf = (name: string) => dialog.getByRole('button', { name, exact: true });
const notice = (title: string) => page.getByRole('alert').filter({ hasText: title });
const isGone = (locator: typeof dialog) => expect.element(locator).not.toBeInTheDocument();
const sent = () => screen.answers.asked(performTransition).map(({ body }) => body);
const openItem = (item = herbal) => screen.open(`/ui/catalog/${root.uuid}/cultural-item/${item.uuid}`);

test('[WFACT-01, WFACT-05, WFACT-07, WFACT-09, WFACT-10, WFACT-11, WFACT-16, WFACT-22, ITEM-26] an item is moved on from its preview', async () => {
  await openItem();
  await expect.element(openerOf('Default').getByText('Default')).toBeVisible();
  await openerOf('Default').click();
  await expect.element(actionOf('Default', 'In progress')).toBeVisible();
  expect(dialog.getByRole('radio').elements()).toHaveLength(1);
  expect(screen.answers.asked(findTransitionsFromState)[0]?.query).toMatchObject({
    itemFromState: 'Default',
    resourceType: 'ITEM',
  });
  await screen.expectAccessible();
  await buttonOf('Start').click();
  await isGone(dialog);
  expect(sent()).toEqual([{ assetUuid: herbal.uuid, resourceType: 'ITEM', transitionUuid: start.uuid }]);
  await expect.element(notice('State updated successfully').first()).toBeVisible();
  // What stands there now came from the server, and has the focus again.
  await expect.element(openerOf('In progress')).toHaveFocus();
});

test('[COLL-16] a collection is moved on from its dialog', async () => {
  const maps = screen.catalogue.collection('Maps');
  records.push(maps);
  setState(maps, 'Default');
  await screen.open(`/ui/catalog/${maps.uuid}?parentId=${root.uuid}`);
  await page.getByRole('navigation', { name: browse.breadcrumb }).getByRole('button').click();
  const shown = page.getByRole('dialog', { name: editing.collection.show, exact: true });
  await expect.element(shown.getByText('Default', { exact: true })).toBeVisible();
  await shown.getByRole('button', { name: workflow.title }).click();
  await actionOf('Default', 'In progress').click();
  const before = screen.answers.asked(getCollection).length;
  await buttonOf('Start').click();
  await isGone(dialog);
  expect(sent()).toMatchObject([{ assetUuid: maps.uuid, resourceType: 'COLLECTION' }]);
  expect(screen.answers.asked(getCollection).length).toBeGreaterThan(before);
});

test('[WFACT-08, WFACT-35] what an action lacks is told by the names of its fields, and what was written stays', async () => {
  setState(herbal, 'Approved');
  refusal = () => new Refused('metadata-missing', [{ name: 'autn', code: 'required', message: 'required' }]);
  await openItem();
  await openerOf('Approved').click();
  await actionOf('Approved', 'Published').click();
  await comment.fill('Ready for the reading room');
  await buttonOf('Publish').click();
  const told = dialog.getByRole('alert');
  await expect
    .element(told.getByText(filled(workflow.fields, { names: catalogue.standardField.autn })))
    .toBeVisible();
  await expect.element(notice('Error during state update').first()).toBeVisible();
  await expect.element(comment).toHaveValue('Ready for the reading room');
  await screen.expectAccessible();
  refusal = () => undefined;
  await buttonOf(workflow.again).click();
  await isGone(dialog);
  await expect.element(openerOf('Published')).toBeVisible();
});

test('[WFACT-37] a comment is asked for where the action needs one, before anything is sent', async () => {
  setState(herbal, 'Published');
  await openItem();
  await openerOf('Published').click();
  await actionOf('Published', 'Withdrawn').click();
  await buttonOf('Withdraw').click();
  await expect.element(dialog.getByText(workflow.commentRequired)).toBeVisible();
  await expect.element(comment).toHaveFocus();
  await comment.fill('The owner asked for it');
  // Closed by mistake: it is there again.
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await openerOf('Published').click();
  await actionOf('Published', 'Withdrawn').click();
  await expect.element(comment).toHaveValue('The owner asked for it');
  expect(sent()).toEqual([]);
  await buttonOf('Withdraw').click();
  await expect.element(openerOf('Withdrawn')).toBeVisible();
  expect(sent()).toMatchObject([{ assetUuid: herbal.uuid, comment: 'The owner asked for it' }]);
});

test('[WFACT-06] of a record in whose state nothing begins it says so, and only its state stands there afterwards', async () => {
  setState(herbal, 'Withdrawn');
  await openItem();
  await openerOf('Withdrawn').click();
  await actionOf('Withdrawn', 'Archived').click();
  await buttonOf('Archive').click();
  await isGone(dialog);
  await openerOf('Archived').click();
  await expect.element(dialog.getByText(workflow.none)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  screen.reopen();
  await expect.element(header.getByText('Archived', { exact: true })).toBeVisible();
  expect(header.getByRole('button', { name: /Archived/ }).elements()).toEqual([]);
});

test('what an administrator changes in the configuration shows in an open page', async () => {
  await openItem();
  await expect.element(openerOf('Default')).toBeVisible();
  const { states } = screen.catalogue;
  const index = states.findIndex(({ name }) => name === 'Default');
  states[index] = { ...states[index]!, labels: { en: 'Not begun' } };
  await screen.followed();
  const read = screen.answers.asked(listTemplates).length;
  screen.tell('configuration.changed', {});
  await expect.element(openerOf('Not begun')).toBeVisible();
  await expect.poll(() => screen.answers.asked(listTemplates).length).toBeGreaterThan(read);
});

test('[WFACT-08, WFACT-10] what somebody else does to the record changes no action under the hand; a refused one is chosen anew', async () => {
  await openItem();
  await openerOf('Default').click();
  await expect.element(buttonOf('Start')).toBeVisible();
  setState(herbal, 'In progress');
  screen.tell('record.state', { uuid: herbal.uuid, resourceType: 'ITEM', etag: '"2"' });
  await expect.element(header.getByText('In progress', { exact: true })).toBeVisible();
  await expect.element(actionOf('Default', 'In progress')).toBeChecked();
  await screen.answers.failing(performTransition, 'state-changed', async () => {
    await buttonOf('Start').click();
    await expect.element(notice('Error during state update').first()).toBeVisible();
  });
  const next = actionOf('In progress', 'In review');
  await expect.element(next).toBeVisible();
  await expect.element(next).not.toBeChecked();
  await next.click();
  await buttonOf('Submit').click();
  await isGone(dialog);
  expect(herbal.state).toBe('In review');
});

test('[WFACT-04, WFACT-08, WFACT-10, WFACT-12, WFACT-50] of several items the states stand apart, each record gets a log, and who was refused is told', async () => {
  const shelf = screen.catalogue.collection('Shelf');
  const filledIn = madeInState('With an author', 'Default', [shelf]);
  const empty = madeInState('Without an author', 'Default', [shelf]);
  const reviewed = madeInState('Already reviewed', 'In review', [shelf]);
  await screen.open(`/ui/catalog/${shelf.uuid}`);
  await page.getByRole('checkbox', { name: catalogue.chooseAll, exact: true }).click();
  await page.getByRole('button', { name: selection.more }).click();
  await page.getByRole('menuitem', { name: selection.workflow, exact: true }).click();
  await expect.element(actionOf('Default', 'In progress')).toBeVisible();
  const groupOf = (state: string) => dialog.getByRole('radiogroup', { name: new RegExp(state) });
  await expect.element(actionOf('In review', 'Approved')).toBeVisible();
  // With the choice of none.
  expect(groupOf('Default').getByRole('radio').elements()).toHaveLength(2);
  expect(groupOf('In review').getByRole('radio').elements()).toHaveLength(3);
  await screen.expectAccessible();

  // What shows the records can't look again: that is told as well.
  screen.answers.fail(listCollectionItems, 'internal');
  refusal = (uuid) => (uuid === empty.uuid ? new Refused('metadata-missing') : undefined);
  await actionOf('Default', 'In progress').click();
  await expect.element(buttonOf('Start')).toBeVisible();
  await actionOf('In review', 'Approved').click();
  await buttonOf(workflow.confirm).click();
  const told = dialog.getByRole('alert');
  await expect.element(told.getByText('Without an author')).toBeVisible();
  expect(told.getByRole('listitem').elements()).toHaveLength(1);
  const uuids = sent().map(({ assetUuid }) => assetUuid);
  expect(uuids.toSorted()).toEqual([filledIn.uuid, empty.uuid, reviewed.uuid].toSorted());
  // What is sent after them goes out together.
  expect(new Set(sent().map(({ changeSet }) => changeSet)).size).toBe(1);
  expect(sent()[0]?.changeSet).toMatch(/^[0-9a-f-]{36}$/);
  await expect.element(notice('Error during state update').first()).toBeVisible();
  await expect.element(notice('Error refreshing collection details').first()).toBeVisible();
  expect([filledIn, empty, reviewed].map(({ state }) => state)).toEqual([
    'In progress',
    'Default',
    'Approved',
  ]);
  // Another try is of the refused one alone.
  refusal = () => undefined;
  await buttonOf(workflow.again).click();
  await isGone(dialog);
  expect(sent().at(-1)).toMatchObject({ assetUuid: empty.uuid, transitionUuid: start.uuid });
  expect(sent()).toHaveLength(4);
});

test('[WFACT-19, WFACT-20, WFACT-21] a state has its colour and its name, and is black where nobody knows it', async () => {
  const colourOf = (state: string) => {
    const dot = document.querySelector(`main header [data-state="${state}"]`);
    return dot && getComputedStyle(dot).backgroundColor;
  };
  setState(herbal, 'In review');
  await openItem();
  await expect.poll(() => colourOf('In review')).toBe('rgb(180, 83, 9)');
  await expect.element(openerOf('In review').getByText('In review')).toBeVisible();
  setState(herbal, 'Long gone');
  screen.reopen();
  await expect.poll(() => colourOf('Long gone')).toBe('rgb(0, 0, 0)');
  await expect.element(header.getByText('Long gone', { exact: true })).toBeVisible();
});

test('[I18N-01] in Italian, on a small screen, in the dark, it can be read and reached, with the labels of states and actions', async () => {
  setState(herbal, 'In review');
  await screen.open(`/ui/catalog/${root.uuid}/cultural-item/${herbal.uuid}`, {
    language: 'it',
    scheme: 'dark',
    width: 390,
    height: 844,
  });
  await header
    .getByRole('button', { name: filled(italian.workflow.open, { state: 'In revisione' }) })
    .click();
  const small = page.getByRole('dialog', { name: italian.workflow.title });
  const toApproved = filled(italian.workflow.fromTo, { from: 'In revisione', to: 'Approvato' });
  await small.getByRole('radio', { name: toApproved }).click();
  await expect.element(small.getByRole('button', { name: '(Approve)' })).toBeVisible();
  await expect.element(small.getByRole('textbox', { name: italian.workflow.comment })).toBeVisible();
  await screen.expectAccessible();
});
