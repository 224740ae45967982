import { describe, expect, it } from 'vitest';
import { roles, type Role } from '@armarium/contract/capability';
import type { Problem } from '@armarium/contract/problem';
import type { HttpClient } from '../../../../tests/harness/http-client.ts';
import { openInstallation } from '../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const ask = (client: HttpClient, headers = {}) => client.send('OPTIONS', '/ui/management', headers);
const managers: readonly Role[] = ['ROLE_TENANT_ADMIN', 'ROLE_ADMIN'];

describe('OPTIONS /ui/management', () => {
  it.each(managers)('[PERM-39, API-024] allows to look to %s', async (role) => {
    const answer = await ask(await house.person('default', role));
    expect(answer.status).toBe(204);
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(roles.filter((role) => !managers.includes(role)))(
    '[PERM-40, API-024] names no GET to %s',
    async (role) => {
      const answer = await ask(await house.person('default', role));
      expect(answer.status).toBe(204);
      expect(answer.headers.allow).toBe('OPTIONS');
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it('[PERM-40] names no GET to a visitor, nor to a session that ended or is another tenant’s', async () => {
    const manager = await house.person('altra', 'ROLE_ADMIN');
    const asked = [
      await ask(house.visitor()),
      await ask(house.visitor(), { cookie: 'armarium_session=ended' }),
      await ask(manager, { host: house.hostOf('default') }),
    ];
    expect(asked.map(({ status, headers }) => [status, headers.allow])).toEqual(
      asked.map(() => [204, 'OPTIONS']),
    );
  });

  it('[PERM-39, PERM-40, PERM-02] goes by the roles of the tenant that is asked', async () => {
    const account = await house.account('default', ['ROLE_TENANT_ADMIN']);
    await house.query(`insert into account_role values ($1, $2, 'ROLE_USER')`, [
      account.uuid,
      house.tenantIds.altra,
    ]);
    const allowIn = async (tenant: 'default' | 'altra') =>
      (await ask(await house.signedIn(account, tenant))).headers.allow;
    expect(await allowIn('default')).toBe('GET, HEAD, OPTIONS');
    expect(await allowIn('altra')).toBe('OPTIONS');
  });

  it('is an error where no organisation answers', async () => {
    const answer = await ask(house.visitor(), { host: 'nowhere.example' });
    expect(answer.status).toBe(404);
    expect(answer.headers.allow).toBeUndefined();
  });

  it('leaves the page itself to the web client, for everybody', async () => {
    const answer = await house.visitor().send('GET', '/ui/management');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  it('[PERM-39, PERM-40] is an error, not an Allow, while the database fails', async () => {
    // Nobody has been looked up yet, so that nobody is remembered.
    const people = [await house.person('default', 'ROLE_ADMIN'), await house.person('default', 'ROLE_USER')];
    await house.query('alter table session rename to session_away');
    try {
      for (const client of people) {
        const answer = await ask(client);
        expect(answer.status).toBeGreaterThanOrEqual(500);
        expect((answer.body as Problem).requestId).not.toBe('');
        expect(answer.headers.allow).toBeUndefined();
      }
    } finally {
      await house.query('alter table session_away rename to session');
    }
    expect((await ask(people[0]!)).headers.allow).toBe('GET, HEAD, OPTIONS');
  });
});
