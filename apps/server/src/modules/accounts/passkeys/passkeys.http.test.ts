import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { getTenantUser, updateTenantUser } from '@armarium/contract/accounts';
import type { Role } from '@armarium/contract/capability';
import { changeOrganisation, getOrganisation } from '@armarium/contract/organisation';
import {
  addPasskey,
  getPasskeyCreationOptions,
  getPasskeyRequestOptions,
  PASSKEYS_MAX,
  removePasskey,
  signInByPasskey,
} from '@armarium/contract/passkeys';
import {
  confirmTotp,
  getSecondFactor,
  removeTotp,
  resetSecondFactor,
  startTotp,
} from '@armarium/contract/second-factor';
import {
  createHandoff,
  getSelf,
  getSignInOptions,
  isLogged,
  redeemHandoff,
} from '@armarium/contract/session';
import { Authenticator, type Oddities } from '../../../../../../tests/harness/authenticator.ts';
import { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { openMailServer } from '../../../../../../tests/harness/mail-server.ts';
import { until } from '../../../../../../tests/harness/waiting.ts';
import { codeOf, fieldsOf } from '../../../../../../tests/http/problem-of.ts';
import { openInstallation, type TenantName } from '../../../../../../tests/http/test-installation.ts';
import { waiting, whileItWaits } from '../../../../../../tests/http/while-it-waits.ts';

const mail = await openMailServer();
const logged: string[] = [];
const house = await openInstallation({
  worker: true,
  environment: mail.settings,
  limits: { signInAttempts: 3 },
  log: pino({}, { write: (line: string) => void logged.push(line) }),
});
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const { port } = new URL(house.origin);

const hosts = { default: 'localhost', altra: 'altra.localhost' };
const originOf = (tenant: 'default' | 'altra') => `http://${hosts[tenant]}:${port}`;
/** A browser at an address that allows passkeys. */
const browser = (tenant: 'default' | 'altra' = 'default') =>
  new HttpClient(house.origin, { host: `${hosts[tenant]}:${port}` });
const outcome = (answer: { status: number; body: unknown }) => [answer.status, codeOf(answer)];
const status = async (client: HttpClient) => (await client.call(isLogged)).body;
const demand = (isDemanded: boolean, tenant: TenantName = 'default') =>
  house.query('update tenant set demand_second_factor = $1 where name = $2', [isDemanded, tenant]);

interface Credentials {
  readonly username: string;
  readonly password: string;
}

async function byPassword({ username, password }: Credentials, tenant: 'default' | 'altra' = 'default') {
  const client = browser(tenant);
  const answer = await client.signIn(username, password);
  return { client, answer };
}

/** Adds a passkey in an open session. */
async function added(client: HttpClient, device: Authenticator, odd: Oddities = {}) {
  const { body: options } = await client.call(getPasskeyCreationOptions, { body: {} });
  return client.call(addPasskey, {
    body: { name: 'Desk', credential: device.create(options, odd) },
  });
}

/** Somebody with a passkey, with the session in which it was added. */
async function person(roles: readonly Role[] = ['ROLE_USER'], tenant: 'default' | 'altra' = 'default') {
  const account = await house.account(tenant, roles);
  const email = `${randomUUID()}@example.org`;
  await house.query('update account set email = $2 where uuid = $1', [account.uuid, email]);
  const { client } = await byPassword(account, tenant);
  const device = new Authenticator(originOf(tenant));
  const answer = await added(client, device);
  expect(answer.status).toBe(201);
  return { ...account, email, client, device, passkey: answer.body };
}

async function use(device: Authenticator, client = browser(), odd: Oddities = {}) {
  const { body: options } = await client.call(getPasskeyRequestOptions);
  return client.call(signInByPasskey, { body: { credential: device.get(options, odd) } });
}

const own = async (client: HttpClient) => (await client.call(getSecondFactor)).body;
const ageSessions = (uuid: string, minutes: number) =>
  house.query(`update session set created_at = now() - $2 * interval '1 minute' where account_uuid = $1`, [
    uuid,
    minutes,
  ]);

describe('the address', () => {
  it('offers passkeys on this machine, and not by its number', async () => {
    const visitor = house.visitor();
    expect((await browser().call(getSignInOptions)).body.passkeys).toBe(true);
    expect((await visitor.call(getSignInOptions)).body.passkeys).toBe(false);
    expect(outcome(await visitor.call(getPasskeyRequestOptions))).toEqual([409, 'passkeys-not-here']);
    const refused = await admin.call(getPasskeyCreationOptions, { body: {} });
    expect(outcome(refused)).toEqual([409, 'passkeys-not-here']);
    expect((await own(admin)).passkeyHost).toBeNull();
  });
});

describe('adding a passkey', () => {
  it('asks for one that is found without a username, and that its owner has to unlock', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const { client } = await byPassword(account);
    const { body, headers } = await client.call(getPasskeyCreationOptions, { body: {} });
    expect(headers['cache-control']).toContain('no-store');
    expect(body).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: account.username },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(body.pubKeyCredParams.map(({ alg }) => alg)).toEqual(expect.arrayContaining([-7, -257]));
  });

  it('lists it by its host, and a device is not asked twice', async () => {
    const { client, device, passkey } = await person();
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'Desk',
      host: 'localhost',
      createdDate: expect.any(String),
      lastUsedDate: null,
      backedUp: false,
    });
    const { passkeys, passkeyHost, totp } = await own(client);
    expect([passkeys, passkeyHost, totp]).toEqual([[passkey], 'localhost', null]);
    const { body: options } = await client.call(getPasskeyCreationOptions, { body: {} });
    expect(options.excludeCredentials).toEqual([
      { id: device.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ]);
  });

  it('(V7.2.4) gives the session a new token', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const { client } = await byPassword(account);
    const former = client.cookies.get('armarium_session');
    await added(client, new Authenticator(originOf('default')));
    expect(client.cookies.get('armarium_session')).not.toBe(former);
    expect((await client.call(getSelf)).status).toBe(200);
  });

  it.each<[string, Oddities]>([
    ['of another page', { origin: 'http://evil.example' }],
    ['of another port', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'altra.localhost' }],
    ['that is a use', { type: 'webauthn.get' }],
    ['that nobody unlocked', { isVerified: false }],
    ['in the frame of another page', { crossOrigin: true }],
    [
      'with an attestation that cannot be read',
      { attestation: { format: 'none', statement: Buffer.from([0xff]) } },
    ],
  ])('(V6.7.2) refuses one %s', async (_what, odd) => {
    const { client } = await byPassword(await house.account('default', ['ROLE_USER']));
    const answer = await added(client, new Authenticator(originOf('default')), odd);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, ['credential: not-verified']]);
    expect((await own(client)).passkeys).toEqual([]);
  });

  it('(V6.7.2) takes each challenge once, and only in the session that asked', async () => {
    const [one, other] = [
      await byPassword(await house.account('default', ['ROLE_USER'])),
      await byPassword(await house.account('default', ['ROLE_USER'])),
    ];
    const ask = async (client = one.client) =>
      (await client.call(getPasskeyCreationOptions, { body: {} })).body;
    const send = (options: Awaited<ReturnType<typeof ask>>, client = one.client) =>
      client.call(addPasskey, {
        body: { name: 'Desk', credential: new Authenticator(originOf('default')).create(options) },
      });
    const options = await ask();
    expect((await send(options, other.client)).status).toBe(422);
    expect((await send(options)).status).toBe(201);
    expect((await send(options)).status).toBe(422);
    // The challenge of a sign-in is good for that only.
    const { challenge } = (await browser().call(getPasskeyRequestOptions)).body;
    expect((await send({ ...(await ask()), challenge })).status).toBe(422);
    // What is no answer of a browser at all.
    const odd = { id: 'AA', rawId: 'AA', type: 'public-key' as const, clientExtensionResults: {} };
    const response = { clientDataJSON: 'bm90IGpzb24', attestationObject: 'AA' };
    const answer = await one.client.call(addPasskey, {
      body: { name: 'Desk', credential: { ...odd, response } },
    });
    expect([answer.status, fieldsOf(answer)]).toEqual([422, ['credential: not-verified']]);
  });

  it('refuses the same passkey for a second account, a blank name, and one too many', async () => {
    const { device } = await person();
    const { client } = await byPassword(await house.account('default', ['ROLE_USER']));
    expect(outcome(await added(client, device))).toEqual([409, 'passkey-exists']);
    const { body: options } = await client.call(getPasskeyCreationOptions, { body: {} });
    const credential = new Authenticator(originOf('default')).create(options);
    const blank = await client.call(addPasskey, { body: { name: '   ', credential } });
    expect([blank.status, fieldsOf(blank).map((field) => field.split(':')[0])]).toEqual([422, ['name']]);
    for (let count = 0; count < PASSKEYS_MAX; count += 1)
      expect((await added(client, new Authenticator(originOf('default')))).status).toBe(201);
    const full = await added(client, new Authenticator(originOf('default')));
    expect(outcome(full)).toEqual([409, 'passkeys-full']);
  });

  it.each<[string, Oddities['attestation'] & object]>([
    ['with certificates', { format: 'packed', statement: Buffer.from([0xa1, 0x63, 0x78, 0x35, 0x63, 0x80]) }],
    ['of another kind', { format: 'android-safetynet', statement: Buffer.from([0xa0]) }],
  ])('looks at no attestation %s', async (_what, attestation) => {
    const { client } = await byPassword(await house.account('default', ['ROLE_USER']));
    logged.length = 0;
    expect((await added(client, new Authenticator(originOf('default')), { attestation })).status).toBe(422);
    expect(logged.join('')).toContain('an attestation was given');
  });

  it('refuses an id that is longer than the standard allows', async () => {
    const { client } = await byPassword(await house.account('default', ['ROLE_USER']));
    const send = (length: number) => added(client, new Authenticator(originOf('default'), length));
    expect([(await send(0)).status, (await send(1023)).status, (await send(1024)).status]).toEqual([
      422, 201, 422,
    ]);
  });

  it('takes a name in one line, and none that cannot be seen', async () => {
    const { client } = await byPassword(await house.account('default', ['ROLE_USER']));
    const name = async (given: string) => {
      const { body: options } = await client.call(getPasskeyCreationOptions, { body: {} });
      const credential = new Authenticator(originOf('default')).create(options);
      return client.call(addPasskey, { body: { name: given, credential } });
    };
    const invisible = await name('\u200b');
    expect([invisible.status, fieldsOf(invisible)]).toEqual([422, ['name: required']]);
    expect((await name(' Desk\n\u202eof  Ada ')).body.name).toBe('Desk of Ada');
  });

  it('works behind a proxy that names the usual port', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = new HttpClient(house.origin, { host: 'localhost:80' });
    await client.signIn(account.username, account.password);
    const device = new Authenticator('http://localhost');
    expect((await added(client, device)).status).toBe(201);
    expect((await use(device, client)).status).toBe(200);
  });

  it('(V7.5.1) asks for the password where the sign-in is not recent', async () => {
    const account = await person();
    const ask = (body: { password?: string }) => account.client.call(getPasskeyCreationOptions, { body });
    expect((await ask({})).status).toBe(200);
    await ageSessions(account.uuid, 16);
    const asked = await ask({});
    expect([asked.status, fieldsOf(asked)]).toEqual([422, ['password: password-needed']]);
    const wrong = await ask({ password: 'not the password' });
    expect([wrong.status, fieldsOf(wrong)]).toEqual([422, ['password: wrong-password']]);
    expect((await ask({ password: account.password })).status).toBe(200);
    const params = { id: account.passkey.id };
    const kept = await account.client.call(removePasskey, { params, body: {} });
    expect([kept.status, fieldsOf(kept)]).toEqual([422, ['password: password-needed']]);
    const { password } = account;
    expect((await account.client.call(removePasskey, { params, body: { password } })).status).toBe(204);
  });

  it('(V6.3.7) tells the person by mail, and again when it is removed', async () => {
    const { email, client, passkey } = await person();
    const message = await mail.about(email, 'A passkey was added');
    expect(message.html).toContain('“Desk”');
    await client.call(removePasskey, { params: { id: passkey.id }, body: {} });
    await mail.about(email, 'A passkey of your account');
  });
});

describe('a sign-in by passkey', () => {
  it('needs neither username nor password, and answers as any other', async () => {
    const { username, device, client: owner } = await person();
    const client = browser();
    const { body: options, headers } = await client.call(getPasskeyRequestOptions);
    expect(headers['cache-control']).toContain('no-store');
    // Nothing that tells which accounts there are.
    expect(Object.keys(options).sort()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification']);
    const answer = await client.call(signInByPasskey, { body: { credential: device.get(options) } });
    expect(answer.status).toBe(200);
    expect(answer.body.username).toBe(username);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(await status(client)).toEqual({ logged: true });
    const [passkey] = (await own(owner)).passkeys;
    expect(passkey?.lastUsedDate).toEqual(expect.any(String));
  });

  it('(V7.2.4) replaces the session that the browser had', async () => {
    const { device, client } = await person();
    const former = client.cookies.get('armarium_session');
    expect((await use(device, client)).status).toBe(200);
    const old = await house.visitor().call(getSelf, { headers: { cookie: `armarium_session=${former}` } });
    expect(old.status).toBe(401);
  });

  it.each<[string, Oddities]>([
    ['of another page', { origin: 'http://evil.example' }],
    ['for another host', { rpId: 'altra.localhost' }],
    ['that is a registration', { type: 'webauthn.create' }],
    ['that nobody unlocked', { isVerified: false }],
    ['in the frame of another page', { crossOrigin: true }],
    ['signed by another key', { by: new Authenticator('http://localhost') }],
    ['without the account', { userHandle: null }],
    ['with another account', { userHandle: Buffer.alloc(16).toString('base64url') }],
    ['with a counter that has been', { signCount: 1 }],
    ['with no counter, of a device that counts', { signCount: null }],
  ])('(V6.7.2) refuses one %s', async (_what, odd) => {
    const { device } = await person();
    const client = browser();
    const answer = await use(device, client, odd);
    expect(outcome(answer)).toEqual([401, 'wrong-passkey']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await use(device, client)).status).toBe(200);
  });

  it('takes a device that does not count', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const { client } = await byPassword(account);
    const device = new Authenticator(originOf('default'));
    await added(client, device, { signCount: null });
    for (const _time of [1, 2]) expect((await use(device, browser(), { signCount: null })).status).toBe(200);
  });

  it('(V6.7.2) takes each challenge once, by two at once too', async () => {
    const { device } = await person();
    const { body: options } = await browser().call(getPasskeyRequestOptions);
    const body = { credential: device.get(options) };
    const answers = await Promise.all([1, 2].map(() => browser().call(signInByPasskey, { body })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  it('(V6.7.2) refuses the same count twice, at the same moment too', async () => {
    const { uuid, device } = await person();
    const answers = await whileItWaits(
      house,
      uuid,
      () => Promise.all([1, 2].map(() => use(device, browser(), { signCount: 7 }))),
      () => until('both wait', async () => (await waiting(house)) >= 2 || undefined),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  it('opens nothing at another host, in an organisation without a role, or after deactivation', async () => {
    const { device, uuid } = await person();
    await house.giveRole(uuid, 'altra', 'ROLE_USER');
    // A device that signs for whichever host asks.
    const elsewhere = await use(device, browser('altra'), { origin: originOf('altra') });
    expect(outcome(elsewhere)).toEqual([401, 'wrong-passkey']);
    const active = async (isActive: boolean) => {
      const { headers } = await admin.call(getTenantUser, { params: { id: uuid } });
      const ifMatch = headers.etag ?? '';
      await admin.call(updateTenantUser, { params: { id: uuid }, body: { active: isActive }, ifMatch });
    };
    await active(false);
    expect(outcome(await use(device))).toEqual([401, 'wrong-passkey']);
    await active(true);
    expect((await use(device)).status).toBe(200);
    await house.query('delete from account_role where account_uuid = $1', [uuid]);
    expect(outcome(await use(device))).toEqual([401, 'wrong-passkey']);
  });

  it('opens nothing where it is removed while the sign-in is under way', async () => {
    const { uuid, device } = await person();
    const answer = await whileItWaits(
      house,
      uuid,
      () => use(device),
      () => house.query('delete from account_passkey where account_uuid = $1', [uuid]),
    );
    expect(outcome(answer)).toEqual([401, 'wrong-passkey']);
  });

  it('(V6.3.1) limits what one address may get wrong', async () => {
    const { device } = await person();
    await house.query('delete from sign_in_attempt');
    try {
      // Ten times the attempts of a name: an address may be a whole reading room.
      for (let count = 0; count < 30; count += 1)
        expect((await use(device, browser(), { userHandle: null })).status).toBe(401);
      const held = await use(device);
      expect(outcome(held)).toEqual([429, 'too-many-requests']);
      expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await house.query('delete from sign_in_attempt');
    }
  });

  it('needs the CSRF token of the visitor', async () => {
    const { device } = await person();
    const client = browser();
    const { body: options } = await client.call(getPasskeyRequestOptions);
    const body = { credential: device.get(options) };
    const answer = await client.call(signInByPasskey, { body, headers: { 'x-xsrf-token': 'none' } });
    expect(outcome(answer)).toEqual([403, 'csrf']);
  });
});

describe('removing a passkey', () => {
  it('ends its use, and leaves the open sessions', async () => {
    const { client, device, passkey } = await person();
    const other = browser();
    await use(device, other);
    const params = { id: passkey.id.toUpperCase() };
    expect((await client.call(removePasskey, { params, body: {} })).status).toBe(204);
    expect((await other.call(getSelf)).status).toBe(200);
    expect(outcome(await use(device))).toEqual([401, 'wrong-passkey']);
    expect((await client.call(removePasskey, { params, body: {} })).status).toBe(404);
  });

  it('(V6.3.4) is refused where the session ends while it is under way', async () => {
    const { uuid, client, passkey } = await person();
    const answer = await whileItWaits(
      house,
      uuid,
      () => client.call(removePasskey, { params: { id: passkey.id }, body: {} }),
      () => house.query('delete from session where account_uuid = $1', [uuid]),
    );
    expect(outcome(answer)).toEqual([401, 'not-signed-in']);
    expect(await house.query('select from account_passkey where account_uuid = $1', [uuid])).toHaveLength(1);
  });

  it('is 404 for the passkey of somebody else', async () => {
    const [one, other] = [await person(), await person()];
    const params = { id: other.passkey.id };
    expect((await one.client.call(removePasskey, { params, body: {} })).status).toBe(404);
    expect((await use(other.device)).status).toBe(200);
  });
});

describe('a passkey as second factor', () => {
  const codeBy = (secret: string, steps = 0) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
  const enrol = async (client: HttpClient) => {
    const { secret } = (await client.call(startTotp)).body;
    return client.call(confirmTotp, { body: { code: codeBy(secret) } });
  };

  it('stands in for the code of an app, and completes a sign-in that waits for one', async () => {
    const account = await person();
    expect((await enrol(account.client)).status).toBe(200);
    const { client, answer } = await byPassword(account);
    expect(outcome(answer)).toEqual([401, 'second-factor']);
    expect((await use(account.device, client)).status).toBe(200);
    expect(await status(client)).toEqual({ logged: true });
    // It counts where the app is removed.
    const { password } = account;
    await account.client.call(removeTotp, { body: { password } });
    expect((await client.call(getSelf)).status).toBe(200);
  });

  it('leaves the password its use where no organisation demands more', async () => {
    const account = await person(['ROLE_TENANT_ADMIN']);
    const { client, answer } = await byPassword(account);
    expect(answer.status).toBe(200);
    // Somebody who lost it helps themselves.
    const params = { id: account.passkey.id };
    expect((await client.call(removePasskey, { params, body: {} })).status).toBe(204);
  });

  it('(V6.3.3) is asked for where a second factor is demanded, and nothing else will do', async () => {
    const account = await person(['ROLE_TENANT_ADMIN'], 'altra');
    await demand(true, 'altra');
    try {
      // Whoever made it in this session has it.
      expect((await account.client.call(getSelf)).status).toBe(200);
      const { client, answer } = await byPassword(account, 'altra');
      expect(outcome(answer)).toEqual([401, 'passkey-needed']);
      expect(await status(client)).toEqual({ logged: false, secondFactor: 'passkey' });
      // Who knows the password alone can't set up another.
      expect((await client.call(startTotp)).status).toBe(401);
      expect((await client.call(getPasskeyCreationOptions, { body: {} })).status).toBe(401);
      expect((await client.call(getSelf)).status).toBe(401);
      expect((await use(account.device, client)).status).toBe(200);
      expect((await client.call(getSelf)).status).toBe(200);
      // Without any, one has to be set up.
      await client.call(removePasskey, { params: { id: account.passkey.id }, body: {} });
      expect(await status(client)).toEqual({ logged: false, secondFactor: 'missing' });
    } finally {
      await demand(false, 'altra');
    }
  });

  it('(V6.3.4) is not got round by way of an organisation that asks for no more than the password', async () => {
    const account = await person(['ROLE_TENANT_ADMIN'], 'altra');
    await house.giveRole(account.uuid, 'default', 'ROLE_USER');
    const { client, answer } = await byPassword(account);
    expect(answer.status).toBe(200);
    const { secret } = (await client.call(startTotp)).body;
    const { body: options } = await client.call(getPasskeyCreationOptions, { body: {} });
    const device = new Authenticator(originOf('default'));
    await demand(true, 'altra');
    try {
      const refused = [403, 'second-factor-needed'];
      expect(outcome(await client.call(startTotp))).toEqual(refused);
      expect(outcome(await client.call(confirmTotp, { body: { code: codeBy(secret) } }))).toEqual(refused);
      expect(outcome(await client.call(getPasskeyCreationOptions, { body: {} }))).toEqual(refused);
      const body = { name: 'Desk', credential: device.create(options) };
      expect(outcome(await client.call(addPasskey, { body }))).toEqual(refused);
      const params = { id: account.passkey.id };
      expect(outcome(await client.call(removePasskey, { params, body: {} }))).toEqual(refused);
      // Whoever comes over with the passkey may.
      const there = browser('altra');
      expect((await use(account.device, there)).status).toBe(200);
      const tenantId = String(house.tenantIds.default);
      const url = new URL((await there.call(createHandoff, { body: { tenantId } })).body.url);
      const here = browser();
      await here.call(redeemHandoff, { query: { token: url.searchParams.get('token') ?? '' } });
      expect((await added(here, device)).status).toBe(201);
      const { passkeys } = await own(here);
      expect(passkeys.map(({ host }) => host)).toEqual(['localhost', 'altra.localhost']);
    } finally {
      await demand(false, 'altra');
    }
  });

  it('(V6.3.4) counts no more once it was removed, though the account has another', async () => {
    const account = await person(['ROLE_TENANT_ADMIN'], 'altra');
    const { client: thief } = await byPassword(account, 'altra');
    const { body: theirs } = await added(thief, new Authenticator(originOf('altra')));
    const { client: helped } = await byPassword(account, 'altra');
    await use(account.device, helped);
    expect((await helped.call(removePasskey, { params: { id: theirs.id }, body: {} })).status).toBe(204);
    await demand(true, 'altra');
    try {
      expect((await helped.call(getSelf)).status).toBe(200);
      expect((await account.client.call(getSelf)).status).toBe(200);
      expect(await status(thief)).toEqual({ logged: false, secondFactor: 'passkey' });
    } finally {
      await demand(false, 'altra');
    }
  });

  it('is not held to the demand of an organisation in which the account is deactivated', async () => {
    const account = await person();
    const { altra } = house.tenantIds;
    await house.giveRole(account.uuid, 'altra', 'ROLE_TENANT_ADMIN');
    const { client } = await byPassword(account);
    await demand(true, 'altra');
    try {
      const remove = () => client.call(removePasskey, { params: { id: account.passkey.id }, body: {} });
      expect(outcome(await remove())).toEqual([403, 'second-factor-needed']);
      await house.query(
        'insert into account_membership (account_uuid, tenant_id, active) values ($1, $2, false)',
        [account.uuid, altra],
      );
      expect((await remove()).status).toBe(204);
    } finally {
      await demand(false, 'altra');
    }
  });

  it('lets those demand one of others who have given theirs, and can give it here again', async () => {
    const account = await person(['ROLE_TENANT_ADMIN'], 'altra');
    const { client } = await byPassword(account, 'altra');
    const set = async (by: HttpClient) => {
      const ifMatch = (await by.call(getOrganisation)).headers.etag ?? '';
      return by.call(changeOrganisation, { body: { demandSecondFactor: true }, ifMatch });
    };
    try {
      expect(outcome(await set(client))).toEqual([409, 'own-second-factor']);
      const guest = await person();
      await house.giveRole(guest.uuid, 'altra', 'ROLE_TENANT_ADMIN');
      const tenantId = String(house.tenantIds.altra);
      const url = new URL((await guest.client.call(createHandoff, { body: { tenantId } })).body.url);
      const there = browser('altra');
      await there.call(redeemHandoff, { query: { token: url.searchParams.get('token') ?? '' } });
      // Their passkey works at the other host only.
      expect(outcome(await set(there))).toEqual([409, 'own-second-factor']);
      expect((await set(account.client)).status).toBe(200);
    } finally {
      await demand(false, 'altra');
    }
  });

  it('is removed with the app by an administrator, which ends the sessions and is told', async () => {
    const account = await person();
    const params = { id: account.uuid };
    expect((await admin.call(getTenantUser, { params })).body.secondFactor).toBe(true);
    expect((await admin.call(resetSecondFactor, { params })).status).toBe(204);
    expect((await admin.call(getTenantUser, { params })).body.secondFactor).toBe(false);
    expect((await account.client.call(getSelf)).status).toBe(401);
    expect(outcome(await use(account.device))).toEqual([401, 'wrong-passkey']);
    await mail.about(account.email, 'was reset');
  });
});
