import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  addMembership,
  assignRoles,
  createTenantUser,
  findUsername,
  getTenantUser,
  listTenantUsers,
  updateTenantUser,
  type AccountState,
} from '@armarium/contract/accounts';
import type { Role } from '@armarium/contract/capability';
import {
  createHandoff,
  getSelf,
  isLogged,
  listOwnTenants,
  redeemHandoff,
  signIn,
} from '@armarium/contract/session';
import { system } from '../../db/database.ts';
import { removeAccount } from './account.writes.ts';
import { changeRoles } from './role.writes.ts';
import { openInstallation } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ limits: { signInAttempts: 2 } });
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const noMail = { smtpUrl: undefined, mailFrom: undefined, publicUrl: undefined };
const at = (uuid: string) => ({ params: { id: uuid } });
const activate = (uuid: string, active: boolean, client = admin) =>
  client.call(updateTenantUser, { ...at(uuid), body: { active } });
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

const userIn = async (uuid: string, client = admin) => (await client.call(getTenantUser, at(uuid))).body;

/** The usernames that the list has. */
async function listed(query: { text?: string; role?: Role; state?: AccountState }) {
  const { body } = await admin.call(listTenantUsers, { query: { tenant: 'default', size: 1000, ...query } });
  expect(body.page.totalElements).toBe(body._embedded.jarvisUsers.length);
  return body._embedded.jarvisUsers.map(({ username }) => username);
}

describe('a deactivated account', () => {
  it('loses its sessions in the organisation at once and opens none there; its roles stay', async () => {
    const account = await house.account('default', ['ROLE_CCC']);
    const client = await house.signedIn(account);
    const answer = await activate(account.uuid, false);
    expect(answer.body).toMatchObject({
      active: false,
      tenantPermissions: [{ tenant: 'default', roles: ['ROLE_CCC'] }],
      allowedActions: ['edit', 'assignRoles', 'deactivate'],
    });
    expect((await client.call(isLogged)).body.logged).toBe(false);
    const credentials = Buffer.from(`${account.username}:${account.password}`).toString('base64');
    const attempt = () =>
      house.visitor().call(signIn, { headers: { authorization: `Basic ${credentials}` } });
    expect(codeOf(await attempt())).toBe('wrong-credentials');
    expect((await activate(account.uuid, true)).body.active).toBe(true);
    expect((await attempt()).status).toBe(200);
    const [last] = await house.query<{ action: string; after: object }>(
      `select action, after from history where record_uuid = $1 order by id desc limit 1`,
      [account.uuid],
    );
    expect(last).toEqual({ action: 'update', after: { active: true } });
  });

  it('goes on in its other organisations, and can’t come over from them', async () => {
    const account = await house.account('altra', ['ROLE_USER']);
    await house.giveRole(account.uuid, 'default', 'ROLE_USER');
    const there = await house.signedIn(account, 'altra');
    await activate(account.uuid, false);
    expect((await there.call(getSelf)).status).toBe(200);
    const own = await there.call(listOwnTenants);
    expect(own.body._embedded.tenants.map(({ name }) => name)).toEqual(['altra']);
    const body = { tenantId: String(house.tenantIds.default) };
    expect((await there.call(createHandoff, { body })).status).toBe(403);
  });

  it('is no admin whose place another could leave', async () => {
    const other = await house.account('altra', ['ROLE_TENANT_ADMIN']);
    const manager = await house.account('altra', ['ROLE_TENANT_ADMIN']);
    const client = await house.signedIn(manager, 'altra');
    expect((await activate(other.uuid, false, client)).status).toBe(200);
    // By the program's operator, who may change anybody's roles.
    const leaving = house.access.database
      .tenant(house.tenantIds.altra, system)
      .write('account-roles', (tx) =>
        changeRoles({ tx, by: 'operator', mail: noMail }, manager.uuid, () => []),
      );
    await expect(leaving).rejects.toMatchObject({ code: 'last-admin' });
  });

  it('is not let in by a handoff from before, nor by a session that a sign-in under way has left', async () => {
    const account = await house.account('altra', ['ROLE_USER']);
    await house.giveRole(account.uuid, 'default', 'ROLE_USER');
    const there = await house.signedIn(account, 'altra');
    const { body } = await there.call(createHandoff, {
      body: { tenantId: String(house.tenantIds.default) },
    });
    await activate(account.uuid, false);
    const token = new URL(body.url).searchParams.get('token') ?? '';
    const arrival = await house.visitor().call(redeemHandoff, { query: { token } });
    expect(arrival.headers['set-cookie']).toBeUndefined();
    await house.query(
      `insert into session (token_hash, account_uuid, tenant_id) values (sha256('late'), $1, $2)`,
      [account.uuid, house.tenantIds.default],
    );
    await activate(account.uuid, true);
    const left = await house.query('select 1 from session where account_uuid = $1 and tenant_id = $2', [
      account.uuid,
      house.tenantIds.default,
    ]);
    expect(left).toEqual([]);
  });

  it('begins anew after it was removed from the organisation', async () => {
    const account = await house.account('altra', ['ROLE_USER']);
    await house.giveRole(account.uuid, 'default', 'ROLE_USER');
    await activate(account.uuid, false);
    await house.access.database
      .tenant(house.tenantIds.default, system)
      .write('account-remove', (tx) => removeAccount({ tx, by: 'operator', mail: noMail }, account.uuid));
    await house.giveRole(account.uuid, 'default', 'ROLE_USER');
    expect((await userIn(account.uuid)).active).toBe(true);
  });

  it('of another organisation is deactivated by sending back what was read of it', async () => {
    const account = await house.account('altra', ['ROLE_USER']);
    await house.giveRole(account.uuid, 'default', 'ROLE_USER');
    await house.query(`update account set email = 'a@example.org' where uuid = $1`, [account.uuid]);
    const body = { ...(await userIn(account.uuid)), active: false };
    expect((await admin.call(updateTenantUser, { ...at(account.uuid), body })).body.active).toBe(false);
  });

  it('is not the own, nor one with ROLE_ADMIN for a tenant admin', async () => {
    const { body: self } = await admin.call(getSelf);
    expect((await activate(self.id, false)).status).toBe(403);
    const administrator = await house.account('default', ['ROLE_ADMIN']);
    expect((await activate(administrator.uuid, false)).status).toBe(403);
    expect((await userIn(administrator.uuid)).active).toBe(true);
  });

  it('is refused with what is older than the account, and changed together with its name', async () => {
    const { uuid } = await house.account('default', ['ROLE_USER']);
    const { headers } = await admin.call(getTenantUser, at(uuid));
    const body = { active: false, name: 'Bianca' };
    const ifMatch = { headers: { 'if-match': String(headers.etag) } };
    const answer = await admin.call(updateTenantUser, { ...at(uuid), ...ifMatch, body });
    expect(answer.body).toMatchObject(body);
    const late = await admin.call(updateTenantUser, { ...at(uuid), ...ifMatch, body: { active: true } });
    expect(codeOf(late)).toBe('stale');
  });
});

describe('the last sign-in', () => {
  it('is told of this organisation alone', async () => {
    const account = await house.account('altra', ['ROLE_USER']);
    await house.giveRole(account.uuid, 'default', 'ROLE_USER');
    await house.signedIn(account, 'altra');
    expect((await userIn(account.uuid)).lastSignInDate).toBeNull();
    const before = Date.now();
    await house.signedIn(account, 'default');
    const { lastSignInDate } = await userIn(account.uuid);
    expect(Date.parse(lastSignInDate ?? '')).toBeGreaterThanOrEqual(before - 1000);
  });
});

describe('the list of users', () => {
  it('is narrowed by words of names and addresses, by a role, and to active or deactivated ones', async () => {
    const mark = randomUUID().slice(0, 8);
    const named = async (username: string, roles: Role[], name: string) => {
      const account = await house.account('default', roles, { username: `${username}.${mark}` });
      await admin.call(updateTenantUser, {
        ...at(account.uuid),
        body: { name, surname: 'Müller', email: `${username}@${mark}.example.org` },
      });
      return account;
    };
    const ada = await named('ada', ['ROLE_CCC', 'ROLE_USER'], 'Àda');
    const bea = await named('bea', ['ROLE_USER'], 'Beatrice');
    await activate(bea.uuid, false);
    expect(await listed({ text: `muller ${mark}` })).toEqual([ada.username, bea.username]);
    expect(await listed({ text: `MÜL àd ${mark}` })).toEqual([ada.username]);
    expect(await listed({ text: `bea@${mark}` })).toEqual([bea.username]);
    expect(await listed({ text: mark, role: 'ROLE_CCC' })).toEqual([ada.username]);
    expect(await listed({ text: mark, role: 'ROLE_PUBLISHER' })).toEqual([]);
    expect(await listed({ text: mark, state: 'active' })).toEqual([ada.username]);
    expect(await listed({ text: mark, state: 'deactivated' })).toEqual([bea.username]);
  });
});

describe('an account of another organisation', () => {
  it('gets roles here by its exact username, in other letter case too, and is refused a second time', async () => {
    const account = await house.account('altra', ['ROLE_USER']);
    const body = { username: account.username.toUpperCase(), roles: ['ROLE_RESEARCHER' as const] };
    const answer = await admin.call(addMembership, { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id: account.uuid,
      tenantName: null,
      tenantPermissions: [{ tenant: 'default', roles: ['ROLE_RESEARCHER'] }],
      active: true,
    });
    expect(answer.headers.location).toBe(answer.body._links.self.href);
    expect((await (await house.signedIn(account, 'default')).call(getSelf)).status).toBe(200);
    expect(codeOf(await admin.call(addMembership, { body }))).toBe('already-member');
    // Whoever was deactivated here and lost all roles begins anew.
    await activate(account.uuid, false);
    await admin.call(assignRoles, { ...at(account.uuid), body: { tenant: 'default', roles: [] } });
    expect((await admin.call(addMembership, { body })).body.active).toBe(true);
  });

  it('does not get ROLE_ADMIN from a tenant admin, nor a place without a role', async () => {
    const { username } = await house.account('altra', ['ROLE_USER']);
    const give = (roles: Role[]) => admin.call(addMembership, { body: { username, roles } });
    expect((await give(['ROLE_ADMIN'])).status).toBe(403);
    expect((await give([])).status).toBe(422);
    expect(await listed({ text: username })).toEqual([]);
  });

  it('is not found by trying names: after so many unknown ones the next is held off', async () => {
    const client = await house.person('default', 'ROLE_TENANT_ADMIN');
    const ask = (username: string) =>
      client.call(addMembership, { body: { username, roles: ['ROLE_USER' as const] } });
    const statuses: number[] = [];
    // Ten times as many as attempts of a sign-in.
    for (let i = 0; i < 21; i += 1) statuses.push((await ask(`nobody ${randomUUID()}`)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(404), 429]);
    // What is refused for another reason counts for nothing.
    const other = await house.person('default', 'ROLE_TENANT_ADMIN');
    const member = (await house.account('default', ['ROLE_USER'])).username;
    for (let i = 0; i < 21; i += 1) {
      const body = { username: member, roles: ['ROLE_USER' as const] };
      expect(codeOf(await other.call(addMembership, { body }))).toBe('already-member');
    }
    const { username } = await house.account('altra', ['ROLE_USER']);
    expect((await ask(username)).status).toBe(429);
  });
});

describe('a username that looks like another', () => {
  it.each([
    // Cyrillic а; the digit 1 for l; rn for m; a final letter without a dot.
    ['paola', 'pаola'],
    ['carla', 'car1a'],
    ['marta', 'rnarta'],
    ['luigi', 'luıgi'],
    // A capital I in place of l, a zero in place of O.
    ['giulia', 'giuIia'],
    ['ROBOT', 'ROB0T'],
  ])('as %s has the look of %s is taken', async (one, other) => {
    const mark = randomUUID()
      .slice(0, 8)
      .replaceAll(/[^a-f]/g, 'a');
    await house.account('altra', ['ROLE_USER'], { username: `${one}.${mark}` });
    const username = `${other}.${mark}`;
    const check = await admin.call(findUsername, { query: { username } });
    // Whose name it looks like is not told.
    expect(check.body).toEqual({ username, _links: {} });
    const body = {
      username,
      password: 'twelve signs!',
      email: 'a@example.org',
      tenantPermissions: [{ tenant: 'default', roles: ['ROLE_USER' as const] }],
    };
    expect(codeOf(await admin.call(createTenantUser, { body }))).toBe('username-taken');
  });
});
