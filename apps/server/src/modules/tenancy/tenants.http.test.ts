import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '@armarium/contract/problem';
import { listCollectionItems } from '@armarium/contract/collection-calls';
import { getItem } from '@armarium/contract/item-calls';
import { getSelf, listOwnTenants, signIn, tenantInfo, usersInfo } from '@armarium/contract/session';
import { makeTenant } from '../../compose.ts';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import { changeTenant } from './tenant.writes.ts';

const house = await openInstallation();
const { port } = new URL(house.origin);

await house.query(`update tenant set url = 'cataloghi.example.org:8443' where name = 'altra'`);
await house.restart();

/** Somebody with roles in both, whose session is each time of the tenant of the host. */
const account = await house.account('default', ['ROLE_TENANT_ADMIN']);
await house.query(`insert into account_role values ($1, $2, 'ROLE_TENANT_ADMIN')`, [
  account.uuid,
  house.tenantIds.altra,
]);
const basic = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`;

const at = (host: string, more: Record<string, string> = {}) =>
  house.visitor().send<Problem | { name: string }>('GET', usersInfo.path, { host, ...more });

describe('the tenant of a request', () => {
  it.each([
    ['[TENANT-12] its own url', 'cataloghi.example.org', 'altra'],
    ['[TENANT-12] its own url, whatever the port', 'cataloghi.example.org:9999', 'altra'],
    ['[TENANT-12] its own url in capitals', 'CATALOGHI.Example.ORG:8443', 'altra'],
    ['[TENANT-12] its own url with the dot of a complete name', 'cataloghi.example.org.:8443', 'altra'],
    ['[TENANT-13] localhost', 'localhost', 'default'],
    ['[TENANT-13] localhost with a port', `LOCALHOST:${port}`, 'default'],
    ['[TENANT-13] an IP address', '127.0.0.1', 'default'],
    ['[TENANT-13] an IP address of any network', '203.0.113.9:80', 'default'],
    ['[TENANT-13] an IPv6 address', '[::1]', 'default'],
    ['[TENANT-13] an IPv6 address with a port', '[2001:db8::7]:8080', 'default'],
    ['[TENANT-15] its name before localhost', `altra.localhost:${port}`, 'altra'],
    ['[TENANT-15] its name in capitals', 'Altra.LocalHost.', 'altra'],
    ['[TENANT-15] the name default', `default.localhost:${port}`, 'default'],
  ])('is found by %s: %s is %s', async (_what, host, tenant) => {
    const answer = await at(host);
    expect(answer).toMatchObject({ status: 200, body: { name: tenant } });
    expect(answer.headers['domain-tenant']).toBe(tenant);
  });

  it.each([
    'nowhere.example',
    'nobody.localhost',
    'x.altra.localhost',
    'altra',
    'a.cataloghi.example.org',
    'cataloghi.example.org.evil.example',
    'cataloghi.example.or',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '2130706433',
  ])('[TENANT-16] is none at the unknown host %s while there are several', async (host) => {
    const answer = await at(host);
    expect(answer).toMatchObject({ status: 404, body: { code: 'unknown-host' } });
    expect(answer.headers['domain-tenant']).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
    // Neither for who is signed in, nor for pictures.
    const client = await house.signedIn(account);
    expect((await client.send('GET', getSelf.path, { host })).status).toBe(404);
    expect((await client.send('GET', '/iam/tenants/logo', { host })).status).toBe(404);
    for (const path of ['/ui/', '/ui/catalog']) {
      const page = await client.send('GET', path, { host });
      expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
      expect(page.bytes.toString()).toContain('<h1>No organisation answers at this address</h1>');
    }
    expect((await client.send('GET', `/iiif/3/${account.uuid}/info.json`, { host })).status).toBe(404);
  });

  it('[TENANT-02] tells its id, name, display name and url', async () => {
    const client = house.visitor('altra');
    await client.signIn(account.username, account.password);
    const told = {
      id: String(house.tenantIds.altra),
      name: 'altra',
      displayName: 'L’altra biblioteca',
      url: 'cataloghi.example.org:8443',
    };
    expect((await client.call(tenantInfo)).body).toEqual({
      ...told,
      logoUrl: null,
      deploymentProfile: 'standard',
      sendsMail: false,
      userRights: 'all',
      language: null,
      _links: { self: { href: `http://${house.hostOf('altra')}${tenantInfo.path}` } },
    });
    const { tenants } = (await client.call(listOwnTenants)).body._embedded;
    expect(tenants).toEqual([
      { id: String(house.tenantIds.default), name: 'default', displayName: 'Armarium', url: null },
      told,
    ]);
  });

  it('[TENANT-17] is where the account has its roles: one account, others in each', async () => {
    const own = await house.account('default', ['ROLE_USER', 'ROLE_PUBLISHER']);
    await house.query(`insert into account_role values ($1, $2, 'ROLE_RESEARCHER')`, [
      own.uuid,
      house.tenantIds.altra,
    ]);
    const rolesAt = async (client: HttpClient) => {
      const { id, roles } = (await client.call(getSelf)).body;
      return { id, roles };
    };
    const here = await house.signedIn(own, 'default');
    const there = await house.signedIn(own, 'altra');
    expect(await rolesAt(here)).toEqual({ id: own.uuid, roles: ['ROLE_USER', 'ROLE_PUBLISHER'] });
    expect(await rolesAt(there)).toEqual({ id: own.uuid, roles: ['ROLE_RESEARCHER'] });
  });
});

/** Every address with a scheme in an answer. */
const addressesIn = (bytes: Buffer) =>
  [...bytes.toString('utf8').matchAll(/"(https?:\/\/[^"]*)"/g)].map(([, address]) => address ?? '');

describe('the links of an answer', async () => {
  const admin = await house.signedIn(account);
  const root = (await rootOf(admin)).uuid;
  const item = await importedItem(admin, { sgtt: 'Linked' }, [await uploaded(admin)]);

  it.each([`127.0.0.1:${port}`, 'localhost', `LOCALHOST:${port}`, '[::1]:8080', 'default.localhost:9000'])(
    '[TENANT-28] carry the origin of the request: %s',
    async (host) => {
      const origin = `http://${host.toLowerCase()}`;
      const client = await house.signedIn(account);
      for (const path of [
        getSelf.path,
        getItem.path.replace(':uuid', item.uuid),
        `${listCollectionItems.path.replace(':uuid', root)}?size=1`,
        `${getItem.path.replace(':uuid', item.uuid)}/images`,
        listOwnTenants.path,
      ]) {
        const { bytes, status } = await client.send('GET', path, { host });
        const addresses = addressesIn(bytes);
        expect({ path, status, some: addresses.length > 0 }).toEqual({ path, status: 200, some: true });
        expect(addresses.filter((address) => !address.startsWith(`${origin}/`))).toEqual([]);
      }
    },
  );

  it('[TENANT-28] are of each tenant’s own host, for one and the same account', async () => {
    for (const host of [`127.0.0.1:${port}`, `altra.localhost:${port}`, 'cataloghi.example.org:8443']) {
      const { body } = await house.visitor().call(signIn, { headers: { host, authorization: basic } });
      expect(body._links.self.href).toBe(`http://${host}${getSelf.path}`);
    }
  });

  const forgeries: Record<string, Record<string, string>> = {
    'X-Forwarded-Host': { 'x-forwarded-host': 'evil.example' },
    'X-Forwarded-Host of another tenant': { 'x-forwarded-host': `altra.localhost:${port}` },
    'X-Forwarded-Proto': { 'x-forwarded-proto': 'https' },
    'X-Forwarded-Port and -Prefix': { 'x-forwarded-port': '666', 'x-forwarded-prefix': '/evil' },
    Forwarded: { forwarded: 'host=evil.example;proto=https' },
    'X-Host and its kin': {
      'x-host': 'evil.example',
      'x-original-host': 'evil.example',
      'x-real-ip': '6.6.6.6',
    },
    'X-Original-URL': { 'x-original-url': 'http://evil.example/', 'x-rewrite-url': '/evil' },
    'Origin and Referer': { origin: 'http://evil.example', referer: 'http://evil.example/' },
  };

  it.each(Object.keys(forgeries))('[TENANT-29] hold nothing of a forged %s', async (name) => {
    const headers = forgeries[name] ?? {};
    const client = await house.signedIn(account);
    const path = getItem.path.replace(':uuid', item.uuid);
    const { bytes, status } = await client.send('GET', path, headers);
    expect(status).toBe(200);
    expect(addressesIn(bytes).filter((address) => !address.startsWith(`${house.origin}/`))).toEqual([]);
    expect(bytes.toString()).not.toContain('evil');
    expect(await at(`127.0.0.1:${port}`, headers)).toMatchObject({ body: { name: 'default' } });
  });

  it.each([
    'a b',
    'user@evil',
    'localhost/evil',
    'localhost:99999',
    'localhost:',
    '.',
    '[::1',
    '"><script>',
    'a,b',
  ])('[TENANT-29] are never made of the host %s, which is none', async (host) => {
    const client = await house.signedIn(account);
    const answer = await client.send<Problem>('GET', getSelf.path, { host });
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
    expect(addressesIn(answer.bytes)).toEqual([]);
  });

  it('[TENANT-29] hold nothing of the address that a request names itself by', async () => {
    const client = await house.signedIn(account);
    // Past the address that the client resolves: the request line itself says it.
    const { body } = await client.call(getSelf, { headers: { host: `default.localhost:${port}` } });
    expect(body._links.self.href).toBe(`http://default.localhost:${port}${getSelf.path}`);
    const { bytes } = await client.send(
      'GET',
      `${listCollectionItems.path.replace(':uuid', root)}?size=1&x=//evil`,
    );
    expect(addressesIn(bytes).filter((address) => !address.startsWith(`${house.origin}/`))).toEqual([]);
  });
});

describe('behind a proxy that is trusted', () => {
  beforeAll(() => house.restart({ environment: { TRUST_PROXY: 'on' } }));

  it('[TENANT-12, TENANT-28] its word counts, for the tenant and for the links', async () => {
    const headers = {
      'x-forwarded-host': 'Cataloghi.example.org:8443',
      'x-forwarded-proto': 'https',
      authorization: basic,
    };
    const { body } = await house.visitor().call(signIn, { headers });
    expect(body._links.self.href).toBe(`https://cataloghi.example.org:8443${getSelf.path}`);
    expect((await at('127.0.0.1', { 'x-forwarded-host': 'localhost' })).body).toEqual({ name: 'default' });
  });

  it('[TENANT-29] the nearest proxy’s word alone: what a client said before it does not', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example, cataloghi.example.org',
      'x-forwarded-proto': 'http, https',
      authorization: basic,
    };
    const { body } = await house.visitor().call(signIn, { headers });
    expect(body._links.self.href).toBe(`https://cataloghi.example.org${getSelf.path}`);
  });

  it.each([
    ['x-forwarded-host', 'evil.example', 404],
    ['x-forwarded-host', 'a b', 400],
    ['x-forwarded-host', 'user@localhost', 400],
    ['x-forwarded-host', 'localhost/evil', 400],
    ['x-forwarded-proto', 'javascript', 400],
    ['x-forwarded-proto', 'https://evil.example/?', 400],
    ['x-forwarded-proto', 'ftp', 400],
  ] as const)('[TENANT-29, TENANT-16] %s: %s gets into no link', async (name, value, status) => {
    const client = await house.signedIn(account);
    const answer = await client.send<Problem>('GET', getSelf.path, { [name]: value });
    expect(answer.status).toBe(status);
    expect(addressesIn(answer.bytes)).toEqual([]);
  });
});

describe('the address of an organisation', () => {
  const urls = () => house.query<{ url: string | null }>('select url from tenant order by id');

  it('is given to one of two that are to have its host at the same moment', async () => {
    const { migrator } = house.access;
    const outcomes = await Promise.allSettled([
      changeTenant(migrator, house.tenantIds.default, { url: 'sala.example.org:8443' }),
      changeTenant(migrator, house.tenantIds.altra, { url: 'http://sala.example.org' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const told = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(String(told?.reason)).toContain('sala.example.org is the address of');
    const holders = (await urls()).filter(({ url }) => url?.includes('sala.example.org'));
    expect(holders).toHaveLength(1);
    // Its own it may have again.
    const [holder] = await house.query<{ id: number }>(`select id from tenant where url like '%sala%'`);
    await changeTenant(migrator, holder?.id ?? 0, { url: 'https://sala.example.org' });
  });

  it('is no new one’s where it is another’s by then, and nothing of the new one is made', async () => {
    const { migrator, database } = house.access;
    const before = await urls();
    for (const tenant of [
      { name: 'nuova', displayName: '', url: 'sala.example.org:1234' },
      { name: 'nuova', displayName: '', url: 'altra.localhost' },
    ]) {
      await expect(makeTenant(migrator, database, tenant)).rejects.toThrow('is the address of');
    }
    expect(await urls()).toEqual(before);
  });

  it('is that of the first of two that are added by one name at the same moment; the second is refused', async () => {
    const { migrator, database } = house.access;
    const outcomes = await Promise.allSettled(
      ['uno.example.org', 'due.example.org'].map((url) =>
        makeTenant(migrator, database, { name: 'gemella', displayName: '', url, mustBeNew: true }),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(String(refused?.reason)).toContain('There is an organisation "gemella" already');
  });
});

it('[RUN-18] tells the client of the profile that the installation is run with', async () => {
  const client = await house.administrator();
  const told = async () => (await client.call(tenantInfo)).body.deploymentProfile;
  expect(await told()).toBe('standard');
  await house.restart({ environment: { DEPLOYMENT_PROFILE: 'open' } });
  expect(await told()).toBe('open');
  await house.restart();
});
