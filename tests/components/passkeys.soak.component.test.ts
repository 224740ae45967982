import { getTenantUser } from '@armarium/contract/accounts';
import { listOwnSessions } from '@armarium/contract/own-sessions';
import {
  addPasskey,
  getPasskeyCreationOptions,
  getPasskeyRequestOptions,
  removePasskey,
  signInByPasskey,
  type Passkey,
} from '@armarium/contract/passkeys';
import type { FieldProblem } from '@armarium/contract/problem';
import { getSecondFactor, type SecondFactor } from '@armarium/contract/second-factor';
import * as session from '@armarium/contract/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { madeTenantUser, madeUser, newUuid, pageBlock } from './made-catalogue.ts';
import { madeSecondFactor } from './made-people.ts';
import { Screen } from './screen.tsx';

const words = en.secondFactor;
const own = words.passkeys;
const signInWord = en.session.passkey.signIn;
const HOST = 'archive.example';
const passwordFault = (code: string): readonly FieldProblem[] => [{ name: 'password', code, message: '' }];

let screen: Screen;

beforeEach(() => {
  screen = new Screen();
  const { answers } = screen;
  answers.give(session.isLogged, { logged: false });
  answers.give(session.getSignInOptions, { forgottenPassword: false, passkeys: true, signOn: [] });
  answers.give(getPasskeyRequestOptions, {
    challenge: 'Y2hhbGxlbmdl',
    timeout: 300_000,
    rpId: HOST,
    userVerification: 'required',
  });
  answers.give(signInByPasskey, madeUser());
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await screen.close();
});

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
const username = field(en.session.username);
const password = page.bySelector('input[autocomplete=current-password]');

const bytes = (text: string) => new TextEncoder().encode(text).buffer;
/** `passkey` in base64url. */
const PASSKEY_ID = 'cGFzc2tleQ';
const made = (response: object) => ({
  id: PASSKEY_ID,
  rawId: bytes('passkey'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('client'), ...response },
});

/** What the person does at the browser's prompt: something else each time, the last one from then on. */
type Prompt = 'answers' | 'waits' | 'NotAllowedError' | 'InvalidStateError' | 'NotSupportedError';

/** Answers the browser's prompts in place of a person. @returns what was asked, in order */
function atPrompt(which: 'create' | 'get', prompts: Prompt[]): CredentialCreationOptions[] {
  const response =
    which === 'create'
      ? { attestationObject: bytes('attestation'), getTransports: () => ['internal'] }
      : { authenticatorData: bytes('data'), signature: bytes('signature'), userHandle: bytes('handle') };
  const asked: CredentialCreationOptions[] = [];
  const answer = (options: CredentialCreationOptions = {}) => {
    const prompt = prompts[Math.min(asked.length, prompts.length - 1)];
    asked.push(options);
    if (prompt === 'answers') return Promise.resolve(made(response) as unknown as Credential);
    if (prompt !== 'waits') return Promise.reject(new DOMException('refused', prompt));
    return new Promise<Credential>((_, reject) =>
      options.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError'))),
    );
  };
  vi.spyOn(navigator.credentials, which).mockImplementation(answer);
  return asked;
}

/** Waits for the letters: those that come late move what stands below them. They are asked for with the first picture. */
async function fontsCame(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await document.fonts.ready;
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
}

describe('signing in with a passkey', () => {
  test('takes a click and what the browser asks for, and no word typed', async () => {
    const onDone = vi.fn<() => void>();
    const asked = atPrompt('get', ['answers']);
    const comes = screen.answers.hold(session.getSignInOptions);
    await screen.openSignIn('/ui/login', onDone);
    await expect.element(username).toHaveFocus();
    await isGone(button(signInWord));
    await fontsCame();
    const shift = screen.watchShifts();
    comes();
    await isThere(button(signInWord));
    expect(await shift()).toBe(0);
    await screen.expectAccessible();
    await button(signInWord).click();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
    expect(asked[0]?.publicKey).toMatchObject({ rpId: HOST, userVerification: 'required' });
    expect(screen.answers.asked(signInByPasskey).map(({ body }) => body.credential)).toMatchObject([
      { id: PASSKEY_ID, rawId: PASSKEY_ID, type: 'public-key', response: { userHandle: 'aGFuZGxl' } },
    ]);
  });

  test('leaves what was typed and the focus where the prompt is closed; a passkey that is refused is told', async () => {
    const onDone = vi.fn<() => void>();
    atPrompt('get', ['NotAllowedError', 'NotSupportedError', 'answers']);
    await screen.openSignIn('/ui/login', onDone);
    await username.fill('ada');
    await password.fill('half a pass');
    await button(signInWord).click();
    await isThere(alert(en.session.passkey.none.title).getByText(en.session.passkey.none.next));
    await expect.element(button(signInWord)).toHaveFocus();
    await expect.element(username).toHaveValue('ada');
    await expect.element(password).toHaveValue('half a pass');
    await screen.expectAccessible();
    await button(signInWord).click();
    await isThere(alert(en.session.passkey.failed.title));
    await isGone(alert(en.session.passkey.none.title));
    for (const fault of ['wrong-passkey', 'too-many-requests', 'passkeys-not-here', 'offline'] as const)
      await screen.answers.failing(signInByPasskey, fault, async () => {
        await userEvent.keyboard('{Enter}');
        await isThere(alert(en.problem[fault].title));
      });
    await expect.element(button(signInWord)).toHaveFocus();
    await expect.element(password).toHaveValue('half a pass');
    expect(onDone).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
  });

  test('is offered where the address allows it and the browser can do it, on a phone, in Italian and in the dark', async () => {
    atPrompt('get', ['waits', 'NotAllowedError']);
    const phone = { language: 'it', scheme: 'dark', width: 390, height: 844 } as const;
    await screen.openSignIn('/ui/login', () => undefined, phone);
    await button(italian.session.passkey.signIn).click();
    await expect.element(button(italian.session.signingIn)).toHaveAttribute('aria-disabled', 'true');
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);

    for (const hinder of [
      () =>
        screen.answers.give(session.getSignInOptions, {
          forgottenPassword: true,
          passkeys: false,
          signOn: [],
        }),
      () => {
        vi.stubGlobal('PublicKeyCredential', undefined);
        screen.answers.give(session.getSignInOptions, {
          forgottenPassword: true,
          passkeys: true,
          signOn: [],
        });
      },
    ]) {
      await screen.close();
      screen = new Screen();
      screen.answers.give(session.isLogged, { logged: false });
      hinder();
      await screen.openSignIn('/ui/login', () => undefined);
      // It comes with the same answer.
      await isThere(button(en.session.forgottenPassword));
      await isGone(button(signInWord));
    }
  });

  test('does in place of a code, too', async () => {
    const onDone = vi.fn<() => void>();
    atPrompt('get', ['NotAllowedError', 'answers']);
    screen.answers.fail(session.signIn, 'second-factor');
    await screen.openSignIn('/ui/login', onDone);
    await username.fill('ada');
    await password.fill('correct horse battery');
    await userEvent.keyboard('{Enter}');
    await field(words.app.label).fill('123');
    await button(words.usePasskey).click();
    await isThere(alert(en.session.passkey.none.title));
    await expect.element(button(words.usePasskey)).toHaveFocus();
    await expect.element(field(words.app.label)).toHaveValue('123');
    await screen.expectAccessible();
    await button(words.usePasskey).click();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
  });

  test('is the only way for an account with passkeys and no app of which a second factor is demanded', async () => {
    const onDone = vi.fn<() => void>();
    atPrompt('get', ['answers']);
    screen.answers.fail(session.signIn, 'passkey-needed');
    screen.answers.give(session.signOut, undefined);
    await screen.openSignIn('/ui/login', onDone);
    const signIn = async () => {
      await username.fill('ada');
      await password.fill('correct horse battery');
      await userEvent.keyboard('{Enter}');
    };
    await signIn();
    // It says why it asks, which is read first.
    await expect.element(heading(words.passkeyNeeded.title)).toHaveFocus();
    await isThere(page.getByText(words.passkeyNeeded.text));
    await screen.expectAccessible();
    await button(en.session.again.leave).click();
    await expect.element(username).toHaveValue('');
    await signIn();
    await button(signInWord).click();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
  });

  test('is said to be impossible at an address without passkeys', async () => {
    screen.answers.give(session.isLogged, { logged: false, secondFactor: 'passkey' });
    screen.answers.give(session.getSignInOptions, { forgottenPassword: false, passkeys: false, signOn: [] });
    const phone = { language: 'it', scheme: 'dark', width: 390, height: 844 } as const;
    await screen.openSignIn('/ui/login', () => undefined, phone);
    const { title, notHere } = italian.secondFactor.passkeyNeeded;
    await expect.element(heading(title)).toHaveFocus();
    await isThere(page.getByText(notHere));
    await isGone(button(italian.session.passkey.signIn));
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

/** A passkey of the signed-in account. */
const madePasskey = (given: Partial<Passkey> = {}): Passkey => ({
  id: newUuid(),
  name: 'Laptop',
  host: HOST,
  createdDate: '2026-11-20T09:00:00.000Z',
  lastUsedDate: null,
  backedUp: true,
  ...given,
});

/** Answers what the own profile asks for. */
function answerProfile(of: Partial<SecondFactor> = {}) {
  const { answers } = screen;
  const self = madeUser();
  const shown = { own: madeSecondFactor({ passkeyHost: HOST, ...of }) };
  answers.give(session.isLogged, { logged: true });
  answers.give(session.getSelf, self);
  answers.give(getTenantUser, madeTenantUser(self), { headers: { ETag: '"1"' } });
  answers.give(listOwnSessions, ({ query }) => ({ _embedded: { sessions: [] }, ...pageBlock(0, query) }));
  answers.give(getSecondFactor, () => shown.own);
  answers.give(getPasskeyCreationOptions, {
    rp: { id: HOST, name: 'Armarium' },
    user: { id: 'aGFuZGxl', name: 'ada', displayName: 'Ada Rossi' },
    challenge: 'Y2hhbGxlbmdl',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  });
  answers.give(addPasskey, ({ body }) => {
    const passkey = madePasskey({ name: body.name });
    shown.own = { ...shown.own, passkeys: [...shown.own.passkeys, passkey] };
    return passkey;
  });
  answers.give(removePasskey, ({ params }) => {
    shown.own = { ...shown.own, passkeys: shown.own.passkeys.filter(({ id }) => id !== params.id) };
    return undefined;
  });
  return shown;
}
const section = page.getByRole('region', { name: own.title });
const inSection = (name: string) => section.getByRole('button', { name, exact: true });
const factor = page.getByRole('region', { name: words.title });
const dialog = page.getByRole('dialog');
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
const nameField = dialog.getByRole('textbox', { name: own.name });
const ownPassword = dialog.bySelector('input[autocomplete=current-password]');
const told = (text: string) => dialog.getByRole('alert').filter({ hasText: text });

describe('signing in again with a passkey', () => {
  const again = page.getByRole('dialog', { name: en.session.again.title });
  const inAgain = (name: string) => again.getByRole('button', { name, exact: true });
  let hasEnded: boolean;

  beforeEach(async () => {
    hasEnded = true;
    const shown = answerProfile();
    screen.answers.give(getSecondFactor, () => {
      if (hasEnded) throw new Refused('not-signed-in');
      return shown.own;
    });
    screen.answers.give(session.signOut, undefined);
    await screen.open('/ui/management/self');
    await expect.element(again.bySelector('input[autocomplete=current-password]')).toHaveFocus();
    await isThere(inAgain(signInWord));
  });

  test('opens the page again for the account that it was of; the session of another is ended', async () => {
    atPrompt('get', ['answers']);
    screen.answers.give(signInByPasskey, madeUser({ username: 'bea' }));
    await screen.expectAccessible();
    await inAgain(signInWord).click();
    const { title, next } = en.session.passkey.otherAccount;
    await isThere(alert(title).getByText(filled(next, { username: 'ada' })));
    await screen.expectAccessible();
    expect(screen.answers.asked(session.signOut).length).toBe(1);
    await expect.element(inAgain(signInWord)).toHaveFocus();
    screen.answers.give(signInByPasskey, madeUser());
    hasEnded = false;
    await inAgain(signInWord).click();
    await isGone(again);
    await isThere(section.getByText(own.none));
    expect(screen.answers.asked(session.signOut).length).toBe(1);
  });

  test('minds the account where a passkey has to follow the password', async () => {
    atPrompt('get', ['answers']);
    screen.answers.fail(session.signIn, 'passkey-needed');
    screen.answers.give(signInByPasskey, madeUser({ username: 'bea' }));
    await again.bySelector('input[autocomplete=current-password]').fill('correct horse battery');
    await userEvent.keyboard('{Enter}');
    await expect.element(heading(words.passkeyNeeded.title)).toHaveFocus();
    await inAgain(signInWord).click();
    await isThere(alert(en.session.passkey.otherAccount.title));
    expect(screen.answers.asked(session.signOut).length).toBe(1);
    screen.answers.give(signInByPasskey, madeUser());
    hasEnded = false;
    await inAgain(signInWord).click();
    await isGone(again);
  });
});

describe('the passkeys in the own profile', () => {
  test('one is added by a name and the browser’s prompt, and by the password where the sign-in was a while ago', async () => {
    answerProfile();
    const asked = atPrompt('create', ['answers']);
    await screen.open('/ui/management/self');
    await isThere(section.getByText(own.none));
    await screen.expectAccessible();
    await inSection(own.add).click();
    await expect.element(nameField).toHaveFocus();
    expect(ownPassword.query()).toBeNull();
    await screen.expectAccessible();
    await inDialog(own.addConfirm).click();
    await expect.element(nameField).toHaveAccessibleDescription(new RegExp(own.nameMissing));
    await expect.element(nameField).toHaveFocus();
    await nameField.fill('  My laptop ');

    screen.answers.refuseOnce(getPasskeyCreationOptions, passwordFault('password-needed'));
    await userEvent.keyboard('{Enter}');
    await expect.element(ownPassword).toHaveFocus();
    await expect.element(ownPassword).toHaveAccessibleDescription(own.passwordWhy);
    await screen.expectAccessible();
    await inDialog(own.addConfirm).click();
    await expect.element(ownPassword).toHaveAccessibleDescription(new RegExp(words.profile.passwordMissing));
    await expect.element(ownPassword).toHaveFocus();
    screen.answers.refuseOnce(getPasskeyCreationOptions, passwordFault('wrong-password'));
    await ownPassword.fill('not mine');
    await inDialog(own.addConfirm).click();
    await expect.element(ownPassword).toHaveAccessibleDescription(new RegExp(words.profile.passwordWrong));
    await expect.element(ownPassword).toHaveFocus();
    await expect.element(nameField).toHaveValue('  My laptop ');
    await screen.answers.failing(getPasskeyCreationOptions, 'too-many-requests', async () => {
      await inDialog(own.addConfirm).click();
      await isThere(told(own.addFailed).getByText(en.problem['too-many-requests'].title));
    });
    expect(asked).toEqual([]);
    await ownPassword.fill('correct horse battery');
    await inDialog(own.addConfirm).click();

    await isGone(dialog);
    await isThere(alert(own.added));
    await isThere(section.getByText('My laptop'));
    await isThere(section.getByText(filled(own.addedOn, { date: '20/11/2026' })));
    await isThere(section.getByText(own.unused));
    await expect.element(inSection(own.add)).toHaveFocus();
    expect(asked.map(({ publicKey }) => publicKey?.rp.id)).toEqual([HOST]);
    expect(screen.answers.asked(getPasskeyCreationOptions).map(({ body }) => body)).toEqual([
      {},
      { password: 'not mine' },
      { password: 'not mine' },
      { password: 'correct horse battery' },
    ]);
    expect(screen.answers.asked(addPasskey).map(({ body }) => body)).toMatchObject([
      { name: 'My laptop', credential: { id: PASSKEY_ID, response: { transports: ['internal'] } } },
    ]);
  });

  test('says why none was added, and keeps what was typed', async () => {
    answerProfile();
    atPrompt('create', ['NotAllowedError', 'InvalidStateError', 'NotSupportedError', 'answers']);
    await screen.open('/ui/management/self', { scheme: 'dark' });
    await inSection(own.add).click();
    await nameField.fill('Phone');
    await inDialog(own.addConfirm).click();
    await isThere(told(own.noneTitle).getByText(own.noneText));
    await expect.element(inDialog(own.addConfirm)).toHaveFocus();
    await screen.expectAccessible();
    await inDialog(own.addConfirm).click();
    await isThere(told(own.addFailed).getByText(own.exists.title));
    await isGone(told(own.noneTitle));
    await screen.expectAccessible();
    await inDialog(own.addConfirm).click();
    await isThere(told(own.addFailed).getByText(own.impossible.title));
    screen.answers.refuseOnce(addPasskey, [{ name: 'credential', code: 'not-verified', message: '' }]);
    await inDialog(own.addConfirm).click();
    await isThere(told(own.addFailed).getByText(own.notVerified.title));
    for (const fault of ['passkey-exists', 'passkeys-full', 'second-factor-needed', 'offline'] as const)
      await screen.answers.failing(addPasskey, fault, async () => {
        await inDialog(own.addConfirm).click();
        await isThere(told(own.addFailed).getByText(en.problem[fault].title));
      });
    await expect.element(nameField).toHaveValue('Phone');
    await inDialog(own.addConfirm).click();
    await isThere(section.getByText('Phone'));
  });

  test('the browser’s prompt goes with the dialog that waits for it', async () => {
    answerProfile();
    const asked = atPrompt('create', ['waits']);
    await screen.open('/ui/management/self');
    await inSection(own.add).click();
    await nameField.fill('Phone');
    await inDialog(own.addConfirm).click();
    await expect.element(inDialog(own.waiting)).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(() => asked.length).toBe(1);
    await screen.expectAccessible();
    await userEvent.keyboard('{Escape}');
    await isGone(dialog);
    await expect.poll(() => asked[0]?.signal?.aborted).toBe(true);
    await expect.element(inSection(own.add)).toHaveFocus();
    await isThere(section.getByText(own.none));
    expect(screen.answers.asked(addPasskey)).toEqual([]);
  });

  test('stand by their hosts; one is removed after a question, and by the password where the sign-in was a while ago', async () => {
    const [here, there] = [
      madePasskey({ name: 'Key ring', lastUsedDate: '2026-11-27T09:00:00.000Z', backedUp: false }),
      madePasskey({ name: 'Phone', host: 'other.example' }),
    ];
    answerProfile({ passkeys: [here, there] });
    await screen.open('/ui/management/self');
    const rows = section.getByRole('list', { name: own.title }).getByRole('listitem');
    await expect.element(rows).toHaveTextContent('Key ring');
    await expect.element(rows).toHaveTextContent(filled(own.lastUsed, { date: '27/11/2026' }));
    await expect.element(rows).toHaveTextContent(own.oneDevice);
    const elsewhere = filled(own.atHost, { host: 'other.example' });
    await isThere(section.getByRole('heading', { name: elsewhere }));
    await isThere(section.getByText(own.onlyThere));
    await expect.element(section.getByRole('list', { name: elsewhere })).toHaveTextContent('Phone');
    await screen.expectAccessible();

    const remove = inSection(filled(own.removeOf, { name: 'Key ring' }));
    await remove.click();
    await isThere(dialog.getByText(own.removeText));
    await isThere(dialog.getByText(own.removeSessions));
    await screen.expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(remove).toHaveFocus();
    await remove.click();
    screen.answers.refuseOnce(removePasskey, passwordFault('password-needed'));
    await inDialog(own.remove).click();
    await expect.element(ownPassword).toHaveFocus();
    await inDialog(own.remove).click();
    await expect.element(ownPassword).toHaveAccessibleDescription(new RegExp(words.profile.passwordMissing));
    await screen.answers.failing(removePasskey, 'second-factor-needed', async () => {
      await ownPassword.fill('correct horse battery');
      await inDialog(own.remove).click();
      await isThere(told(own.removeFailed).getByText(en.problem['second-factor-needed'].title));
    });
    await inDialog(own.remove).click();
    await isGone(dialog);
    await isThere(alert(filled(own.removed, { name: 'Key ring' })));
    await isGone(section.getByText('Key ring'));
    await isThere(section.getByText('Phone'));
    await expect.element(inSection(own.add)).toHaveFocus();
    expect(screen.answers.asked(removePasskey).map(({ params, body }) => [params.id, body])).toEqual([
      [here.id, {}],
      [here.id, { password: 'correct horse battery' }],
      [here.id, { password: 'correct horse battery' }],
    ]);
  });

  test('the last one is removed with what follows where a second factor is demanded, also where none can be added', async () => {
    answerProfile({ passkeys: [madePasskey()], passkeyHost: null, demanded: true });
    await screen.open('/ui/management/self');
    await isThere(factor.getByText(words.profile.passkeysDemanded));
    await isThere(section.getByText(own.notHere));
    await isGone(inSection(own.add));
    await isThere(section.getByRole('heading', { name: filled(own.atHost, { host: HOST }) }));
    await screen.expectAccessible();
    await inSection(filled(own.removeOf, { name: 'Laptop' })).click();
    await isThere(dialog.getByText(words.profile.removeDemanded));
    expect(dialog.getByText(own.removeSessions).query()).toBeNull();
    await inDialog(own.remove).click();
    await isGone(dialog);
    await isThere(section.getByText(own.none));
    await isThere(factor.getByText(words.profile.off));
    expect(section.element().contains(document.activeElement)).toBe(true);
  });

  test('none can be added in a browser that knows none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    answerProfile();
    await screen.open('/ui/management/self', { language: 'it', scheme: 'dark', width: 390, height: 844 });
    const texts = italian.secondFactor.passkeys;
    const part = page.getByRole('region', { name: texts.title });
    await isThere(part.getByText(texts.notInBrowser));
    await isGone(part.getByRole('button', { name: texts.add }));
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('the second factor says what they are worth with and without an app', async () => {
    const totp = { confirmedDate: '2026-11-28T09:00:00.000Z', recoveryCodesLeft: 10 };
    const shown = answerProfile({ passkeys: [madePasskey()], totp, demanded: true });
    await screen.open('/ui/management/self');
    await factor.getByRole('button', { name: words.profile.remove, exact: true }).click();
    await isThere(dialog.getByText(words.profile.removeToPasskeys));
    expect(dialog.getByText(words.profile.removeDemanded).query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await isGone(dialog);
    shown.own = madeSecondFactor({ passkeys: [madePasskey()], passkeyHost: HOST });
    screen.reopen();
    await isThere(factor.getByText(words.profile.passkeysAlone));
    await isThere(factor.getByRole('button', { name: words.profile.setUp, exact: true }));
  });

  test('the question before one is removed says what becomes of the open sessions', async () => {
    const two = [madePasskey(), madePasskey({ name: 'Phone' })];
    answerProfile({ passkeys: two, demanded: true });
    await screen.open('/ui/management/self');
    await section.getByRole('button', { name: filled(own.removeOf, { name: 'Phone' }) }).click();
    await isThere(dialog.getByText(own.removeAsks));
    expect(dialog.getByText(words.profile.removeDemanded).query()).toBeNull();
  });
});
