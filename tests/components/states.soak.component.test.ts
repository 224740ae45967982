import {
  createItemState,
  deleteItemState,
  getItemState,
  updateItemState,
  type ItemState,
} from '@armarium/contract/item-states';
import { listTransitionTemplates, type TransitionTemplate } from '@armarium/contract/transitions';
import { getItemStateUsage, type Usage } from '@armarium/contract/usage';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { madeState } from './made-catalogue.ts';
import { madeTransition } from './made-workflow.ts';
import { grouped } from '../../apps/web/src/ui/grouped.ts';
import { Screen } from './screen.tsx';

const { workflowSettings: words, workflow } = en;

let screen: Screen;
let transitions: TransitionTemplate[];
let usage: Usage;
/** The version of each state that was changed. */
let versions: Map<string, number>;

const stateNamed = (name: string) => {
  const state = screen.catalogue.states.find((one) => one.name === name);
  if (!state) throw new Error(`There is no state ${name}.`);
  return state;
};
/** Changes a state, as somebody else would too. */
function change(uuid: string, given: Partial<ItemState>): ItemState {
  const { states } = screen.catalogue;
  const index = states.findIndex((one) => one.uuid === uuid);
  const before = states[index];
  if (!before) throw new Refused('not-found');
  const after = { ...before, ...given, label: given.name ?? before.name };
  states[index] = after;
  versions.set(uuid, (versions.get(uuid) ?? 1) + 1);
  return after;
}

beforeEach(() => {
  screen = new Screen();
  const { answers, catalogue } = screen;
  transitions = [
    madeTransition('Submit', 'In progress', 'In review'),
    madeTransition('Publish', 'Approved', 'Published'),
  ];
  usage = { records: 0, values: [] };
  versions = new Map();
  let tag = '';
  const headers = {
    get ETag() {
      return tag;
    },
  };
  const tagOf = (uuid: string) => `"${versions.get(uuid) ?? 1}"`;
  const refuseStale = (uuid: string, sent: Headers) => {
    const seen = sent.get('If-Match');
    if (seen !== null && seen !== tagOf(uuid)) throw new Refused('stale');
  };
  const isTaken = (name: string) => catalogue.states.some((one) => one.name === name);
  answers.give(
    getItemState,
    ({ params: { uuid } }) => {
      tag = tagOf(uuid);
      return catalogue.states.find((one) => one.uuid === uuid) ?? change(uuid, {});
    },
    { headers },
  );
  answers.give(getItemStateUsage, () => usage);
  answers.give(listTransitionTemplates, () => {
    const self = { href: 'http://armarium.test/' };
    const found = { number: 0, size: 1_000, totalElements: transitions.length, totalPages: 1 };
    return {
      _embedded: { transitionTemplates: transitions },
      page: found,
      _links: { self, first: self, last: self },
    };
  });
  answers.give(createItemState, ({ body: { name, color, labels = {} } }) => {
    if (isTaken(name)) throw new Refused('duplicate');
    const state = madeState({ name, color, labels });
    catalogue.states.push(state);
    return state;
  });
  answers.give(updateItemState, ({ params: { uuid }, body, headers: sent }) => {
    refuseStale(uuid, sent);
    if (body.name !== undefined && isTaken(body.name)) throw new Refused('duplicate');
    return change(uuid, body);
  });
  answers.give(deleteItemState, ({ params: { uuid }, headers: sent }) => {
    refuseStale(uuid, sent);
    const { states } = catalogue;
    states.splice(
      states.findIndex((one) => one.uuid === uuid),
      1,
    );
    return undefined;
  });
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const row = (name: string) => main.getByRole('button', { name, exact: true });
const nameField = dialog.getByRole('textbox', { name: words.part.name, exact: true });
const codeField = dialog.getByRole('textbox', { name: words.colour.code, exact: true });
const told = (text: string) => page.getByText(text, { exact: true }).first();
const add = main.getByRole('button', { name: words.addState, exact: true });

const open = (...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never) =>
  screen.open('/ui/configuration?tab=workflows', ...shown);
async function openState(name: string) {
  await open();
  await row(name).click();
  await expect.element(button(words.edit)).toBeVisible();
}
async function editState(name: string) {
  await openState(name);
  await button(words.edit).click();
  await expect.element(codeField).toBeVisible();
}

describe('the states', () => {
  test('[WFCONF-02, WFCONF-03, WFCONF-04] are listed with their number, colours and names', async () => {
    await open();
    await expect
      .element(
        main.getByRole('status').filter({ hasText: filled(words.statesCount_other, { formatted: 8 }) }),
      )
      .toBeVisible();
    await expect.element(add).toBeVisible();
    const dot = row('In review').bySelector('[data-state]').element();
    expect(getComputedStyle(dot).backgroundColor).toBe('rgb(180, 83, 9)');
    await screen.expectAccessible();
  });

  test('[WFCONF-07, WFCONF-08, WFCONF-09, WFCONF-10, WFCONF-11, WFCONF-12, WFCONF-49] are made with a name and a colour', async () => {
    await open();
    await add.click();
    await expect.element(codeField).toHaveValue('#000000');
    await expect.element(button(words.confirm)).toBeDisabled();
    await nameField.fill('At the binder');
    await expect.element(button(words.confirm)).toBeEnabled();
    await codeField.fill('');
    await expect.element(dialog.getByText('Field is required', { exact: true })).toBeVisible();
    await expect.element(button(words.confirm)).toBeDisabled();
    const { free: _free, code: _code, ...suggested } = words.colour;
    expect(Object.values(suggested)).toHaveLength(8);
    for (const name of Object.values(suggested)) await expect.element(button(name)).toBeVisible();
    await button(words.colour.green).click();
    await expect.element(codeField).toHaveValue('#15803d');
    await expect.element(button(words.colour.green)).toHaveAttribute('aria-pressed', 'true');
    await dialog.getByLabelText(words.colour.free, { exact: true }).fill('#123456');
    await expect.element(codeField).toHaveValue('#123456');
    await nameField.fill('');
    await expect.element(dialog.getByText('Field is required', { exact: true })).toBeVisible();
    await expect.element(button(words.confirm)).toBeDisabled();
    await nameField.fill('At the binder');
    await screen.expectAccessible();
    await button(words.confirm).click();
    await expect.element(told('State created successfully')).toBeVisible();
    await expect.element(row('At the binder')).toBeVisible();
    expect(stateNamed('At the binder').color).toBe('#123456');
  });

  test('[WFCONF-63] of a name that there is already keep what was typed, and say so', async () => {
    await open();
    await add.click();
    await nameField.fill('Approved');
    await button(words.confirm).click();
    await expect.element(dialog.getByText(workflow.valuesComboErrorMessage, { exact: true })).toBeVisible();
    await expect.element(button(words.confirm)).toBeDisabled();
    await expect.element(nameField).toHaveFocus();
    await nameField.fill('Approved twice');
    await expect.element(dialog.getByText(workflow.valuesComboErrorMessage)).not.toBeInTheDocument();
    await expect.element(button(words.confirm)).toBeEnabled();
  });

  test('[WFCONF-05, WFCONF-51] are read first, then edited', async () => {
    usage = { records: 1_203, values: [{ value: 'ITEM', records: 1_203 }] };
    await openState('In review');
    await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument();
    await expect
      .element(
        dialog.getByText(filled(words.records.ITEM_other, { formatted: grouped(1_203) }), { exact: true }),
      )
      .toBeVisible();
    await button(words.edit).click();
    await nameField.fill('Under review');
    await dialog.getByRole('textbox', { name: 'Italian' }).fill('In esame');
    await button(words.confirm).click();
    await expect.element(told('Item updated successfully')).toBeVisible();
    await expect.element(row('Under review')).toHaveFocus();
    expect(stateNamed('Under review').labels.it).toBe('In esame');
    expect(screen.answers.asked(updateItemState)[0]?.body).toEqual({
      name: 'Under review',
      labels: { en: '', it: 'In esame' },
    });
  });

  test('[WFCONF-53] that could not be saved keep what was typed, past a reload', async () => {
    await editState('In review');
    await nameField.fill('Under review');
    screen.answers.fail(updateItemState, 'unavailable');
    await button(words.confirm).click();
    await expect.element(dialog.getByText('Error, try again later', { exact: true })).toBeVisible();
    screen.reopen();
    await row('In review').click();
    await expect.element(nameField).toHaveValue('Under review');
    await expect.element(dialog.getByText(words.restored, { exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await button(words.discard).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await row('In review').click();
    await expect.element(button(words.edit)).toBeVisible();
  });

  test('that somebody else changed meanwhile keep what was typed over their values', async () => {
    await editState('In review');
    await nameField.fill('Under review');
    change(stateNamed('In review').uuid, { color: '#abcdef', labels: { it: 'In esame' } });
    await button(words.confirm).click();
    await expect.element(dialog.getByText(words.staleNext, { exact: true })).toBeVisible();
    await expect.element(nameField).toHaveValue('Under review');
    await expect.element(codeField).toHaveValue('#abcdef');
    const taken = { part: words.part.color, value: '#abcdef' };
    await expect.element(dialog.getByText(filled(words.theirs.taken, taken), { exact: true })).toBeVisible();
    await button(words.confirm).click();
    await expect.element(row('Under review')).toBeVisible();
    expect(stateNamed('Under review')).toMatchObject({ color: '#abcdef', labels: { it: 'In esame' } });
  });

  test('[WFCONF-06, WFCONF-52] that nothing uses are deleted after a question', async () => {
    await openState('Withdrawn');
    await expect.element(button(words.delete)).toBeVisible();
    await screen.expectAccessible();
    await button(words.delete).click();
    await expect.element(dialog.getByText(words.deleteText, { exact: true })).toBeVisible();
    await screen.expectAccessible();
    await button(words.delete).click();
    await expect.element(told('Item removed successfully')).toBeVisible();
    await expect.element(row('Withdrawn')).not.toBeInTheDocument();
  });

  test('[WFCONF-13, WFCONF-14, WFCONF-16] that are in use, and Default, say why they stay before anybody tries', async () => {
    await openState('In review');
    await expect.element(dialog.getByText(words.usedByTransitions, { exact: true })).toBeVisible();
    await expect
      .element(dialog.getByText('In progress > In review: Submit (Item)', { exact: true }))
      .toBeVisible();
    await expect.element(button(words.delete)).not.toBeInTheDocument();
    await button(words.close).first().click();
    usage = { records: 2, values: [{ value: 'MEDIA', records: 2 }] };
    await row('Archived').click();
    await expect.element(dialog.getByText(words.usedByRecords, { exact: true })).toBeVisible();
    await expect.element(button(words.delete)).not.toBeInTheDocument();
    await button(words.close).first().click();
    await row('Default').click();
    await expect.element(dialog.getByText(words.defaultStays, { exact: true })).toBeVisible();
    await expect.element(button(words.delete)).not.toBeInTheDocument();
    await button(words.edit).click();
    await expect.element(nameField).toHaveAttribute('readonly');
  });

  test('in Italian, on a small screen, in the dark, they can be read and reached', async () => {
    await open({ language: 'it', scheme: 'dark', width: 390, height: 844 });
    await main.getByRole('button', { name: 'In revisione In review' }).click();
    await dialog.getByRole('button', { name: italian.workflowSettings.edit, exact: true }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Italiano' })).toHaveValue('In revisione');
    await screen.expectAccessible();
  });
});
