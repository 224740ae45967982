import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import {
  addMembership,
  changeOwnPassword,
  createTenantUser,
  getTenantUser,
  updateTenantUser,
  type TenantUser,
} from '@armarium/contract/accounts';
import type { Role } from '@armarium/contract/capability';
import {
  acceptInvitation,
  forgotPassword,
  getInvitation,
  getNewPasswordLink,
  sendInvitation,
  setNewPassword,
} from '@armarium/contract/password-links';
import type { Problem } from '@armarium/contract/problem';
import { getSelf, getSignInOptions } from '@armarium/contract/session';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { openMailServer, type ArrivedMail } from '../../../../../../tests/harness/mail-server.ts';
import { until } from '../../../../../../tests/harness/waiting.ts';
import { codeOf } from '../../../../../../tests/http/problem-of.ts';
import { openInstallation } from '../../../../../../tests/http/test-installation.ts';
import { system } from '../../../db/database.ts';
import type { JobContext } from '../../../queue/jobs.ts';
import { changeRoles } from '../role.writes.ts';
import { forgottenPasswordJob } from './forgotten-password.job.ts';

const PUBLIC_URL = 'https://catalogue.example.org';
const password = 'a password that nobody has';

const logged: string[] = [];
const mail = await openMailServer();
const house = await openInstallation({
  worker: true,
  environment: { SMTP_URL: mail.url(), MAIL_FROM: 'post@armarium.example', PUBLIC_URL },
  limits: { signInAttempts: 3 },
  log: pino({}, { write: (line: string) => void logged.push(line) }),
});
// An organisation without an address sends no mail.
await house.query(`update tenant set url = null where name = 'altra'`);
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const chief = await house.account('altra', ['ROLE_TENANT_ADMIN']);
const neighbour = await house.signedIn(chief, 'altra');
const noMail = { smtpUrl: undefined, mailFrom: undefined, publicUrl: undefined };

const address = () => `${randomUUID()}@example.org`;
const user = async (id: string, client = admin) =>
  (await client.call(getTenantUser, { params: { id } })).body;

/** An account that an administrator invites. */
async function invited(roles: Role[] = ['ROLE_USER']): Promise<TenantUser> {
  const { status, body } = await admin.call(createTenantUser, {
    body: {
      username: `user-${randomUUID()}`,
      email: address(),
      tenantPermissions: [{ tenant: 'default', roles }],
    },
  });
  expect(status).toBe(201);
  return body;
}

/** Somebody with an address who has signed in once, with the same browser again. */
async function person(given: { roles?: readonly Role[]; email?: string } = {}) {
  const account = await house.account('default', given.roles ?? ['ROLE_USER']);
  const email = given.email ?? address();
  await house.query('update account set email = $2 where uuid = $1', [account.uuid, email]);
  return { ...account, email, client: await house.signedIn(account) };
}

/** The token of the link in a message, which leads to a page of the client. */
function wordIn({ html = '' }: ArrivedMail, page: 'invitation' | 'new-password'): string {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '');
  const [link = ''] = links.filter((href) => href.startsWith(`${PUBLIC_URL}/ui/${page}#`));
  expect(link).not.toBe('');
  return new URL(link).hash.slice(1);
}
const invitationOf = async ({ email }: { email: string }, count = 1) =>
  wordIn(await mail.next(email, count), 'invitation');
const accept = (token: string, client: HttpClient = house.visitor()) =>
  client.call(acceptInvitation, { params: { token }, body: { password } });
const read = (token: string, client: HttpClient = house.visitor()) =>
  client.call(getInvitation, { params: { token } });
/** How signing in with a password ends. */
const signInStatus = async (username: string, given = password, client = house.visitor()) =>
  (await client.signIn(username, given)).status;
const ask = (username: string, client: HttpClient = house.visitor()) =>
  client.call(forgotPassword, { body: { username } });
/** Asks for a new password. @returns the token of the link */
async function forgotten({ username, email }: { username: string; email: string }, count = 1) {
  // Each from another address, so that the limit by address does not count here.
  expect((await ask(username)).status).toBe(202);
  return wordIn(await mail.next(email, count), 'new-password');
}
/** Waits until all that was asked for is done. */
const settled = () =>
  until('no job waits', async () => {
    const waiting = await house.query(
      `select from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
       where task.identifier in ('forgotten-password', 'deliver')`,
    );
    return waiting.length === 0 || undefined;
  });
const letExpire = (uuid: string) =>
  house.query(`update password_link set expires_at = now() where account_uuid = $1`, [uuid]);
const letForgetAttempts = () => house.query('delete from sign_in_attempt');

describe('an invitation', () => {
  it('[USER-20] is sent to an account that is made without a password, which its user sets', async () => {
    const made = await invited();
    const days = (Date.parse(made.invitation?.expiresDate ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expect(made.allowedActions).toContain('invite');
    expect(await signInStatus(made.username)).toBe(401);
    const token = await invitationOf(made);
    const visitor = house.visitor();
    expect((await read(token, visitor)).body).toEqual({
      username: made.username,
      tenantName: 'default',
      tenantDisplayName: 'Armarium',
      expiresAt: made.invitation?.expiresDate,
    });
    expect((await accept(token, visitor)).status).toBe(204);
    expect(await signInStatus(made.username, password, visitor)).toBe(200);
    const { invitation, allowedActions } = await user(made.id);
    expect({ invitation, mayInvite: allowedActions.includes('invite') }).toEqual({
      invitation: null,
      mayInvite: false,
    });
    const [row] = await house.query<object>('select email_confirmed from account where uuid = $1', [made.id]);
    expect(row).toEqual({ email_confirmed: true });
    // The person has just chosen it.
    await settled();
    expect(mail.arrivedFor(made.email)).toHaveLength(1);
  });

  it('works once, also of two at the same moment', async () => {
    const token = await invitationOf(await invited());
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410]);
    expect(codeOf(await read(token))).toBe('link-over');
    expect(codeOf(await accept(token))).toBe('link-over');
  });

  it('ends when it is sent again, and when the address is changed', async () => {
    const made = await invited();
    const first = await invitationOf(made);
    const again = await admin.call(sendInvitation, { params: { id: made.id } });
    expect(again.status).toBe(200);
    const second = await invitationOf(made, 2);
    expect((await read(first)).status).toBe(410);
    expect((await read(second)).status).toBe(200);
    const email = address();
    await admin.call(updateTenantUser, { params: { id: made.id }, body: { email } });
    expect((await read(second)).status).toBe(410);
    const ended = (await user(made.id)).invitation?.expiresDate ?? '';
    expect(Date.parse(ended)).toBeLessThanOrEqual(Date.now() + 1_000);
    await admin.call(sendInvitation, { params: { id: made.id } });
    expect((await accept(await invitationOf({ email }))).status).toBe(204);
  });

  it('ends after its time, and while the account may not sign in', async () => {
    const made = await invited();
    const token = await invitationOf(made);
    await admin.call(updateTenantUser, { params: { id: made.id }, body: { active: false } });
    expect((await read(token)).status).toBe(410);
    expect(codeOf(await admin.call(sendInvitation, { params: { id: made.id } }))).toBe('forbidden');
    await admin.call(updateTenantUser, { params: { id: made.id }, body: { active: true } });
    expect((await read(token)).status).toBe(200);
    await letExpire(made.id);
    expect((await read(token)).status).toBe(410);
    expect((await accept(token)).status).toBe(410);
    expect(await signInStatus(made.username)).toBe(401);
  });

  it('is not known where it is another token, another organisation’s, or for something else', async () => {
    const made = await invited();
    const token = await invitationOf(made);
    for (const other of [token.slice(1), `${token}x`, token.toUpperCase(), 'A'.repeat(43)])
      expect((await read(other)).status).toBe(404);
    expect((await read(token, house.visitor('altra'))).status).toBe(404);
    expect((await accept(token, house.visitor('altra'))).status).toBe(404);
    const body = { token, password };
    expect((await house.visitor().call(setNewPassword, { body })).status).toBe(404);
    expect((await read(token)).status).toBe(200);
  });

  it('is refused to somebody who is signed in with another account, who stays signed in', async () => {
    const token = await invitationOf(await invited());
    const { client } = await person();
    expect(codeOf(await accept(token, client))).toBe('other-account');
    expect((await client.call(getSelf)).status).toBe(200);
    expect((await read(token)).status).toBe(200);
  });

  it('is for nobody who has a password', async () => {
    const { uuid } = await person();
    expect((await user(uuid)).allowedActions).not.toContain('invite');
    expect(codeOf(await admin.call(sendInvitation, { params: { id: uuid } }))).toBe('has-password');
  });

  it('cannot be sent by an organisation that sends no mail: an account has a password from the start', async () => {
    const { status, body } = await neighbour.call(createTenantUser, {
      body: {
        username: `user-${randomUUID()}`,
        email: address(),
        tenantPermissions: [{ tenant: 'altra', roles: ['ROLE_USER'] }],
      },
    });
    expect(status).toBe(422);
    expect((body as unknown as Problem).fields.map(({ name }) => name)).toEqual(['password']);
    const account = await house.account('altra', ['ROLE_USER']);
    await house.query('update account set password_hash = null where uuid = $1', [account.uuid]);
    expect((await user(account.uuid, neighbour)).allowedActions).not.toContain('invite');
    expect(codeOf(await neighbour.call(sendInvitation, { params: { id: account.uuid } }))).toBe(
      'mail-not-set',
    );
    const offers = [house.visitor(), house.visitor('altra')].map(
      async (visitor) => (await visitor.call(getSignInOptions)).body.forgottenPassword,
    );
    expect(await Promise.all(offers)).toEqual([true, false]);
  });

  it('[PERM-35] makes no administrator before its password is set', async () => {
    const { uuid } = await house.account('altra', ['ROLE_TENANT_ADMIN']);
    await house.query('update account set password_hash = null where uuid = $1', [uuid]);
    const leaving = house.access.database
      .tenant(house.tenantIds.altra, system)
      .write('account-roles', (tx) =>
        changeRoles({ tx, by: 'operator', mail: noMail }, chief.uuid, () => []),
      );
    await expect(leaving).rejects.toMatchObject({ code: 'last-admin' });
  });

  it('stands in no line of the log', async () => {
    const token = await invitationOf(await invited());
    await read(token);
    await accept(token);
    const link = await forgotten(await person());
    await house.visitor().call(getNewPasswordLink, { params: { token: link } });
    await until('it was logged', () => logged.join('').includes('/users/newPassword/…') || undefined);
    expect(logged.join('')).toContain('/iam/invitations/…');
    expect(logged.join('')).not.toContain(token);
    expect(logged.join('')).not.toContain(link);
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link of mail; all sessions of the account end', async () => {
    await letForgetAttempts();
    const ada = await person();
    const token = await forgotten(ada);
    expect((await ada.client.call(getSelf)).status).toBe(200);
    const link = await house.visitor().call(getNewPasswordLink, { params: { token } });
    expect(link.body).toMatchObject({ username: ada.username, tenantDisplayName: 'Armarium' });
    const body = { token, password };
    expect((await house.visitor().call(setNewPassword, { body })).status).toBe(204);
    expect((await house.visitor().call(getNewPasswordLink, { params: { token } })).status).toBe(410);
    expect((await ada.client.call(getSelf)).status).toBe(401);
    expect(await signInStatus(ada.username, ada.password)).toBe(401);
    expect(await signInStatus(ada.username, password, ada.client)).toBe(200);
    expect((await mail.next(ada.email, 2)).subject).toBe('Your password at Armarium was changed');
    // Each works once, and with one of them all are used.
    expect(codeOf(await house.visitor().call(setNewPassword, { body }))).toBe('link-over');
  });

  it('is answered alike whoever it is, and is sent only to who may sign in here and has a password', async () => {
    await letForgetAttempts();
    const ada = await person();
    const waiting = await invited();
    await mail.next(waiting.email);
    const gone = await person();
    await admin.call(updateTenantUser, { params: { id: gone.uuid }, body: { active: false } });
    const stranger = await house.account('altra', ['ROLE_USER']);
    await house.query('update account set email = $2 where uuid = $1', [stranger.uuid, address()]);
    const names = [
      ada.username,
      `nobody-${randomUUID()}`,
      waiting.username,
      gone.username,
      stranger.username,
    ];
    const told: { status: number; text: string; said: object }[] = [];
    for (const name of names) {
      const { status, bytes, headers } = await ask(name);
      const { date: _, 'x-request-id': __, ...said } = headers;
      told.push({ status, text: bytes.toString(), said });
    }
    expect(told[0]?.status).toBe(202);
    expect(told.slice(1)).toEqual(Array.from({ length: 4 }, () => told[0]));
    // The name that somebody typed, which may be a password, stands in no job.
    await mail.next(ada.email);
    await settled();
    const links = await house.query<{ account: string }>(
      `select account_uuid as account from password_link where purpose = 'forgotten-password' and account_uuid = any($1)`,
      [[waiting.id, gone.uuid, stranger.uuid]],
    );
    expect(links).toEqual([]);
    expect(mail.arrivedFor(waiting.email)).toHaveLength(1);
  });

  it('sends three links in an hour, however many are asked for at once', async () => {
    const ada = await person();
    const config = {
      smtpUrl: mail.url(),
      mailFrom: { name: '', address: 'post@armarium.example' },
      publicUrl: PUBLIC_URL,
    };
    const write = forgottenPasswordJob(house.program.media.database, config);
    const payload = { account: ada.uuid, tenantId: house.tenantIds.default };
    const job = { log: pino({ level: 'silent' }) } as unknown as JobContext;
    await Promise.all(Array.from({ length: 6 }, () => write(payload, job)));
    await settled();
    expect(mail.arrivedFor(ada.email)).toHaveLength(3);
  });

  it('has a link for an hour; a second one leaves the first, a new password ends both', async () => {
    await letForgetAttempts();
    const ada = await person();
    const first = await forgotten(ada);
    const second = await forgotten(ada, 2);
    const body = { old: ada.password, new: password };
    expect((await ada.client.call(changeOwnPassword, { body })).status).toBe(204);
    for (const token of [first, second])
      expect((await house.visitor().call(setNewPassword, { body: { token, password } })).status).toBe(410);
    const third = await forgotten(ada, 4);
    const [row] = await house.query<{ minutes: number }>(
      `select round(extract(epoch from expires_at - now()) / 60)::integer as minutes from password_link
       where account_uuid = $1 order by made_at desc limit 1`,
      [ada.uuid],
    );
    expect(row).toEqual({ minutes: 60 });
    await letExpire(ada.uuid);
    const late = await house.visitor().call(setNewPassword, { body: { token: third, password } });
    expect(codeOf(late)).toBe('link-over');
  });

  it('is asked for so often and no more, without keeping anybody from signing in', async () => {
    await letForgetAttempts();
    const ada = await person();
    const answers = [];
    for (let times = 0; times < 4; times += 1) answers.push((await ask(ada.username)).status);
    expect(answers).toEqual([202, 202, 202, 429]);
    expect((await ask(`nobody-${randomUUID()}`)).status).toBe(202);
    // So many requests in all hold off the address, but nobody there who signs in.
    for (let times = answers.length + 1; times <= 30; times += 1) await ask(`nobody-${randomUUID()}`);
    expect((await ask(`nobody-${randomUUID()}`)).status).toBe(429);
    expect(await signInStatus(ada.username, ada.password)).toBe(200);
    await letForgetAttempts();
  });
});

describe('a new address of one’s own', () => {
  it('takes the password, since a message to it can set a new one', async () => {
    await letForgetAttempts();
    const ada = await person();
    const change = (email: string, given?: string) =>
      ada.client.call(updateTenantUser, {
        params: { id: ada.uuid },
        body: { email, ...(given !== undefined && { currentPassword: given }) },
      });
    const faultOf = ({ body }: { body: unknown }) =>
      (body as Problem).fields.map(({ name, code }) => `${name}: ${code}`);
    const email = address();
    expect(faultOf(await change(email))).toEqual(['currentPassword: required']);
    expect(faultOf(await change(email, password))).toEqual(['currentPassword: wrong-password']);
    expect((await user(ada.uuid)).email).toBe(ada.email);
    // What stands there already is no change.
    expect((await change(ada.email)).status).toBe(200);
    expect((await change(email, ada.password)).status).toBe(200);
    expect((await user(ada.uuid)).email).toBe(email);
    for (let times = 0; times < 3; times += 1) await change(address(), password);
    expect((await change(address(), ada.password)).status).toBe(429);
    await letForgetAttempts();
  });
});

describe('a person is told', () => {
  it('of a password that they have changed', async () => {
    const ada = await person();
    await ada.client.call(changeOwnPassword, { body: { old: ada.password, new: password } });
    const { subject, html = '' } = await mail.next(ada.email);
    expect(subject).toBe('Your password at Armarium was changed');
    expect(html).toContain(`${PUBLIC_URL}/ui/management/self`);
  });

  it('of a new address, at the former one', async () => {
    const ada = await person();
    const email = address();
    await admin.call(updateTenantUser, { params: { id: ada.uuid }, body: { email } });
    const { text = '' } = await mail.next(ada.email);
    expect(text).toContain(email);
    await settled();
    expect(mail.arrivedFor(email)).toEqual([]);
  });

  it('of no more than ten new browsers a day, of which fifty are known', async () => {
    const ada = await person();
    for (let times = 0; times < 12; times += 1) await signInStatus(ada.username, ada.password);
    await settled();
    // The browser in which the account was first opened is one of the ten.
    expect(mail.arrivedFor(ada.email)).toHaveLength(9);
    await house.query(
      `insert into account_device (account_uuid, device_hash, seen_at)
       select $1, sha256(n::text::bytea), now() - interval '2 days' from generate_series(1, 60) n`,
      [ada.uuid],
    );
    await signInStatus(ada.username, ada.password);
    expect(await house.query('select from account_device where account_uuid = $1', [ada.uuid])).toHaveLength(
      50,
    );
  });

  it('of roles in another organisation, in the language that they have chosen', async () => {
    const account = await house.account('altra', ['ROLE_USER']);
    const email = address();
    await house.query(`update account set email = $2, preferences = '{"language":"it"}' where uuid = $1`, [
      account.uuid,
      email,
    ]);
    await admin.call(addMembership, { body: { username: account.username, roles: ['ROLE_USER'] } });
    expect((await mail.next(email)).subject).toBe('Ora hai accesso a Armarium');
  });

  it('of a sign-in from a browser that was never used for the account, but for the first', async () => {
    const ada = await person();
    // With the cookie of the first time, signed out or not.
    expect(await signInStatus(ada.username, ada.password, ada.client)).toBe(200);
    await settled();
    expect(mail.arrivedFor(ada.email)).toEqual([]);
    const other = house.visitor();
    expect(await signInStatus(ada.username, 'not the password', other)).toBe(401);
    const answer = await other.signIn(ada.username, ada.password);
    expect(answer.status).toBe(200);
    const { text = '', subject } = await mail.next(ada.email);
    expect(subject).toBe('New sign-in at Armarium');
    expect(text).toMatch(/127\.0\.0\.1/);
    expect(await signInStatus(ada.username, ada.password, other)).toBe(200);
    // A new password makes all browsers unknown, also that of somebody who knew the old one.
    await ada.client.call(changeOwnPassword, { body: { old: ada.password, new: password } });
    expect(await signInStatus(ada.username, password, other)).toBe(200);
    await mail.next(ada.email, 3);
    // One browser, two people: it is new for the other.
    const bob = await person();
    expect(await signInStatus(bob.username, bob.password, other)).toBe(200);
    await mail.next(bob.email);
    await settled();
    expect(mail.arrivedFor(ada.email)).toHaveLength(3);
    const cookie = answer.headers['set-cookie']?.find((one) => one.startsWith('armarium_device='));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/Path=\/users;/);
    expect(cookie).toMatch(/Max-Age=34560000/);
  });
});
