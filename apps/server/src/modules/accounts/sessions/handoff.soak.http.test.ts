import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { Problem } from '@armarium/contract/problem';
import {
  createHandoff,
  getSelf,
  isLogged,
  listOwnTenants,
  redeemHandoff,
  signOut,
} from '@armarium/contract/session';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { openInstallation } from '../../../../../../tests/http/test-installation.ts';
import { whileItWaits } from '../../../../../../tests/http/while-it-waits.ts';

let logged = '';
const log = pino({}, { write: (line: string) => void (logged += line) });
const house = await openInstallation({ log });
const altra = String(house.tenantIds.altra);

/** Somebody with a role in both tenants, signed in to `default`. */
async function personOfBoth() {
  const account = await house.account('default', ['ROLE_USER', 'ROLE_PUBLISHER']);
  await house.query(`insert into account_role values ($1, $2, 'ROLE_RESEARCHER')`, [
    account.uuid,
    house.tenantIds.altra,
  ]);
  return { account, client: await house.signedIn(account) };
}

async function handoff(client: HttpClient, tenantId = altra): Promise<URL> {
  const answer = await client.call(createHandoff, { body: { tenantId } });
  expect(answer).toMatchObject({ status: 200 });
  return new URL(answer.body.url);
}

/** What a browser at `altra` does with the address; a program with `accept` of its own. */
const redeem = (client: HttpClient, { pathname, search }: URL, headers: Record<string, string> = {}) =>
  client.send<Problem | undefined>('GET', `${pathname}${search}`, { accept: 'text/html', ...headers });

const refused = { status: 303, location: '/ui/login?handoff=refused', cookies: undefined };
const outcome = ({ status, headers }: Awaited<ReturnType<typeof redeem>>) => ({
  status,
  location: headers.location,
  cookies: headers['set-cookie'],
});

describe('the way to another organisation', () => {
  it('[TENANT-25] is an address on its host, with a token', async () => {
    const { client } = await personOfBoth();
    const url = await handoff(client);
    expect(url.host).toBe(house.hostOf('altra'));
    expect(url.protocol).toBe('http:');
    expect(url.pathname).toBe('/users/handoff');
    expect([...url.searchParams.keys()]).toEqual(['token']);
    expect(url.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
  });

  it('[TENANT-27, TENANT-17] opens the session there, and leads to the catalogue', async () => {
    const { account, client } = await personOfBoth();
    const url = await handoff(client);
    const there = house.visitor('altra');
    const answer = await redeem(there, url);
    expect(answer.status).toBe(303);
    expect(answer.headers).toMatchObject({
      location: '/ui/catalog',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    const cookies = answer.headers['set-cookie'] ?? [];
    expect(cookies.find((line) => line.startsWith('armarium_session='))).toMatch(
      /^armarium_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(cookies.filter((line) => line.startsWith('XSRF-TOKEN='))).toHaveLength(1);
    // One account, another role here than there.
    const self = (await there.call(getSelf)).body;
    expect([self.id, self.roles]).toEqual([account.uuid, ['ROLE_RESEARCHER']]);
    expect((await client.call(getSelf)).body.roles).toEqual(['ROLE_USER', 'ROLE_PUBLISHER']);
    expect((await there.call(signOut)).status).toBe(204);
    expect((await client.call(isLogged)).body.logged).toBe(true);
  });

  it('[TENANT-25] is refused where the account has no role, and where there is no organisation', async () => {
    const client = await house.person('default', 'ROLE_TENANT_ADMIN');
    const handoffs = () => house.query('select * from handoff');
    const before = await handoffs();
    const told = [];
    for (const tenantId of [altra, '4711', '0', '', `${altra} `, `0${altra}`, 'altra', '1e0']) {
      const answer = await client.call(createHandoff, { body: { tenantId } });
      expect(answer.status).toBe(403);
      told.push({ ...(answer.body as unknown as Problem), requestId: '' });
    }
    expect(new Set(told.map((problem) => JSON.stringify(problem))).size).toBe(1);
    expect(told[0]).toMatchObject({ code: 'forbidden' });
    expect(await handoffs()).toEqual(before);
  });

  it('takes the place of the session that the account had there', async () => {
    const { account, client } = await personOfBoth();
    const there = house.visitor('altra');
    const before = (await there.signIn(account.username, account.password)).headers['set-cookie'] ?? [];
    const old = before.find((line) => line.startsWith('armarium_session='))?.split(';')[0] ?? '';
    expect((await redeem(there, await handoff(client))).headers.location).toBe('/ui/catalog');
    const answer = await house.visitor('altra').call(getSelf, { headers: { cookie: old } });
    expect(answer.status).toBe(401);
  });

  it('(V3.5.3) puts nobody out who is signed in there, and nobody into another’s account', async () => {
    const { client } = await personOfBoth();
    const neighbour = await house.account('altra', ['ROLE_USER']);
    const there = await house.signedIn(neighbour, 'altra');
    const url = await handoff(client);
    const answer = await redeem(there, url);
    expect(outcome(answer)).toEqual({ ...refused, location: '/ui/login?handoff=other-account' });
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect((await there.call(getSelf)).body.id).toBe(neighbour.uuid);
    const program = await redeem(there, await handoff(client), { accept: '*/*' });
    expect(program).toMatchObject({ status: 401, body: { code: 'handoff-refused' } });
    expect(program.body?.detail).toContain('Sign out');
    // It was used up; once the other has signed out there is a new one.
    await there.call(signOut);
    expect(outcome(await redeem(there, url))).toEqual(refused);
    expect((await redeem(there, await handoff(client))).headers.location).toBe('/ui/catalog');
  });

  it('is not made of a session that ended meanwhile', async () => {
    const { account, client } = await personOfBoth();
    expect((await client.call(getSelf)).status).toBe(200);
    await house.query('delete from session where account_uuid = $1', [account.uuid]);
    const answer = await client.call(createHandoff, { body: { tenantId: altra } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'not-signed-in' } });
  });

  it('[LOGIN-18] makes no session older: what is carried over ends when it would have ended', async () => {
    const { account, client } = await personOfBoth();
    await house.query(`update session set created_at = now() - interval '900 minutes'`);
    await redeem(house.visitor('altra'), await handoff(client));
    const rows = await house.query<{ same: boolean }>(
      `select created_at < now() - interval '899 minutes' as same from session where account_uuid = $1`,
      [account.uuid],
    );
    expect(rows).toEqual([{ same: true }, { same: true }]);
  });
});

describe('a token', () => {
  it('[TENANT-10] is good once', async () => {
    const { client } = await personOfBoth();
    const url = await handoff(client);
    expect((await redeem(house.visitor('altra'), url)).headers.location).toBe('/ui/catalog');
    expect(outcome(await redeem(house.visitor('altra'), url))).toEqual(refused);
  });

  it('[TENANT-10] is good once for all who come with it at the same moment', async () => {
    const { client } = await personOfBoth();
    const url = await handoff(client);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => redeem(house.visitor('altra'), url).then(outcome)),
    );
    expect(answers.filter(({ location }) => location === '/ui/catalog')).toHaveLength(1);
    expect(answers.filter(({ cookies }) => cookies === undefined)).toEqual(Array(11).fill(refused));
  });

  it('[TENANT-11] is good for 30 seconds of the database', async () => {
    const { client } = await personOfBoth();
    for (const [age_s, good] of [
      [28, true],
      [30, false],
      [31, false],
      [3600, false],
    ] as const) {
      const url = await handoff(client);
      await house.query(`update handoff set created_at = now() - $1 * interval '1 second'`, [age_s]);
      const { location } = outcome(await redeem(house.visitor('altra'), url));
      expect({ age_s, location }).toEqual({ age_s, location: good ? '/ui/catalog' : refused.location });
    }
  });

  it('[TENANT-26] is refused at every other host', async () => {
    const { client } = await personOfBoth();
    const url = await handoff(client);
    // A second name for the tenant that it was made for.
    await house.query(`update tenant set url = 'altra.example.org' where name = 'altra'`);
    await house.restart({ log });
    const { port } = new URL(house.origin);
    for (const host of [house.hostOf('default'), `default.localhost:${port}`, 'altra.example.org']) {
      const forwarded = { host, 'x-forwarded-host': url.host };
      for (const headers of [{ host }, forwarded]) {
        expect(outcome(await redeem(house.visitor(), url, headers))).toEqual(refused);
      }
    }
    await house.query(`update tenant set url = null where name = 'altra'`);
    // It was the host: at the right one it is good still.
    expect((await redeem(house.visitor('altra'), url)).headers.location).toBe('/ui/catalog');
    await house.restart({ log });
  });

  it('[TENANT-26] opens the session of its account alone, whoever brings it', async () => {
    const { account, client } = await personOfBoth();
    const there = house.visitor('altra');
    await redeem(there, await handoff(client));
    expect((await there.call(getSelf)).body.id).toBe(account.uuid);
  });

  it('[TENANT-26] is refused once its account has signed out, or lost its role there', async () => {
    const out = await personOfBoth();
    const first = await handoff(out.client);
    await out.client.call(signOut);
    expect(outcome(await redeem(house.visitor('altra'), first))).toEqual(refused);
    const lost = await personOfBoth();
    const second = await handoff(lost.client);
    await house.query('delete from account_role where account_uuid = $1 and tenant_id = $2', [
      lost.account.uuid,
      house.tenantIds.altra,
    ]);
    expect(outcome(await redeem(house.visitor('altra'), second))).toEqual(refused);
  });

  it('(V7.4.3) is refused where the password is changed while it is taken', async () => {
    const { account, client } = await personOfBoth();
    const url = await handoff(client);
    const coming = await whileItWaits(
      house,
      account.uuid,
      () => redeem(house.visitor('altra'), url),
      async (holder) => {
        await holder.query(`update account set password_hash = 'another' where uuid = $1`, [account.uuid]);
        await holder.query('delete from session where account_uuid = $1', [account.uuid]);
      },
    );
    expect(outcome(coming)).toEqual(refused);
    expect(await house.query('select from session where account_uuid = $1', [account.uuid])).toEqual([]);
  });

  it('that is refused is told to a program as a problem, to a person on the sign-in page', async () => {
    const unknown = 'a'.repeat(43);
    for (const token of [unknown, 'short', '%27%20or%20true', '']) {
      const url = new URL(`${house.origin}${redeemHandoff.path}?token=${token}`);
      const person = await redeem(house.visitor('altra'), url, {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      });
      expect(outcome(person)).toEqual(refused);
      expect(person.headers['referrer-policy']).toBe('no-referrer');
      expect(person.headers['cache-control']).toContain('no-store');
      for (const accept of ['application/json', '*/*']) {
        const program = await redeem(house.visitor('altra'), url, { accept });
        expect(program).toMatchObject({ status: 401, body: { code: 'handoff-refused' } });
        expect(program.headers['set-cookie']).toBeUndefined();
        expect(program.headers['referrer-policy']).toBe('no-referrer');
      }
    }
    const without = await redeem(house.visitor('altra'), new URL(`${house.origin}${redeemHandoff.path}`));
    expect(without).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  it('stands neither in the log nor in the database', async () => {
    const { client } = await personOfBoth();
    const used = await handoff(client);
    const open = await handoff(client);
    await redeem(house.visitor('altra'), used);
    await redeem(house.visitor('altra'), used, { accept: '*/*' });
    await house.query('alter table handoff rename to handoff_away');
    const failed = await redeem(house.visitor('altra'), open);
    await house.query('alter table handoff_away rename to handoff');
    expect(failed.status).toBe(500);
    const rows = JSON.stringify(
      await house.query(`select *, encode(token_hash, 'base64') as as_text from handoff`),
    );
    for (const url of [used, open]) {
      const token = url.searchParams.get('token') ?? 'none';
      expect(logged).toContain('/users/handoff');
      expect(logged).toContain('"event":"handoff"');
      expect(logged).toContain('"event":"handoff-refused"');
      expect(logged).not.toContain(token);
      expect(failed.bytes.toString()).not.toContain(token);
      expect(rows).not.toContain(token);
      expect(rows).not.toContain(Buffer.from(token, 'base64url').toString('base64').slice(0, 40));
    }
  });
});

describe('where an organisation is reached', () => {
  const setUrl = async (url: string | null) => {
    await house.query(`update tenant set url = $1 where name = 'altra'`, [url]);
    await house.restart({ log });
  };
  afterEach(() => setUrl(null));

  it.each([
    ['cataloghi.example.org', 'https://cataloghi.example.org'],
    ['cataloghi.example.org:8443', 'https://cataloghi.example.org:8443'],
    ['http://museo.localhost:8080', 'http://museo.localhost:8080'],
    ['https://Museo.Example.ORG/', 'https://museo.example.org'],
  ])('[TENANT-25] %s is %s, whatever the host of the request', async (url, origin) => {
    await setUrl(url);
    const { client } = await personOfBoth();
    expect((await handoff(client)).origin).toBe(origin);
    // Lists tell it as it is stored.
    const { body } = await client.call(listOwnTenants);
    expect(body._embedded.tenants.map((tenant) => tenant.url)).toEqual([null, url]);
  });

  it('is told as not known where no address leads to it', async () => {
    await house.query(`update tenant set url = 'cataloghi.example.org' where name = 'altra'`);
    await house.restart({ log });
    const { account } = await personOfBoth();
    const there = house.visitor('altra');
    const host = 'cataloghi.example.org';
    const basic = Buffer.from(`${account.username}:${account.password}`).toString('base64');
    await there.send('GET', '/users/login', { authorization: `Basic ${basic}`, host });
    const body = { tenantId: String(house.tenantIds.default) };
    const answer = await there.call(createHandoff, { body, headers: { host } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'no-address' } });
    // From this machine it is tried out by name.
    const tried = await there.call(createHandoff, { body, headers: { host: house.hostOf('altra') } });
    expect(new URL(tried.body.url).host).toBe(`localhost:${new URL(house.origin).port}`);
  });

  it.each([
    ['localhost:8080', 'altra.localhost:8080'],
    ['LOCALHOST', 'altra.localhost'],
    ['127.0.0.1:8080', 'altra.localhost:8080'],
    ['[::1]:8080', 'altra.localhost:8080'],
    ['default.localhost:9000', 'altra.localhost:9000'],
  ])('[TENANT-25] without an address of its own, asked at %s, is %s', async (asked, expected) => {
    const { client } = await personOfBoth();
    const headers = { host: asked };
    const answer = await client.call(createHandoff, { body: { tenantId: altra }, headers });
    expect(new URL(answer.body.url).host).toBe(expected);
  });

  it('[TENANT-29] is nowhere else, whatever is claimed of the request', async () => {
    const { client } = await personOfBoth();
    const forged = {
      'x-forwarded-host': 'evil.localhost',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil',
    };
    const answer = await client.call(createHandoff, {
      body: { tenantId: altra },
      headers: { ...forged, origin: 'http://evil.example', referer: `http://evil.example/${randomUUID()}` },
    });
    expect(new URL(answer.body.url).origin).toBe(`http://${house.hostOf('altra')}`);
    // On another machine's address the name would lead people to their own.
    const elsewhere = await client.call(createHandoff, {
      body: { tenantId: altra },
      headers: { host: '192.0.2.7:8080' },
    });
    expect(elsewhere).toMatchObject({ status: 409, body: { code: 'no-address' } });
  });
});
