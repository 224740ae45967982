import {
  createTransitionTask,
  deleteTransitionTask,
  orderTransitionTasks,
  updateTransitionTask,
} from '@armarium/contract/transition-tasks';
import { getOrganisation } from '@armarium/contract/organisation';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled } from '../e2e/words.ts';
import { MadeWorkflow } from './made-workflow.ts';
import { Screen } from './screen.tsx';

const { workflowSettings: words, workflow } = en;

let screen: Screen;
let made: MadeWorkflow;

beforeEach(() => {
  screen = new Screen();
  made = new MadeWorkflow();
  made.answer(screen.answers);
  const submit = made.transition('Submit', 'In progress', 'In review');
  made.action(submit, 'REQUIRE_METADATA', { fields: ['sgtt', 'autn'] });
  made.action(submit, 'REQUIRE_COMMENT');
  made.action(submit, 'SET_METADATA', { field: 'autn', value: 'Seen {today}' });
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const panel = main.getByRole('region', { name: words.actions, exact: true });
const cards = panel.getByRole('listitem');
const card = (name: string) => cards.filter({ hasText: name });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const template = dialog.getByRole('combobox', { name: words.actionTemplate, exact: true });
const told = (text: string) => page.getByText(text, { exact: true }).first();
const control = (key: 'actionUp' | 'actionDown' | 'actionEdit' | 'actionDelete', action: string) =>
  panel.getByRole('button', { name: filled(words[key], { action }), exact: true });
const order = () => made.actionsOf('Submit');

async function open() {
  await screen.open('/ui/configuration?tab=workflows&part=transitions');
  await main
    .getByRole('list', { name: words.transitions, exact: true })
    .getByRole('button', { name: /Submit/, expanded: false })
    .click();
  await expect.element(card('Require a comment')).toBeVisible();
}
async function openNew(name: string) {
  await open();
  await panel.getByRole('button', { name: words.addAction, exact: true }).click();
  await userEvent.selectOptions(template, name);
}

test('[WFCONF-35] the actions of the chosen transition are listed in their order, with their values', async () => {
  await open();
  expect(cards.elements().map(({ textContent }) => textContent)).toEqual([
    'Require metadataConditionFields: Title, Author',
    'Require a commentCondition',
    'Set metadataChangeField: AuthorValue: Seen {today}',
  ]);
  await screen.expectAccessible();
});

test('[A11Y-05, WFCONF-60] an action is moved by its buttons and by keys, which keep the focus', async () => {
  await open();
  const down = control('actionDown', 'Require metadata');
  await down.click();
  await expect.poll(order).toEqual(['REQUIRE_COMMENT', 'REQUIRE_METADATA', 'SET_METADATA']);
  await expect.element(told('Order saved successfully')).toBeVisible();
  await expect.element(down).toHaveFocus();
  const moved = filled(words.actionMoved, { action: 'Require metadata', place: '2', count: '3' });
  await expect.element(panel.getByText(moved, { exact: true })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.poll(order).toEqual(['REQUIRE_COMMENT', 'SET_METADATA', 'REQUIRE_METADATA']);
  await expect.element(panel.getByText(words.actionIsLast)).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText(words.actionIsLast, { exact: true })).toBeVisible();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(order).toEqual(['REQUIRE_COMMENT', 'REQUIRE_METADATA', 'SET_METADATA']);
  await expect.element(down).toHaveFocus();
});

test('[WFCONF-36] an action is moved by dragging', async () => {
  await open();
  await userEvent.dragAndDrop(
    card('Set metadata').bySelector('p').first(),
    card('Require metadata').bySelector('p').first(),
    { steps: 10 },
  );
  await expect.poll(order).toEqual(['SET_METADATA', 'REQUIRE_METADATA', 'REQUIRE_COMMENT']);
});

test('[WFCONF-61] an order that could not be saved is taken back, and said', async () => {
  await open();
  screen.answers.fail(orderTransitionTasks, 'unavailable');
  await control('actionDown', 'Require metadata').click();
  await expect.element(told('Error while changing the order')).toBeVisible();
  // What was told of the move is no longer true.
  await expect.element(panel.getByText(/is now at place/)).not.toBeInTheDocument();
  await expect.element(cards.first()).toHaveTextContent('Require metadata');
});

test('an order that somebody else changed meanwhile is shown as they left it', async () => {
  await open();
  made.reverse('Submit');
  await control('actionDown', 'Require metadata').click();
  await expect.element(page.getByText(words.orderOvertaken).first()).toBeVisible();
  await expect.element(cards.first()).toHaveTextContent('Set metadata');
  expect(order()).toEqual(['SET_METADATA', 'REQUIRE_COMMENT', 'REQUIRE_METADATA']);
});

test('[WFCONF-37, WFCONF-40, WFCONF-54] an action is made with the fields of its template, once the required ones are filled', async () => {
  await openNew('Set metadata');
  await expect.element(button(words.confirm)).toBeDisabled();
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Field', exact: true }), 'Title');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('   ');
  await expect.element(button(words.confirm)).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Lent ');
  await dialog.getByRole('button', { name: words.placeholder.user, exact: true }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Value' })).toHaveValue('Lent {user}');
  await dialog.getByRole('checkbox', { name: 'Only if it is empty', exact: true }).click();
  await screen.expectAccessible();
  await button(words.confirm).click();
  await expect.element(told('Action created successfully')).toBeVisible();
  await expect.element(cards.last()).toHaveTextContent('Value: Lent {user}');
  expect(screen.answers.asked(createTransitionTask)[0]?.body).toMatchObject({
    templateName: 'SET_METADATA',
    parameters: { field: 'sgtt', value: 'Lent {user}', onlyIfEmpty: true },
  });
});

test('[WFCONF-41, WFCONF-42, WFCONF-43, WFCONF-44] a list needs an entry; its chips are trimmed, without empty and duplicate ones', async () => {
  await openNew('Tell somebody');
  await dialog.getByRole('textbox', { name: 'colour', exact: true }).fill('red');
  await expect.element(button(words.confirm)).toBeDisabled();
  const chips = dialog.getByRole('combobox', { name: 'Recipients', exact: true });
  await chips.click();
  await userEvent.keyboard(
    '  ada@example.org {Enter}   {Enter}bea@example.org{Enter} ada@example.org{Enter}',
  );
  await expect.element(button(words.confirm)).toBeEnabled();
  await button(words.confirm).click();
  await expect.element(told('Action created successfully')).toBeVisible();
  expect(screen.answers.asked(createTransitionTask)[0]?.body.parameters).toEqual({
    colour: 'red',
    recipients: ['ada@example.org', 'bea@example.org'],
  });
});

test('an action of another template is sent without what was filled in for the first one', async () => {
  await openNew('Set metadata');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Lent');
  await userEvent.selectOptions(template, 'Tell somebody');
  await dialog.getByRole('textbox', { name: 'colour', exact: true }).fill('red');
  await dialog.getByRole('combobox', { name: 'Recipients', exact: true }).click();
  await userEvent.keyboard('ada@example.org{Enter}');
  await button(words.confirm).click();
  await expect.element(told('Action created successfully')).toBeVisible();
  expect(screen.answers.asked(createTransitionTask)[0]?.body.parameters).toEqual({
    colour: 'red',
    recipients: ['ada@example.org'],
  });
});

test('an action for a transition that was deleted meanwhile says so and keeps what was typed', async () => {
  await openNew('Set metadata');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Field', exact: true }), 'Title');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Lent');
  made.delete(made.named('Submit').uuid);
  await button(words.confirm).click();
  await expect.element(dialog.getByText(words.gone, { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Value' })).toHaveValue('Lent');
});

test('an action that somebody else changed shows their values, and keeps what was typed', async () => {
  await open();
  await control('actionEdit', 'Set metadata').click();
  const value = dialog.getByRole('textbox', { name: 'Value' });
  await value.fill('Mine');
  made.changeAction('Submit', 'SET_METADATA', { field: 'autn', value: 'Theirs' });
  await button(words.confirm).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Value: Theirs');
  await expect.element(value).toHaveValue('Mine');
  await button(words.confirm).click();
  await expect.element(card('Set metadata')).toHaveTextContent('Value: Mine');
});

test('an action that somebody else changed is deleted only after it was read again', async () => {
  await open();
  await control('actionDelete', 'Set metadata').click();
  await expect.element(dialog.getByText(words.deleteActionText, { exact: true })).toBeVisible();
  await expect.element(button(words.delete)).toBeEnabled();
  made.changeAction('Submit', 'SET_METADATA', { field: 'autn', value: 'Theirs' });
  await button(words.delete).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await button(words.delete).click();
  await expect.element(told('Action removed successfully')).toBeVisible();
});

test('[WFCONF-38] parameters are drawn by their types; one of a type that is not known is a text', async () => {
  await openNew('Set metadata');
  await expect.element(dialog.getByRole('combobox', { name: 'Field', exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Value' })).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: 'Only if it is empty' })).toBeVisible();
  await userEvent.selectOptions(template, 'Tell somebody');
  await expect.element(dialog.getByRole('combobox', { name: 'Recipients', exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'colour', exact: true })).toBeVisible();
});

test('[WFCONF-62] an action that the transition has already says so until it is changed', async () => {
  await openNew('Require a comment');
  await button(words.confirm).click();
  const fault = dialog.getByText(
    'An item with the same values already exists. Change one of the parameters.',
    { exact: true },
  );
  await expect.element(fault).toBeVisible();
  expect(workflow.valuesComboErrorMessage).toBe(fault.element().textContent);
  await userEvent.selectOptions(template, 'Set metadata');
  await expect.element(fault).not.toBeInTheDocument();
});

test('[WFCONF-56] an action that could not be made keeps what was typed, past a reload', async () => {
  await openNew('Set metadata');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Field', exact: true }), 'Title');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Lent');
  screen.answers.fail(createTransitionTask, 'unavailable');
  await button(words.confirm).click();
  await expect.element(dialog.getByText('Error during the creation', { exact: true })).toBeVisible();
  screen.reopen();
  await main.getByRole('button', { name: /Submit/, expanded: false }).click();
  await panel.getByRole('button', { name: words.addAction, exact: true }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Value' })).toHaveValue('Lent');
  await expect.element(dialog.getByText(words.restored, { exact: true })).toBeVisible();
});

test('[WFCONF-55, WFCONF-57] an action is edited; where that fails, it says so', async () => {
  await open();
  await control('actionEdit', 'Set metadata').click();
  const value = dialog.getByRole('textbox', { name: 'Value' });
  await expect.element(value).toHaveValue('Seen {today}');
  await value.fill('Seen');
  await screen.answers.failing(updateTransitionTask, 'unavailable', async () => {
    await button(words.confirm).click();
    await expect.element(dialog.getByText('Error during the update', { exact: true })).toBeVisible();
  });
  await button(words.confirm).click();
  await expect.element(told('Action updated successfully')).toBeVisible();
  await expect.element(control('actionEdit', 'Set metadata')).toHaveFocus();
  await expect.element(card('Set metadata')).toHaveTextContent('Value: Seen');
});

test('a value that the server refuses is marked at its field', async () => {
  await open();
  await control('actionEdit', 'Set metadata').click();
  await dialog.getByRole('textbox', { name: 'Value' }).fill('Seen');
  screen.answers.refuseOnce(updateTransitionTask, [
    { name: 'parameters.field', code: 'unknown-field', message: 'refused' },
  ]);
  await button(words.confirm).click();
  const chosen = dialog.getByRole('combobox', { name: 'Field', exact: true });
  await expect.element(dialog.getByText(words.fault['unknown-field'], { exact: true })).toBeVisible();
  await expect.element(chosen).toHaveFocus();
  await userEvent.selectOptions(chosen, 'Title');
  await expect.element(dialog.getByText(words.fault['unknown-field'])).not.toBeInTheDocument();
});

test('[WFCONF-39, WFCONF-58, WFCONF-59] an action is deleted after a question; where that fails, it says so', async () => {
  await open();
  await control('actionDelete', 'Require a comment').click();
  await expect.element(dialog.getByText(words.deleteActionText, { exact: true })).toBeVisible();
  await screen.answers.failing(deleteTransitionTask, 'unavailable', async () => {
    await button(words.delete).click();
    await expect.element(dialog.getByText('Error while deleting', { exact: true })).toBeVisible();
  });
  await button(words.delete).click();
  await expect.element(told('Action removed successfully')).toBeVisible();
  await expect.element(card('Require a comment')).not.toBeInTheDocument();
  expect(order()).toEqual(['REQUIRE_METADATA', 'SET_METADATA']);
});

/** What an organisation answers, with what its installation has for mail. */
const organisationWith = (mail: { server: boolean; from: string | null; linkAddress: string | null }) => ({
  name: 'default',
  displayName: '',
  accent: null,
  language: null,
  userRights: 'all' as const,
  demandSecondFactor: false,
  trashDays: null,
  agreement: null,
  logoUrl: null,
  mail: { displayName: '', replyTo: null },
  signOn: [],
  installation: {
    url: null,
    trashDays: 30,
    storage: 'folder' as const,
    storageQuotaBytes: null,
    recordsQuota: null,
    mail,
  },
  usage: { storedBytes: 0, records: 0 },
  _links: { self: { href: 'http://armarium.test/' }, changes: { href: 'http://armarium.test/' } },
});
const wholeMail = { server: true, from: 'catalogue@example.org', linkAddress: 'https://armarium.test' };

const recipients = dialog.getByRole('combobox', { name: 'Recipients', exact: true });
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
const secret = dialog.getByLabelText('Secret', { exact: true });

test('[WFCONF-45] an e-mail is made with its recipients, its texts and their placeholders, and stands under Afterwards', async () => {
  screen.answers.give(getOrganisation, organisationWith(wholeMail));
  await openNew('Send an e-mail');
  await recipients.click();
  await userEvent.keyboard('ada@example.org,bea@example.org,');
  await field('Subject').fill('Review: ');
  const placeholders = (label: string) =>
    dialog.getByRole('group', { name: `${label}: ${words.placeholders}`, exact: true });
  await placeholders('Subject').getByRole('button', { name: words.placeholder.count, exact: true }).click();
  await expect.element(field('Subject')).toHaveValue('Review: {count}');
  await expect.element(dialog.getByText(/it becomes: Review: 1$/i)).toBeVisible();
  await field('Text').fill('Good morning,\n\n');
  await placeholders('Text').getByRole('button', { name: words.placeholder.link, exact: true }).click();
  await expect.element(field('Text')).toHaveValue('Good morning,\n\n{link}');
  await dialog.getByRole('switch', { name: words.parameter.attachLink, exact: true }).click();
  await expect.element(dialog.getByText(words.mailLacks.title)).not.toBeInTheDocument();
  await screen.expectAccessible();
  await button(words.confirm).click();
  await expect.element(told('Action created successfully')).toBeVisible();
  expect(screen.answers.asked(createTransitionTask)[0]?.body).toMatchObject({
    templateName: 'SEND_EMAIL',
    parameters: {
      recipients: ['ada@example.org', 'bea@example.org'],
      subject: 'Review: {count}',
      body: 'Good morning,\n\n{link}',
      attachLink: true,
    },
  });
  await expect
    .element(panel.getByRole('heading', { name: words.actionKind.effect, exact: true }))
    .toBeVisible();
  await expect.element(cards.last()).toHaveTextContent('Recipients: ada@example.org, bea@example.org');
});

test('[WFCONF-45] an entry that is no address is marked, and refused at its field', async () => {
  screen.answers.give(getOrganisation, organisationWith(wholeMail));
  await openNew('Send an e-mail');
  await recipients.click();
  await userEvent.keyboard('ada@example.org{Enter}bea{Enter}');
  await expect
    .element(dialog.getByText(filled(words.noAddress_one, { entries: 'bea' }), { exact: true }))
    .toBeVisible();
  await field('Subject').fill('Review');
  await field('Text').fill('Good morning');
  screen.answers.refuseOnce(createTransitionTask, [
    { name: 'parameters.recipients', code: 'email-form', message: 'refused' },
  ]);
  await button(words.confirm).click();
  await expect.element(recipients).toHaveFocus();
  await expect.element(recipients).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Subject')).toHaveValue('Review');
  // The last chip goes.
  await userEvent.keyboard('{Backspace}');
  await expect.element(dialog.getByText(/is not an e-mail address/)).not.toBeInTheDocument();
  screen.answers.refuseOnce(createTransitionTask, [
    { name: 'parameters.recipients', code: 'too-many', message: 'refused' },
  ]);
  await button(words.confirm).click();
  await expect.element(dialog.getByText(words.fault['too-many'], { exact: true })).toBeVisible();
});

test('an installation that can’t send mail says what it lacks', async () => {
  screen.answers.give(getOrganisation, organisationWith({ server: false, from: null, linkAddress: null }));
  await openNew('Send an e-mail');
  const settings = `SMTP_URL, MAIL_FROM, and ${words.mailLacks.linkAddress}`;
  await expect.element(dialog.getByText(filled(words.mailLacks.text, { settings }))).toBeVisible();
});

test('a call is made with a secret, which is never shown again, is kept, replaced and removed', async () => {
  await openNew('Call another server');
  await field('Address').fill('https://example.org/hook');
  await secret.fill('a shared secret');
  await expect.element(secret).toHaveAttribute('type', 'password');
  await screen.expectAccessible();
  await button(words.confirm).click();
  await expect.element(told('Action created successfully')).toBeVisible();
  expect(screen.answers.asked(createTransitionTask)[0]?.body.parameters).toEqual({
    url: 'https://example.org/hook',
    secret: 'a shared secret',
  });
  await expect.element(cards.last()).toHaveTextContent(words.signedCalls);

  const changed = () => screen.answers.asked(updateTransitionTask).at(-1)?.body.parameters;
  const edit = () => control('actionEdit', 'Call another server').click();
  await edit();
  await expect.element(secret).toHaveValue('');
  await expect.element(dialog.getByText(words.secret.kept, { exact: true })).toBeVisible();
  await field('Address').fill('https://example.org/other');
  await button(words.confirm).click();
  await expect.element(cards.last()).toHaveTextContent('https://example.org/other');
  expect(changed()).toEqual({ url: 'https://example.org/other', hasSecret: true });

  await edit();
  await secret.fill('another secret');
  await button(words.confirm).click();
  await expect.poll(changed).toEqual({ url: 'https://example.org/other', secret: 'another secret' });

  await expect.element(dialog).not.toBeInTheDocument();
  await edit();
  await button(words.secret.remove).click();
  await expect.element(dialog.getByText(words.secret.removed, { exact: true })).toBeVisible();
  await expect.element(button(words.secret.keep)).toHaveFocus();
  await button(words.confirm).click();
  await expect.poll(changed).toEqual({ url: 'https://example.org/other' });
  await expect.element(cards.last()).toHaveTextContent(words.unsignedCalls);
});

test('a secret that is typed is not kept in the tab; the address is', async () => {
  await openNew('Call another server');
  await field('Address').fill('https://example.org/hook');
  await secret.fill('a shared secret');
  screen.reopen();
  await main.getByRole('button', { name: /Submit/, expanded: false }).click();
  await panel.getByRole('button', { name: words.addAction, exact: true }).click();
  await expect.element(field('Address')).toHaveValue('https://example.org/hook');
  await expect.element(secret).toHaveValue('');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('a shared secret');
});

test('a call of a workflow file says that it lacks its secret, until one is given or it goes unsigned', async () => {
  const submit = made.named('Submit');
  made.action(submit, 'WEBHOOK', { url: 'https://example.org/hook', secretMissing: true });
  await open();
  await expect.element(cards.last()).toHaveTextContent(words.secret.missing);
  const edit = control('actionEdit', 'Call another server');
  await edit.click();
  await expect.element(dialog.getByText(words.secret.missingTitle, { exact: true })).toBeVisible();
  await expect.element(button(words.confirm)).toBeDisabled();
  await button(words.secret.goUnsigned).click();
  await expect.element(dialog.getByText(words.secret.unsigned, { exact: true })).toBeVisible();
  await screen.expectAccessible();
  await button(words.confirm).click();
  await expect.element(cards.last()).toHaveTextContent(words.unsignedCalls);
  expect(screen.answers.asked(updateTransitionTask)[0]?.body.parameters).toEqual({
    url: 'https://example.org/hook',
  });
});

test('what is sent afterwards is moved among its own, wherever it stands among the others', async () => {
  const submit = made.named('Submit');
  made.action(submit, 'WEBHOOK', { url: 'https://example.org/one' });
  made.action(submit, 'SEND_EMAIL', { recipients: ['ada@example.org'], subject: 'x', body: 'y' });
  made.action(submit, 'TELL_SOMEBODY', { recipients: ['x'], colour: 'red' });
  await open();
  await expect.element(cards.last()).toHaveTextContent('Send an e-mail');
  (control('actionUp', 'Call another server').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panel.getByText(words.actionIsFirst, { exact: true })).toBeVisible();
  await control('actionUp', 'Send an e-mail').click();
  await expect.element(cards.last()).toHaveTextContent('Call another server');
  await expect
    .poll(order)
    .toEqual([
      'REQUIRE_METADATA',
      'REQUIRE_COMMENT',
      'SET_METADATA',
      'SEND_EMAIL',
      'WEBHOOK',
      'TELL_SOMEBODY',
    ]);
});
