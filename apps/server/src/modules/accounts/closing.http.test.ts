import { describe, expect, it } from 'vitest';
import { addMembership, getTenantUser, listTenantUsers, updateTenantUser } from '@armarium/contract/accounts';
import { getNewPasswordLink } from '@armarium/contract/password-links';
import { getPermissions, getSelf, isLogged } from '@armarium/contract/session';
import { addToken } from '@armarium/contract/tokens';
import { system } from '../../db/database.ts';
import type { AccountWrite } from './account-write.ts';
import { changeActive } from './account.writes.ts';
import { findAccount } from './accounts.ts';
import { closeAccount, reopenAccount } from './closing.writes.ts';
import { makeLink } from './passwords/password-links.ts';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { Sessions } from './sessions/sessions.ts';
import { eventually } from '../../../../../tests/harness/waiting.ts';
import { openInstallation, type TenantName } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const at = (uuid: string) => ({ params: { id: uuid } });
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const noMail = { smtpUrl: undefined, mailFrom: undefined, publicUrl: undefined };

/** A change by the command line, in another process than the one that answers. */
const byOperator = <T>(tenant: TenantName, apply: (write: AccountWrite) => Promise<T>) =>
  house.access.database
    .tenant(house.tenantIds[tenant], system)
    .write('account-edit', (tx) => apply({ tx, by: 'operator', mail: noMail }));
const close = (uuid: string) => byOperator('default', (write) => closeAccount(write, uuid));
const reopen = (uuid: string) => byOperator('default', (write) => reopenAccount(write, uuid));

describe('a closed account', () => {
  it('(V7.4.2) loses its sessions in all organisations and opens none, until it is reopened', async () => {
    const account = await house.account('default', ['ROLE_CCC']);
    await house.giveRole(account.uuid, 'altra', 'ROLE_USER');
    const clients = [await house.signedIn(account), await house.signedIn(account, 'altra')];
    const enter = (client: HttpClient) => client.signIn(account.username, account.password);
    expect(await close(account.uuid)).toBe(true);
    for (const client of clients) {
      await eventually(async () => (await client.call(isLogged)).body.logged).toBe(false);
      // As a wrong password is answered.
      expect(codeOf(await enter(client))).toBe('wrong-credentials');
    }
    expect(await close(account.uuid)).toBe(false);
    expect(await reopen(account.uuid)).toBe(true);
    for (const client of clients) expect((await enter(client)).status).toBe(200);
    expect((await clients[0]?.call(getSelf))?.body.roles).toEqual(['ROLE_CCC']);
    expect(await reopen(account.uuid)).toBe(false);
    const history = await house.query<{ after: unknown }>(
      'select after from history where record_uuid = $1 order by id',
      [account.uuid],
    );
    expect(history.map(({ after }) => after)).toEqual([{ closed: true }, { closed: false }]);
  });

  it('gets no session from a sign-in that began before it was closed', async () => {
    const { uuid } = await house.account('default', ['ROLE_USER']);
    const { system: db } = house.access.database;
    const before = await findAccount(db, { uuid });
    const sessions = new Sessions(db, { sessionIdle_ms: 60_000, sessionAbsolute_ms: 60_000 });
    const open = async () =>
      before &&
      sessions.open(before, house.tenantIds.default, {
        token: undefined,
        userAgent: null,
        address: '127.0.0.1',
      });
    expect(await open()).toBeDefined();
    await close(uuid);
    expect(await open()).toBeUndefined();
  });

  it('opens nothing by its tokens, also one that was used a moment before; they work again later', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const made = await client.call(addToken, { body: { name: 'One', capabilities: ['browse'], expiresAt } });
    const headers = { authorization: `Bearer ${made.body.token}` };
    const answered = async () => (await house.visitor().call(getPermissions, { headers })).status;
    // Without a session whose end would tell of it.
    await house.query('delete from session where account_uuid = $1', [account.uuid]);
    expect(await answered()).toBe(200);
    await close(account.uuid);
    await eventually(answered).toBe(401);
    await reopen(account.uuid);
    await eventually(answered).toBe(200);
  });

  it('opens nothing by a link of mail that was sent before, then and later', async () => {
    const { uuid } = await house.account('default', ['ROLE_USER']);
    const token = await makeLink(
      house.access.database.system,
      'forgotten-password',
      uuid,
      house.tenantIds.default,
    );
    const answered = async () =>
      (await house.visitor().call(getNewPasswordLink, { params: { token } })).status;
    expect(await answered()).toBe(200);
    await close(uuid);
    expect(await answered()).toBe(410);
    await reopen(uuid);
    expect(await answered()).toBe(410);
  });

  it('is shown as closed to its organisations, which can neither activate nor add it', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const { uuid, username } = account;
    const before = await admin.call(getTenantUser, at(uuid));
    await close(uuid);
    const { body, headers } = await admin.call(getTenantUser, at(uuid));
    expect(headers.etag).not.toBe(before.headers.etag);
    expect(body).toMatchObject({ active: false, closed: true, allowedActions: ['edit', 'assignRoles'] });
    const change = (given: object) => admin.call(updateTenantUser, { ...at(uuid), body: given });
    expect(codeOf(await change({ active: true }))).toBe('account-closed');
    // A representation that is sent back says what stands there.
    const { active, closed } = body;
    expect((await change({ active, closed, name: 'Bea' })).body).toMatchObject({ name: 'Bea', closed: true });
    const query = { tenant: 'default', text: username, state: 'deactivated' as const };
    const found = await admin.call(listTenantUsers, { query });
    expect(found.body._embedded.jarvisUsers.map(({ id }) => id)).toEqual([uuid]);
    const other = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const added = await other.call(addMembership, { body: { username, roles: ['ROLE_USER'] } });
    expect(codeOf(added)).toBe('account-closed');
    expect((await other.call(getTenantUser, at(uuid))).status).toBe(404);
    await reopen(uuid);
    expect((await admin.call(getTenantUser, at(uuid))).body).toMatchObject({ active: true, closed: false });
  });

  it('counts for nobody who administers: the last one who can is not closed', async () => {
    const [one, two] = [
      await house.account('altra', ['ROLE_TENANT_ADMIN']),
      await house.account('default', ['ROLE_USER']),
    ];
    await house.giveRole(two.uuid, 'altra', 'ROLE_TENANT_ADMIN');
    await house.query(
      `delete from account_role where tenant_id = $1 and role in ('ROLE_ADMIN', 'ROLE_TENANT_ADMIN')
         and account_uuid <> all($2)`,
      [house.tenantIds.altra, [one.uuid, two.uuid]],
    );
    await close(one.uuid);
    await expect(close(two.uuid)).rejects.toMatchObject({
      code: 'last-admin',
      message: expect.stringContaining('ROLE_ADMIN in altra.') as string,
    });
    await expect(byOperator('altra', (write) => changeActive(write, two.uuid, false))).rejects.toMatchObject({
      code: 'last-admin',
    });
    await reopen(one.uuid);
    expect(await close(two.uuid)).toBe(true);
  });

  it('is never the last one with ROLE_ADMIN, in however many organisations it has it', async () => {
    const last = await house.account('default', ['ROLE_ADMIN']);
    await house.giveRole(last.uuid, 'altra', 'ROLE_ADMIN');
    await house.query(`delete from account_role where role = 'ROLE_ADMIN' and account_uuid <> $1`, [
      last.uuid,
    ]);
    await house.account('altra', ['ROLE_TENANT_ADMIN']);
    await expect(close(last.uuid)).rejects.toMatchObject({
      code: 'last-admin',
      message: expect.stringContaining('with ROLE_ADMIN in this installation') as string,
    });
  });
});
