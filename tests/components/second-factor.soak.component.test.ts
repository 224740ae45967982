import { getTenantUser } from '@armarium/contract/accounts';
import { listOwnSessions } from '@armarium/contract/own-sessions';
import { acceptInvitation, getInvitation } from '@armarium/contract/password-links';
import type { FieldProblem } from '@armarium/contract/problem';
import {
  confirmTotp,
  getSecondFactor,
  passSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
  type SecondFactor,
} from '@armarium/contract/second-factor';
import * as session from '@armarium/contract/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { madeTenantUser, madeUser, pageBlock } from './made-catalogue.ts';
import { madeSecondFactor } from './made-people.ts';
import { Screen } from './screen.tsx';

const words = en.secondFactor;
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const KEY = 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP';
const fresh = { secret: SECRET, otpauth: `otpauth://totp/Armarium:ada?secret=${SECRET}` };
const CODES = Array.from({ length: 10 }, (_, index) => `abcde-fghj${index}`);
const madeTotp = (recoveryCodesLeft: number) => ({
  confirmedDate: '2026-11-28T09:00:00.000Z',
  recoveryCodesLeft,
});
const wrongCode: readonly FieldProblem[] = [{ name: 'code', code: 'wrong-code', message: '' }];
const passwordNeeded: readonly FieldProblem[] = [{ name: 'password', code: 'password-needed', message: '' }];
const wrongPassword: readonly FieldProblem[] = [{ name: 'password', code: 'wrong-password', message: '' }];

let screen: Screen;
let copied: string[];

beforeEach(() => {
  screen = new Screen();
  const { answers } = screen;
  answers.give(session.isLogged, { logged: false });
  answers.fail(session.signIn, 'second-factor');
  answers.give(passSecondFactor, madeUser());
  answers.give(startTotp, fresh);
  answers.give(confirmTotp, { recoveryCodes: CODES });
  copied = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    copied.push(text);
    return Promise.resolve();
  });
});
afterEach(() => screen.close());

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
const code = field(words.app.label);
const username = field(en.session.username);
const password = page.bySelector('input[autocomplete=current-password]');
const codes = field(words.codes.label);
const askedCodes = () => screen.answers.asked(passSecondFactor).map(({ body }) => body);

/** The text that is selected in the field that has the focus. */
function selected(): string {
  const input = document.activeElement;
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return '';
  return input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
}

/** Watches what is saved as a file. @returns asks for its name and its text */
function watchSaved() {
  const made = vi.spyOn(URL, 'createObjectURL');
  let name = '';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    name = this.download;
  });
  return async () => {
    const file = made.mock.lastCall?.[0];
    return { name, text: file instanceof Blob ? await file.text() : '' };
  };
}

async function signIn(): Promise<void> {
  await username.fill('ada');
  await password.fill('correct horse battery');
  await button(en.session.signIn).click();
}

describe('signing in with a second factor', () => {
  test('asks for a code of the app; one that is wrong is told and selected, and a right one signs in', async () => {
    const onDone = vi.fn<() => void>();
    await screen.openSignIn('/ui/login', onDone);
    await signIn();
    await isThere(heading(words.title));
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(code).toHaveAccessibleDescription(words.app.hint);
    await isGone(username);
    await screen.expectAccessible();

    // What is no code is not sent.
    await code.fill('12345');
    await button(en.session.signIn).click();
    await expect.element(code).toHaveAccessibleDescription(new RegExp(words.app.fault));
    await expect.element(code).toHaveFocus();
    await screen.expectAccessible();

    await screen.answers.failing(passSecondFactor, 'wrong-code', async () => {
      await code.fill('123 456');
      await button(en.session.signIn).click();
      await isThere(alert(words.wrongCode).getByText(words.app.wrong));
    });
    await expect.element(code).toHaveFocus();
    expect(selected()).toBe('123 456');
    await screen.expectAccessible();
    await screen.answers.failing(passSecondFactor, 'too-many-requests', async () => {
      await button(en.session.signIn).click();
      await isThere(alert(en.problem['too-many-requests'].title));
    });
    await expect.element(code).toHaveValue('123 456');

    expect(onDone).not.toHaveBeenCalled();
    await code.fill('654321');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
    expect(askedCodes()).toEqual([{ code: '123 456' }, { code: '123 456' }, { code: '654321' }]);
  });

  test('takes a recovery code in its place', async () => {
    const onDone = vi.fn<() => void>();
    const recovery = field(words.recovery.label);
    await screen.openSignIn('/ui/login', onDone);
    await signIn();
    await code.fill('123');
    await button(words.useRecovery).click();
    await expect.element(recovery).toHaveFocus();
    await expect.element(recovery).toHaveValue('');
    await screen.expectAccessible();
    await button(en.session.signIn).click();
    await expect.element(recovery).toHaveAccessibleDescription(new RegExp(words.recovery.fault));
    await screen.answers.failing(passSecondFactor, 'wrong-code', async () => {
      await recovery.fill(' ABCDE FGHJ1 ');
      await button(en.session.signIn).click();
      await isThere(alert(words.wrongCode).getByText(words.recovery.wrong));
    });
    await button(words.useApp).click();
    await expect.element(code).toHaveFocus();
    await isGone(page.getByRole('alert'));
    await button(words.useRecovery).click();
    await recovery.fill('abcde-fghj1');
    await button(en.session.signIn).click();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
    expect(askedCodes()).toEqual([{ recoveryCode: 'ABCDE FGHJ1' }, { recoveryCode: 'abcde-fghj1' }]);
  });

  test('begins again with the password where it took too long; the username is kept', async () => {
    await screen.openSignIn('/ui/login', () => undefined);
    await signIn();
    screen.answers.fail(passSecondFactor, 'not-signed-in');
    await code.fill('123456');
    await button(en.session.signIn).click();
    await isThere(alert(words.over.title).getByText(words.over.text));
    await expect.element(username).toHaveValue('ada');
    await expect.element(password).toHaveValue('');
    await expect.element(password).toHaveFocus();
    await screen.expectAccessible();
    await password.fill('correct horse battery');
    await button(en.session.signIn).click();
    await expect.element(code).toHaveFocus();
  });

  test('goes on where another tab completed it', async () => {
    const onDone = vi.fn<() => void>();
    await screen.openSignIn('/ui/login', onDone);
    await signIn();
    screen.answers.fail(passSecondFactor, 'not-signed-in');
    screen.answers.give(session.isLogged, { logged: true });
    await code.fill('123456');
    await button(en.session.signIn).click();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
  });

  test('is given up for somebody else', async () => {
    await screen.openSignIn('/ui/login', () => undefined);
    await signIn();
    await screen.answers.failing(session.signOut, 'offline', async () => {
      await button(en.session.again.leave).click();
      await isThere(alert(en.problem.offline.title));
    });
    await isThere(code);
    screen.answers.give(session.signOut, undefined);
    await button(en.session.again.leave).click();
    await expect.element(username).toHaveFocus();
    await expect.element(username).toHaveValue('');
    await expect.element(password).toHaveValue('');
    await isGone(alert(words.over.title));
  });

  test('goes on where it was begun before, as after coming over from another organisation', async () => {
    screen.answers.give(session.isLogged, { logged: false, secondFactor: 'due' });
    await screen.openSignIn('/ui/login', () => undefined);
    await expect.element(code).toHaveFocus();
    expect(screen.answers.asked(session.signIn)).toEqual([]);
  });
});

describe('setting up a second factor while signing in', () => {
  beforeEach(() => {
    screen.answers.fail(session.signIn, 'second-factor-missing');
  });

  test('shows picture and key, takes a code, shows the recovery codes once, and signs in', async () => {
    const onDone = vi.fn<() => void>();
    const saved = watchSaved();
    screen.answers.fail(startTotp, 'offline');
    await screen.openSignIn('/ui/login', onDone);
    await signIn();
    await isThere(page.getByText(words.missing.text));
    await isThere(alert(en.problem.offline.title));
    screen.answers.give(startTotp, fresh);
    await button(words.setUp.retry).click();
    await isThere(page.getByRole('img', { name: words.setUp.picture }));
    await expect.element(field(words.setUp.key)).toHaveValue(KEY);
    await expect.element(code).toHaveFocus();
    await screen.expectAccessible();
    await button(filled(words.copyOf, { what: words.setUp.key })).click();
    await isThere(page.getByRole('status').filter({ hasText: words.copied }));

    screen.answers.refuseOnce(confirmTotp, wrongCode);
    await code.fill('111111');
    await button(words.setUp.confirm).click();
    await isThere(alert(words.wrongCode));
    await expect.element(code).toHaveFocus();
    expect(selected()).toBe('111111');
    // It is the same key still.
    expect(screen.answers.asked(startTotp).length).toBe(2);
    await code.fill('222 222');
    await button(words.setUp.confirm).click();

    await isThere(heading(words.codes.title));
    await expect.element(codes).toHaveFocus();
    await expect.element(codes).toHaveValue(CODES.join('\n'));
    await expect.element(codes).toHaveAccessibleDescription(words.codes.text);
    await isGone(button(en.session.again.leave));
    await screen.expectAccessible();
    await button(filled(words.copyOf, { what: words.codes.label })).click();
    await expect.poll(() => copied).toEqual([SECRET, CODES.join('\n')]);
    await button(words.codes.save).click();
    const file = await saved();
    expect(file.name).toBe(words.codes.file);
    expect(file.text).toContain(`${location.host}\n\n${CODES.join('\n')}\n`);
    expect(onDone).not.toHaveBeenCalled();
    await button(words.codes.continue).click();
    expect(onDone).toHaveBeenCalledOnce();
    expect(screen.answers.asked(confirmTotp).map(({ body }) => body)).toEqual([
      { code: '111111' },
      { code: '222 222' },
    ]);
  });

  test('where the browser copies nothing, the key is selected to be copied by hand', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    vi.spyOn(document, 'execCommand').mockReturnValue(false);
    await screen.openSignIn('/ui/login', () => undefined);
    await signIn();
    await button(filled(words.copyOf, { what: words.setUp.key })).click();
    await isThere(page.getByText(words.copyFailed));
    await expect.element(field(words.setUp.key)).toHaveFocus();
    expect(selected()).toBe(KEY);
  });

  test('begins again with the password where it took too long, before the key and after it', async () => {
    await screen.openSignIn('/ui/login', () => undefined);
    await screen.answers.failing(startTotp, 'not-signed-in', async () => {
      await signIn();
      await isThere(alert(words.over.title));
    });
    await password.fill('correct horse battery');
    await button(en.session.signIn).click();
    screen.answers.fail(confirmTotp, 'not-signed-in');
    await code.fill('123456');
    await button(words.setUp.confirm).click();
    await isThere(alert(words.over.title));
    await expect.element(username).toHaveValue('ada');
    await expect.element(password).toHaveFocus();
  });

  test('goes on where it was begun before, on a phone, in Italian and in the dark', async () => {
    screen.answers.give(session.isLogged, { logged: false, secondFactor: 'missing' });
    const phone = { language: 'it', scheme: 'dark', width: 390, height: 844 } as const;
    await screen.openSignIn('/ui/login', () => undefined, phone);
    const own = italian.secondFactor;
    // It says why it asks, which is read first.
    await expect.element(heading(own.setUp.title)).toHaveFocus();
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await field(own.app.label).fill('123456');
    await button(own.setUp.confirm).click();
    await expect.element(field(own.codes.label)).toHaveFocus();
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('is what an invitation leads to', async () => {
    const ways = { onDone: vi.fn<() => void>(), onSignIn: vi.fn<(address: string) => void>() };
    screen.answers.give(getInvitation, {
      username: 'carla',
      tenantName: 'prova',
      tenantDisplayName: 'Biblioteca di prova',
      expiresAt: '2026-12-24T09:00:00.000Z',
    });
    screen.answers.give(acceptInvitation, undefined);
    await screen.openLink('invitation', 'a-token', ways);
    const passwords = page.bySelector('input[autocomplete=new-password]');
    await passwords.nth(0).fill('correct horse battery');
    await passwords.nth(1).fill('correct horse battery');
    await button(en.passwordLinks.invitation.do).click();
    await expect.poll(() => ways.onSignIn.mock.calls).toEqual([['/ui/login']]);
    expect(ways.onDone).not.toHaveBeenCalled();
  });
});

/** Answers what the own profile asks for, with a second factor that the test may change. */
function answerProfile(of: Partial<SecondFactor> = {}): { own: SecondFactor } {
  const { answers } = screen;
  const self = madeUser();
  const shown = { own: madeSecondFactor(of) };
  answers.give(session.isLogged, { logged: true });
  answers.give(session.getSelf, self);
  answers.give(getTenantUser, madeTenantUser(self), { headers: { ETag: '"1"' } });
  answers.give(listOwnSessions, ({ query }) => ({ _embedded: { sessions: [] }, ...pageBlock(0, query) }));
  answers.give(getSecondFactor, () => shown.own);
  return shown;
}
const section = page.getByRole('region', { name: words.title });
const inSection = (name: string) => section.getByRole('button', { name, exact: true });

describe('signing in again with a second factor', () => {
  const again = page.getByRole('dialog', { name: en.session.again.title });
  const below = page.getByRole('dialog', { name: words.setUp.title, includeHidden: true });
  const password = again.bySelector('input[autocomplete=current-password]');
  let hasEnded: boolean;

  beforeEach(async () => {
    hasEnded = true;
    answerProfile();
    screen.answers.give(startTotp, () => {
      if (hasEnded) throw new Refused('not-signed-in');
      return fresh;
    });
    await screen.open('/ui/management/self');
    await inSection(words.profile.setUp).click();
    await isThere(again);
    await expect.element(password).toHaveFocus();
    screen.answers.give(session.isLogged, () => ({ logged: !hasEnded }));
  });

  async function typePassword(): Promise<void> {
    await password.fill('correct horse battery');
    await userEvent.keyboard('{Enter}');
  }

  test('asks for a code in the dialog, again where it took too long, and goes on with what was begun', async () => {
    await typePassword();
    await expect.element(code).toHaveFocus();
    await screen.expectAccessible();
    await screen.answers.failing(passSecondFactor, 'not-signed-in', async () => {
      await code.fill('123456');
      await userEvent.keyboard('{Enter}');
      await isThere(alert(words.over.title));
    });
    await expect.element(username).toHaveValue('ada');
    await expect.element(password).toHaveFocus();
    await typePassword();
    await expect.element(code).toHaveFocus();
    // The dialog below hears nothing of Escape.
    await userEvent.keyboard('{Escape}');
    await code.fill('654321');
    hasEnded = false;
    await userEvent.keyboard('{Enter}');
    await isGone(again);
    await expect.element(below.getByRole('textbox', { name: words.setUp.key })).toHaveValue(KEY);
  });

  test('is given up with the pending sign-in', async () => {
    await typePassword();
    await isThere(code);
    // Leaving the page would end the test.
    screen.answers.fail(session.signOut, 'offline');
    await again.getByRole('button', { name: en.session.again.leave }).click();
    await isThere(again.getByRole('alert').filter({ hasText: en.problem.offline.title }));
    // It goes on as long as it was not given up.
    await code.fill('123456');
    hasEnded = false;
    await userEvent.keyboard('{Enter}');
    await isGone(again);
  });

  test('sets one up where the organisation has come to demand it', async () => {
    screen.answers.fail(session.signIn, 'second-factor-missing');
    // A call of the dialog must not wait for the dialog.
    await typePassword();
    await isThere(alert(words.over.title));
    hasEnded = false;
    await typePassword();
    await code.fill('123456');
    await userEvent.keyboard('{Enter}');
    await expect.element(codes).toHaveFocus();
    await screen.expectAccessible();
    await button(words.codes.continue).click();
    await isGone(again);
    await isThere(below);
  });
});

describe('the second factor in the own profile', () => {
  const dialog = page.getByRole('dialog');
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });

  test('is set up; its recovery codes are shown once, and not closed over without a question', async () => {
    const shown = answerProfile();
    screen.answers.give(confirmTotp, () => {
      shown.own = madeSecondFactor({ totp: madeTotp(10) });
      return { recoveryCodes: CODES };
    });
    await screen.open('/ui/management/self');
    await isThere(section.getByText(words.profile.off));
    await screen.expectAccessible();
    await inSection(words.profile.setUp).click();
    await isThere(dialog.getByText(words.profile.sessionsEnd));
    await isThere(code);
    await screen.expectAccessible();
    screen.answers.refuseOnce(confirmTotp, wrongCode);
    await code.fill('111111');
    await userEvent.keyboard('{Enter}');
    await isThere(dialog.getByRole('alert').filter({ hasText: words.wrongCode }));
    expect(selected()).toBe('111111');
    const sessions = screen.answers.asked(listOwnSessions).length;
    await code.fill('222222');
    await userEvent.keyboard('{Enter}');

    await expect.element(codes).toHaveFocus();
    await isThere(dialog.getByRole('heading', { name: words.codes.title }));
    await screen.expectAccessible();
    // The other sessions have ended.
    await expect.poll(() => screen.answers.asked(listOwnSessions).length).toBe(sessions + 1);
    await userEvent.keyboard('{Escape}');
    await isThere(dialog.getByRole('alert').filter({ hasText: words.codes.question }));
    await expect.element(inDialog(words.codes.stay)).toHaveFocus();
    await screen.expectAccessible();
    await inDialog(words.codes.stay).click();
    await expect.element(inDialog(words.codes.done)).toHaveFocus();
    await expect.element(codes).toHaveValue(CODES.join('\n'));
    await inDialog(words.codes.done).click();
    await isGone(dialog);
    await isThere(section.getByText(/in use since 28\/11\/2026 \d\d:\d\d\.$/));
    await isThere(section.getByText('10 recovery codes are left.'));
    await expect.element(inSection(words.profile.renew)).toHaveFocus();
  });

  test('is not set up where the dialog is closed', async () => {
    answerProfile();
    await screen.open('/ui/management/self');
    await inSection(words.profile.setUp).click();
    await isThere(code);
    await userEvent.keyboard('{Escape}');
    await isGone(dialog);
    await expect.element(inSection(words.profile.setUp)).toHaveFocus();
    // Another one is in use since.
    screen.answers.fail(startTotp, 'second-factor-exists');
    await inSection(words.profile.setUp).click();
    await isThere(dialog.getByRole('alert').filter({ hasText: en.problem['second-factor-exists'].title }));
  });

  test('takes the password first where the sign-in was a while ago', async () => {
    answerProfile();
    screen.answers.refuseOnce(startTotp, passwordNeeded);
    await screen.open('/ui/management/self');
    await inSection(words.profile.setUp).click();
    const typed = dialog.bySelector('input[autocomplete=current-password]');
    await expect.element(typed).toHaveFocus();
    await expect.element(typed).toHaveAccessibleDescription(words.passkeys.passwordWhy);
    await screen.expectAccessible();
    await inDialog(words.setUp.goOn).click();
    await isThere(dialog.getByText(words.profile.passwordMissing, { exact: true }));
    screen.answers.refuseOnce(startTotp, wrongPassword);
    await typed.fill('not mine');
    await userEvent.keyboard('{Enter}');
    await isThere(dialog.getByText(words.profile.passwordWrong));
    await expect.element(typed).toHaveFocus();
    await expect.element(typed).toHaveValue('not mine');
    await typed.fill('mine');
    await userEvent.keyboard('{Enter}');
    await isThere(dialog.getByRole('img', { name: words.setUp.picture }));
    await expect.element(code).toHaveFocus();
    expect(screen.answers.asked(startTotp).map(({ body }) => body)).toEqual([
      {},
      { password: 'not mine' },
      { password: 'mine' },
    ]);
  });

  test('gets new recovery codes by the password, of which it says when few are left', async () => {
    const shown = answerProfile({ totp: madeTotp(3) });
    screen.answers.give(renewRecoveryCodes, () => {
      shown.own = madeSecondFactor({ totp: madeTotp(10) });
      return { recoveryCodes: CODES };
    });
    await screen.open('/ui/management/self');
    await isThere(section.getByText('3 recovery codes are left.'));
    await isThere(section.getByText(words.profile.few));
    await screen.expectAccessible();
    await inSection(words.profile.renew).click();
    const typed = dialog.bySelector('input[autocomplete=current-password]');
    await expect.element(typed).toHaveFocus();
    await screen.expectAccessible();
    await inDialog(words.profile.renew).click();
    await expect.element(typed).toHaveAccessibleDescription(words.profile.passwordMissing);
    screen.answers.refuseOnce(renewRecoveryCodes, wrongPassword);
    await typed.fill('not mine');
    await inDialog(words.profile.renew).click();
    await expect.element(typed).toHaveAccessibleDescription(words.profile.passwordWrong);
    await expect.element(typed).toHaveFocus();
    await expect.element(typed).toHaveValue('not mine');
    await screen.answers.failing(renewRecoveryCodes, 'offline', async () => {
      await inDialog(words.profile.renew).click();
      await isThere(dialog.getByRole('alert').filter({ hasText: words.profile.renewFailed }));
    });
    await typed.fill('correct horse battery');
    await inDialog(words.profile.renew).click();
    await expect.element(codes).toHaveValue(CODES.join('\n'));
    await userEvent.keyboard('{Escape}');
    await inDialog(words.codes.leave).click();
    await isGone(dialog);
    await isThere(section.getByText('10 recovery codes are left.'));
    await isGone(section.getByText(words.profile.few));
    await expect.element(inSection(words.profile.renew)).toHaveFocus();
    expect(screen.answers.asked(renewRecoveryCodes).at(-1)?.body).toEqual({
      password: 'correct horse battery',
    });
  });

  test('is removed by the password, which says what follows', async () => {
    const shown = answerProfile({ totp: madeTotp(1), demanded: true });
    screen.answers.give(removeTotp, () => {
      shown.own = madeSecondFactor({ demanded: true });
      return undefined;
    });
    await screen.open('/ui/management/self');
    await isThere(section.getByText('1 recovery code is left.'));
    await inSection(words.profile.remove).click();
    await isThere(dialog.getByText(words.profile.removeText));
    await isThere(dialog.getByText(words.profile.removeDemanded));
    expect(dialog.getByText(words.profile.removeAlone).query()).toBeNull();
    await screen.expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(inSection(words.profile.remove)).toHaveFocus();
    await inSection(words.profile.remove).click();
    await dialog.bySelector('input[autocomplete=current-password]').fill('correct horse battery');
    await inDialog(words.profile.remove).click();
    await isGone(dialog);
    await isThere(page.getByRole('alert').filter({ hasText: words.profile.removed }));
    await isThere(section.getByText(words.profile.off));
    await expect.element(inSection(words.profile.setUp)).toHaveFocus();
    expect(screen.answers.asked(removeTotp).map(({ body }) => body)).toEqual([
      { password: 'correct horse battery' },
    ]);
  });
});
