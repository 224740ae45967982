import {
  AVATAR_MAX_BYTES,
  changeOwnPassword,
  getTenantUser,
  setAvatar,
  updateTenantUser,
  type TenantUser,
} from '@armarium/contract/accounts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '@armarium/contract/own-sessions';
import type { Preferences } from '@armarium/contract/preferences';
import { getSecondFactor } from '@armarium/contract/second-factor';
import { getSelf, signIn, signOut, tenantInfo } from '@armarium/contract/session';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { en, filled, it as italian } from '../e2e/words.ts';
import { Refused } from './answers.ts';
import { madeTenant, madeTenantUser, madeUser, newUuid, pageBlock } from './made-catalogue.ts';
import { madeSecondFactor } from './made-people.ts';
import { Screen } from './screen.tsx';

const { profile, users, avatar } = en;
const SAVED = profile.saved;

let screen: Screen;
let user: TenantUser;
let preferences: Preferences;
let sessions: OwnSession[];
let version: number;

function madeSession(given: Partial<OwnSession> = {}): OwnSession {
  return {
    id: newUuid(),
    createdDate: '2026-11-20T09:00:00.000Z',
    lastSeenDate: '2026-11-25T17:30:00.000Z',
    browser: 'Firefox',
    system: 'Linux',
    address: '192.0.2.7',
    present: false,
    ...given,
  };
}

beforeEach(() => {
  screen = new Screen();
  const { answers } = screen;
  preferences = {};
  version = 1;
  const self = madeUser({ roles: ['ROLE_METADATA_EDITOR', 'ROLE_PUBLISHER'], email: 'ada@example.org' });
  user = madeTenantUser(self);
  sessions = [
    madeSession({ present: true, browser: 'Chrome', system: 'Windows' }),
    madeSession({ address: '192.0.2.1' }),
    madeSession({ browser: null, system: null, address: null }),
  ];
  answers.give(getSelf, () => {
    const { name, surname, email, avatarUrl } = user;
    return { ...self, name, surname, email, avatarUrl, preferences };
  });
  const tag = () => ({ headers: { ETag: `"${version}"` } });
  answers.give(getTenantUser, () => user, tag());
  answers.give(updateTenantUser, ({ body, headers }) => {
    const { preferences: chosen, name, surname, email } = body;
    if (chosen) preferences = { ...preferences, ...(chosen as Preferences) };
    const seen = headers.get('If-Match');
    if (seen !== null && seen !== `"${version}"`) throw new Refused('stale');
    user = {
      ...user,
      ...(name !== undefined && { name }),
      ...(surname !== undefined && { surname }),
      ...(email !== undefined && { email }),
    };
    return user;
  });
  answers.give(listOwnSessions, ({ query }) => ({
    _embedded: { sessions },
    ...pageBlock(sessions.length, query),
  }));
  answers.give(getSecondFactor, madeSecondFactor());
  answers.give(endOwnSession, ({ params }) => {
    sessions = sessions.filter(({ id }) => id !== params.id);
    return undefined;
  });
  answers.give(endOtherSessions, () => {
    sessions = sessions.filter(({ present }) => present);
    return undefined;
  });
});
afterEach(() => screen.close());

const main = page.getByRole('main');
const region = (name: string) => main.getByRole('region', { name });
const person = region(profile.person);
const field = (name: string) => person.getByRole('textbox', { name, exact: true });
const button = (name: string) => main.getByRole('button', { name, exact: true });
const notice = (text: string) => page.getByRole('alert').filter({ hasText: text }).first();

async function open(...shown: Parameters<Screen['open']> extends [string, ...infer S] ? S : never) {
  await screen.open('/ui/management/self', ...shown);
  await expect
    .element(
      main
        .getByRole('region', { name: /Sessions|Sessioni/ })
        .getByRole('listitem')
        .first(),
    )
    .toBeVisible();
}
async function edit(): Promise<void> {
  await person.getByRole('button', { name: users.edit }).click();
  await expect.element(field(users.field.name)).toHaveFocus();
}

describe('who one is', () => {
  test('[PROF-01, PROF-07] shows picture, name, surname, username and e-mail, and the roles in words', async () => {
    await open();
    for (const text of ['Ada', 'Rossi', 'ada', 'ada@example.org'])
      await expect
        .element(person.getByRole('definition').filter({ hasText: new RegExp(`^${text}$`) }))
        .toBeVisible();
    await expect.element(person.getByText(users.role.ROLE_METADATA_EDITOR, { exact: false })).toBeVisible();
    await expect
      .element(person.getByText(filled(profile.rolesNote, { organisation: 'Armarium' })))
      .toBeVisible();
    expect(person.element().querySelector('[data-large]')?.textContent).toBe('AR');
    await screen.expectAccessible();
    await edit();
    await expect.element(field(users.field.username)).toHaveAttribute('readonly');
    await screen.expectAccessible();
  });

  test('[PROF-02, PROF-08] name, surname and e-mail are changed, and nothing else is sent', async () => {
    await open();
    await edit();
    await field(users.field.name).fill('Augusta');
    await field(users.field.email).fill('augusta@example.org');
    await person.getByRole('button', { name: users.save }).click();
    await expect.element(notice(SAVED)).toBeVisible();
    expect(screen.answers.asked(updateTenantUser).map(({ body }) => body)).toEqual([
      { name: 'Augusta', email: 'augusta@example.org' },
    ]);
    await expect.element(person.getByRole('button', { name: users.edit })).toHaveFocus();
    // The menu shows it too.
    await expect.element(page.getByRole('navigation').getByText('Augusta Rossi')).toBeInTheDocument();
  });

  test('a new e-mail address takes the password, where the organisation sends mail', async () => {
    screen.answers.give(tenantInfo, madeTenant({ sendsMail: true }));
    await open();
    await edit();
    const password = person.getByLabelText(users.field.currentPassword, { exact: false }).first();
    await field(users.field.name).fill('Augusta');
    expect(password.query()).toBeNull();
    await field(users.field.email).fill('augusta@example.org');
    const save = () => person.getByRole('button', { name: users.save }).click();
    await save();
    await expect.element(person.getByText(users.fault.currentMissing)).toBeVisible();
    await expect.element(password).toHaveFocus();
    await screen.expectAccessible();
    const wrong = { name: 'currentPassword', code: 'wrong-password', message: '' };
    screen.answers.give(updateTenantUser, () => {
      throw new Refused('invalid', [wrong]);
    });
    await password.fill('not the password');
    await save();
    await expect.element(person.getByText(users.fault.currentWrong)).toBeVisible();
    await expect.element(field(users.field.email)).toHaveValue('augusta@example.org');
    const body = { name: 'Augusta', email: 'augusta@example.org', currentPassword: 'not the password' };
    expect(screen.answers.asked(updateTenantUser).map((asked) => asked.body)).toEqual([body]);
  });

  test('[PROF-06] a missing and a malformed e-mail are told at the field', async () => {
    await open();
    await edit();
    for (const wrong of ['', 'ada@']) {
      await field(users.field.email).fill(wrong);
      await person.getByRole('button', { name: users.save }).click();
      await expect.element(person.getByText('E-mail must be valid')).toBeVisible();
      await expect.element(field(users.field.email)).toHaveFocus();
    }
    expect(screen.answers.asked(updateTenantUser)).toEqual([]);
  });

  test('[PROF-03, PROF-04, PROF-05] the picture is a JPEG that is cropped, and not too large', async () => {
    screen.answers.give(setAvatar, () => user);
    await open();
    await edit();
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    expect(input.accept).toBe('image/jpeg');
    const choose = (file: File) => {
      const held = new DataTransfer();
      held.items.add(file);
      input.files = held.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose(new File([new Uint8Array(AVATAR_MAX_BYTES + 1)], 'large.jpg'));
    await expect.element(person.getByText('Image is too large')).toBeVisible();
    const canvas = new OffscreenCanvas(640, 480);
    canvas.getContext('2d')?.fillRect(0, 0, 99, 99);
    choose(new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'ada.jpg'));
    await person.getByRole('button', { name: avatar.confirm }).click();
    await person.getByRole('button', { name: users.save }).click();
    await expect.element(notice(SAVED)).toBeVisible();
    const [sent] = screen.answers.asked(setAvatar);
    expect(sent?.file?.type).toBe('image/png');
    const { width, height } = await createImageBitmap(sent!.file!);
    expect([width, height]).toEqual([300, 300]);
  });

  test('what was typed survives a failed save, and a reload', async () => {
    await open();
    await edit();
    await field(users.field.name).fill('Augusta');
    await screen.answers.failing(updateTenantUser, 'offline', async () => {
      await person.getByRole('button', { name: users.save }).click();
      await expect.element(person.getByText(users.saveFailed)).toBeVisible();
    });
    screen.reopen();
    await expect.element(field(users.field.name)).toHaveValue('Augusta');
    await expect.element(person.getByText(users.restored)).toBeVisible();
    await person.getByRole('button', { name: users.save }).click();
    await expect.element(notice(SAVED)).toBeVisible();
    expect(user.name).toBe('Augusta');
  });

  test('a change by somebody else is taken over below what was typed', async () => {
    await open();
    await edit();
    await field(users.field.name).fill('Augusta');
    version = 2;
    user = { ...user, surname: 'Bianchi' };
    screen.answers.give(getTenantUser, () => user, { headers: { ETag: '"2"' } });
    await person.getByRole('button', { name: users.save }).click();
    await expect.element(person.getByText(users.staleNext)).toBeVisible();
    await expect.element(field(users.field.surname)).toHaveValue('Bianchi');
    await expect.element(field(users.field.name)).toHaveValue('Augusta');
    await person.getByRole('button', { name: users.save }).click();
    await expect.element(notice(SAVED)).toBeVisible();
    expect([user.name, user.surname]).toEqual(['Augusta', 'Bianchi']);
  });
});

describe('the password', () => {
  const section = region(profile.changePassword);
  const { old, next, confirmed } = profile.password;
  const type = async (oldOne: string, nextOne: string, confirmation = nextOne) => {
    for (const [label, text] of [
      [old, oldOne],
      [next, nextOne],
      [confirmed, confirmation],
    ] as const)
      await section.getByLabelText(label).fill(text);
    await section.getByRole('button', { name: profile.changePassword }).click();
  };

  test('[PROF-09, PROF-10, PROF-11] is asked for, and what is wrong with it is told at once', async () => {
    await open();
    await type('', 'eleven sign', 'another');
    for (const [text, label] of [
      [profile.fault.oldMissing, old],
      ['Password must be at least 12 characters', next],
      ['The password confirmation does not match.', confirmed],
    ] as const) {
      await expect.element(section.getByText(text)).toBeVisible();
      await expect.element(section.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true');
    }
    await expect.element(section.getByLabelText(old)).toHaveFocus();
    expect(screen.answers.asked(changeOwnPassword)).toEqual([]);
    await screen.expectAccessible();
  });

  test('[PROF-12] a wrong old one is told at the field, on this page', async () => {
    screen.answers.fail(changeOwnPassword, 'wrong-old-password');
    await open();
    await type('not the old one', 'twelve signs');
    await expect.element(section.getByText('Wrong old password')).toBeVisible();
    await expect.element(section.getByLabelText(old)).toHaveFocus();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(location.pathname).toBe('/ui/management/self');
    // What was typed stays.
    await expect.element(section.getByLabelText(next)).toHaveValue('twelve signs');
  });

  test('[PROF-14] a changed one is told, and the fields are empty again', async () => {
    screen.answers.give(changeOwnPassword, undefined);
    await open();
    await type('the old one', 'twelve signs');
    await expect.element(notice('Password changed successfully')).toBeVisible();
    expect(screen.answers.asked(changeOwnPassword)[0]?.body).toEqual({
      old: 'the old one',
      new: 'twelve signs',
    });
    for (const label of [old, next, confirmed])
      await expect.element(section.getByLabelText(label)).toHaveValue('');
  });

  test('[PROF-13] another failure is a notification, and what was typed stays', async () => {
    screen.answers.fail(changeOwnPassword, 'too-many-requests');
    await open();
    await type('the old one', 'twelve signs');
    await expect.element(notice(profile.passwordFailed)).toBeVisible();
    await expect.element(section.getByLabelText(old)).toHaveValue('the old one');
  });

  test('where the session has ended, one signs in again, and the change goes on', async () => {
    let ended = true;
    const selfBefore = madeUser();
    screen.answers.give(changeOwnPassword, () => {
      if (ended) throw new Refused('not-signed-in');
      return undefined;
    });
    await open();
    screen.answers.give(getSelf, () => {
      if (ended) throw new Refused('not-signed-in');
      return { ...selfBefore, id: user.id };
    });
    await type('the old one', 'twelve signs');
    const again = page.getByRole('dialog', { name: en.session.again.title });
    await expect.element(again).toBeVisible();
    ended = false;
    screen.answers.give(signIn, { ...selfBefore, id: user.id });
    await again.bySelector('input[name=password]').fill('the old one');
    await again.getByRole('button', { name: en.session.signIn, exact: true }).click();
    await expect.element(notice('Password changed successfully')).toBeVisible();
  });
});

describe('sessions', () => {
  const section = region(profile.sessions);
  const rows = section.getByRole('listitem');

  test('are listed with where and since when; one is ended, and all others', async () => {
    sessions.push(madeSession({ browser: 'Safari', system: 'iOS' }));
    await open();
    await expect.element(rows.nth(0)).toHaveTextContent(profile.thisSession);
    await expect.element(rows.nth(0).getByRole('button')).not.toBeInTheDocument();
    await expect.element(rows.nth(1)).toHaveTextContent('Firefox on Linux');
    await expect.element(rows.nth(1)).toHaveTextContent('From 192.0.2.1');
    await expect.element(rows.nth(2)).toHaveTextContent(profile.unknownBrowser);
    await rows.nth(1).getByRole('button').click();
    await expect.element(notice(profile.ended)).toBeVisible();
    await expect.poll(() => rows.elements().length).toBe(3);
    // The focus goes on to the next one.
    await expect.element(rows.nth(1).getByRole('button')).toHaveFocus();
    await button(profile.endOthers).click();
    await expect.element(notice(profile.othersEnded)).toBeVisible();
    await expect.poll(() => rows.elements().length).toBe(1);
    await expect.element(section.getByRole('list')).toHaveFocus();
  });

  test('one that has ended meanwhile is gone; another failure is told', async () => {
    await open();
    const [, gone] = sessions;
    screen.answers.fail(endOwnSession, 'offline');
    await rows.nth(1).getByRole('button').click();
    await expect.element(notice(profile.endFailed)).toBeVisible();
    screen.answers.fail(endOwnSession, 'not-found');
    sessions = sessions.filter((one) => one !== gone);
    await rows.nth(1).getByRole('button').click();
    await expect.poll(() => rows.elements().length).toBe(2);
  });
});

describe('language and colours', () => {
  const scheme = () => document.documentElement.dataset['mantineColorScheme'];

  test('hold at once, and are kept with the account; so are those of the menu', async () => {
    await open();
    await region(profile.choices).getByText(profile.scheme.dark, { exact: true }).click();
    await expect.poll(scheme).toBe('dark');
    await region(profile.choices).getByText('Italiano').click();
    await expect.element(page.getByRole('heading', { level: 1, name: italian.profile.title })).toBeVisible();
    await expect.poll(() => preferences).toEqual({ colorScheme: 'dark', language: 'it' });
    const menu = (name: string) => page.getByRole('navigation', { name });
    await menu(italian.app.menu)
      .getByRole('button', { name: filled(italian.app.language, { name: 'Italiano' }) })
      .click();
    await expect.poll(() => preferences.language).toBe('en');
    await menu(en.app.menu)
      .getByRole('button', { name: filled(en.app.colourScheme, { name: en.app.scheme.dark }) })
      .click();
    await expect.poll(() => preferences.colorScheme).toBe('auto');
  });

  test('mail about imports is chosen where mail is set up, and a failure takes the choice back', async () => {
    screen.answers.give(tenantInfo, madeTenant({ sendsMail: true }));
    await open();
    const choice = region(profile.mail).getByRole('switch', { name: profile.importMail });
    await expect.element(choice).not.toBeChecked();
    await choice.click();
    await expect.element(choice).toBeChecked();
    await expect.poll(() => preferences).toEqual({ importMail: true });
    screen.answers.fail(updateTenantUser, 'unavailable');
    await choice.click();
    await expect.element(choice).toBeChecked();
    await expect.element(notice(en.app.choiceNotKept)).toBeVisible();
    expect(preferences).toEqual({ importMail: true });
    await screen.expectAccessible();
  });

  test('mail about imports is not offered where no mail is sent', async () => {
    await open();
    await expect.element(region(profile.choices)).toBeVisible();
    expect(region(profile.mail).elements()).toEqual([]);
  });

  test('are those of the account where one signs in', async () => {
    preferences = { language: 'it', colorScheme: 'dark' };
    await open({ language: 'en', scheme: 'light' });
    await expect.element(page.getByRole('heading', { level: 1, name: italian.profile.title })).toBeVisible();
    await expect.poll(scheme).toBe('dark');
    await screen.expectAccessible();
  });

  test('a choice is not undone by the answer to an earlier one', async () => {
    await open();
    const answerFirst = screen.answers.hold(updateTenantUser);
    const choose = (name: string) => region(profile.choices).getByText(name, { exact: true }).click();
    await choose(profile.scheme.dark);
    await expect.poll(scheme).toBe('dark');
    await choose(profile.scheme.light);
    await expect.poll(scheme).toBe('light');
    const seen: (string | undefined)[] = [];
    const observer = new MutationObserver(() => seen.push(scheme()));
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    answerFirst();
    const answerSecond = screen.answers.hold(updateTenantUser);
    await expect.poll(() => screen.answers.asked(updateTenantUser).length).toBe(2);
    await screen.answers.settled();
    answerSecond();
    await expect.poll(() => preferences).toEqual({ colorScheme: 'light' });
    await screen.answers.settled();
    observer.disconnect();
    expect(seen.filter((one) => one !== 'light')).toEqual([]);
  });

  test('a choice that could not be kept holds in this browser, and that is told', async () => {
    screen.answers.fail(updateTenantUser, 'offline');
    await open();
    await region(profile.choices).getByText(profile.scheme.dark, { exact: true }).click();
    await expect.element(notice(en.app.choiceNotKept)).toBeVisible();
    expect(scheme()).toBe('dark');
  });
});

test('[PROF-15] Logout signs out', async () => {
  screen.answers.fail(signOut, 'offline');
  await open();
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  // Leaving the page would end the test.
  await expect.element(notice(en.app.signOutFailed)).toBeVisible();
  expect(screen.answers.asked(signOut)).toHaveLength(1);
});

test('[SHELL-20] the menu leads to the own profile', async () => {
  await screen.open('/ui/support');
  await page.getByRole('navigation').getByRole('link', { name: en.app.ownProfile }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: profile.title })).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/ui/management/self');
  await userEvent.keyboard('{Escape}');
});

test('on a phone, in Italian, nothing is cut off', async () => {
  await open({ language: 'it', width: 390, height: 844 });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await screen.expectAccessible();
});
