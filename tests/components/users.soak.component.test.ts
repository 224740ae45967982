import {
  addMembership,
  assignRoles,
  createTenantUser,
  findUsername,
  getTenantUser,
  listRoles,
  listTenantUsers,
  removeAvatar,
  setAvatar,
  updateTenantUser,
  type TenantUser,
} from '@armarium/contract/accounts';
import { roles } from '@armarium/contract/capability';
import { sendInvitation } from '@armarium/contract/password-links';
import { resetSecondFactor } from '@armarium/contract/second-factor';
import * as session from '@armarium/contract/session';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { choose, pictureFile } from './chosen-picture.ts';
import { madeTenant, madeUser, pageBlock } from './made-catalogue.ts';
import { MadePeople, tags } from './made-people.ts';
import { Screen } from './screen.tsx';

const words = en.users;
const PASSWORD = 'correct horse battery';

let screen: Screen;
let people: MadePeople;
let ada: TenantUser;
let bea: TenantUser;

beforeEach(() => {
  screen = new Screen();
  people = new MadePeople();
  people.answer(screen.answers);
  ada = people.user('ada', {
    name: 'Ada',
    surname: 'Rossi',
    roles: ['ROLE_ADMIN'],
    allowedActions: ['edit'],
    lastSignInDate: '2026-03-02T09:00:00.000Z',
  });
  bea = people.user('bea', {
    name: 'Bea',
    surname: 'Conti',
    roles: ['ROLE_USER', 'ROLE_METADATA_EDITOR'],
  });
  screen.answers.give(session.getSelf, madeUser({ id: ada.id }));
});
afterEach(async () => {
  await screen.close();
});

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const list = page.getByRole('list', { name: words.title, exact: true });
const rows = list.getByRole('listitem');
/** No row has the username of another user in what it says. */
const row = (username: string) => rows.filter({ hasText: username });
const count = page.getByRole('status').filter({ hasText: /\d users?( found)?$/ });
const choice = (label: string) => page.getByRole('search').getByLabelText(label, { exact: true });
const dialog = page.getByRole('dialog');
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const field = (name: string) =>
  name === words.field.password
    ? dialog.bySelector('input[autocomplete=new-password]')
    : dialog.getByRole('textbox', { name, exact: true });
const roleToggles = dialog.getByRole('group', { name: words.roles, exact: true });
const toggle = (name: string) => roleToggles.getByRole('button', { name, exact: true });
const right = (section: string, name: string) =>
  dialog.getByRole('region', { name: section, exact: true }).getByText(name, { exact: true });
const message = page.bySelector('.mantine-Notifications-notification');
const asked = () => screen.answers.asked(listTenantUsers).at(-1)?.query;
const shownUsers = () =>
  list
    .getByRole('button')
    .elements()
    .map((element) => element.textContent);
const isAt = (address: string) => expect.poll(() => location.pathname + location.search).toBe(address);

async function openList(search = ''): Promise<void> {
  await screen.open(`/ui/management?tab=users${search}`);
  await isThere(count);
}
async function openUser(username: string): Promise<void> {
  await openList();
  await row(username).click();
  await isThere(dialog);
}
async function edit(username: string): Promise<void> {
  await openUser(username);
  await button(words.edit).click();
  await isThere(button(words.save));
}
async function openNew(): Promise<void> {
  await openList();
  await page.getByRole('button', { name: words.add, exact: true }).click();
  await isThere(dialog);
}
/** Fills in what a new user needs. */
async function fillNew(username = 'carla'): Promise<void> {
  await field(words.field.name).fill('Carla');
  await field(words.field.username).fill(username);
  await field(words.field.email).fill('carla@armarium.test');
  await field(words.field.password).fill(PASSWORD);
}

test('[USER-01, USER-04, USER-05, USER-06] users are counted and listed with username, surname and name, and roles', async () => {
  people.user('cid', { roles: [], active: false, tenantName: null });
  await openList();
  await expect.element(count).toHaveTextContent('3 users');
  await expect.poll(shownUsers).toEqual(['ada', 'bea', 'cid']);
  await isThere(row('bea').getByText('Conti Bea', { exact: true }));
  await isThere(
    row('bea').getByText(`${words.role.ROLE_USER}, ${words.role.ROLE_METADATA_EDITOR}`, { exact: true }),
  );
  await isThere(row('bea').getByText(words.neverSignedIn));
  await isThere(row('ada').getByText(/^Last sign-in 02\/03\/2026 \d\d:\d\d$/));
  await isThere(row('cid').getByText(words.noRoles));
  await isThere(row('cid').getByText(words.state.deactivated));
  await isThere(row('cid').getByText(words.guest));
  await screen.expectAccessible();
});

test('[USER-02, USER-10, USER-11] the users are sorted by username, or in three other orders', async () => {
  await openList();
  await expect.element(choice(words.sort)).toHaveDisplayValue(words.order.username);
  expect(asked()?.sort).toEqual(['username,asc']);
  const options = [...choice(words.sort).element().querySelectorAll('option')];
  expect(options.map(({ text }) => text)).toEqual([
    words.order.username,
    words.order['-username'],
    words.order.surname,
    words.order['-surname'],
  ]);
  await choice(words.sort).selectOptions(words.order['-username']);
  await expect.poll(() => asked()?.sort).toEqual(['username,desc']);
  await choice(words.sort).selectOptions(words.order.surname);
  await expect.poll(() => asked()?.sort).toEqual(['surname,asc', 'name,asc']);
  await choice(words.sort).selectOptions(words.order['-surname']);
  await expect.poll(() => asked()?.sort).toEqual(['surname,desc', 'name,desc']);
  await isAt('/ui/management?tab=users&sort=-surname');
});

test('[USER-07, USER-08] 20 users fill a page, whose number stands in the address', async () => {
  for (let number = 1; number <= 43; number += 1) people.user(`reader ${number}`);
  await openList('&page=2');
  await expect.poll(() => rows.elements().length).toBe(20);
  await expect.element(count).toHaveTextContent('45 users');
  expect(shownUsers()[0]).toBe('reader 19');
  await page
    .getByRole('navigation', { name: words.pages })
    .getByRole('link', { name: filled(en.ui.page, { page: 3 }) })
    .click();
  await isAt('/ui/management?tab=users&page=3');
  await expect.poll(shownUsers).toEqual([39, 40, 41, 42, 43].map((number) => `reader ${number}`));
  // Whatever narrows the list begins at its first page.
  await choice(words.search).fill('reader 4');
  await isAt('/ui/management?tab=users&text=reader+4');
  await expect.poll(() => rows.elements().length).toBe(5);
});

test('users are found by words, by role and by state, which stand in the address', async () => {
  people.user('bianca', { active: false });
  await openList('&text=b&role=ROLE_USER&state=deactivated');
  await expect.poll(shownUsers).toEqual(['bianca']);
  await expect.element(choice(words.search)).toHaveValue('b');
  await choice(words.stateFilter).selectOptions(words.states.active);
  await expect.poll(shownUsers).toEqual(['bea']);
  await choice(words.roleFilter).selectOptions(words.role.ROLE_PUBLISHER);
  await isThere(page.getByText(words.none, { exact: true }));
  await isAt('/ui/management?tab=users&text=b&role=ROLE_PUBLISHER&state=active');
  await choice(words.roleFilter).selectOptions(words.allRoles);
  await choice(words.stateFilter).selectOptions(words.allStates);
  await choice(words.search).fill('ad');
  await userEvent.keyboard('{Enter}');
  await isAt('/ui/management?tab=users&text=ad');
  await expect.poll(shownUsers).toEqual(['ada']);
});

test('on a phone, in Italian and in the dark, list and new user have no barrier', async () => {
  await screen.open('/ui/management?tab=users', { language: 'it', scheme: 'dark', width: 390, height: 844 });
  await isThere(page.getByRole('list', { name: it.users.title, exact: true }));
  await screen.expectAccessible();
  await page.getByRole('button', { name: it.users.add, exact: true }).click();
  await isThere(dialog.getByRole('group', { name: it.users.roles, exact: true }));
  await screen.expectAccessible();
});

test('[MGMT-03] nothing is shown before the name of the tenant is known', async () => {
  screen.answers.give(session.tenantInfo, madeTenant({ name: 'museo' }));
  const letGo = screen.answers.hold(session.tenantInfo);
  await screen.open('/ui/management?tab=users');
  await isThere(page.getByRole('heading', { level: 1, name: en.app.management }));
  await screen.answers.settled();
  expect(page.getByRole('tablist').elements()).toEqual([]);
  expect(screen.answers.asked(listTenantUsers)).toEqual([]);
  letGo();
  await isThere(page.getByRole('tab', { name: words.title }));
  await isThere(row('bea'));
  expect(asked()?.tenant).toBe('museo');
});

test('[MGMT-03] a tenant whose name cannot be learnt is called default', async () => {
  screen.answers.fail(session.tenantInfo, 'internal');
  await openList();
  expect(asked()?.tenant).toBe('default');
  // The tabs do not come and go with new tries.
  await screen.answers.settled();
  expect(screen.answers.asked(listTenantUsers).length).toBe(1);
});

const menu = page.getByRole('navigation', { name: en.app.menu });
const entry = menu.getByRole('link', { name: en.app.management, exact: true });
const configurationEntry = menu.getByRole('link', { name: en.app.configuration, exact: true });
const isDrawn = () => isThere(menu.getByRole('link', { name: en.app.support, exact: true }));

test('[SHELL-22] the menu leads to the management and the configuration where Allow has GET', async () => {
  screen.answers.allowedAtManagement = 'GET, HEAD, OPTIONS';
  await screen.open('/ui/catalog');
  await expect.element(entry).toHaveAttribute('href', '/ui/management');
  await expect.element(configurationEntry).toHaveAttribute('href', '/ui/configuration');
});

test('[SHELL-22] the menu has no entry for either where Allow has no GET', async () => {
  screen.answers.allowedAtManagement = 'OPTIONS';
  await screen.open('/ui/catalog');
  await isDrawn();
  await screen.answers.settled();
  await isGone(entry);
  await isGone(configurationEntry);
});

test('[SHELL-23] both entries are hidden where the call fails, which nobody is told', async () => {
  screen.answers.allowedAtManagement = undefined;
  await screen.open('/ui/catalog');
  await isDrawn();
  await screen.answers.settled();
  await isGone(entry);
  await isGone(configurationEntry);
  await isGone(message);
});

test('[USER-09, USER-12] a click on a row opens the details, read-only', async () => {
  await openUser('bea');
  await isThere(dialog.getByRole('heading', { name: 'Bea Conti' }));
  await isThere(dialog.getByText('bea@armarium.test', { exact: true }));
  await isThere(
    dialog.getByText(`${words.role.ROLE_USER}, ${words.role.ROLE_METADATA_EDITOR}`, { exact: true }),
  );
  expect(dialog.getByRole('textbox').elements()).toEqual([]);
  await isThere(right(words.may, words.right.correctPressmark));
  await isThere(right(words.mayNot, words.right.manage));
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await expect.element(row('bea').getByRole('button')).toHaveFocus();
});

test('[USER-13, USER-16] name, surname and e-mail are changed, the username is not', async () => {
  await edit('bea');
  await expect.element(field(words.field.username)).toHaveAttribute('readonly');
  await expect.element(field(words.field.username)).toHaveValue('bea');
  await expect.element(button(words.save)).toBeDisabled();
  await screen.expectAccessible();
  await field(words.field.name).fill('Beatrice');
  await field(words.field.surname).fill('Conti Neri');
  await field(words.field.email).fill('beatrice@armarium.test');
  await button(words.save).click();
  await isThere(message.getByText(filled(words.saved, { name: 'Bea Conti' })));
  await isThere(button(words.edit));
  await expect.element(button(words.edit)).toHaveFocus();
  await isThere(dialog.getByText('beatrice@armarium.test', { exact: true }));
  await isThere(row('bea').getByText('Conti Neri Beatrice', { exact: true }));
  expect(screen.answers.asked(updateTenantUser).map(({ body }) => body)).toEqual([
    { name: 'Beatrice', surname: 'Conti Neri', email: 'beatrice@armarium.test' },
  ]);
  expect(screen.answers.asked(assignRoles)).toEqual([]);
});

test('only what was changed is sent, with the entity tag of what was read', async () => {
  await edit('bea');
  await field(words.field.name).fill('Beatrice');
  await toggle(words.role.ROLE_METADATA_EDITOR).click();
  await toggle(words.role.ROLE_PUBLISHER).click();
  await button(words.save).click();
  await isThere(button(words.edit));
  const [changed] = screen.answers.asked(updateTenantUser);
  expect([changed?.body, changed?.headers.get('If-Match')]).toEqual([{ name: 'Beatrice' }, tags.read]);
  const [given] = screen.answers.asked(assignRoles);
  expect([given?.body, given?.headers.get('If-Match')]).toEqual([
    { tenant: 'default', roles: ['ROLE_USER', 'ROLE_PUBLISHER'] },
    tags.changed,
  ]);
});

test('[USER-15, USER-37, USER-38] roles are toggle buttons, and what they add up to follows', async () => {
  screen.answers.give(session.tenantInfo, madeTenant({ userRights: 'own' }));
  people.user('carla');
  await edit('carla');
  await expect
    .poll(() =>
      roleToggles
        .getByRole('button')
        .elements()
        .map((element) => element.textContent),
    )
    .toEqual(roles.map((role) => words.role[role]));
  await expect.element(toggle(words.role.ROLE_USER)).toHaveAttribute('aria-pressed', 'true');
  await expect.element(toggle(words.role.ROLE_METADATA_EDITOR)).toHaveAttribute('aria-pressed', 'false');
  await isThere(right(words.mayNot, words.right.correctPressmark));
  await isThere(right(words.may, `${words.right.create} ${words.ownOnly}`));
  await toggle(words.role.ROLE_METADATA_EDITOR).click();
  await expect.element(toggle(words.role.ROLE_METADATA_EDITOR)).toHaveAttribute('aria-pressed', 'true');
  await isThere(right(words.may, words.right.correctPressmark));
  await isThere(right(words.may, words.right.create));
  await toggle(words.role.ROLE_METADATA_EDITOR).click();
  await toggle(words.role.ROLE_USER).click();
  await isThere(dialog.getByText(words.mayNothing));
});

test('[USER-36] the roles are those of the list of the server, and who may not give one is told', async () => {
  screen.answers.give(listRoles, {
    _embedded: {
      roles: [
        { name: 'ROLE_USER', grantable: true, accounts: 1 },
        { name: 'ROLE_ADMIN', grantable: false, accounts: 1 },
      ],
    },
    ...pageBlock(2, {}),
  });
  await edit('bea');
  await expect.element(toggle(words.role.ROLE_ADMIN)).toBeDisabled();
  await expect.element(toggle(words.role.ROLE_USER)).toBeEnabled();
  expect(roleToggles.getByRole('button').elements().length).toBe(2);
  await expect.element(roleToggles).toHaveAccessibleDescription(words.why.grantable);
});

test('nobody changes their own roles, which says why', async () => {
  await openUser('ada');
  await isThere(dialog.getByText(words.why.own));
  await isGone(button(words.deactivate));
  await button(words.edit).click();
  await expect.element(roleToggles).toHaveAccessibleDescription(words.why.own);
  await isThere(toggle(words.role.ROLE_ADMIN));
  for (const element of roleToggles.getByRole('button').elements()) expect(element).toBeDisabled();
  await expect.element(field(words.field.name)).toBeEnabled();
});

test('an administrator of all is not changed by one of the organisation, which says why', async () => {
  people.user('root', { roles: ['ROLE_ADMIN'], allowedActions: [] });
  await openUser('root');
  await isThere(dialog.getByText(words.why.administrator));
  await isGone(button(words.edit));
  await isGone(button(words.deactivate));
});

test('a closed account says who can open it again, and cannot be activated here', async () => {
  const allowedActions = ['edit' as const, 'assignRoles' as const];
  people.user('gone', { active: false, closed: true, allowedActions });
  await openList();
  await isThere(row('gone').getByText(words.state.closed));
  await row('gone').getByRole('button').click();
  await isThere(dialog.getByText(words.closedText));
  await isThere(button(words.edit));
  await isGone(button(words.activate));
});

test('of an account of another organisation only the roles are changed', async () => {
  people.user('guest', { tenantName: null, allowedActions: ['assignRoles', 'deactivate'] });
  await openUser('guest');
  await isThere(dialog.getByText(words.guest));
  await isThere(dialog.getByText(words.why.elsewhere));
  await button(words.edit).click();
  await isThere(dialog.getByText(words.why.elsewhere));
  for (const name of ['name', 'surname', 'email'] as const)
    await expect.element(field(words.field[name])).toBeDisabled();
  await expect.element(button(en.avatar.upload)).toBeDisabled();
  await toggle(words.role.ROLE_RESEARCHER).click();
  await button(words.save).click();
  await isThere(button(words.edit));
  expect(screen.answers.asked(updateTenantUser)).toEqual([]);
  expect(screen.answers.asked(assignRoles)[0]?.body.roles).toEqual(['ROLE_USER', 'ROLE_RESEARCHER']);
});

test('[USER-14] a picture is removed when the changes are saved, and set for another user', async () => {
  bea.avatarUrl = URL.createObjectURL(await pictureFile());
  screen.answers.give(removeAvatar, () => {
    bea.avatarUrl = null;
    return undefined;
  });
  screen.answers.give(setAvatar, () => bea);
  await edit('bea');
  await button(en.avatar.remove).click();
  expect(screen.answers.asked(removeAvatar)).toEqual([]);
  await button(words.save).click();
  await isThere(button(words.edit));
  expect(screen.answers.asked(removeAvatar).map(({ params }) => params.id)).toEqual([bea.id]);
  await button(words.edit).click();
  await isThere(button(en.avatar.upload));
  choose(await pictureFile('image/jpeg'));
  await button(en.avatar.confirm).click();
  await button(words.save).click();
  await isThere(button(words.edit));
  const [set] = screen.answers.asked(setAvatar);
  expect([set?.params.id, set?.file?.type]).toEqual([bea.id, 'image/png']);
  expect(screen.answers.asked(updateTenantUser)).toEqual([]);
});

test('[USER-19] what is wrong with a change is marked at its field and not sent', async () => {
  await edit('bea');
  await field(words.field.email).fill('bea at home');
  await button(words.save).click();
  await expect.element(field(words.field.email)).toHaveAccessibleDescription(words.fault.email);
  await expect.element(field(words.field.email)).toHaveFocus();
  expect(screen.answers.asked(updateTenantUser)).toEqual([]);
});

test('a change that fails keeps what was typed, also when the dialog closes; a part that was saved is not sent again', async () => {
  await edit('bea');
  await field(words.field.name).fill('Beatrice');
  await toggle(words.role.ROLE_PUBLISHER).click();
  await screen.answers.failing(assignRoles, 'internal', async () => {
    await button(words.save).click();
    await isThere(dialog.getByRole('alert').getByText(words.saveFailed));
  });
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await row('bea').click();
  await isThere(dialog.getByText(words.restored));
  await expect.element(field(words.field.name)).toHaveValue('Beatrice');
  await expect.element(toggle(words.role.ROLE_PUBLISHER)).toHaveAttribute('aria-pressed', 'true');
  await button(words.save).click();
  await isThere(button(words.edit));
  expect(screen.answers.asked(updateTenantUser).length).toBe(1);
  expect(screen.answers.asked(assignRoles).at(-1)?.headers.get('If-Match')).toBe(tags.changed);
});

test('changes are discarded only after a question', async () => {
  await edit('bea');
  await field(words.field.name).fill('Beatrice');
  await field(words.field.surname).fill('Neri');
  await button(words.cancel).click();
  await isThere(dialog.getByText(filled(words.discardQuestion_other, { count: 2 })));
  await expect.element(button(words.keepEditing)).toHaveFocus();
  await button(words.keepEditing).click();
  await expect.element(field(words.field.surname)).toHaveValue('Neri');
  await button(words.cancel).click();
  await button(words.discard).click();
  await button(words.edit).click();
  await expect.element(field(words.field.surname)).toHaveValue('Conti');
});

test('what others changed meanwhile comes below what was typed, and is saved over knowingly', async () => {
  await edit('bea');
  await field(words.field.name).fill('Beatrice');
  await field(words.field.email).fill('mine@armarium.test');
  Object.assign(bea, { surname: 'Neri', email: 'theirs@armarium.test' });
  screen.answers.give(getTenantUser, () => bea, { headers: { ETag: '"newer"' } });
  await screen.answers.failing(updateTenantUser, 'stale', async () => {
    await button(words.save).click();
    await isThere(dialog.getByRole('alert').getByText(words.staleNext));
  });
  const conflict = (name: string) => dialog.getByText(filled(words.conflict, { field: name }));
  await isThere(conflict(words.field.email));
  await isGone(conflict(words.field.name));
  await expect.element(field(words.field.surname)).toHaveValue('Neri');
  await expect.element(field(words.field.name)).toHaveValue('Beatrice');
  await expect.element(field(words.field.email)).toHaveValue('mine@armarium.test');
  await button(words.save).click();
  await isThere(button(words.edit));
  const last = screen.answers.asked(updateTenantUser).at(-1);
  expect([last?.body, last?.headers.get('If-Match')]).toEqual([
    { name: 'Beatrice', email: 'mine@armarium.test' },
    '"newer"',
  ]);
});

test('a user is deactivated after a question, and activated at once', async () => {
  await openUser('bea');
  await button(words.deactivate).click();
  await isThere(dialog.getByText(filled(words.deactivateQuestion, { username: 'bea' })));
  await expect.element(button(words.cancel)).toHaveFocus();
  expect(screen.answers.asked(updateTenantUser)).toEqual([]);
  await screen.expectAccessible();
  await screen.answers.failing(updateTenantUser, 'last-admin', async () => {
    await button(words.deactivate).click();
    await isThere(dialog.getByRole('alert').getByText(words.activeFailed));
  });
  await button(words.deactivate).click();
  await isThere(dialog.getByText(words.deactivatedText));
  await isThere(row('bea').getByText(words.state.deactivated));
  await isThere(message.getByText(filled(words.deactivated, { username: 'bea' })));
  await button(words.activate).click();
  await isThere(button(words.deactivate));
  expect(screen.answers.asked(updateTenantUser).map(({ body }) => body)).toEqual([
    { active: false },
    { active: false },
    { active: true },
  ]);
});

test('[USER-03, USER-17, USER-27] a new user has picture, name, surname, username, e-mail, password and roles', async () => {
  await openNew();
  await isThere(dialog.getByRole('group', { name: en.avatar.picture }));
  await expect.element(field(words.field.name)).toHaveFocus();
  await expect.element(toggle(words.role.ROLE_USER)).toHaveAttribute('aria-pressed', 'true');
  await screen.expectAccessible();
  await fillNew();
  await field(words.field.surname).fill('Bassi');
  await toggle(words.role.ROLE_METADATA_EDITOR).click();
  await expect.poll(() => screen.answers.asked(findUsername).at(-1)?.query.username).toBe('carla');
  await screen.answers.settled();
  // That nobody has the name is told by a 404, of which nothing is said.
  await isGone(message);
  await expect.element(field(words.field.username)).not.toHaveAttribute('aria-invalid', 'true');
  await button(words.create).click();
  await isGone(dialog);
  await isThere(message.getByText(filled(words.created, { username: 'carla' })));
  await isThere(
    row('carla').getByText(`${words.role.ROLE_USER}, ${words.role.ROLE_METADATA_EDITOR}`, { exact: true }),
  );
  await expect.element(page.getByRole('button', { name: words.add, exact: true })).toHaveFocus();
  await expect.element(count).toHaveTextContent('3 users');
  expect(screen.answers.asked(createTenantUser).map(({ body }) => body)).toEqual([
    {
      username: 'carla',
      name: 'Carla',
      surname: 'Bassi',
      email: 'carla@armarium.test',
      password: PASSWORD,
      tenantName: 'default',
      tenantPermissions: [{ tenant: 'default', roles: ['ROLE_USER', 'ROLE_METADATA_EDITOR'] }],
    },
  ]);
});

test('[USER-18, USER-19, USER-20, USER-21, USER-23] what a new user lacks is marked at its field', async () => {
  await openNew();
  await toggle(words.role.ROLE_USER).click();
  await button(words.create).click();
  const isWrong = (name: string, fault: string) =>
    expect.element(field(name)).toHaveAccessibleDescription(new RegExp(`^${fault}`));
  await isWrong(words.field.username, words.fault.missing);
  await expect.element(field(words.field.username)).toHaveFocus();
  await isWrong(words.field.email, words.fault.email);
  await isWrong(words.field.password, words.fault.password);
  await isThere(dialog.getByRole('alert').getByText(words.fault.noRole));
  await expect.element(roleToggles).toHaveAccessibleDescription(words.fault.noRole);
  await screen.expectAccessible();

  await toggle(words.role.ROLE_USER).click();
  await fillNew();
  await field(words.field.email).fill('carla@home');
  await field(words.field.password).fill('11 letters.');
  await button(words.create).click();
  await isWrong(words.field.email, words.fault.email);
  await expect.element(field(words.field.email)).toHaveFocus();
  await isWrong(words.field.password, words.fault.password);
  await expect.element(field(words.field.username)).not.toHaveAccessibleDescription(words.fault.missing);
  expect(screen.answers.asked(createTenantUser)).toEqual([]);
  await field(words.field.email).fill('carla@armarium.test');
  await field(words.field.password).fill('12 letters..');
  await button(words.create).click();
  await isGone(dialog);
});

test('[USER-24, USER-25] a username that is taken is told while it is typed', async () => {
  await openNew();
  await fillNew('bea');
  await expect.element(field(words.field.username)).toHaveAccessibleDescription(words.fault.taken);
  await button(words.create).click();
  await expect.element(field(words.field.username)).toHaveFocus();
  expect(screen.answers.asked(createTenantUser)).toEqual([]);
  await field(words.field.username).fill('beatrice');
  await expect.element(field(words.field.username)).not.toHaveAccessibleDescription(words.fault.taken);
});

test('[USER-28] another error of the check of a username gives a notification', async () => {
  screen.answers.fail(findUsername, 'internal');
  await openNew();
  await field(words.field.username).fill('carla');
  await isThere(message.getByText(en.ui.failed.load));
  await expect.element(field(words.field.username)).not.toHaveAttribute('aria-invalid', 'true');
});

test('[USER-26] a username that was taken meanwhile gives a notice, and the form stays as it is', async () => {
  screen.answers.fail(createTenantUser, 'username-taken');
  await openNew();
  await fillNew();
  await button(words.create).click();
  await isThere(message.getByText(en.problem['username-taken'].title, { exact: true }));
  await expect.element(field(words.field.username)).toHaveAccessibleDescription(words.fault.taken);
  await expect.element(field(words.field.username)).toHaveFocus();
  await expect.element(field(words.field.name)).toHaveValue('Carla');
  await expect.element(field(words.field.password)).toHaveValue(PASSWORD);
});

test('a new user whom the server refuses has its faults marked', async () => {
  await openNew();
  await fillNew();
  screen.answers.refuseOnce(createTenantUser, [{ name: 'email', code: 'email-form', message: '' }]);
  await button(words.create).click();
  await isThere(dialog.getByRole('alert').getByText(words.createFailed));
  await expect.element(field(words.field.email)).toHaveAccessibleDescription(words.fault.email);
  await expect.element(field(words.field.email)).toHaveFocus();
});

test('what was typed of a new user survives the dialog, but the password does not', async () => {
  await openNew();
  await fillNew();
  await toggle(words.role.ROLE_PUBLISHER).click();
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  const kept = () => JSON.stringify(Object.entries(sessionStorage));
  expect(kept()).toContain('carla@armarium.test');
  expect(kept()).not.toContain(PASSWORD);
  await page.getByRole('button', { name: words.add, exact: true }).click();
  await isThere(dialog.getByText(words.restoredNew));
  await expect.element(field(words.field.name)).toHaveValue('Carla');
  await expect.element(field(words.field.username)).toHaveValue('carla');
  await expect.element(field(words.field.email)).toHaveValue('carla@armarium.test');
  await expect.element(toggle(words.role.ROLE_PUBLISHER)).toHaveAttribute('aria-pressed', 'true');
  await expect.element(field(words.field.password)).toHaveValue('');
  await field(words.field.password).fill(PASSWORD);
  await button(words.create).click();
  await isGone(dialog);
  expect(kept()).not.toContain('carla');
  await page.getByRole('button', { name: words.add, exact: true }).click();
  await expect.element(field(words.field.name)).toHaveValue('');
});

test('the picture of a new user is sent after the account was made; where it fails the account stays', async () => {
  screen.answers.give(setAvatar, () => {
    throw new Refused('file-refused');
  });
  await openNew();
  await fillNew();
  choose(await pictureFile('image/jpeg'));
  await button(en.avatar.confirm).click();
  const letGo = screen.answers.hold(createTenantUser);
  await button(words.create).click();
  await expect.poll(() => screen.answers.asked(createTenantUser).length).toBe(1);
  await screen.answers.settled();
  expect(screen.answers.asked(setAvatar)).toEqual([]);
  letGo();
  await isThere(message.getByText(words.avatarFailed));
  await isGone(dialog);
  await isThere(row('carla'));
  const made = people.users.find(({ username }) => username === 'carla');
  expect(screen.answers.asked(setAvatar).map(({ params, file }) => [params.id, file?.type])).toEqual([
    [made?.id, 'image/png'],
  ]);
  expect(screen.answers.asked(createTenantUser).length).toBe(1);
});

test('where the organisation sends mail a new user is invited, or gets a password', async () => {
  screen.answers.give(session.tenantInfo, madeTenant({ sendsMail: true }));
  const way = (name: string) => dialog.getByRole('radio', { name, exact: true });
  await openNew();
  await expect.element(way(words.passwordWay.invite)).toBeChecked();
  await isThere(dialog.getByText(words.passwordWay.inviteText));
  expect(field(words.field.password).query()).toBeNull();
  await screen.expectAccessible();
  await way(words.passwordWay.set).click();
  await fillNew();
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await page.getByRole('button', { name: words.add, exact: true }).click();
  await expect.element(way(words.passwordWay.set)).toBeChecked();
  await field(words.field.password).fill('too short');
  await way(words.passwordWay.invite).click();
  await button(words.create).click();
  await isGone(dialog);
  await isThere(message.getByText(filled(words.invitation.sent, { email: 'carla@armarium.test' })));
  await isThere(row('carla').getByText(words.invitation.invited, { exact: true }));
  expect(screen.answers.asked(createTenantUser)[0]?.body).not.toHaveProperty('password');
});

test('an invitation is sent again where that may be, and says how long it is valid', async () => {
  people.user('carla', {
    invitation: { expiresDate: '2026-01-01T09:00:00.000Z' },
    allowedActions: ['edit', 'invite'],
  });
  await openUser('carla');
  await isThere(row('carla').getByText(words.invitation.expired, { exact: true }));
  await isThere(dialog.getByText(words.invitation.expiredText));
  await screen.answers.failing(sendInvitation, 'mail-not-set', async () => {
    await button(words.invitation.sendAgain).click();
    await isThere(dialog.getByRole('alert').getByText(en.problem['mail-not-set'].title));
  });
  await screen.expectAccessible();
  await button(words.invitation.sendAgain).click();
  await isThere(message.getByText(filled(words.invitation.sent, { email: 'carla@armarium.test' })));
  await isThere(dialog.getByText(/valid until \d\d\/\d\d\/\d{4} \d\d:\d\d$/));
  await expect.element(button(words.invitation.sendAgain)).toHaveFocus();
  await isThere(row('carla').getByText(words.invitation.invited, { exact: true }));
  // With another address it ends.
  await button(words.edit).click();
  await expect.element(field(words.field.email)).toHaveAccessibleDescription(words.invitationEnds);
});

test('who may not be invited has no way to it', async () => {
  await openUser('bea');
  expect(dialog.getByRole('button', { name: words.invitation.send }).query()).toBeNull();
  expect(dialog.getByText(words.invitation.title, { exact: true }).query()).toBeNull();
  await button(words.edit).click();
  await expect.element(field(words.field.email)).not.toHaveAccessibleDescription(words.invitationEnds);
});

test('a second factor is told where that may be known, and reset after a question', async () => {
  const { with: has, without: lacks, title, on, off, reset, resetTitle, resetText } = words.secondFactor;
  const actions = ['edit', 'resetSecondFactor'] as const;
  people.user('carla', { secondFactor: true, allowedActions: [...actions] });
  people.user('dino', { secondFactor: null, tenantName: null });
  const fact = (text: string) => dialog.getByRole('definition').filter({ hasText: new RegExp(`^${text}$`) });
  const question = page.getByRole('dialog', { name: filled(resetTitle, { username: 'carla' }) });
  const answer = (name: string) => question.getByRole('button', { name, exact: true });
  await openUser('carla');
  await isThere(row('carla').getByText(has, { exact: true }));
  await isThere(row('bea').getByText(lacks, { exact: true }));
  expect(
    row('dino')
      .getByText(/second factor/)
      .query(),
  ).toBeNull();
  await isThere(fact(on));
  await button(reset).click();
  await isThere(question.getByText(resetText));
  await screen.expectAccessible();
  // Escape closes the question alone.
  await userEvent.keyboard('{Escape}');
  await isGone(question);
  await expect.element(button(reset)).toHaveFocus();
  await button(reset).click();
  await screen.answers.failing(resetSecondFactor, 'forbidden', async () => {
    await answer(reset).click();
    await isThere(question.getByRole('alert').getByText(en.problem.forbidden.title));
  });
  await answer(reset).click();
  await isGone(question);
  await isThere(message.getByText(filled(words.secondFactor.resetDone, { username: 'carla' })));
  await isThere(fact(off));
  await isGone(button(reset));
  expect(dialog.element().contains(document.activeElement)).toBe(true);
  await isThere(row('carla').getByText(lacks, { exact: true }));
  const carla = people.users.find(({ username }) => username === 'carla');
  expect(screen.answers.asked(resetSecondFactor).map(({ params }) => params.id)).toEqual([
    carla?.id,
    carla?.id,
  ]);
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await row('dino').click();
  await isThere(dialog);
  expect(dialog.getByText(title, { exact: true }).query()).toBeNull();
});

test('by which provider a user signs in is told, and in the edit mode that its groups give the roles', async () => {
  const [by, hand] = ['University', 'City'];
  people.user('carla', { signOn: { label: by, givesRoles: true } });
  people.user('dino', { signOn: { label: hand, givesRoles: false } });
  await openUser('carla');
  await isThere(row('carla').getByText(filled(words.signOn.with, { label: by })));
  expect(
    row('bea')
      .getByText(/Signs in with/)
      .query(),
  ).toBeNull();
  await isThere(dialog.getByRole('definition').filter({ hasText: filled(words.signOn.with, { label: by }) }));
  await button(words.edit).click();
  await isThere(dialog.getByText(filled(words.signOn.givesRoles, { label: by })));
  await screen.expectAccessible();
  await userEvent.keyboard('{Escape}');
  await isGone(dialog);
  await row('dino').click();
  await button(words.edit).click();
  await isThere(toggle(words.role.ROLE_RESEARCHER));
  expect(dialog.getByText(filled(words.signOn.givesRoles, { label: hand })).query()).toBeNull();
});

test('a user of another organisation is added by the exact username', async () => {
  screen.answers.fail(addMembership, 'not-found');
  await openList();
  await page.getByRole('button', { name: words.addMore }).click();
  await page.getByRole('menuitem', { name: words.addMember }).click();
  await expect.element(field(words.field.username)).toHaveFocus();
  await expect.element(button(words.addMemberDo)).toBeDisabled();
  await field(words.field.username).fill('dino');
  await toggle(words.role.ROLE_RESEARCHER).click();
  await button(words.addMemberDo).click();
  await expect.element(field(words.field.username)).toHaveAccessibleDescription(words.fault.unknown);
  await screen.expectAccessible();
  screen.answers.give(addMembership, ({ body }) =>
    people.user(body.username, { roles: body.roles, tenantName: null, allowedActions: ['assignRoles'] }),
  );
  await field(words.field.username).fill('Dino');
  await expect.element(field(words.field.username)).not.toHaveAccessibleDescription(words.fault.unknown);
  await button(words.addMemberDo).click();
  await isGone(dialog);
  await isThere(message.getByText(filled(words.memberAdded, { username: 'Dino' })));
  await isThere(row('Dino').getByText(words.guest));
  await expect.element(page.getByRole('button', { name: words.addMore })).toHaveFocus();
  expect(screen.answers.asked(addMembership).at(-1)?.body).toEqual({
    username: 'Dino',
    roles: ['ROLE_USER', 'ROLE_RESEARCHER'],
  });
});
