import { getTenantUser } from '@armarium/contract/accounts';
import { listOwnSessions } from '@armarium/contract/own-sessions';
import type { FieldProblem } from '@armarium/contract/problem';
import { getSecondFactor, removeTotp, renewRecoveryCodes } from '@armarium/contract/second-factor';
import * as session from '@armarium/contract/session';
import { getOwnSignOn, linkSignOn, unlinkSignOn, type OwnSignOn } from '@armarium/contract/sign-on';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { madeOwnSignOn, madeTenant, madeTenantUser, madeUser, newUuid, pageBlock } from './made-catalogue.ts';
import { madeSecondFactor } from './made-people.ts';
import { Screen } from './screen.tsx';

const words = en.signOn;
const university = { id: newUuid(), label: 'University' };
const city = { id: newUuid(), label: 'City of Utrecht' };
const LINKED = { createdDate: '2026-11-20T09:00:00.000Z', lastUsedDate: '2026-11-27T09:00:00.000Z' };
const passwordFault = (code: string): readonly FieldProblem[] => [{ name: 'password', code, message: '' }];
const offers = (signOn: session.OfferedSignOn[]) => ({ forgottenPassword: false, passkeys: false, signOn });

let screen: Screen;

beforeEach(() => {
  screen = new Screen();
  screen.answers.give(session.isLogged, { logged: false });
  screen.answers.give(session.getSignInOptions, offers([university, city]));
});
afterEach(() => screen.close());

const isThere = (locator: Locator) => expect.element(locator).toBeVisible();
const isGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text });
const username = page.getByRole('textbox', { name: en.session.username, exact: true });
const signInWith = (label: string) => link(filled(words.signIn, { label }));

describe('the sign-in page', () => {
  test('leads to each provider, and from there to the page that was asked for', async () => {
    const wanted = '/ui/catalog/abc?page=3';
    await screen.openSignIn(`/ui/login?next=${encodeURIComponent(wanted)}`, () => undefined);
    await expect
      .element(signInWith('University'))
      .toHaveAttribute('href', `/users/oidc/${university.id}?next=${encodeURIComponent(wanted)}`);
    await isThere(signInWith('City of Utrecht'));
    await expect.element(signInWith('University')).not.toHaveAttribute('target');
    await screen.expectAccessible();
  });

  test('leads to the catalogue where no page was asked for, and keeps room for as many as there were', async () => {
    await screen.openSignIn('/ui/login', () => undefined);
    await expect.element(signInWith('University')).toHaveAttribute('href', `/users/oidc/${university.id}`);
    // For passkeys room is kept too.
    screen.answers.give(session.getSignInOptions, { ...offers([university, city]), passkeys: true });
    // They come late the next time.
    const comes = screen.answers.hold(session.getSignInOptions);
    document.getElementById('root')?.remove();
    await screen.openSignIn('/ui/login', () => undefined);
    await expect.element(username).toHaveFocus();
    await document.fonts.ready;
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    const shift = screen.watchShifts();
    comes();
    await isThere(signInWith('University'));
    expect(await shift()).toBe(0);
  });

  test('offers none where there are none, and where the server can’t say', async () => {
    screen.answers.give(session.getSignInOptions, offers([]));
    await screen.openSignIn('/ui/login', () => undefined);
    await isThere(page.getByText(en.session.lostPassword));
    expect(page.getByRole('link').query()).toBeNull();
    screen.answers.fail(session.getSignInOptions, 'internal');
    document.getElementById('root')?.remove();
    await screen.openSignIn('/ui/login', () => undefined);
    await isThere(page.getByText(en.session.lostPassword));
    expect(page.getByRole('link').query()).toBeNull();
  });

  test('says once why a sign-on failed, and keeps the page that was asked for', async () => {
    await screen.openSignIn('/ui/login?signOn=not-linked&next=%2Fui%2Fstory', () => undefined);
    const { title, next } = words.failure['not-linked'];
    await isThere(alert(title).getByText(next));
    expect(new URLSearchParams(window.location.search).get('signOn')).toBeNull();
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/ui/story');
    await expect.element(username).toHaveFocus();
    await screen.expectAccessible();
    document.getElementById('root')?.remove();
    await screen.openSignIn(window.location.pathname + window.location.search, () => undefined);
    await isThere(signInWith('University'));
    await isGone(alert(title));
  });

  test('says nothing of a failure that it does not know', async () => {
    await screen.openSignIn('/ui/login?signOn=brand-new', () => undefined);
    await isThere(signInWith('University'));
    expect(page.getByRole('alert').query()).toBeNull();
  });

  test('asks who goes where another account is signed in', async () => {
    screen.answers.give(session.isLogged, { logged: true });
    screen.answers.give(session.getSelf, madeUser({ username: 'bea' }));
    screen.answers.give(session.signOut, undefined);
    await screen.openSignIn('/ui/login?signOn=other-account', () => undefined);
    const told = alert(filled(en.session.otherAccount.title, { name: 'bea' }));
    await isThere(told.getByText(words.otherAccount));
    await screen.expectAccessible();
    await button(en.session.signOut).click();
    await isThere(signInWith('University'));
    await isGone(page.getByRole('alert'));
  });

  test('is read in Italian, on a phone and in the dark, with a long name', async () => {
    const label = 'Servizio di autenticazione dell’Università degli Studi e delle biblioteche civiche';
    screen.answers.give(session.getSignInOptions, offers([{ ...university, label }]));
    const phone = { language: 'it', scheme: 'dark', width: 390, height: 844 } as const;
    await screen.openSignIn('/ui/login?signOn=away', () => undefined, phone);
    await isThere(alert(italian.signOn.failure.away.title));
    const choice = link(filled(italian.signOn.signIn, { label }));
    await isThere(choice);
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const { scrollWidth, clientWidth } = choice.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });
});

/** Answers what the own profile asks for. */
function answerProfile(of: Partial<OwnSignOn> = {}, totp = false) {
  const { answers } = screen;
  const self = madeUser();
  const shown = { own: madeOwnSignOn({ providers: [{ ...university, link: null }], ...of }) };
  answers.give(session.isLogged, { logged: true });
  answers.give(session.getSelf, self);
  answers.give(getTenantUser, madeTenantUser(self), { headers: { ETag: '"1"' } });
  answers.give(listOwnSessions, ({ query }) => ({ _embedded: { sessions: [] }, ...pageBlock(0, query) }));
  answers.give(
    getSecondFactor,
    madeSecondFactor({
      passkeyHost: 'archive.example',
      totp: totp ? { confirmedDate: '2026-11-28T09:00:00.000Z', recoveryCodesLeft: 10 } : null,
    }),
  );
  answers.give(getOwnSignOn, () => shown.own);
  return shown;
}

describe('the dialog of an ended session', () => {
  const again = page.getByRole('dialog', { name: en.session.again.title });
  let here: string | undefined;

  beforeEach(async () => {
    here = undefined;
    const shown = answerProfile();
    const { answers } = screen;
    answers.give(session.isLogged, () => ({ logged: here !== undefined }));
    answers.give(session.getSelf, () => madeUser({ username: here ?? 'ada' }));
    answers.give(getOwnSignOn, () => {
      if (here === undefined) throw new Refused('not-signed-in');
      return shown.own;
    });
    await screen.open('/ui/management/self');
    await isThere(again);
  });

  /** Each test ends so: what waits for the sign-in would wait in the next one too. */
  async function goOn() {
    here = 'ada';
    window.dispatchEvent(new Event('focus'));
    await isGone(again);
  }

  test('leads to the provider in a new tab, so that the page stays', async () => {
    const choice = again.getByRole('link', { name: filled(words.signInInNewTab, { label: 'University' }) });
    await expect.element(choice).toHaveAttribute('target', '_blank');
    await expect.element(choice).toHaveAttribute('rel', 'noopener');
    await expect.element(choice).toHaveAttribute('href', `/users/oidc/${university.id}`);
    await isThere(again.getByText(words.again.comeBack));
    await screen.expectAccessible();
    await goOn();
  });

  test('goes on by itself once its account has signed in in another tab', async () => {
    await isThere(again.getByText(words.again.comeBack));
    // Nobody has: it stays.
    const asked = screen.answers.asked(session.isLogged).length;
    window.dispatchEvent(new Event('focus'));
    await expect.poll(() => screen.answers.asked(session.isLogged).length).toBeGreaterThan(asked);
    await isThere(again);
    await goOn();
    await isThere(page.getByRole('region', { name: words.title }).getByText('University'));
  });

  test('stays where another account has signed in, and says so', async () => {
    await isThere(again.getByText(words.again.comeBack));
    here = 'bea';
    window.dispatchEvent(new Event('focus'));
    const { title, text } = words.again.other;
    await isThere(alert(filled(title, { name: 'bea' })).getByText(filled(text, { username: 'ada' })));
    await isThere(again);
    await screen.expectAccessible();
    here = 'ada';
    document.dispatchEvent(new Event('visibilitychange'));
    await isGone(again);
  });
});

const section = page.getByRole('region', { name: words.title });
const dialog = page.getByRole('dialog');
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
const ownPassword = dialog.bySelector('input[autocomplete=current-password]');
const linkOf = section.getByRole('button', { name: filled(words.linkOf, { label: 'University' }) });
const unlinkOf = section.getByRole('button', { name: filled(words.unlinkOf, { label: 'University' }) });

describe('the own profile', () => {
  test('says nothing of sign-on where the organisation has no provider', async () => {
    answerProfile({ providers: [] });
    await screen.open('/ui/management/self');
    await isThere(page.getByRole('form', { name: en.profile.changePassword }));
    await isGone(section);
  });

  test('goes to the provider to link it, by the password where the server asks for it', async () => {
    answerProfile();
    screen.answers.give(linkSignOn, { url: '/ui/management/self#at-the-provider' });
    await screen.open('/ui/management/self');
    await isThere(section.getByText(words.notLinked));
    await screen.expectAccessible();
    await linkOf.click();
    await isThere(dialog.getByText(filled(words.linkText, { label: 'University' })));
    await isGone(ownPassword);
    screen.answers.refuseOnce(linkSignOn, passwordFault('password-needed'));
    await inDialog(words.link).click();
    await expect.element(ownPassword).toHaveFocus();
    await screen.expectAccessible();
    await ownPassword.fill('wrong');
    screen.answers.refuseOnce(linkSignOn, passwordFault('wrong-password'));
    await inDialog(words.link).click();
    await expect
      .element(ownPassword)
      .toHaveAccessibleDescription(new RegExp(en.secondFactor.profile.passwordWrong));
    expect(window.location.hash).toBe('');
    await ownPassword.fill('correct horse battery');
    await inDialog(words.link).click();
    await expect.poll(() => window.location.hash).toBe('#at-the-provider');
    expect(screen.answers.asked(linkSignOn).map(({ params, body }) => [params.provider, body])).toEqual([
      [university.id, {}],
      [university.id, { password: 'wrong' }],
      [university.id, { password: 'correct horse battery' }],
    ]);
  });

  test('says once that it was linked, and since when', async () => {
    answerProfile({ providers: [{ ...university, link: LINKED }] });
    await screen.open('/ui/management/self?signOn=linked');
    await isThere(alert(words.linked));
    await isThere(section.getByText(/^Linked since .*2026/));
    await isThere(section.getByText(/^Last used .*2026/));
    await expect.poll(() => window.location.search).toBe('');
  });

  test.each(['taken', 'cancelled'] as const)('says why it was not linked: %s', async (failure) => {
    answerProfile();
    await screen.open(`/ui/management/self?signOn=${failure}`);
    const { title, next } = words.linkFailure[failure];
    await isThere(section.getByRole('alert').filter({ hasText: title }).getByText(next));
    await expect.poll(() => window.location.search).toBe('');
    await screen.expectAccessible();
  });

  test('asks before it unlinks, and says what ends', async () => {
    const shown = answerProfile({ providers: [{ ...university, link: LINKED }], bySignOn: true });
    screen.answers.give(unlinkSignOn, () => {
      shown.own = { ...shown.own, providers: [{ ...university, link: null }] };
      return undefined;
    });
    await screen.open('/ui/management/self');
    await unlinkOf.click();
    await isThere(dialog.getByText(words.unlinkText));
    await isThere(dialog.getByText(words.unlinkThis));
    await screen.answers.failing(unlinkSignOn, 'only-way-in', async () => {
      await inDialog(words.unlink).click();
      await isThere(dialog.getByRole('alert').getByText(en.problem['only-way-in'].title));
    });
    await inDialog(words.unlink).click();
    await isGone(dialog);
    await isThere(section.getByText(words.notLinked));
    await expect.element(linkOf).toHaveFocus();
  });

  test('of an account without a password offers nothing that needs one, and says why', async () => {
    answerProfile(
      {
        hasPassword: false,
        bySignOn: true,
        providers: [
          { ...university, link: LINKED },
          { ...city, link: null },
        ],
      },
      true,
    );
    screen.answers.give(session.tenantInfo, madeTenant({ sendsMail: true }));
    screen.answers.give(renewRecoveryCodes, { recoveryCodes: ['abcde-fghjk'] });
    await screen.open('/ui/management/self');
    await isThere(page.getByText(filled(words.noPassword.by, { label: 'University' })));
    await isGone(page.getByRole('form', { name: en.profile.changePassword }));
    await isThere(section.getByText(words.onlyWayIn));
    await isGone(unlinkOf);
    await isThere(section.getByRole('button', { name: filled(words.linkOf, { label: city.label }) }));
    const passkeys = page.getByRole('region', { name: en.secondFactor.passkeys.title });
    await isThere(passkeys.getByText(en.secondFactor.passkeys.noPassword));
    await isGone(passkeys.getByRole('button', { name: en.secondFactor.passkeys.add }));
    await screen.expectAccessible();

    const factor = page.getByRole('region', { name: en.secondFactor.title });
    await factor.getByRole('button', { name: en.secondFactor.profile.remove, exact: true }).click();
    await isThere(dialog.getByText(en.secondFactor.profile.removeAloneSignOn));
    await isGone(ownPassword);
    screen.answers.give(removeTotp, undefined);
    screen.answers.refuseOnce(removeTotp, passwordFault('sign-in-again'));
    await inDialog(en.secondFactor.profile.remove).click();
    await isThere(dialog.getByRole('alert').getByText(en.secondFactor.again.next));
    await userEvent.keyboard('{Escape}');
    await isGone(dialog);
    await factor.getByRole('button', { name: en.secondFactor.profile.renew, exact: true }).click();
    await inDialog(en.secondFactor.profile.renew).click();
    await isThere(dialog.getByText(en.secondFactor.codes.text));
    expect(screen.answers.asked(renewRecoveryCodes).map(({ body }) => body)).toEqual([{}]);
    expect(screen.answers.asked(removeTotp).map(({ body }) => body)).toEqual([{}]);
    await inDialog(en.secondFactor.codes.done).click();

    const person = page.getByRole('region', { name: en.profile.person });
    await person.getByRole('button', { name: en.users.edit }).click();
    const email = person.getByRole('textbox', { name: en.users.field.email });
    await expect.element(email).toHaveAttribute('readonly');
    await expect.element(email).toHaveAccessibleDescription(words.noPassword.email);
    await screen.expectAccessible();
  });

  test('is read in Italian, on a phone and in the dark', async () => {
    answerProfile({
      providers: [
        { ...university, link: LINKED },
        { ...city, link: null },
      ],
    });
    await screen.open('/ui/management/self', { language: 'it', scheme: 'dark', width: 390, height: 844 });
    const part = page.getByRole('region', { name: italian.signOn.title });
    await isThere(part.getByText(italian.signOn.notLinked));
    await screen.expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

test('a session by sign-on is told that it opens no other organisation', async () => {
  screen.answers.give(session.isLogged, { logged: true });
  screen.answers.give(session.listOwnTenants, ({ query }) => ({
    _embedded: {
      tenants: ['default', 'north'].map((name) => ({ id: name, name, displayName: name, url: null })),
    },
    ...pageBlock(2, query),
  }));
  screen.answers.fail(session.createHandoff, 'sign-in-needed');
  await screen.open('/ui/catalog');
  await button(en.app.changeOrganisation).click();
  await dialog.getByRole('radio', { name: 'north' }).click();
  await inDialog(en.session.organisation.confirm).click();
  await isThere(dialog.getByRole('alert').getByText(en.problem['sign-in-needed'].next));
  vi.restoreAllMocks();
});
