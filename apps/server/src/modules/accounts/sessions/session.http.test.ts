import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { assignRoles, listRoles } from '@armarium/contract/accounts';
import { capabilities, roles, userRights, type Role } from '@armarium/contract/capability';
import type { Problem } from '@armarium/contract/problem';
import {
  getPermissions,
  getSelf,
  isLogged,
  listOwnTenants,
  signIn,
  signOut,
  tenantInfo,
  usersInfo,
} from '@armarium/contract/session';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { decidedPermissions, unmatchedRows } from '../../../../../../tests/http/decided-rights.ts';
import { SignInAttempts } from './sign-in-attempts.ts';
import { openInstallation } from '../../../../../../tests/http/test-installation.ts';

const house = await openInstallation();

interface Cookie {
  readonly value: string;
  readonly attributes: readonly string[];
}

function cookiesOf(headers: { 'set-cookie'?: string[] | undefined }): Record<string, Cookie> {
  return Object.fromEntries(
    (headers['set-cookie'] ?? []).map((line) => {
      const [pair = '', ...attributes] = line.split(/; ?/);
      const at = pair.indexOf('=');
      return [pair.slice(0, at), { value: pair.slice(at + 1), attributes: attributes.sort() }];
    }),
  );
}

const basic = (username: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`,
});

const sessions = async () => (await house.query<object>('select * from session')).length;
const logged = async (client: HttpClient) => (await client.call(isLogged)).body.logged;

describe('signing in', () => {
  it('[LOGIN-03, LOGIN-13, LOGIN-14, LOGIN-23] opens a session: the user, no-store, both cookies', async () => {
    const account = await house.account('default', ['ROLE_USER', 'ROLE_PUBLISHER']);
    const answer = await house.visitor().signIn(account.username, account.password);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.body).toEqual({
      id: account.uuid,
      username: account.username,
      name: 'Ada',
      surname: 'Rossi',
      email: '',
      avatarUrl: null,
      roles: ['ROLE_USER', 'ROLE_PUBLISHER'],
      preferences: {},
      _links: {
        self: { href: `${house.origin}/iam/jarvisUsers/search/self` },
        tenants: { href: `${house.origin}/iam/jarvisUsers/self/tenants` },
      },
    });
    const cookies = cookiesOf(answer.headers);
    expect(Object.keys(cookies).sort()).toEqual(['XSRF-TOKEN', 'armarium_device', 'armarium_session']);
    expect(cookies['armarium_session']?.attributes).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
    // The page has to read it.
    expect(cookies['XSRF-TOKEN']?.attributes).toEqual(['Path=/', 'SameSite=Lax']);
  });

  it('[LOGIN-05] is 401 for a wrong password, an unknown name and no header, all told alike', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const visitor = house.visitor();
    const before = await sessions();
    const told = [];
    for (const headers of [
      basic(account.username, 'not the password'),
      basic('nobody-of-that-name', account.password),
      basic(account.username, ''),
      { authorization: 'Basic !!!' },
      { authorization: 'Digest abc' },
      {},
    ]) {
      const answer = await visitor.call(signIn, { headers });
      expect(answer.status).toBe(401);
      // A browser would open its own box, where the user can't see why.
      expect(answer.headers['www-authenticate']).toBeUndefined();
      expect(answer.headers['set-cookie']).toBeUndefined();
      told.push({ ...(answer.body as unknown as Problem), requestId: '' });
    }
    expect(new Set(told.map((problem) => JSON.stringify(problem))).size).toBe(1);
    expect(told[0]).toMatchObject({ code: 'wrong-credentials', title: 'Invalid username or password' });
    expect(await sessions()).toBe(before);
  });

  it('[PERM-02] is 401 in a tenant in which the account has no role', async () => {
    const account = await house.account('altra', ['ROLE_ADMIN']);
    expect((await house.visitor('default').signIn(account.username, account.password)).status).toBe(401);
    expect((await house.visitor('altra').signIn(account.username, account.password)).status).toBe(200);
  });

  it.each([
    ['accents', 'perché-già', 'però è così lungo'],
    ['another alphabet', 'Ἀριστοτέλης', 'τὰ μετὰ τὰ φυσικά'],
    ['Japanese', '図書館', '源氏物語・紫式部の日記'],
    ['a colon in the password', 'colon', 'one:two:three four'],
    ['an emoji', 'smile', '🙂🙂🙂 and some more'],
  ])('[LOGIN-22] reads names and passwords as UTF-8: %s', async (_what, name, password) => {
    const username = `${name}-${randomUUID().slice(0, 4)}`;
    await house.account('default', ['ROLE_USER'], { username, password });
    expect((await house.visitor().signIn(username, password)).status).toBe(200);
    // Composed or decomposed, as the keyboard's system has it; a name's case doesn't count.
    const typed = await house
      .visitor()
      .signIn(username.normalize('NFD').toUpperCase(), password.normalize('NFD'));
    expect(typed.status).toBe(200);
    // The same signs as latin-1 bytes are another password.
    const latin = Buffer.from(`${username}:${password}`, 'latin1').toString('base64');
    if (Buffer.from(password, 'latin1').toString('utf8') !== password) {
      const answer = await house.visitor().call(signIn, { headers: { authorization: `Basic ${latin}` } });
      expect(answer.status).toBe(401);
    }
  });

  it('[LOGIN-16] gives a new identifier and ends the session that the browser had', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = house.visitor();
    const first = cookiesOf((await client.signIn(account.username, account.password)).headers);
    const before = await sessions();
    const second = cookiesOf((await client.signIn(account.username, account.password)).headers);
    expect(second['armarium_session']?.value).not.toBe(first['armarium_session']?.value);
    expect(second['XSRF-TOKEN']?.value).not.toBe(first['XSRF-TOKEN']?.value);
    expect(await sessions()).toBe(before);
    const old = house.visitor();
    const answer = await old.call(getSelf, {
      headers: { cookie: `armarium_session=${first['armarium_session']?.value}` },
    });
    expect(answer.status).toBe(401);
  });

  it('[LOGIN-16] does not take up an identifier that somebody else put into the browser', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const planted = 'a'.repeat(43);
    const answer = await house.visitor().call(signIn, {
      headers: { ...basic(account.username, account.password), cookie: `armarium_session=${planted}` },
    });
    expect(cookiesOf(answer.headers)['armarium_session']?.value).not.toBe(planted);
  });

  it('keeps no token in the database, only its hash', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const { headers } = await house.visitor().signIn(account.username, account.password);
    const token = cookiesOf(headers)['armarium_session']?.value ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await house.query<{ hash: string }>(`select encode(token_hash, 'hex') as hash from session`);
    const kept = rows.map(({ hash }) => hash);
    expect(kept).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    expect(kept).not.toContain(Buffer.from(token).toString('hex'));
  });
});

describe('a sign-in while the password is changed', () => {
  it('(V7.4.3) opens no session with the old one', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const change = await house.access.migrator.connect();
    try {
      await change.query('begin');
      await change.query(`update account set password_hash = 'another' where uuid = $1`, [account.uuid]);
      const signingIn = house.visitor().signIn(account.username, account.password);
      await expect
        .poll(() =>
          house.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"session"%'
            and datname = current_database()`),
        )
        .toHaveLength(1);
      await change.query('delete from session where account_uuid = $1', [account.uuid]);
      await change.query('commit');
      expect((await signingIn).status).toBe(401);
    } finally {
      change.release();
    }
    expect(await house.query('select from session where account_uuid = $1', [account.uuid])).toEqual([]);
  });
});

describe('what a session is asked', () => {
  it('[LOGIN-07] isLogged tells whether one is open, and never fails', async () => {
    const client = await house.person('default', 'ROLE_USER');
    expect(await logged(client)).toBe(true);
    expect(await logged(house.visitor())).toBe(false);
    const answer = await house.visitor().call(isLogged, { headers: { cookie: 'armarium_session=nonsense' } });
    expect(answer).toMatchObject({ status: 200, body: { logged: false } });
    expect(answer.headers['last-event-id']).toBeUndefined();
  });

  it('[LOGIN-08] logout closes it: the cookies go, and the old one is refused', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = house.visitor();
    const { headers } = await client.signIn(account.username, account.password);
    const token = cookiesOf(headers)['armarium_session']?.value;
    expect((await client.call(getSelf)).status).toBe(200);
    const before = await sessions();
    const answer = await client.call(signOut);
    expect(answer.status).toBe(204);
    expect(answer.bytes).toHaveLength(0);
    expect(cookiesOf(answer.headers)['armarium_session']?.value).toBe('');
    expect(await sessions()).toBe(before - 1);
    const again = await house.visitor().call(getSelf, { headers: { cookie: `armarium_session=${token}` } });
    expect(again.status).toBe(401);
    expect(await logged(client)).toBe(false);
  });

  it('[API-021, API-022, API-023] self, tenants and the tenant of the address', async () => {
    const account = await house.account('altra', ['ROLE_RESEARCHER']);
    await house.query(`insert into account_role values ($1, $2, 'ROLE_USER')`, [
      account.uuid,
      house.tenantIds.default,
    ]);
    const client = await house.signedIn(account, 'altra');
    const self = (await client.call(getSelf)).body;
    expect(self).toMatchObject({
      name: 'Ada',
      surname: 'Rossi',
      avatarUrl: null,
      roles: ['ROLE_RESEARCHER'],
    });
    const altraOrigin = `http://${house.hostOf('altra')}`;
    expect(self._links.tenants.href).toBe(`${altraOrigin}/iam/jarvisUsers/self/tenants`);
    const { body: own } = await client.call(listOwnTenants);
    expect(own._embedded.tenants).toEqual([
      { id: String(house.tenantIds.default), name: 'default', displayName: 'Armarium', url: null },
      { id: String(house.tenantIds.altra), name: 'altra', displayName: 'L’altra biblioteca', url: null },
    ]);
    expect(own.page.totalElements).toBe(2);
    expect((await client.call(tenantInfo)).body).toMatchObject({
      name: 'altra',
      displayName: 'L’altra biblioteca',
    });
  });

  it('[API-133, PERM-04] permissions are the union of the roles held here', async () => {
    const unions: Role[][] = [
      ['ROLE_RESEARCHER', 'ROLE_METADATA_EDITOR'],
      ['ROLE_IMAGE_DOWNLOAD', 'ROLE_NO_WATERMARK'],
      ['ROLE_CCC', 'ROLE_METADATA_EDITOR', 'ROLE_PUBLISHER'],
    ];
    for (const held of unions) {
      const client = await house.person('default', ...held);
      expect((await client.call(getPermissions)).body).toEqual(decidedPermissions(held, 'all'));
    }
  });

  it('[PERM-03] the nine roles can be given, held and signed in with, and no other', async () => {
    // As back office §6 names them.
    const nine: readonly Role[] = [
      'ROLE_ADMIN',
      'ROLE_CCC',
      'ROLE_IMAGE_DOWNLOAD',
      'ROLE_METADATA_EDITOR',
      'ROLE_NO_WATERMARK',
      'ROLE_PUBLISHER',
      'ROLE_RESEARCHER',
      'ROLE_TENANT_ADMIN',
      'ROLE_USER',
    ];
    const admin = await house.administrator();
    const { body } = await admin.call(listRoles);
    expect(body._embedded.roles.map(({ name }) => name).sort()).toEqual(nine);
    const give = (id: string, role: Role) =>
      admin.call(assignRoles, { params: { id }, body: { tenant: 'default', roles: [role] } });
    for (const role of nine) {
      const account = await house.account('default', [role === 'ROLE_USER' ? 'ROLE_CCC' : 'ROLE_USER']);
      expect((await give(account.uuid, role)).status).toBe(200);
      expect((await (await house.signedIn(account)).call(getSelf)).body.roles).toEqual([role]);
    }
    const { uuid } = await house.account('default', ['ROLE_USER']);
    expect((await give(uuid, 'ROLE_EDITOR' as Role)).status).toBe(422);
  });

  it('knows the rows of the decided table, and no others', () => {
    expect(unmatchedRows(capabilities)).toEqual([]);
  });

  describe.each(userRights)('where ROLE_USER may change: %s', (setting) => {
    it.each(roles)('[PERM-09, API-133] permissions of %s are those of the decided table', async (role) => {
      const client = await house.person('altra', role);
      await house.query('update tenant set user_rights = $1 where id = $2', [setting, house.tenantIds.altra]);
      const { body } = await client.call(getPermissions);
      await house.query(`update tenant set user_rights = 'all'`);
      expect(body).toEqual(decidedPermissions([role], setting));
    });
  });
});

describe('the CSRF token', () => {
  it('[LOGIN-24, API-025] comes with users/info too, which makes no session for a visitor', async () => {
    const before = await sessions();
    const answer = await house.visitor('altra').call(usersInfo);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ name: 'altra' });
    expect(answer.headers['domain-tenant']).toBe('altra');
    const cookies = cookiesOf(answer.headers);
    expect(Object.keys(cookies)).toEqual(['XSRF-TOKEN']);
    expect(cookies['XSRF-TOKEN']?.value).not.toBe('');
    expect(await sessions()).toBe(before);
    expect((await house.visitor().call(usersInfo)).headers['domain-tenant']).toBe('default');
  });

  it('[LOGIN-23, LOGIN-24] is the same one for a session however often it is asked for', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = house.visitor();
    const signedIn = cookiesOf((await client.signIn(account.username, account.password)).headers);
    const asked = cookiesOf((await client.call(usersInfo)).headers);
    expect(asked['XSRF-TOKEN']?.value).toBe(signedIn['XSRF-TOKEN']?.value);
    expect(asked['XSRF-TOKEN']?.value).not.toContain(signedIn['armarium_session']?.value);
  });

  it('[LOGIN-20, LOGIN-23] of another session, of a visitor or cut short is refused', async () => {
    const mine = await house.person('default', 'ROLE_USER');
    const other = await house.person('default', 'ROLE_USER');
    const visitor = house.visitor();
    const own = await mine.csrfToken();
    for (const token of [await other.csrfToken(), await visitor.csrfToken(), own.slice(0, -1), `${own}=`]) {
      const answer = await mine.call(signOut, { headers: { 'x-xsrf-token': token } });
      expect(answer.status).toBe(403);
      expect((answer.body as unknown as Problem).code).toBe('csrf');
    }
    expect((await mine.call(signOut, { headers: { 'x-xsrf-token': own } })).status).toBe(204);
  });

  it('clears a session cookie that stands for nothing any more', async () => {
    const answer = await house.visitor().call(usersInfo, { headers: { cookie: 'armarium_session=ended' } });
    expect(cookiesOf(answer.headers)['armarium_session']?.value).toBe('');
  });
});

describe('the end of a session', () => {
  const moved = (client: HttpClient, column: 'seen_at' | 'created_at', minutes: number, uuid: string) =>
    house
      .query(`update session set ${column} = now() - $1 * interval '1 minute' where account_uuid = $2`, [
        minutes,
        uuid,
      ])
      .then(() => logged(client));

  it('[LOGIN-17] comes after the idle time, and not before', async () => {
    await house.restart({ environment: { SESSION_IDLE_MINUTES: '30', SESSION_ABSOLUTE_MINUTES: '600' } });
    for (const [minutes, open] of [
      [29, true],
      [31, false],
    ] as const) {
      const account = await house.account('default', ['ROLE_USER']);
      expect(await moved(await house.signedIn(account), 'seen_at', minutes, account.uuid)).toBe(open);
    }
  });

  it('[LOGIN-17] is put off by use', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    expect(await moved(client, 'seen_at', 20, account.uuid)).toBe(true);
    const [row] = await house.query<{ young: boolean }>(
      `select seen_at > now() - interval '1 minute' as young from session where account_uuid = $1`,
      [account.uuid],
    );
    expect(row?.young).toBe(true);
  });

  it('[LOGIN-18] comes after the absolute time, however lately it was used', async () => {
    for (const [minutes, open] of [
      [599, true],
      [601, false],
    ] as const) {
      const account = await house.account('default', ['ROLE_USER']);
      expect(await moved(await house.signedIn(account), 'created_at', minutes, account.uuid)).toBe(open);
    }
  });

  it('comes with the last role in the tenant', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    await house.query(`delete from account_role where account_uuid = $1`, [account.uuid]);
    expect(await logged(client)).toBe(false);
  });

  it('[LOGIN-25] is not a restart: sessions and their tokens hold', async () => {
    const client = await house.person('default', 'ROLE_USER');
    const token = await client.csrfToken();
    await house.restart();
    expect(await logged(client)).toBe(true);
    expect((await client.call(signOut, { headers: { 'x-xsrf-token': token } })).status).toBe(204);
  });
});

describe('the address of the request', () => {
  it.each([
    ['Host with a path', 'localhost/evil'],
    ['Host with a space', 'a b'],
    ['Host with credentials', 'user@evil'],
    ['Host that begins a tag', '"><script>'],
  ])('%s is 400', async (_what, host) => {
    const answer = await house.visitor().send('GET', '/users/isLogged', { host });
    expect(answer.status).toBe(400);
  });

  it('an unknown host is 404 while there are several tenants', async () => {
    const answer = await house.visitor().send<Problem>('GET', '/users/isLogged', { host: 'nowhere.example' });
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('unknown-host');
  });

  it('[LOGIN-15, RUN-42] is https where a trusted proxy says so: Secure cookies, https links', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const headers = {
      ...basic(account.username, account.password),
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'localhost',
    };
    const untrusting = await house.visitor().call(signIn, { headers });
    expect(cookiesOf(untrusting.headers)['armarium_session']?.attributes).not.toContain('Secure');
    expect(untrusting.body._links.self.href).toMatch(/^http:\/\/127\.0\.0\.1/);
    await house.restart({ environment: { TRUST_PROXY: 'on' } });
    const trusting = await house.visitor().call(signIn, { headers });
    expect(cookiesOf(trusting.headers)['armarium_session']?.attributes).toContain('Secure');
    expect(cookiesOf(trusting.headers)['XSRF-TOKEN']?.attributes).toContain('Secure');
    expect(trusting.body._links.self.href).toBe('https://localhost/iam/jarvisUsers/search/self');
    await house.restart();
  });
});

describe('too many attempts', () => {
  beforeEach(async () => {
    await house.query('delete from sign_in_attempt');
    await house.restart({ environment: { SIGN_IN_ATTEMPTS: '3', SIGN_IN_WINDOW_SECONDS: '60' } });
  });

  it('[LOGIN-21, ERR-21] are 429 with the time to wait, the right password too', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const visitor = house.visitor();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await visitor.signIn(account.username.toUpperCase(), 'wrong')).status).toBe(401);
    }
    const answer = await visitor.signIn(account.username, account.password);
    expect(answer.status).toBe(429);
    const wait_s = Number(answer.headers['retry-after']);
    expect(wait_s).toBeGreaterThan(0);
    expect(wait_s).toBeLessThanOrEqual(60);
    expect((answer.body as unknown as Problem).code).toBe('too-many-requests');
    // Another person at the same address is not locked out with them.
    const neighbour = await house.account('default', ['ROLE_USER']);
    expect((await house.visitor().signIn(neighbour.username, neighbour.password)).status).toBe(200);
  });

  it('[LOGIN-21] are forgotten for an account that signed in in between', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const visitor = house.visitor();
    for (const password of ['wrong', 'wrong', account.password, 'wrong', 'wrong', account.password]) {
      const answer = await visitor.signIn(account.username, password);
      expect(answer.status).toBe(password === 'wrong' ? 401 : 200);
    }
  });

  it('[LOGIN-21] at one address keep nobody out of their account at another', async () => {
    const environment = { TRUST_PROXY: 'on', SIGN_IN_ATTEMPTS: '3', SIGN_IN_WINDOW_SECONDS: '60' };
    await house.restart({ environment });
    const account = await house.account('default', ['ROLE_USER']);
    const from = async (address: string, password: string) => {
      const headers = { ...basic(account.username, password), 'x-forwarded-for': address };
      return (await house.visitor().call(signIn, { headers })).status;
    };
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await from('10.0.0.1', 'wrong')).toBe(401);
    expect(await from('10.0.0.1', account.password)).toBe(429);
    expect(await from('10.0.0.2', account.password)).toBe(200);
    // What a client says of itself before the proxy's own word is not believed.
    expect(await from('10.0.0.9, 10.0.0.1', account.password)).toBe(429);
  });

  it('[LOGIN-21] can’t be slipped past by making them all at once', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => house.visitor().signIn(account.username, 'wrong')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(3).fill(401),
      ...Array<number>(9).fill(429),
    ]);
  });

  it('[LOGIN-21] of one window give no more of the next, where they are taken back after its end', async () => {
    const attempts = new SignInAttempts(house.access.database.system, 3, 60_000, 'password');
    const begin = () => attempts.begin('192.0.2.1', 'somebody');
    const [first, second] = [await begin(), await begin()];
    await house.query(`update sign_in_attempt set until = now() - interval '1 second'`);
    await begin();
    await first.forgiven();
    await second.forgiven();
    await begin();
    await begin();
    await expect(begin()).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  it('[LOGIN-21] from an address that is held off wear out nobody’s name', async () => {
    const visitor = house.visitor();
    for (let attempt = 0; attempt < 30; attempt += 1) await visitor.signIn(`guess-${attempt}`, 'wrong');
    const counts = () => house.query('select * from sign_in_attempt');
    const before = (await counts()).length;
    // Nothing of a name is counted, not for a moment either: its row would be there.
    expect((await visitor.signIn('somebody', 'wrong')).status).toBe(429);
    expect(await counts()).toHaveLength(before);
  });

  it('[LOGIN-21] count for the network of an address of version 6, whose lower half is anybody’s', async () => {
    const environment = { TRUST_PROXY: 'on', SIGN_IN_ATTEMPTS: '3', SIGN_IN_WINDOW_SECONDS: '60' };
    await house.restart({ environment });
    const account = await house.account('default', ['ROLE_USER']);
    const from = async (address: string) => {
      const headers = { ...basic(account.username, 'wrong'), 'x-forwarded-for': address };
      return (await house.visitor().call(signIn, { headers })).status;
    };
    for (let host = 1; host <= 3; host += 1) expect(await from(`2001:db8:0:7::${host}`)).toBe(401);
    expect(await from('2001:db8:0:7:abcd::1')).toBe(429);
    expect(await from('2001:db8:0:8::1')).toBe(401);
  });

  it('[LOGIN-21] are none while the session of a right password can’t be kept', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const statuses = [];
    await house.query('revoke insert on session from armarium_app');
    try {
      for (let attempt = 0; attempt < 4; attempt += 1) {
        statuses.push((await house.visitor().signIn(account.username, account.password)).status);
      }
    } finally {
      await house.query('grant insert on session to armarium_app');
    }
    statuses.push((await house.visitor().signIn(account.username, account.password)).status);
    expect(statuses).toEqual([500, 500, 500, 500, 200]);
  });

  it('[LOGIN-21] count for the address over all names', async () => {
    const visitor = house.visitor();
    const statuses = [];
    for (let attempt = 0; attempt < 31; attempt += 1) {
      statuses.push((await visitor.signIn(`guess-${attempt}`, 'wrong')).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429]);
  });
});
