import {
  acceptInvitation,
  forgotPassword,
  getInvitation,
  getNewPasswordLink,
  setNewPassword,
} from '@armarium/contract/password-links';
import * as session from '@armarium/contract/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { en, filled, it } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { madeUser } from './made-catalogue.ts';
import { Screen } from './screen.tsx';

const words = en.passwordLinks;
const TOKEN = 'a-word_of-a-link';
const PASSWORD = 'correct horse battery';
const ORGANISATION = 'Biblioteca di prova';

let screen: Screen;

beforeEach(() => {
  screen = new Screen();
  screen.answers.give(session.isLogged, { logged: false });
  screen.answers.give(session.signIn, madeUser({ username: 'carla' }));
  for (const read of [getInvitation, getNewPasswordLink])
    screen.answers.give(read, {
      username: 'carla',
      tenantName: 'prova',
      tenantDisplayName: ORGANISATION,
      expiresAt: '2026-12-24T09:00:00.000Z',
    });
  screen.answers.give(acceptInvitation, undefined);
  screen.answers.give(setNewPassword, undefined);
  screen.answers.give(forgotPassword, undefined);
  screen.answers.give(session.getSignInOptions, { forgottenPassword: true, passkeys: false, signOn: [] });
});
afterEach(async () => {
  await screen.close();
});

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const passwords = page.bySelector('input[autocomplete=new-password]');
const username = page.getByRole('textbox', { name: en.session.username, exact: true });
const signIn = page.getByRole('form', { name: en.session.signIn, exact: true });
const invited = filled(words.invitation.heading, { organisation: ORGANISATION });

async function typeTwice(password: string, repeated = password): Promise<void> {
  await passwords.nth(0).fill(password);
  await passwords.nth(1).fill(repeated);
}

test('a link to a new password is asked for on the sign-in page; what was typed survives a failure and the way back', async () => {
  await screen.openSignIn('/ui/login', () => undefined);
  await username.fill('carla');
  await signIn.bySelector('input[name=password]').fill('half a pass');
  await button(en.session.forgottenPassword).click();
  await isThere(heading(words.forgotten.title));
  await expect.element(username).toHaveValue('carla');
  await expect.element(username).toHaveFocus();
  await expect.poll(() => document.title).toContain(words.forgotten.title);
  await screen.expectAccessible();

  await screen.answers.failing(forgotPassword, 'too-many-requests', async () => {
    await button(words.forgotten.send).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(en.problem['too-many-requests'].title);
  });
  await expect.element(username).toHaveValue('carla');
  await username.fill(' ');
  await button(words.forgotten.send).click();
  await expect.element(username).toHaveAccessibleDescription(en.session.usernameRequired);
  await expect.element(username).toHaveFocus();
  await username.fill('bruna');
  await button(words.forgotten.send).click();
  await expect.element(page.getByRole('status')).toHaveTextContent(words.forgotten.sent);
  await expect.element(button(words.forgotten.back)).toHaveFocus();
  expect(screen.answers.asked(forgotPassword).map(({ body }) => body)).toEqual([
    { username: 'carla' },
    { username: 'bruna' },
  ]);

  await button(words.forgotten.back).click();
  await isThere(signIn);
  await expect.element(button(en.session.forgottenPassword)).toHaveFocus();
  // What was typed in the other form.
  await expect.element(username).toHaveValue('bruna');
  await expect.element(signIn.bySelector('input[name=password]')).toHaveValue('half a pass');
});

test('the sign-in page tells whom to ask where no link can be sent, or nobody says so', async () => {
  screen.answers.fail(session.getSignInOptions, 'offline');
  await screen.openSignIn('/ui/login?forgotten=1', () => undefined);
  await isThere(page.getByText(en.session.lostPassword));
  await isThere(signIn);
  expect(button(en.session.forgottenPassword).query()).toBeNull();
});

test('the address of the sign-in page opens the form for a link', async () => {
  await screen.openSignIn('/ui/login?forgotten=1', () => undefined);
  await isThere(heading(words.forgotten.title));
  await expect.element(username).toHaveFocus();
});

test('who is invited sets a password, which is checked first, and is signed in', async () => {
  const onDone = vi.fn<() => void>();
  await screen.openLink('invitation', TOKEN, { onDone });
  await isThere(heading(invited));
  await isThere(page.getByText(filled(words.invitation.username, { username: 'carla' })));
  await isThere(page.getByText(/24\/12\/2026/));
  expect(document.title).toContain(words.invitation.title);
  await expect.element(page.bySelector('input[autocomplete=username]')).toHaveValue('carla');
  await expect.element(passwords.nth(0)).toHaveFocus();
  await screen.expectAccessible();

  await typeTwice('11 letters.', 'others');
  await button(words.invitation.do).click();
  await expect.element(passwords.nth(0)).toHaveAccessibleDescription(new RegExp(words.fault.short));
  await expect.element(passwords.nth(1)).toHaveAccessibleDescription(words.fault.differs);
  await expect.element(passwords.nth(0)).toHaveFocus();
  await screen.expectAccessible();
  expect(screen.answers.asked(acceptInvitation)).toEqual([]);

  await typeTwice(PASSWORD);
  await screen.answers.failing(acceptInvitation, 'offline', async () => {
    await button(words.invitation.do).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(en.problem.offline.title);
  });
  await expect.element(passwords.nth(1)).toHaveValue(PASSWORD);
  expect(onDone).not.toHaveBeenCalled();
  await button(words.invitation.do).click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
  expect(screen.answers.asked(acceptInvitation).at(-1)).toMatchObject({
    params: { token: TOKEN },
    body: { password: PASSWORD },
  });
  expect(screen.answers.asked(session.signIn)[0]?.headers.get('Authorization')).toBe(
    `Basic ${btoa(`carla:${PASSWORD}`)}`,
  );
});

test('a password that was set is told where signing in with it fails', async () => {
  const onSignIn = vi.fn<(address: string) => void>();
  screen.answers.fail(session.signIn, 'too-many-requests');
  await screen.openLink('invitation', TOKEN, { onSignIn });
  await typeTwice(PASSWORD);
  await button(words.invitation.do).click();
  await isThere(heading(words.invitation.set));
  await expect.element(button(words.toSignIn)).toHaveFocus();
  await button(words.toSignIn).click();
  expect(onSignIn).toHaveBeenCalledExactlyOnceWith('/ui/login');
});

test('an invitation for another account than the one that is signed in asks to sign out first', async () => {
  const logged = { 'Last-Event-ID': '1' };
  screen.answers.give(session.getSelf, madeUser({ username: 'ada' }));
  screen.answers.give(session.signOut, undefined);
  await screen.openLink('invitation', TOKEN);
  await typeTwice(PASSWORD);
  // Somebody signs in in another window meanwhile.
  screen.answers.give(session.isLogged, { logged: true }, { headers: logged });
  screen.answers.fail(acceptInvitation, 'other-account');
  await button(words.invitation.do).click();
  await isThere(page.getByText(filled(en.session.otherAccount.title, { name: 'ada' })));
  await isThere(page.getByText(filled(words.invitation.otherAccount, { username: 'carla' })));
  await expect.element(button(en.session.otherAccount.stay)).toHaveFocus();
  await screen.expectAccessible();
  await button(en.session.signOut).click();
  await isThere(heading(invited));
  await expect.element(passwords.nth(0)).toHaveFocus();
  await expect.element(passwords.nth(0)).toHaveValue(PASSWORD);
  expect(screen.answers.asked(session.signOut).length).toBe(1);

  // The same at arrival.
  await screen.openLink('invitation', TOKEN);
  await isThere(button(en.session.otherAccount.stay));
  await screen.openLink('new-password', TOKEN);
  await isThere(page.getByText(filled(words.newPassword.otherAccount, { username: 'carla' })));
  screen.answers.give(session.getSelf, madeUser({ username: 'carla' }));
  await screen.openLink('invitation', TOKEN);
  await isThere(heading(invited));
});

test('a link that is over, not known or cannot be read now says so, with the way on', async () => {
  const onSignIn = vi.fn<(address: string) => void>();
  screen.answers.give(getInvitation, () => {
    throw new Refused('offline');
  });
  await screen.openLink('invitation', TOKEN, { onSignIn });
  await isThere(heading(en.problem.offline.title));
  screen.answers.fail(getInvitation, 'link-over');
  await button(words.retry).click();
  await isThere(heading(words.invitation.over));
  await screen.expectAccessible();
  await button(words.toSignIn).click();
  expect(onSignIn).toHaveBeenLastCalledWith('/ui/login');
  // Another link in the same window.
  screen.answers.fail(getInvitation, 'not-found');
  window.location.hash = 'another';
  await isThere(heading(words.unknown));
  window.location.hash = '';
  await isThere(heading(words.unknown));
  expect(screen.answers.asked(getInvitation).length).toBe(3);
});

test('a forgotten password is replaced, on a phone, in Italian and in the dark', async () => {
  const italian = it.passwordLinks;
  const onSignIn = vi.fn<(address: string) => void>();
  const phone = { language: 'it', scheme: 'dark', width: 390, height: 844 } as const;
  await screen.openLink('new-password', TOKEN, { onSignIn }, phone);
  await isThere(heading(filled(italian.newPassword.heading, { username: 'carla' })));
  await screen.expectAccessible();
  await typeTwice(PASSWORD);
  await screen.answers.failing(setNewPassword, 'link-over', async () => {
    await button(italian.newPassword.do).click();
    await isThere(heading(italian.newPassword.over));
  });
  await expect.element(button(italian.newPassword.again)).toHaveFocus();
  await button(italian.newPassword.again).click();
  expect(onSignIn).toHaveBeenLastCalledWith('/ui/login?forgotten=1');

  window.location.hash = 'the-new-one';
  await typeTwice(PASSWORD);
  await button(italian.newPassword.do).click();
  await isThere(heading(italian.newPassword.changed));
  await expect.element(button(italian.toSignIn)).toHaveFocus();
  await screen.expectAccessible();
  await button(italian.toSignIn).click();
  expect(onSignIn).toHaveBeenLastCalledWith('/ui/login');
  expect(screen.answers.asked(setNewPassword).at(-1)?.body).toEqual({
    token: 'the-new-one',
    password: PASSWORD,
  });
});
