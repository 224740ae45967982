import { createTransitionTemplate, updateTransitionTemplate } from '@armarium/contract/transitions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { MadeWorkflow } from './made-workflow.ts';
import { Screen } from './screen.tsx';

const { workflowSettings: words, workflow } = en;

let screen: Screen;
let made: MadeWorkflow;

beforeEach(() => {
  screen = new Screen();
  made = new MadeWorkflow();
  made.answer(screen.answers);
  made.transition('Start', 'Default', 'In progress');
  made.transition('Submit', 'In progress', 'In review', { labels: { it: 'Invia' } });
  made.transition('Approve', 'In review', 'Approved');
  made.transition('Hold back', 'Approved', 'In review', { resourceType: 'STORY' });
  made.counts.set('In review', 41);
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
const choice = (name: string) => dialog.getByRole('combobox', { name, exact: true });
const list = main.getByRole('list', { name: words.transitions, exact: true });
const row = (name: string) => list.getByRole('listitem').filter({ hasText: name });
const nameOf = (event: string) => {
  const { itemFromState: from, itemToState: to } = made.named(event);
  return filled(words.transitionName, { name: event, from, to });
};
const opener = (event: string) =>
  main.getByRole('button', {
    name: filled(words.openTransition, { transition: nameOf(event) }),
    exact: true,
  });
const told = (text: string) => page.getByText(text, { exact: true }).first();
const add = main.getByRole('button', { name: words.addTransition, exact: true });
const states = main.bySelector('.react-flow__node');
const arrows = main.bySelector('.react-flow__edge');
const findings = main.getByRole('list', { name: words.findings, exact: true });

const open = (...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never) =>
  screen.open('/ui/configuration?tab=workflows&part=transitions', ...shown);
async function edit(name: string) {
  await open();
  await opener(name).click();
  await button(words.edit).click();
  await expect.element(field(words.part.event)).toHaveFocus();
}

describe('the transitions', () => {
  test('are all listed, and drawn, where they are more than a screenful', async () => {
    for (let number = 1; number <= 30; number += 1) made.transition(`Leap ${number}`, 'Default', 'Approved');
    await open();
    await expect.poll(() => list.getByRole('listitem').elements().length).toBe(33);
    await expect.poll(() => arrows.elements().length).toBe(33);
  });

  test('[WFCONF-01, WFCONF-20, WFCONF-21, WFCONF-28] of a kind are listed as from > to with their event, and counted', async () => {
    await screen.open('/ui/configuration?tab=workflows');
    await main.getByRole('tab', { name: 'Transitions', exact: true }).click();
    await expect.element(main.getByRole('tab', { name: 'States', exact: true })).toBeVisible();
    const count = main.getByRole('status').filter({ hasText: /transition/ });
    await expect.element(count).toHaveTextContent('3 transitions');
    const texts = list
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
    expect(texts).toEqual([
      'Default>In progressStart0 actions',
      'In progress>In reviewSubmit0 actions',
      'In review>ApprovedApprove0 actions',
    ]);
    const kinds = main.getByLabelText(words.resourceType, { exact: true });
    const offered = [...(kinds.element() as HTMLSelectElement).options].map(({ text }) => text);
    expect(offered).toEqual(['Item', 'Asset', 'Story', 'Serie', 'Collection']);
    await userEvent.selectOptions(kinds, 'Story');
    await expect.element(count).toHaveTextContent('1 transition');
    await expect.element(row('Hold back')).toBeVisible();
    await userEvent.selectOptions(kinds, 'Asset');
    await expect.element(main.getByText(words.noTransitionsYet, { exact: true })).toBeVisible();
    await userEvent.selectOptions(kinds, 'Item');
    await screen.expectAccessible();
  });

  test('[WFCONF-22, WFCONF-23, WFCONF-24, WFCONF-25] are drawn as arrows between the states that they use, all of them in sight', async () => {
    await open();
    await expect.element(states.filter({ hasText: 'In review' })).toHaveTextContent('In review41');
    expect(states.elements()).toHaveLength(4);
    expect(arrows.elements()).toHaveLength(3);
    await expect.element(arrows.filter({ hasText: 'Approve' })).toBeInTheDocument();
    for (const line of arrows.bySelector('.react-flow__edge-path').elements())
      expect(line.getAttribute('marker-end')).toContain('arrowclosed');
    const outOfSight = () => {
      const frame = main.bySelector('.react-flow').element().getBoundingClientRect();
      return states.elements().filter((state) => {
        const { left, right, top, bottom } = state.getBoundingClientRect();
        return left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom;
      }).length;
    };
    await expect.poll(outOfSight).toBe(0);
    for (let step = 0; step < 3; step++)
      await main.getByRole('button', { name: words.graph.zoomIn, exact: true }).click();
    await expect.poll(outOfSight).toBeGreaterThan(0);
    await main.getByRole('button', { name: words.graph.fit, exact: true }).click();
    await expect.poll(outOfSight).toBe(0);
    // A narrower window shows all of it too.
    await page.viewport(700, 800);
    await expect.poll(outOfSight).toBe(0);
  });

  test('are selected in the graph, and so in the list', async () => {
    await open();
    await expect.element(arrows.filter({ hasText: 'Submit' })).toBeInTheDocument();
    // Playwright takes the arrow that has the label for something over it.
    await arrows.filter({ hasText: 'Submit' }).bySelector('text').click({ force: true });
    await expect.element(row('Submit').getByRole('button', { name: /Submit/, expanded: true })).toBeVisible();
  });

  test('[WFCONF-27, WFCONF-31, WFCONF-50] are made once they have an event name and two states', async () => {
    await open();
    await add.click();
    await expect.element(button(words.confirm)).toBeDisabled();
    await field(words.part.event).fill('Lend');
    await userEvent.selectOptions(choice(words.part.from), 'Approved');
    await expect.element(button(words.confirm)).toBeDisabled();
    await userEvent.selectOptions(choice(words.part.to), 'Archived');
    await expect.element(button(words.confirm)).toBeEnabled();
    await screen.expectAccessible();
    await button(words.confirm).click();
    await expect.element(told('Transition created successfully')).toBeVisible();
    await expect.element(row('Lend')).toBeVisible();
    expect(made.named('Lend')).toMatchObject({
      itemFromState: 'Approved',
      itemToState: 'Archived',
      resourceType: 'ITEM',
      workflowName: 'default',
      roles: [],
    });
  });

  test('are made by a line that is drawn from state to state', async () => {
    await open();
    await expect.element(states.filter({ hasText: 'Approved' })).toBeInTheDocument();
    const stateBox = (name: string) => states.filter({ hasText: name }).bySelector('.react-flow__handle');
    await userEvent.dragAndDrop(stateBox('Approved'), stateBox('Default'), { steps: 8 });
    await expect.element(choice(words.part.from)).toHaveValue('Approved');
    // Nothing was typed that could be lost.
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.dragAndDrop(stateBox('Approved'), stateBox('Default'), { steps: 8 });
    await expect.element(choice(words.part.from)).toHaveValue('Approved');
    await expect.element(choice(words.part.to)).toHaveValue('Default');
    await field(words.part.event).fill('Back to the start');
    await button(words.confirm).click();
    await expect.element(row('Back to the start')).toBeVisible();
  });

  test('that are drawn lead as they were drawn, also over a draft that was left before', async () => {
    await open();
    await add.click();
    await field(words.part.event).fill('Lend');
    await userEvent.selectOptions(choice(words.part.from), 'Default');
    screen.reopen();
    await expect.element(states.filter({ hasText: 'Approved' })).toBeInTheDocument();
    const stateBox = (name: string) => states.filter({ hasText: name }).bySelector('.react-flow__handle');
    await userEvent.dragAndDrop(stateBox('Approved'), stateBox('In review'), { steps: 8 });
    await expect.element(field(words.part.event)).toHaveValue('Lend');
    await expect.element(choice(words.part.from)).toHaveValue('Approved');
    await expect.element(choice(words.part.to)).toHaveValue('In review');
  });

  test('[WFCONF-32, WFCONF-33, WFCONF-63] of a combination that there is already say so until one of the three changes', async () => {
    await open();
    await add.click();
    const fault = dialog.getByText(workflow.valuesComboErrorMessage, { exact: true });
    const takeCombination = async () => {
      await field(words.part.event).fill('Submit');
      await userEvent.selectOptions(choice(words.part.from), 'In progress');
      await userEvent.selectOptions(choice(words.part.to), 'In review');
      // What was refused once is known.
      if (!fault.query()) await button(words.confirm).click();
      await expect.element(fault).toBeVisible();
      await expect.element(button(words.confirm)).toBeDisabled();
    };
    for (const change of [
      () => field(words.part.event).fill('Submit anew'),
      () => userEvent.selectOptions(choice(words.part.from), 'Default'),
      () => userEvent.selectOptions(choice(words.part.to), 'Approved'),
    ]) {
      await takeCombination();
      await change();
      await expect.element(fault).not.toBeInTheDocument();
      await expect.element(button(words.confirm)).toBeEnabled();
    }
  });

  test('[WFCONF-29, WFCONF-51] are read first, then edited', async () => {
    await open();
    await opener('Submit').click();
    await expect.element(dialog.getByText('In progress', { exact: true })).toBeVisible();
    await expect.element(dialog.getByText('Invia', { exact: true })).toBeVisible();
    await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument();
    await screen.expectAccessible();
    await button(words.edit).click();
    await field(words.part.event).fill('Hand in');
    await button(words.confirm).click();
    await expect.element(told('Item updated successfully')).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(opener('Hand in').element());
    expect(screen.answers.asked(updateTransitionTemplate)[0]?.body).toEqual({ name: 'Hand in', label: '' });
  });

  test('are narrowed to roles, with what these may do and who holds them', async () => {
    made.holders.set('ROLE_PUBLISHER', 0);
    await edit('Approve');
    await dialog.getByLabelText(words.someRoles, { exact: true }).click();
    await expect.element(button(words.confirm)).toBeDisabled();
    const role = (name: string) => dialog.getByRole('row').filter({ hasText: name });
    await expect.element(role('Publisher').getByRole('cell').last()).toHaveTextContent('0');
    await dialog.getByRole('checkbox', { name: 'Publisher', exact: true }).click();
    await screen.expectAccessible();
    await button(words.confirm).click();
    await expect.element(told('Item updated successfully')).toBeVisible();
    expect(made.named('Approve').roles).toEqual(['ROLE_PUBLISHER']);
    const nobody = filled(words.finding.nobody, { transition: nameOf('Approve'), roles: 'Publisher' });
    await expect.element(findings.getByText(nobody, { exact: true })).toBeVisible();
  });

  test('say of the workflow what is never reached and what is never left', async () => {
    made.transition('Recover', 'Withdrawn', 'Default');
    await open();
    const unreachable = filled(words.finding.unreachable_one, { start: 'Default', states: 'Withdrawn' });
    await expect.element(findings.getByText(unreachable, { exact: true })).toBeVisible();
    const final = filled(words.finding.final_one, { states: 'Approved' });
    await expect.element(findings.getByText(final, { exact: true })).toBeVisible();
  });

  test('whose roles are refused say why', async () => {
    await edit('Approve');
    await dialog.getByLabelText(words.someRoles, { exact: true }).click();
    await dialog.getByRole('checkbox', { name: 'Editor', exact: true }).click();
    screen.answers.refuseOnce(updateTransitionTemplate, [
      { name: 'roles', code: 'nobody-left', message: 'refused' },
    ]);
    await button(words.confirm).click();
    await expect.element(dialog.getByText(words.fault['nobody-left'], { exact: true })).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Publisher', exact: true }).click();
    await expect.element(dialog.getByText(words.fault['nobody-left'])).not.toBeInTheDocument();
  });

  test('whose state is gone are marked at that state', async () => {
    await edit('Approve');
    await field(words.part.event).fill('Agree');
    screen.answers.refuseOnce(updateTransitionTemplate, [
      { name: 'itemToState', code: 'unknown-state', message: 'refused' },
    ]);
    await button(words.confirm).click();
    await expect.element(dialog.getByText(words.fault['unknown-state'], { exact: true })).toBeVisible();
    await expect.element(choice(words.part.to)).toHaveFocus();
  });

  test('[A-86] that change who sees the record are for the roles that publish', async () => {
    made.action(made.named('Approve'), 'SET_VISIBILITY', { visibility: 'public' });
    made.change(made.named('Approve').uuid, { roles: ['ROLE_PUBLISHER', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN'] });
    await edit('Approve');
    await expect.element(dialog.getByLabelText(words.allPublishers, { exact: true })).toBeChecked();
    await dialog.getByLabelText(words.someRoles, { exact: true }).click();
    await expect.element(dialog.getByRole('checkbox', { name: 'Publisher', exact: true })).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'Editor', exact: true }).query()).toBeNull();
  });

  test('[WFCONF-53] that could not be changed say so', async () => {
    await edit('Submit');
    await field(words.part.event).fill('Hand in');
    screen.answers.fail(updateTransitionTemplate, 'unavailable');
    await button(words.confirm).click();
    await expect.element(dialog.getByText('Error, try again later', { exact: true })).toBeVisible();
    await expect.element(field(words.part.event)).toHaveValue('Hand in');
  });

  test('[WFCONF-53] that could not be made keep what was typed, past a reload', async () => {
    await open();
    await add.click();
    await field(words.part.event).fill('Lend');
    await userEvent.selectOptions(choice(words.part.from), 'Approved');
    await userEvent.selectOptions(choice(words.part.to), 'Archived');
    screen.answers.fail(createTransitionTemplate, 'unavailable');
    await button(words.confirm).click();
    await expect.element(dialog.getByText('Error, try again later', { exact: true })).toBeVisible();
    screen.reopen();
    await add.click();
    await expect.element(field(words.part.event)).toHaveValue('Lend');
    await expect.element(choice(words.part.to)).toHaveValue('Archived');
    await userEvent.keyboard('{Escape}');
    await button(words.discard).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(add).toHaveFocus();
  });

  test('that somebody else changed meanwhile keep what was typed over their values', async () => {
    await edit('Submit');
    await field(words.part.event).fill('Hand in');
    made.change(made.named('Submit').uuid, { itemToState: 'Approved', labels: {} });
    await button(words.confirm).click();
    const taken = filled(words.theirs.taken, { part: words.part.to, value: 'Approved' });
    await expect.element(dialog.getByText(taken, { exact: true })).toBeVisible();
    await expect.element(field(words.part.event)).toHaveValue('Hand in');
    await expect.element(choice(words.part.to)).toHaveValue('Approved');
    await button(words.confirm).click();
    await expect.element(row('Hand in')).toBeVisible();
    expect(made.named('Hand in')).toMatchObject({ itemToState: 'Approved', labels: {} });
  });

  test('that were deleted while their dialog was open can be made again of what was typed', async () => {
    await edit('Submit');
    await field(words.part.event).fill('Hand in');
    made.delete(made.named('Submit').uuid);
    await button(words.confirm).click();
    await expect.element(dialog.getByText(words.gone, { exact: true })).toBeVisible();
    await expect.element(field(words.part.event)).toHaveValue('Hand in');
    await button(words.makeAgain).click();
    await expect.element(row('Hand in')).toBeVisible();
    expect(made.named('Hand in')).toMatchObject({ itemFromState: 'In progress', itemToState: 'In review' });
  });

  test('[WFCONF-30, WFCONF-52] are deleted after a question that names their actions', async () => {
    made.action(made.named('Submit'), 'REQUIRE_COMMENT');
    await open();
    await opener('Submit').click();
    await button(words.delete).click();
    await expect
      .element(dialog.getByText(`${words.deletesActions_one} ${words.deleteTransitionText}`, { exact: true }))
      .toBeVisible();
    await button(words.delete).click();
    await expect.element(told('Item removed successfully')).toBeVisible();
    await expect.element(row('Submit')).not.toBeInTheDocument();
  });

  test('that somebody else changed are deleted only after they were read again', async () => {
    await open();
    await opener('Submit').click();
    await button(words.delete).click();
    made.action(made.named('Submit'), 'REQUIRE_COMMENT');
    await button(words.delete).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(dialog.getByText(words.deletesActions_one)).toBeVisible();
    expect(made.named('Submit').name).toBe('Submit');
    await button(words.delete).click();
    await expect.element(told('Item removed successfully')).toBeVisible();
  });

  test('in Italian, on a small screen, in the dark, can be read and reached', async () => {
    await open({ language: 'it', scheme: 'dark', width: 390, height: 844 });
    await expect.element(main.getByText('Invia', { exact: true }).last()).toBeVisible();
    await screen.expectAccessible();
    const { openTransition, transitionName, edit: editWord, part } = italian.workflowSettings;
    const name = filled(transitionName, { name: 'Invia', from: 'In lavorazione', to: 'In revisione' });
    const itOpener = filled(openTransition, { transition: name });
    await main.getByRole('button', { name: itOpener, exact: true }).click();
    await button(editWord).click();
    await expect.element(field(part.event)).toHaveValue('Submit');
    await screen.expectAccessible();
  });
});
