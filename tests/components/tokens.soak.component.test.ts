import { capabilities } from '@armarium/contract/capability';
import { getTenantUser } from '@armarium/contract/accounts';
import { listOwnSessions } from '@armarium/contract/own-sessions';
import type { FieldProblem } from '@armarium/contract/problem';
import { getSecondFactor } from '@armarium/contract/second-factor';
import * as session from '@armarium/contract/session';
import { addToken, listTokens, removeToken, TOKENS_MAX, type Token } from '@armarium/contract/tokens';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { madeTenantUser, madeUser, newUuid, pageBlock } from './made-catalogue.ts';
import { madeSecondFactor } from './made-people.ts';
import { Screen } from './screen.tsx';

const own = en.tokens;
const { right, ownOnly } = en.users;
const SECRET = `arm_${'kX7q-9Lm_2'.repeat(4)}abc`;
const DAY_ms = 24 * 60 * 60 * 1000;
const phone = { language: 'it', scheme: 'dark', width: 390, height: 844 } as const;

let screen: Screen;
let tokens: Token[];

const madeToken = (given: Partial<Token> = {}): Token => ({
  id: newUuid(),
  name: 'Nightly export',
  capabilities: ['browse'],
  createdDate: '2026-11-20T09:00:00.000Z',
  expiresAt: new Date(2099, 1, 26, 23, 59, 59).toISOString(),
  lastUsedDate: null,
  ...given,
});

beforeEach(() => {
  screen = new Screen();
  const { answers } = screen;
  tokens = [];
  const self = madeUser();
  answers.give(session.getSelf, self);
  answers.give(getTenantUser, madeTenantUser(self), { headers: { ETag: '"1"' } });
  answers.give(listOwnSessions, ({ query }) => ({ _embedded: { sessions: [] }, ...pageBlock(0, query) }));
  answers.give(getSecondFactor, madeSecondFactor());
  answers.give(session.getPermissions, { browse: 'all', edit: 'own', trash: 'own', useTrash: 'own' });
  answers.give(listTokens, ({ query }) => ({ _embedded: { tokens }, ...pageBlock(tokens.length, query) }));
  answers.give(addToken, ({ body: { name, capabilities, expiresAt } }) => {
    const made = madeToken({ name, capabilities, expiresAt });
    tokens = [made, ...tokens];
    return { ...made, token: SECRET };
  });
  answers.give(removeToken, ({ params }) => {
    tokens = tokens.filter(({ id }) => id !== params.id);
    return undefined;
  });
});
afterEach(async () => {
  await screen.close();
});

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const section = page.getByRole('region', { name: own.title, exact: true });
const inSection = (name: string) => section.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
const nameField = dialog.getByRole('textbox', { name: own.name });
const term = dialog.getByRole('combobox', { name: own.term });
const day = dialog.getByRole('textbox', { name: own.day });
const ownPassword = dialog.bySelector('input[autocomplete=current-password]');
const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true });
const group = dialog.getByRole('group', { name: own.rights });
const told = (text: string) => dialog.getByRole('alert').filter({ hasText: text });
const secret = dialog.getByRole('textbox', { name: own.made.label, exact: true });
const refuse = (name: string, code: string) => {
  const fields: FieldProblem[] = [{ name, code, message: '' }];
  screen.answers.refuseOnce(addToken, fields);
};
const sent = () => screen.answers.asked(addToken).map(({ body }) => body);
const add = () => inDialog(own.addConfirm).click();

async function openDialog(): Promise<void> {
  await screen.open('/ui/management/self');
  await inSection(own.add).click();
  await expect.element(nameField).toHaveFocus();
}

test('one is added by a name: it reads only and is valid for 90 days, unless the person chooses more', async () => {
  await screen.open('/ui/management/self');
  await isThere(section.getByText(own.none));
  await screen.expectAccessible();
  await inSection(own.add).click();
  await expect.element(nameField).toHaveFocus();
  await expect.element(term).toHaveValue('90');
  expect(ownPassword.query()).toBeNull();
  const boxes = dialog.getByRole('checkbox').elements() as HTMLInputElement[];
  expect(boxes.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
    right.browse,
    `${right.edit} ${ownOnly}`,
    `${right.trash} ${ownOnly}`,
  ]);
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false]);
  await expect.element(group).toHaveAccessibleDescription(filled(own.rightsHint, { browse: right.browse }));
  await screen.expectAccessible();
  await add();
  await expect.element(nameField).toHaveAccessibleDescription(new RegExp(own.fault.nameMissing));
  await expect.element(nameField).toHaveFocus();
  await nameField.fill(' Nightly export ');
  await userEvent.keyboard('{Enter}');
  await expect.element(secret).toHaveValue(SECRET);
  const [{ name, capabilities: given, expiresAt }] = sent() as [ReturnType<typeof sent>[number]];
  expect([name, given]).toEqual(['Nightly export', ['browse']]);
  const end = new Date(expiresAt);
  expect([end.getHours(), end.getMinutes(), end.getSeconds()]).toEqual([23, 59, 59]);
  expect(Math.floor((end.getTime() - Date.now()) / DAY_ms)).toBeGreaterThanOrEqual(89);
  expect(Math.floor((end.getTime() - Date.now()) / DAY_ms)).toBeLessThanOrEqual(91);
  await inDialog(own.made.done).click();
  await isGone(dialog);
  await isThere(section.getByText('Nightly export'));
  await isThere(section.getByText(filled(own.may, { rights: right.browse })));
  await expect.element(inSection(own.add)).toHaveFocus();
});

test('a day of one’s own counts to its end; one that is missing, over or too far is told at its field', async () => {
  await openDialog();
  await nameField.fill('Scanner');
  await term.selectOptions('own');
  const ofDay = (ahead: number) => {
    const date = new Date();
    date.setDate(date.getDate() + ahead);
    const two = (value: number) => String(value).padStart(2, '0');
    return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
  };
  await add();
  await expect.element(day).toHaveAccessibleDescription(new RegExp(own.fault.dayMissing));
  await expect.element(day).toHaveFocus();
  await screen.expectAccessible();
  for (const [ahead, word] of [
    [-1, own.fault.past],
    [366, filled(own.fault.tooLate, { max: '366' })],
  ] as const) {
    await day.fill(ofDay(ahead));
    await expect.element(day).not.toHaveAccessibleDescription(new RegExp(word));
    await add();
    await expect.element(day).toHaveAccessibleDescription(new RegExp(word));
    await expect.element(day).toHaveFocus();
  }
  // A day that was there before must not be sent in the place of none.
  await day.fill(ofDay(30));
  await day.fill('31/02/2099');
  await add();
  await expect.element(day).toHaveAccessibleDescription(new RegExp(en.days.noDay));
  await expect.element(day).toHaveFocus();
  expect(sent()).toEqual([]);

  const calendar = page.getByRole('dialog', { name: en.days.choose });
  await inDialog(en.days.choose).click();
  const offered = calendar.bySelector('td button:not(:disabled, [data-hidden])');
  const now = String(new Date().getDate());
  await expect.poll(() => offered.elements()[0]?.textContent).toBe(now);
  await expect.poll(() => document.activeElement?.textContent).toBe(now);
  await screen.expectAccessible();
  // The focus stays with the arrow at the last month too, so that Escape closes the calendar and not the dialog.
  const next = calendar.getByRole('button', { name: en.days.nextMonth });
  for (let months = 0; months < 13; months += 1) await next.click();
  expect(offered.elements()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await isGone(calendar);
  await expect.element(day).toHaveValue('31/02/2099');
  await expect.element(inDialog(en.days.choose)).toHaveFocus();

  await day.fill(ofDay(365));
  await box(`${right.trash} ${ownOnly}`).click();
  await box(right.browse).click();
  await add();
  await expect.element(secret).toBeVisible();
  const [body] = sent();
  expect(body?.capabilities).toEqual(['trash', 'useTrash']);
  const [last, month, year] = ofDay(365).split('/');
  expect(body?.expiresAt).toBe(new Date(`${year}-${month}-${last}T23:59:59.999`).toISOString());
});

test('what the server refuses is told at its field, which gets the focus; what was typed stays, over a reload too', async () => {
  await openDialog();
  await nameField.fill('Scanner');
  await box(right.browse).click();
  await add();
  await expect.element(group).toHaveAccessibleDescription(new RegExp(own.fault.noRight));
  await expect.element(box(right.browse)).toHaveFocus();
  await screen.expectAccessible();
  await box(`${right.edit} ${ownOnly}`).click();
  await expect.element(group).not.toHaveAccessibleDescription(new RegExp(own.fault.noRight));

  await screen.answers.failing(addToken, 'duplicate', async () => {
    await add();
    await expect.element(nameField).toHaveAccessibleDescription(new RegExp(own.fault.nameTaken));
    await expect.element(nameField).toHaveFocus();
  });
  refuse('name', 'required');
  await add();
  await expect.element(nameField).toHaveAccessibleDescription(new RegExp(own.fault.nameMissing));
  // The clock of the machine may be wrong.
  for (const [code, word] of [
    ['past', own.fault.past],
    ['too-late', filled(own.fault.tooLate, { max: '366' })],
  ] as const) {
    refuse('expiresAt', code);
    await add();
    await expect.element(term).toHaveAccessibleDescription(new RegExp(word));
    await expect.element(term).toHaveFocus();
  }
  for (const fault of ['tokens-full', 'too-many-requests', 'offline'] as const)
    await screen.answers.failing(addToken, fault, async () => {
      await add();
      await isThere(told(own.addFailed).getByText(en.problem[fault].title));
    });
  await screen.expectAccessible();

  screen.answers.give(session.getPermissions, { browse: 'all' });
  refuse('capabilities', 'not-held');
  await add();
  await expect.element(group).toHaveAccessibleDescription(new RegExp(own.fault.notHeld));
  await isGone(box(`${right.edit} ${ownOnly}`));
  expect(told(own.addFailed).query()).toBeNull();
  await box(right.browse).click();
  await term.selectOptions('30');

  screen.reopen();
  await inSection(own.add).click();
  await isThere(dialog.getByText(own.restored));
  await expect.element(nameField).toHaveValue('Scanner');
  await expect.element(term).toHaveValue('30');
  await userEvent.keyboard('{Escape}');
  await isThere(told(own.question));
  await inDialog(own.keep).click();
  await expect.element(nameField).toHaveFocus();
  await add();
  await isThere(secret);
  expect(sent().at(-1)).toMatchObject({ name: 'Scanner', capabilities: ['browse'] });
  await inDialog(own.made.done).click();
  await inSection(own.add).click();
  await expect.element(nameField).toHaveValue('');
});

test('the own password is asked for where the server wants it', async () => {
  await openDialog();
  await nameField.fill('Scanner');
  refuse('password', 'password-needed');
  await add();
  await expect.element(ownPassword).toHaveFocus();
  await expect.element(ownPassword).toHaveAccessibleDescription(en.secondFactor.passkeys.passwordWhy);
  await screen.expectAccessible();
  await add();
  const { passwordMissing, passwordWrong } = en.secondFactor.profile;
  await expect.element(ownPassword).toHaveAccessibleDescription(new RegExp(passwordMissing));
  await expect.element(ownPassword).toHaveFocus();
  refuse('password', 'wrong-password');
  await ownPassword.fill('not mine');
  await add();
  await expect.element(ownPassword).toHaveAccessibleDescription(new RegExp(passwordWrong));
  await expect.element(ownPassword).toHaveFocus();
  await ownPassword.fill('correct horse battery');
  await add();
  await isThere(secret);
  expect(sent().map(({ password }) => password)).toEqual([undefined, 'not mine', 'correct horse battery']);
});

test('it is shown once, to be copied, and the dialog asks before it is closed in another way', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openDialog();
  await nameField.fill('Scanner');
  await add();
  await expect.element(secret).toHaveFocus();
  await expect.element(secret).toHaveValue(SECRET);
  await isThere(dialog.getByText(own.made.text));
  await expect
    .element(dialog.getByRole('textbox', { name: own.made.example }))
    .toHaveValue(`curl -H 'Authorization: Bearer ${SECRET}' ${window.location.origin}/iam/me/permissions`);
  await screen.expectAccessible();
  await inDialog(filled(en.secondFactor.copyOf, { what: own.made.label })).click();
  await isThere(dialog.getByText(en.secondFactor.copied, { exact: true }));
  expect(write.mock.calls).toEqual([[SECRET]]);

  await userEvent.keyboard('{Escape}');
  await isThere(told(own.made.question));
  await screen.expectAccessible();
  await inDialog(own.made.stay).click();
  await expect.element(inDialog(own.made.done)).toHaveFocus();
  await userEvent.click(page.bySelector('.mantine-Modal-overlay'), { position: { x: 5, y: 5 } });
  await isThere(told(own.made.question));
  await expect.element(secret).toHaveValue(SECRET);
  await inDialog(own.made.leave).click();
  await isGone(dialog);
  await expect.element(inSection(own.add)).toHaveFocus();
  expect(document.body.textContent).not.toContain(SECRET);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(SECRET);
});

test('the list says what each may do and until when; one is removed after a question', async () => {
  const names = ['All', 'Nightly export', 'Old'];
  tokens = [
    madeToken({ name: 'All', capabilities: capabilities.filter((one) => one !== 'manageTenants') }),
    madeToken({ capabilities: ['browse', 'edit', 'publish'], lastUsedDate: '2026-11-27T09:05:00.000Z' }),
    madeToken({ name: 'Old', expiresAt: '2026-11-21T12:00:00.000Z' }),
  ];
  await screen.open('/ui/management/self');
  const row = (name: string) =>
    section
      .getByRole('list', { name: own.title, exact: true })
      .getByRole('listitem')
      .filter({ hasText: name });
  const remove = (name: string) => inSection(filled(own.removeOf, { name }));
  await isThere(row('Nightly export').getByText(filled(own.expiresOn, { date: '26/02/2099' })));
  await isThere(row('Nightly export').getByText(/^Last used 27\/11\/2026 \d\d:05$/));
  const rights = `${right.browse}; ${right.edit} ${ownOnly}; ${right.publish} ${own.notHeld}`;
  await isThere(row('Nightly export').getByText(filled(own.may, { rights })));
  await isThere(row('Old').getByText(filled(own.expiredOn, { date: '21/11/2026' })));
  await isThere(row('Old').getByText(own.unused));
  const fold = row('All').getByText(`${capabilities.length - 2} rights`, { exact: true });
  expect(row('All').getByText(`${right.manage} ${own.notHeld}`).element().checkVisibility()).toBe(false);
  await fold.click();
  await isThere(row('All').getByText(`${right.manage} ${own.notHeld}`));
  await screen.expectAccessible();

  await remove('Nightly export').click();
  await isThere(dialog.getByText(own.removeText));
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(remove('Nightly export')).toHaveFocus();
  await remove('Nightly export').click();
  await screen.answers.failing(removeToken, 'offline', async () => {
    await inDialog(own.remove).click();
    await isThere(told(own.removeFailed).getByText(en.problem.offline.title));
  });
  await inDialog(own.remove).click();
  await isGone(dialog);
  await isThere(page.getByRole('alert').filter({ hasText: filled(own.removed, { name: 'Nightly export' }) }));
  await isGone(row('Nightly export'));
  await expect.element(inSection(own.add)).toHaveFocus();
  // Another page of the same person was quicker.
  await remove('Old').click();
  await screen.answers.failing(removeToken, 'not-found', async () => {
    tokens = tokens.filter(({ name }) => name !== 'Old');
    await inDialog(own.remove).click();
    await isGone(dialog);
  });
  await isGone(row('Old'));
  expect(tokens.map(({ name }) => name)).toEqual([names[0]]);
});

test('with as many as there may be none can be added, and the focus stays in the section', async () => {
  tokens = Array.from({ length: TOKENS_MAX - 1 }, (_, index) => madeToken({ name: `Token ${index}` }));
  await openDialog();
  await nameField.fill('The last');
  await add();
  await isThere(secret);
  const full = section.getByText(filled(own.full, { count: String(TOKENS_MAX) }));
  await expect.element(full).toBeInTheDocument();
  await inDialog(own.made.done).click();
  await isGone(dialog);
  await isThere(full);
  await isGone(inSection(own.add));
  expect(section.element().contains(document.activeElement)).toBe(true);
  await inSection(filled(own.removeOf, { name: 'The last' })).click();
  await inDialog(own.remove).click();
  await isThere(inSection(own.add));
  expect(section.element().contains(document.activeElement)).toBe(true);
});

test('what could not be loaded is tried again in its place', async () => {
  await screen.answers.failing(listTokens, 'unavailable', async () => {
    await screen.open('/ui/management/self');
    await isThere(section.getByText(en.problem.unavailable.title));
  });
  await inSection(en.ui.retry).click();
  await isThere(section.getByText(own.none));
});

test('fits a phone, in Italian and in the dark', async () => {
  const texts = italian.tokens;
  screen.answers.give(
    session.getPermissions,
    Object.fromEntries(capabilities.map((capability) => [capability, 'own'])),
  );
  tokens = [
    madeToken({ capabilities: ['browse', 'edit'] }),
    madeToken({ name: 'Old', expiresAt: '2026-11-21T12:00:00.000Z' }),
  ];
  await screen.open('/ui/management/self', phone);
  const part = page.getByRole('region', { name: texts.title, exact: true });
  await isThere(part.getByText(filled(texts.expiredOn, { date: '21/11/2026' })));
  await screen.expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await part.getByRole('button', { name: texts.add, exact: true }).click();
  await dialog.getByRole('textbox', { name: texts.name }).fill('Scanner');
  await dialog.getByRole('combobox').selectOptions('own');
  await screen.expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await dialog.getByRole('combobox').selectOptions('90');
  await inDialog(texts.addConfirm).click();
  await isThere(dialog.getByText(texts.made.text));
  await screen.expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await inDialog(texts.made.done).click();
});
