import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { changeOwnPassword, getTenantUser, assignRoles } from '@armarium/contract/accounts';
import type { Role } from '@armarium/contract/capability';
import { operations } from '@armarium/contract/operations';
import { changeOrganisation, listOrganisationChanges } from '@armarium/contract/organisation';
import { listOwnSessions } from '@armarium/contract/own-sessions';
import { setNewPassword } from '@armarium/contract/password-links';
import type { Problem } from '@armarium/contract/problem';
import {
  confirmTotp,
  getSecondFactor,
  passSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  resetSecondFactor,
  startTotp,
} from '@armarium/contract/second-factor';
import { createHandoff, getSelf, isLogged, redeemHandoff, signOut } from '@armarium/contract/session';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { openMailServer } from '../../../../../../tests/harness/mail-server.ts';
import { until } from '../../../../../../tests/harness/waiting.ts';
import { codeOf, fieldsOf } from '../../../../../../tests/http/problem-of.ts';
import { openInstallation } from '../../../../../../tests/http/test-installation.ts';
import { waiting, whileItWaits } from '../../../../../../tests/http/while-it-waits.ts';
import { makeLink } from '../passwords/password-links.ts';

const STEP_S = 30;
const mail = await openMailServer();
const logged: string[] = [];
const house = await openInstallation({
  worker: true,
  environment: mail.settings,
  limits: { signInAttempts: 3 },
  log: pino({}, { write: (line: string) => void logged.push(line) }),
});
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');

/** The code that an app shows some steps from now, by the clock of this machine, which is that of the database. */
const codeBy = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_S });
const wrongCode = (secret: string) => codeBy(secret, 1000);
const status = async (client: HttpClient) => (await client.call(isLogged)).body;
const pass = (client: HttpClient, code: string) => client.call(passSecondFactor, { body: { code } });
/** Waits for the message with this subject. */
const letForgetCodes = (uuid: string) =>
  house.query('update account_totp set last_step = 0 where account_uuid = $1', [uuid]);
const demand = (isDemanded: boolean, tenant = 'default') =>
  house.query('update tenant set demand_second_factor = $1 where name = $2', [isDemanded, tenant]);

/** Sets an authenticator app up in an open session. */
async function enrol(client: HttpClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await client.call(startTotp)).body;
  const { status: answered, body } = await client.call(confirmTotp, { body: { code: codeBy(secret) } });
  expect(answered).toBe(200);
  return { secret, recoveryCodes: body.recoveryCodes };
}

/** Somebody with an authenticator app, with the session in which it was set up. No code was used yet. */
async function person(roles: readonly Role[] = ['ROLE_USER']) {
  const account = await house.account('default', roles);
  const email = `${randomUUID()}@example.org`;
  await house.query('update account set email = $2 where uuid = $1', [account.uuid, email]);
  const client = await house.signedIn(account);
  const app = await enrol(client);
  await letForgetCodes(account.uuid);
  return { ...account, ...app, email, client };
}

/** A browser in which the password was given. */
async function pendingOf(account: { username: string; password: string }): Promise<HttpClient> {
  const client = house.visitor();
  const answer = await client.signIn(account.username, account.password);
  expect([answer.status, codeOf(answer)]).toEqual([401, 'second-factor']);
  return client;
}

describe('setting up an authenticator app', () => {
  it('shows a secret, which a code by it puts to use, with ten recovery codes', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    const started = await client.call(startTotp);
    const { secret, otpauth } = started.body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.headers['cache-control']).toContain('no-store');
    const address = new URL(otpauth);
    expect(address.protocol + address.host).toBe('otpauth:totp');
    expect(decodeURIComponent(address.pathname)).toContain(`:${account.username}`);
    expect(address.searchParams.get('secret')).toBe(secret);
    // Nothing is asked for before a code was given.
    expect((await house.visitor().signIn(account.username, account.password)).status).toBe(200);
    const wrong = await client.call(confirmTotp, { body: { code: wrongCode(secret) } });
    expect([wrong.status, fieldsOf(wrong)]).toEqual([422, ['code: wrong-code']]);
    // As an app shows it.
    const code = codeBy(secret).replace(/^(...)/, '$1 ');
    const { body, headers } = await client.call(confirmTotp, { body: { code } });
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const one of body.recoveryCodes)
      expect(one).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(headers['cache-control']).toContain('no-store');
    const { totp, demanded } = (await client.call(getSecondFactor)).body;
    expect(totp).toEqual({ confirmedDate: expect.any(String), recoveryCodesLeft: 10 });
    expect(demanded).toBe(false);
  });

  it('(V7.2.4) ends the other sessions of the account, and gives the present one a new token', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const [client, other] = [await house.signedIn(account), await house.signedIn(account)];
    const former = client.cookies.get('armarium_session');
    await enrol(client);
    expect(client.cookies.get('armarium_session')).not.toBe(former);
    expect((await client.call(getSelf)).status).toBe(200);
    expect((await other.call(getSelf)).status).toBe(401);
    const old = await house.visitor().call(getSelf, { headers: { cookie: `armarium_session=${former}` } });
    expect(old.status).toBe(401);
  });

  it('replaces a secret that is not in use, and refuses where one is', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    const without = await client.call(confirmTotp, { body: { code: '123456' } });
    expect(without.status).toBe(404);
    const first = (await client.call(startTotp)).body.secret;
    const { secret } = (await client.call(startTotp)).body;
    expect((await client.call(confirmTotp, { body: { code: codeBy(first) } })).status).toBe(422);
    expect((await client.call(confirmTotp, { body: { code: codeBy(secret) } })).status).toBe(200);
    const again = await client.call(startTotp);
    expect([again.status, codeOf(again)]).toEqual([409, 'second-factor-exists']);
    const confirmed = await client.call(confirmTotp, { body: { code: codeBy(secret, 1) } });
    expect([confirmed.status, codeOf(confirmed)]).toEqual([409, 'second-factor-exists']);
  });

  it('(V7.5.1) asks for the password where the sign-in is not recent', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    await house.query(
      `update session set created_at = now() - interval '16 minutes' where account_uuid = $1`,
      [account.uuid],
    );
    const asked = await client.call(startTotp);
    expect([asked.status, fieldsOf(asked)]).toEqual([422, ['password: password-needed']]);
    const wrong = await client.call(startTotp, { body: { password: 'not the password' } });
    expect([wrong.status, fieldsOf(wrong)]).toEqual([422, ['password: wrong-password']]);
    const { password } = account;
    expect((await client.call(startTotp, { body: { password } })).status).toBe(200);
  });

  it('(V6.5.5) takes a code by a new secret for fifteen minutes', async () => {
    const client = await house.signedIn(await house.account('default', ['ROLE_USER']));
    const { secret } = (await client.call(startTotp)).body;
    const age = (minutes: number) =>
      house.query(`update account_totp set started_at = now() - $1 * interval '1 minute'`, [minutes]);
    const wrong = () => client.call(confirmTotp, { body: { code: wrongCode(secret) } });
    await age(14);
    expect((await wrong()).status).toBe(422);
    await age(16);
    expect((await client.call(confirmTotp, { body: { code: codeBy(secret) } })).status).toBe(404);
  });

  it('(V6.1.1) limits wrong codes by a new secret', async () => {
    const client = await house.signedIn(await house.account('default', ['ROLE_USER']));
    const { secret } = (await client.call(startTotp)).body;
    const confirm = (code: string) => client.call(confirmTotp, { body: { code } });
    for (let count = 0; count < 3; count += 1) expect((await confirm(wrongCode(secret))).status).toBe(422);
    expect((await confirm(codeBy(secret))).status).toBe(429);
  });

  it('(V6.3.7) tells the person by mail, and again when it is removed', async () => {
    const { email, client, password } = await person();
    await mail.about(email, 'has a second factor');
    await client.call(removeTotp, { body: { password } });
    await mail.about(email, 'The authenticator app of your account');
  });
});

describe('a sign-in with a second factor', () => {
  it('waits for a code after the password, and answers as any other then', async () => {
    const account = await person();
    const client = await pendingOf(account);
    expect(await status(client)).toEqual({ logged: false, secondFactor: 'due' });
    const pending = client.cookies.get('armarium_session');
    const answer = await pass(client, codeBy(account.secret));
    expect(answer.status).toBe(200);
    expect(answer.body.username).toBe(account.username);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(client.cookies.get('armarium_session')).not.toBe(pending);
    expect(await status(client)).toEqual({ logged: true });
    expect((await client.call(getSelf)).status).toBe(200);
  });

  it('says nothing of a second factor with a wrong password', async () => {
    const { username } = await person();
    const answer = await house.visitor().signIn(username, 'not the password');
    expect([answer.status, codeOf(answer)]).toEqual([401, 'wrong-credentials']);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('opens nothing before that but the call with the code, and signing out', async () => {
    const account = await person(['ROLE_ADMIN']);
    const client = await pendingOf(account);
    const token = await client.csrfToken();
    const closed = operations.filter(({ access }) => access !== 'anyone');
    expect(closed.filter(({ access }) => access === 'pending')).toEqual([signOut]);
    for (const { method, path, access } of closed) {
      if (access === 'pending') continue;
      const at = path.replace(/:\w+/g, randomUUID());
      const answer = await client.send(method, at, { 'x-xsrf-token': token });
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 401, 'not-signed-in']);
    }
    for (const path of ['/events', '/iam/jarvisUsers/self/secondFactor'] as const)
      expect((await client.send('GET', path)).status).toBe(401);
    expect((await client.send('POST', '/ccc/resumable', { 'x-xsrf-token': token })).status).toBe(401);
    expect((await client.call(signOut)).status).toBe(204);
    expect(await status(client)).toEqual({ logged: false });
    expect((await pass(client, codeBy(account.secret))).status).toBe(401);
  });

  it('(V6.5.1) refuses a code that was used, in the same minute and by two at once', async () => {
    const account = await person();
    const code = codeBy(account.secret);
    const clients = [await pendingOf(account), await pendingOf(account)];
    const answers = await Promise.all(clients.map((client) => pass(client, code)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    expect(answers.map(codeOf)).toContain('wrong-code');
    // Nor one that is older than a code that was accepted.
    expect((await pass(await pendingOf(account), codeBy(account.secret, -1))).status).toBe(401);
    expect((await pass(await pendingOf(account), codeBy(account.secret, 1))).status).toBe(200);
  });

  it.each([
    ['five minutes behind', -10],
    ['five minutes ahead', 10],
  ])('(V6.5.5) refuses the code of a clock that is %s, and says so', async (_what, steps) => {
    const account = await person();
    const client = await pendingOf(account);
    const answer = await pass(client, codeBy(account.secret, steps));
    expect([answer.status, codeOf(answer)]).toEqual([401, 'wrong-code']);
    expect((answer.body as unknown as Problem).detail).toContain('clock');
    expect((await pass(client, codeBy(account.secret))).status).toBe(200);
  });

  it.each([
    ['no code', {}],
    ['both kinds', { code: '123456', recoveryCode: 'abcde-fghjk' }],
  ])('is 422 for %s', async (_what, body) => {
    const client = await pendingOf(await person());
    expect((await client.call(passSecondFactor, { body })).status).toBe(422);
  });

  it('(V6.3.4) is over after ten minutes, by the clock of the database', async () => {
    const account = await person();
    const client = await pendingOf(account);
    const age = (minutes: number) =>
      house.query(
        `update session set seen_at = now() - $2 * interval '1 minute' where account_uuid = $1 and not second_factor`,
        [account.uuid, minutes],
      );
    await age(9.5);
    expect(await status(client)).toEqual({ logged: false, secondFactor: 'due' });
    await age(10.5);
    expect(await status(client)).toEqual({ logged: false });
    const answer = await pass(client, codeBy(account.secret));
    expect([answer.status, codeOf(answer)]).toEqual([401, 'not-signed-in']);
  });

  it('never becomes a session by itself, whatever made it wait is gone', async () => {
    const account = await person();
    const client = await pendingOf(account);
    await account.client.call(removeTotp, { body: { password: account.password } });
    expect(await status(client)).toEqual({ logged: false });
    expect((await client.call(getSelf)).status).toBe(401);
    const admin = await house.account('altra', ['ROLE_TENANT_ADMIN']);
    await demand(true, 'altra');
    const missing = house.visitor('altra');
    await missing.signIn(admin.username, admin.password);
    await demand(false, 'altra');
    expect(await status(missing)).toEqual({ logged: false });
  });

  it('ends with a change of the password', async () => {
    const account = await person();
    const client = await pendingOf(account);
    const body = { old: account.password, new: 'quite another password' };
    expect((await account.client.call(changeOwnPassword, { body })).status).toBe(204);
    expect((await pass(client, codeBy(account.secret))).status).toBe(401);
    // The session in which it was changed keeps its second factor.
    expect((await account.client.call(getSelf)).status).toBe(200);
  });

  it('(V6.1.1) limits wrong codes, apart from passwords, and tells the person', async () => {
    const account = await person();
    const client = await pendingOf(account);
    try {
      expect((await pass(client, wrongCode(account.secret))).status).toBe(401);
      expect((await pass(client, wrongCode(account.secret))).status).toBe(401);
      // Neither a right password nor a right code gives more attempts.
      const other = await pendingOf(account);
      expect((await pass(other, codeBy(account.secret))).status).toBe(200);
      expect((await pass(client, wrongCode(account.secret))).status).toBe(401);
      const held = await pass(client, codeBy(account.secret, 1));
      expect([held.status, codeOf(held)]).toEqual([429, 'too-many-requests']);
      // An hour, where passwords are counted within five minutes.
      expect(Number(held.headers['retry-after'])).toBeGreaterThan(3_000);
      expect((await pass(await pendingOf(account), codeBy(account.secret, 1))).status).toBe(429);
      // Whoever is held off with the app still has the recovery codes.
      const [recoveryCode = ''] = account.recoveryCodes;
      const recovered = await client.call(passSecondFactor, { body: { recoveryCode } });
      expect(recovered.status).toBe(200);
      await mail.about(account.email, 'Too many wrong codes');
    } finally {
      await house.query('delete from sign_in_attempt');
    }
  });

  it('(V6.1.1) limits wrong recovery codes, apart from those of the app', async () => {
    const account = await person();
    const client = await pendingOf(account);
    const recover = (recoveryCode = '') => client.call(passSecondFactor, { body: { recoveryCode } });
    try {
      for (let times = 0; times < 3; times += 1) expect((await recover('aaaaa-aaaaa')).status).toBe(401);
      expect((await recover(account.recoveryCodes[0])).status).toBe(429);
      expect((await pass(client, codeBy(account.secret, 1))).status).toBe(200);
    } finally {
      await house.query('delete from sign_in_attempt');
    }
  });

  it.each([
    ['new recovery codes', renewRecoveryCodes],
    ['removing the app', removeTotp],
  ])(
    '(V6.3.4) is not got round by %s that were under way when the session ended',
    async (_what, operation) => {
      const account = await person();
      const { uuid, password } = account;
      const answer = await whileItWaits(
        house,
        uuid,
        () => account.client.call(operation, { body: { password } }),
        () => house.query('delete from session where account_uuid = $1', [uuid]),
      );
      expect([answer.status, codeOf(answer)]).toEqual([401, 'not-signed-in']);
      const [recoveryCode = ''] = account.recoveryCodes;
      const recovered = await (await pendingOf(account)).call(passSecondFactor, { body: { recoveryCode } });
      expect(recovered.status).toBe(200);
    },
  );

  it('is not replaced by a link to a new password', async () => {
    const account = await person();
    const password = 'a new password by a link';
    const token = await makeLink(
      house.access.database.system,
      'forgotten-password',
      account.uuid,
      house.tenantIds.default,
    );
    expect((await house.visitor().call(setNewPassword, { body: { token, password } })).status).toBe(204);
    await pendingOf({ username: account.username, password });
  });

  it('is not listed among the own sessions before it has the code', async () => {
    const account = await person();
    await pendingOf(account);
    expect((await account.client.call(listOwnSessions)).body.page.totalElements).toBe(1);
  });

  it('writes neither secret nor codes into the log', async () => {
    const account = await person();
    const [recoveryCode = ''] = account.recoveryCodes;
    const code = codeBy(account.secret);
    await pass(await pendingOf(account), code);
    await (await pendingOf(account)).call(passSecondFactor, { body: { recoveryCode } });
    const lines = logged.join('\n');
    expect(lines).toContain(account.uuid);
    for (const secret of [account.secret, recoveryCode, `"${code}"`]) expect(lines).not.toContain(secret);
  });
});

describe('a recovery code', () => {
  it('(V6.5.1) stands in for the app, once, however it is typed, and the person is told', async () => {
    const account = await person();
    const [first = '', second = ''] = account.recoveryCodes;
    const use = async (recoveryCode: string) =>
      (await pendingOf(account)).call(passSecondFactor, { body: { recoveryCode } });
    expect((await use(first.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect((await mail.about(account.email, 'A recovery code was used')).html).toContain('Codes left: 9');
    const again = await use(first);
    expect([again.status, codeOf(again)]).toEqual([401, 'wrong-code']);
    expect((await use(second)).status).toBe(200);
    expect((await account.client.call(getSecondFactor)).body.totp?.recoveryCodesLeft).toBe(8);
  });

  it('(V6.5.2) is stored as a hash, and is replaced with all others by the password', async () => {
    const account = await person();
    const [former = ''] = account.recoveryCodes;
    const stored = await house.query<{ code: string }>(
      `select encode(code_hash, 'escape') as code from recovery_code where account_uuid = $1`,
      [account.uuid],
    );
    expect(stored).toHaveLength(10);
    expect(JSON.stringify(stored)).not.toContain(former.slice(0, 5));
    const refused = await account.client.call(renewRecoveryCodes, { body: { password: 'not the password' } });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['password: wrong-password']]);
    const { password } = account;
    const renewed = await account.client.call(renewRecoveryCodes, { body: { password } });
    const [fresh = ''] = renewed.body.recoveryCodes;
    await mail.about(account.email, 'New recovery codes');
    const use = async (recoveryCode: string) =>
      (await (await pendingOf(account)).call(passSecondFactor, { body: { recoveryCode } })).status;
    expect(await use(former)).toBe(401);
    expect(await use(fresh)).toBe(200);
  });
});

describe('removing the second factor', () => {
  it('takes the password, and then the password alone signs in', async () => {
    const { client, username, password } = await person();
    const refused = await client.call(removeTotp, { body: { password: 'not the password' } });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['password: wrong-password']]);
    expect((await client.call(removeTotp, { body: { password } })).status).toBe(204);
    expect((await client.call(getSecondFactor)).body.totp).toBeNull();
    expect((await house.visitor().signIn(username, password)).status).toBe(200);
    expect((await client.call(removeTotp, { body: { password } })).status).toBe(404);
    expect((await client.call(renewRecoveryCodes, { body: { password } })).status).toBe(404);
  });

  it('(V6.4.4) is done by an administrator for somebody who has lost it: all sessions of the account end', async () => {
    const { uuid, client, username, password, email } = await person();
    const params = { id: uuid };
    const before = await admin.call(getTenantUser, { params });
    expect(before.body.secondFactor).toBe(true);
    expect(before.body.allowedActions).toContain('resetSecondFactor');
    expect((await admin.call(resetSecondFactor, { params })).status).toBe(204);
    expect((await client.call(getSelf)).status).toBe(401);
    await mail.about(email, 'was reset');
    expect((await house.visitor().signIn(username, password)).status).toBe(200);
    const after = await admin.call(getTenantUser, { params });
    expect(after.body.secondFactor).toBe(false);
    expect(after.body.allowedActions).not.toContain('resetSecondFactor');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect((await admin.call(resetSecondFactor, { params })).status).toBe(404);
  });

  it('ends a handoff and a change of the password that are under way too', async () => {
    const account = await person();
    await house.giveRole(account.uuid, 'altra', 'ROLE_USER');
    const { url } = (
      await account.client.call(createHandoff, { body: { tenantId: String(house.tenantIds.altra) } })
    ).body;
    const arrived = house.visitor('altra');
    const rival = await house.access.migrator.connect();
    try {
      await rival.query('begin');
      await rival.query('select from account where uuid = $1 for no key update', [account.uuid]);
      const token = new URL(url).searchParams.get('token') ?? '';
      const coming = arrived.call(redeemHandoff, { query: { token } });
      const body = { old: account.password, new: 'quite another password' };
      const changing = account.client.call(changeOwnPassword, { body });
      await until('both wait for the account', async () => (await waiting(house)) >= 2 || undefined);
      await rival.query('delete from account_totp where account_uuid = $1', [account.uuid]);
      await rival.query('delete from session where account_uuid = $1', [account.uuid]);
      await rival.query('commit');
      expect((await coming).status).toBe(401);
      expect((await changing).status).toBe(401);
      expect(await house.query('select from session where account_uuid = $1', [account.uuid])).toEqual([]);
      expect((await house.visitor().signIn(account.username, account.password)).status).toBe(200);
    } finally {
      rival.release();
    }
  });

  it('is refused to an administrator for the own account, for ROLE_ADMIN and for a guest', async () => {
    const own = await person(['ROLE_TENANT_ADMIN']);
    const chief = await person(['ROLE_ADMIN']);
    const guest = await house.account('altra', ['ROLE_USER']);
    await enrol(await house.signedIn(guest, 'altra'));
    await house.giveRole(guest.uuid, 'default', 'ROLE_USER');
    for (const { uuid } of [own, chief, guest]) {
      const params = { id: uuid };
      expect((await own.client.call(resetSecondFactor, { params })).status).toBe(403);
      const { body } = await own.client.call(getTenantUser, { params });
      expect(body.allowedActions).not.toContain('resetSecondFactor');
      // Another organisation's account is not told of.
      expect(body.secondFactor).toBe(uuid === guest.uuid ? null : true);
    }
  });
});

describe('an organisation that demands a second factor', () => {
  const managing: Role[] = ['ROLE_TENANT_ADMIN'];

  it('is one where somebody with a second factor decides so, and it stands in the history', async () => {
    const refused = await admin.call(changeOrganisation, { body: { demandSecondFactor: true } });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'own-second-factor']);
    const { client } = await person(managing);
    const other = await house.person('default', 'ROLE_TENANT_ADMIN');
    const changed = await client.call(changeOrganisation, { body: { demandSecondFactor: true } });
    expect([changed.status, changed.body.demandSecondFactor]).toEqual([200, true]);
    const { body } = await client.call(listOrganisationChanges);
    expect(body._embedded.changes[0]?.settings).toEqual([
      { name: 'demandSecondFactor', before: false, after: true },
    ]);
    expect((await client.call(getSecondFactor)).body.demanded).toBe(true);
    // Whoever administers it without one has no session any more, but the sign-in that waits.
    expect((await other.call(getSelf)).status).toBe(401);
    expect(await status(other)).toEqual({ logged: false, secondFactor: 'missing' });
    await client.call(changeOrganisation, { body: { demandSecondFactor: false } });
  });

  it('(V6.3.3) lets who administers it set one up after the password, and do nothing else before', async () => {
    await demand(true);
    try {
      const account = await house.account('default', managing);
      const client = house.visitor();
      const answer = await client.signIn(account.username, account.password);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'second-factor-missing']);
      expect(await status(client)).toEqual({ logged: false, secondFactor: 'missing' });
      expect((await client.call(getSelf)).status).toBe(401);
      expect((await client.call(getSecondFactor)).status).toBe(401);
      expect((await pass(client, '123456')).status).toBe(401);
      await enrol(client);
      expect(await status(client)).toEqual({ logged: true });
      expect((await client.call(getSecondFactor)).body.demanded).toBe(true);
      const [{ at } = { at: null }] = await house.query<{ at: Date | null }>(
        'select last_sign_in_at as at from account_membership where account_uuid = $1',
        [account.uuid],
      );
      expect(at).not.toBeNull();
      // The app is asked for from then on, and its secret can't be replaced by who has the password alone.
      const next = await pendingOf(account);
      expect((await next.call(startTotp)).status).toBe(401);
    } finally {
      await demand(false);
    }
  });

  it('does not ask it of others, until they get a role that administers', async () => {
    const account = await house.account('default', ['ROLE_USER', 'ROLE_PUBLISHER']);
    const chief = await person(managing);
    await demand(true);
    try {
      const client = await house.signedIn(account);
      expect((await client.call(getSecondFactor)).body.demanded).toBe(false);
      await chief.client.call(assignRoles, {
        params: { id: account.uuid },
        body: { tenant: 'default', roles: ['ROLE_USER', 'ROLE_TENANT_ADMIN'] },
      });
      expect((await client.call(getSelf)).status).toBe(401);
      expect(await status(client)).toEqual({ logged: false, secondFactor: 'missing' });
    } finally {
      await demand(false);
    }
  });

  it('asks for it of who comes over from another organisation without one', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    await house.giveRole(account.uuid, 'altra', 'ROLE_TENANT_ADMIN');
    const client = await house.signedIn(account);
    const tenantId = String(house.tenantIds.altra);
    const comeOver = async () => {
      const { url } = (await client.call(createHandoff, { body: { tenantId } })).body;
      const arrived = house.visitor('altra');
      const token = new URL(url).searchParams.get('token') ?? '';
      const { headers } = await arrived.call(redeemHandoff, { query: { token } });
      return { arrived, location: headers.location };
    };
    await demand(true, 'altra');
    try {
      const first = await comeOver();
      expect(first.location).toBe('/ui/login');
      expect(await status(first.arrived)).toEqual({ logged: false, secondFactor: 'missing' });
      expect((await first.arrived.call(getSelf)).status).toBe(401);
      // What was given to the one organisation counts in the other.
      await enrol(client);
      const second = await comeOver();
      expect(second.location).toBe('/ui/catalog');
      expect((await second.arrived.call(getSelf)).status).toBe(200);
      // It counts no more where it was removed.
      await client.call(removeTotp, { body: { password: account.password } });
      expect((await comeOver()).location).toBe('/ui/login');
    } finally {
      await demand(false, 'altra');
    }
  });
});
