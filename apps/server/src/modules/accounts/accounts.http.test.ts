import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  assignRoles,
  AVATAR_MAX_BYTES,
  changeOwnPassword,
  createTenantUser,
  findUsername,
  getTenantUser,
  listRoles,
  listTenantUsers,
  removeAvatar,
  setAvatar,
  updateTenantUser,
  type TenantUser,
} from '@armarium/contract/accounts';
import { roles as knownRoles, type Role } from '@armarium/contract/capability';
import type { Problem } from '@armarium/contract/problem';
import { getPermissions, getSelf, isLogged } from '@armarium/contract/session';
import type { Answer, HttpClient } from '../../../../../tests/harness/http-client.ts';
import { madePng } from '../../../../../tests/http/made-png.ts';
import { fieldsOf } from '../../../../../tests/http/problem-of.ts';
import { openInstallation, type TenantName } from '../../../../../tests/http/test-installation.ts';
import { eventually } from '../../../../../tests/harness/waiting.ts';
import { findAccount } from './accounts.ts';
import { Sessions } from './sessions/sessions.ts';
import { later } from '../../../../../tests/harness/moved-clock.ts';

const house = await openInstallation({ limits: { signInAttempts: 4 } });
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const superAdmin = await house.administrator();

/** 26 megapixels of nothing in a few kilobytes. */
const manyPixels = await sharp({
  create: { width: 5_100, height: 5_100, channels: 3, background: 'white' },
})
  .png({ compressionLevel: 9 })
  .toBuffer();

const told = ({ status, body }: Answer<unknown>) => {
  const { code, fields } = body as Problem;
  return { status, code, fields: fields.map(({ name, code: why }) => [name, why]) };
};
const refusal = (code: string, status: number) => ({ status, code, fields: [] });
const forbidden = refusal('forbidden', 403);
const at = (uuid: string) => ({ params: { id: uuid } });

/** A body for a new account that nothing is wrong with. */
function newcomer(tenant: TenantName = 'default', roles: Role[] = ['ROLE_USER']) {
  return {
    username: `new-${randomUUID()}`,
    password: 'twelve signs!',
    name: 'Nilde',
    surname: 'Bianchi',
    email: 'nilde@example.org',
    tenantName: tenant as string,
    tenantPermissions: [{ tenant: tenant as string, roles }],
  };
}

async function rolesOf(client: HttpClient, uuid: string): Promise<Role[] | undefined> {
  const { body } = await client.call(getTenantUser, at(uuid));
  return body.tenantPermissions[0]?.roles;
}

function assign(client: HttpClient, uuid: string, roles: Role[], tenant = 'default') {
  return client.call(assignRoles, { ...at(uuid), body: { tenant, roles } });
}

/** An account at home in the other tenant, with roles in both. */
async function ofBoth(there: Role[], here: Role[]) {
  const account = await house.account('altra', there);
  for (const role of here) await house.giveRole(account.uuid, 'default', role);
  return account;
}

/** What was recorded of an account, oldest first. */
function historyOf(uuid: string) {
  return house.query<{ tenant_id: number; who: string; kind: string; action: string; said: string }>(
    `select history.tenant_id, account_name as who, kind, action, coalesce(before, 'null')::text || coalesce(after, 'null')::text as said
     from history join change_set on change_set.tenant_id = history.tenant_id and change_set.uuid = change_set
     where record_uuid = $1 and resource_type = 'ACCOUNT' order by history.id`,
    [uuid],
  );
}

describe('a new account', () => {
  it('[USER-33, USER-34, USER-35, PERM-01, API-125] is made, can sign in, and is recorded without its password', async () => {
    const body = newcomer('default', ['ROLE_PUBLISHER', 'ROLE_USER', 'ROLE_USER']);
    const made = await admin.call(createTenantUser, { body });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: made.body.id,
      username: body.username,
      name: 'Nilde',
      surname: 'Bianchi',
      email: 'nilde@example.org',
      avatarUrl: null,
      tenantName: 'default',
      tenantPermissions: [{ tenant: 'default', roles: ['ROLE_USER', 'ROLE_PUBLISHER'] }],
      active: true,
      closed: false,
      lastSignInDate: null,
      invitation: null,
      secondFactor: false,
      signOn: null,
      allowedActions: ['edit', 'assignRoles', 'deactivate'],
      _links: { self: { href: `${house.origin}/iam/jarvisUsers/${made.body.id}` } },
    });
    expect(made.headers.location).toBe(made.body._links.self.href);
    const client = await house.signedIn(body);
    expect((await client.call(getSelf)).body.roles).toEqual(['ROLE_USER', 'ROLE_PUBLISHER']);
    const [entry, ...more] = await historyOf(made.body.id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ action: 'create', kind: 'account-create', who: 'Ada Rossi' });
    expect(entry?.said).not.toMatch(/argon2|password|twelve/i);
  });

  it('[USER-22] is refused with every field named that is not as it should be', async () => {
    const answer = await admin.call(createTenantUser, {
      body: {
        username: 'with:colon',
        password: 'eleven sign',
        name: 'a\nb',
        email: 'nobody@nowhere',
        tenantPermissions: [{ tenant: 'default', roles: [] }],
      },
    });
    expect(told(answer)).toEqual({
      status: 422,
      code: 'invalid',
      fields: [
        ['username', 'username-form'],
        ['password', 'password-length'],
        ['name', 'name-form'],
        ['email', 'email-form'],
        ['tenantPermissions[0].roles', 'no-role'],
      ],
    });
    const { fields } = answer.body as unknown as Problem;
    expect(fields.map(({ message }) => message).join()).toContain('Password must be at least 12 characters');
    const empty = await admin.call(createTenantUser, { body: {} as never });
    expect(told(empty).fields).toEqual(
      ['username', 'email', 'tenantPermissions'].map((name) => [name, 'required']),
    );
  });

  it.each([
    '',
    '  ',
    'a:b',
    'tab\tin it',
    'x'.repeat(101),
    'ad\u200ba',
    'ad\u00ada',
    '\u202eada',
    'ada\u3164',
  ])('is refused with the username %j', async (username) => {
    const answer = await admin.call(createTenantUser, { body: { ...newcomer(), username } });
    expect(told(answer).fields).toEqual([['username', 'username-form']]);
  });

  it.each(['', 'a', 'a@b', '@b.it', 'a@b.', 'a b@c.it', 'a@b..it', 'a@-b.it', `${'a'.repeat(250)}@b.it`])(
    'is refused with the e-mail %j',
    async (email) => {
      const answer = await admin.call(createTenantUser, { body: { ...newcomer(), email } });
      expect(told(answer).fields).toEqual([['email', 'email-form']]);
    },
  );

  it('is of this tenant alone, whether the other that is named exists or not', async () => {
    for (const other of ['altra', 'nowhere']) {
      const answer = await admin.call(createTenantUser, { body: newcomer(other as TenantName) });
      expect(told(answer)).toEqual({
        status: 422,
        code: 'invalid',
        fields: [
          ['tenantName', 'not-this-tenant'],
          ['tenantPermissions[0].tenant', 'not-this-tenant'],
        ],
      });
    }
  });

  it('takes no username that there is, wherever and however it is written', async () => {
    const there = await house.account('altra', ['ROLE_USER'], { username: `Ärmel-${randomUUID()}` });
    const here = await house.account('default', ['ROLE_USER']);
    const answers = [];
    for (const username of [there.username.toUpperCase(), ` ${there.username} `, here.username]) {
      answers.push(await admin.call(createTenantUser, { body: { ...newcomer(), username } }));
    }
    for (const answer of answers) {
      expect(told(answer)).toEqual({
        status: 409,
        code: 'username-taken',
        fields: [['username', 'username-taken']],
      });
    }
    // Where the account is, is not told: a name of another tenant is refused in the same words.
    expect(new Set(answers.map(({ body }) => (body as unknown as Problem).detail)).size).toBe(1);
    expect((await admin.call(getTenantUser, at(there.uuid))).status).toBe(404);
  });

  it('is made once of two that are sent at the same moment', async () => {
    const body = newcomer();
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(createTenantUser, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('[API-130] has a name that the check tells as free before and as taken after', async () => {
    const { username } = newcomer();
    const check = (name: string) => admin.call(findUsername, { query: { username: name } });
    expect(told(await check(username))).toEqual(refusal('not-found', 404));
    const made = await admin.call(createTenantUser, { body: { ...newcomer(), username } });
    const taken = await check(username.toUpperCase());
    expect(taken).toMatchObject({ status: 200, body: { username } });
    expect(taken.body._links).toEqual(made.body._links);
    const elsewhere = await house.account('altra', ['ROLE_USER']);
    expect((await check(elsewhere.username)).body).toEqual({ username: elsewhere.username, _links: {} });
  });
});

describe('the list of a tenant', () => {
  it('[USER-40, PERM-02] holds its accounts with their roles in it, and nothing of other tenants', async () => {
    const both = await ofBoth(['ROLE_TENANT_ADMIN'], ['ROLE_CCC']);
    const idle = await house.account('default', ['ROLE_USER']);
    await assign(admin, idle.uuid, []);
    const foreign = await house.account('altra', ['ROLE_USER']);
    const { body } = await admin.call(listTenantUsers, { query: { tenant: 'default', size: 1000 } });
    const users = new Map(body._embedded.jarvisUsers.map((user) => [user.id, user]));
    expect(body.page.totalElements).toBe(users.size);
    expect(users.get(both.uuid)).toMatchObject({
      tenantName: null,
      tenantPermissions: [{ tenant: 'default', roles: ['ROLE_CCC'] }],
      allowedActions: ['assignRoles', 'deactivate'],
    });
    expect(users.get(idle.uuid)?.tenantPermissions).toEqual([{ tenant: 'default', roles: [] }]);
    expect(users.has(foreign.uuid)).toBe(false);
    expect(JSON.stringify(body)).not.toContain('altra');
    for (const tenant of ['altra', 'nowhere', '']) {
      expect((await admin.call(listTenantUsers, { query: { tenant } })).status).toBe(404);
    }
  });

  it('[API-124] has 20 a page, by username; or by surname and name, both ways', async () => {
    const visible = await house.person('altra', 'ROLE_TENANT_ADMIN');
    for (const [username, surname, name] of [
      ['reader-10', 'Ábaco', 'Bea'],
      ['reader-2', 'abaco', 'Aldo'],
      ['Reader-1', 'Zeno', 'Carla'],
      ...Array.from({ length: 20 }, (_, index) => [`x-${index}`, 'Moro', `N${index}`]),
    ] as const) {
      const body = { ...newcomer('altra'), username: `${username}`, surname: `${surname}`, name: `${name}` };
      expect((await visible.call(createTenantUser, { body })).status).toBe(201);
    }
    const list = async (sort: string[], further: object = {}) => {
      const query = { tenant: 'altra', sort, ...further };
      const answer = await visible.call(listTenantUsers, { query });
      return answer.body;
    };
    const first = await list([]);
    expect(first._embedded.jarvisUsers).toHaveLength(20);
    expect(first.page).toMatchObject({ number: 0, size: 20 });
    const second = await list([], { page: 1 });
    const all = [...first._embedded.jarvisUsers, ...second._embedded.jarvisUsers];
    const readers = (users: TenantUser[]) =>
      users.map(({ username }) => username).filter((username) => /^reader/i.test(username));
    expect(readers(all)).toEqual(['Reader-1', 'reader-2', 'reader-10']);
    const sorted = async (...sort: string[]) =>
      readers((await list(sort, { size: 1000 }))._embedded.jarvisUsers);
    expect(await sorted('username,desc')).toEqual(['reader-10', 'reader-2', 'Reader-1']);
    expect(await sorted('surname', 'name')).toEqual(['reader-2', 'reader-10', 'Reader-1']);
    expect(await sorted('surname,desc', 'name,desc')).toEqual(['Reader-1', 'reader-10', 'reader-2']);
    const unknown = await visible.call(listTenantUsers, { query: { tenant: 'altra', sort: ['email'] } });
    expect(unknown.status).toBe(400);
  });

  it('[API-132] has beside it the roles that there are, and which of them one may give', async () => {
    const { body } = await admin.call(listRoles);
    expect(body._embedded.roles.map(({ name }) => name)).toEqual(knownRoles);
    const withheld = async (client: HttpClient) =>
      (await client.call(listRoles)).body._embedded.roles.flatMap(({ name, grantable }) =>
        grantable ? [] : [name],
      );
    expect(await withheld(admin)).toEqual(['ROLE_ADMIN']);
    expect(await withheld(superAdmin)).toEqual([]);
  });

  it('has beside each role how many active accounts of the organisation hold it', async () => {
    const holders = async (client = admin) =>
      (await client.call(listRoles)).body._embedded.roles.find(({ name }) => name === 'ROLE_CCC')?.accounts ??
      0;
    const [before, elsewhere] = [
      await holders(),
      await holders(await house.person('altra', 'ROLE_TENANT_ADMIN')),
    ];
    const { uuid } = await house.account('default', ['ROLE_CCC', 'ROLE_USER']);
    expect(await holders()).toBe(before + 1);
    expect((await admin.call(updateTenantUser, { ...at(uuid), body: { active: false } })).status).toBe(200);
    expect(await holders()).toBe(before);
    expect(await holders(await house.person('altra', 'ROLE_TENANT_ADMIN'))).toBe(elsewhere);
  });
});

describe('the own profile', () => {
  it.each(knownRoles)(
    '[PROF-16, PERM-10] of %s is theirs to see and to change, but for roles',
    async (role) => {
      const account = await house.account('default', [role]);
      const client = await house.signedIn(account);
      const seen = await client.call(getTenantUser, at(account.uuid));
      expect(seen.body).toMatchObject({ id: account.uuid, allowedActions: ['edit'] });
      const changed = await client.call(updateTenantUser, {
        ...at(account.uuid),
        body: { ...seen.body, name: ' Rosa ', email: 'rosa@example.org', roles: ['ROLE_ADMIN'] },
      });
      expect(changed.body).toMatchObject({ name: 'Rosa', surname: 'Rossi', email: 'rosa@example.org' });
      expect(changed.body.tenantPermissions).toEqual(seen.body.tenantPermissions);
      const self = (await client.call(getSelf)).body;
      expect(self).toMatchObject({ name: 'Rosa', email: 'rosa@example.org', roles: [role] });
      const [entry] = await historyOf(account.uuid);
      expect(entry).toMatchObject({ kind: 'account-edit', action: 'update', who: 'Ada Rossi' });
      const next = { old: account.password, new: 'another long one' };
      expect((await client.call(changeOwnPassword, { body: next })).status).toBe(204);
      expect((await client.upload(setAvatar, picture(), at(account.uuid))).status).toBe(200);
    },
  );

  it('is all that somebody without the right to manage sees and changes', async () => {
    const client = await house.person('default', 'ROLE_PUBLISHER', 'ROLE_CCC');
    const other = await house.account('default', ['ROLE_USER']);
    for (const uuid of [other.uuid, randomUUID()]) {
      const answers = [
        await client.call(getTenantUser, at(uuid)),
        await client.call(updateTenantUser, { ...at(uuid), body: { name: 'X' } }),
        await client.upload(setAvatar, picture(), at(uuid)),
        await client.call(removeAvatar, at(uuid)),
        await assign(client, uuid, ['ROLE_CCC']),
      ];
      for (const answer of answers) expect(told(answer)).toEqual(forbidden);
    }
  });

  it('refuses what is wrong in it, and names that it does not know', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    const patch = (body: object) => client.call(updateTenantUser, { ...at(account.uuid), body });
    expect(told(await patch({ email: '', surname: 7 })).fields).toEqual([
      ['surname', 'name-form'],
      ['email', 'email-form'],
    ]);
    expect(told(await patch({ password: 'twelve signs!' })).fields).toEqual([['password', 'unknown-field']]);
    expect((await patch({ username: 'somebody-else' })).body.username).toBe(account.username);
  });

  it('[API-126] honours If-Match, and takes a merge patch', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    const first = (await client.call(getTenantUser, at(account.uuid))).headers.etag ?? '';
    const patch = (name: string, ifMatch: string, type = 'application/json') =>
      client.call(updateTenantUser, {
        ...at(account.uuid),
        body: { name },
        ifMatch,
        headers: { 'content-type': type },
      });
    const changed = await patch('Uno', first, 'application/merge-patch+json');
    expect(changed).toMatchObject({ status: 200, body: { name: 'Uno' } });
    expect(changed.headers.etag).not.toBe(first);
    expect(told(await patch('Due', first))).toEqual(refusal('stale', 412));
    expect((await patch('Due', `W/"other", W/${changed.headers.etag}`)).status).toBe(200);
    expect((await patch('Tre', '*')).status).toBe(200);
    const stale = { ...at(account.uuid), ifMatch: first };
    expect((await client.upload(setAvatar, picture(), stale)).status).toBe(412);
    expect((await client.call(removeAvatar, stale)).status).toBe(412);
    const roles = { tenant: 'default', roles: ['ROLE_CCC' as const] };
    expect((await admin.call(assignRoles, { ...stale, body: roles })).status).toBe(412);
    expect((await historyOf(account.uuid)).map(({ kind }) => kind)).toEqual(Array(3).fill('account-edit'));
  });

  it('is recorded only where something changed', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    await client.call(updateTenantUser, { ...at(account.uuid), body: { name: account.name } });
    await client.call(removeAvatar, at(account.uuid));
    await assign(admin, account.uuid, ['ROLE_USER']);
    expect(await historyOf(account.uuid)).toEqual([]);
  });
});

describe('the accounts of others', () => {
  it('[API-126, API-127] are changed by the admins of their home, their roles by those of each tenant', async () => {
    const both = await ofBoth(['ROLE_USER'], ['ROLE_USER']);
    const altraAdmin = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const edit = (client: HttpClient) =>
      client.call(updateTenantUser, { ...at(both.uuid), body: { surname: 'Verdi' } });
    expect(told(await edit(admin))).toEqual(forbidden);
    expect(told(await admin.call(removeAvatar, at(both.uuid)))).toEqual(forbidden);
    expect((await edit(altraAdmin)).body.surname).toBe('Verdi');
    expect((await assign(admin, both.uuid, ['ROLE_RESEARCHER'])).status).toBe(200);
    expect(await rolesOf(altraAdmin, both.uuid)).toEqual(['ROLE_USER']);
    expect(await rolesOf(admin, both.uuid)).toEqual(['ROLE_RESEARCHER']);
    const tenants = (await historyOf(both.uuid)).map(({ tenant_id }) => tenant_id);
    expect(tenants).toEqual([house.tenantIds.altra, house.tenantIds.default]);
    // Without a role here it is no longer this tenant's to see.
    expect((await assign(admin, both.uuid, [])).status).toBe(404);
    expect((await admin.call(getTenantUser, at(both.uuid))).status).toBe(404);
    expect(await rolesOf(altraAdmin, both.uuid)).toEqual(['ROLE_USER']);
  });

  it('[PERM-31] of another tenant are not there, whoever asks', async () => {
    const foreign = await house.account('altra', ['ROLE_USER']);
    for (const client of [admin, superAdmin]) {
      for (const uuid of [foreign.uuid, randomUUID()]) {
        const answers = [
          await client.call(getTenantUser, at(uuid)),
          await client.call(updateTenantUser, { ...at(uuid), body: { name: 'X' } }),
          await client.upload(setAvatar, picture(), at(uuid)),
          await client.call(removeAvatar, at(uuid)),
          await assign(client, uuid, ['ROLE_CCC']),
        ];
        for (const answer of answers) expect(told(answer)).toEqual(refusal('not-found', 404));
      }
    }
    const named = await assign(
      admin,
      (await house.account('default', ['ROLE_USER'])).uuid,
      ['ROLE_CCC'],
      'altra',
    );
    expect(told(named).fields).toEqual([['tenant', 'not-this-tenant']]);
  });
});

describe('the invariants', () => {
  it('[PERM-32] nobody changes their own roles, not even an administrator', async () => {
    for (const role of ['ROLE_TENANT_ADMIN', 'ROLE_ADMIN'] as const) {
      const account = await house.account('default', [role]);
      const client = await house.signedIn(account);
      for (const roles of [[], [role], [role, 'ROLE_CCC']] as Role[][]) {
        expect(told(await assign(client, account.uuid, roles))).toEqual(forbidden);
      }
      expect(await rolesOf(client, account.uuid)).toEqual([role]);
    }
  });

  it('[PERM-30, PERM-33] only an administrator gives ROLE_ADMIN', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    expect(told(await assign(admin, account.uuid, ['ROLE_USER', 'ROLE_ADMIN']))).toEqual(forbidden);
    const body = newcomer('default', ['ROLE_ADMIN']);
    expect(told(await admin.call(createTenantUser, { body }))).toEqual(forbidden);
    expect((await admin.call(findUsername, { query: { username: body.username } })).status).toBe(404);
    expect(await rolesOf(admin, account.uuid)).toEqual(['ROLE_USER']);
    expect((await assign(superAdmin, account.uuid, ['ROLE_ADMIN'])).status).toBe(200);
    expect((await superAdmin.call(createTenantUser, { body })).status).toBe(201);
  });

  it('[PERM-34] a tenant admin changes nothing of who has ROLE_ADMIN', async () => {
    const here = await house.account('default', ['ROLE_ADMIN', 'ROLE_USER']);
    // Of this house, and administrator of the other.
    const there = await house.account('default', ['ROLE_USER']);
    await house.query(`insert into account_role values ($1, $2, 'ROLE_ADMIN')`, [
      there.uuid,
      house.tenantIds.altra,
    ]);
    const attempts = async (client: HttpClient, uuid: string) => [
      await client.call(updateTenantUser, { ...at(uuid), body: { email: 'mine@example.org' } }),
      await client.upload(setAvatar, picture(), at(uuid)),
      await client.call(removeAvatar, at(uuid)),
    ];
    for (const { uuid } of [here, there]) {
      for (const answer of await attempts(admin, uuid)) expect(told(answer)).toEqual(forbidden);
    }
    for (const roles of [[], ['ROLE_USER'], ['ROLE_ADMIN', 'ROLE_CCC']] as Role[][]) {
      expect(told(await assign(admin, here.uuid, roles))).toEqual(forbidden);
    }
    expect((await admin.call(getTenantUser, at(here.uuid))).body.allowedActions).toEqual([]);
    expect(await historyOf(here.uuid)).toEqual([]);
    expect(await historyOf(there.uuid)).toEqual([]);
    for (const answer of await attempts(superAdmin, here.uuid)) expect(answer.status).toBeLessThan(300);
    expect((await assign(superAdmin, here.uuid, ['ROLE_USER'])).status).toBe(200);
  });

  it('[PERM-35] a tenant keeps an admin, also when two remove each other at the same moment', async () => {
    const remaining = () =>
      house.query(
        `select distinct account_uuid from account_role
         where tenant_id = $1 and role in ('ROLE_ADMIN', 'ROLE_TENANT_ADMIN')`,
        [house.tenantIds.altra],
      );
    for (let round = 0; round < 8; round += 1) {
      await house.query(
        `delete from account_role where tenant_id = $1 and role in ('ROLE_ADMIN', 'ROLE_TENANT_ADMIN')`,
        [house.tenantIds.altra],
      );
      const [one, other] = [
        await house.account('altra', ['ROLE_TENANT_ADMIN']),
        await house.account('altra', ['ROLE_TENANT_ADMIN', 'ROLE_USER']),
      ];
      const [clientOne, clientOther] = [
        await house.signedIn(one, 'altra'),
        await house.signedIn(other, 'altra'),
      ];
      const answers = await Promise.all([
        assign(clientOne, other.uuid, [], 'altra'),
        assign(clientOther, one.uuid, [], 'altra'),
      ]);
      expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
      expect(await remaining()).toHaveLength(1);
    }
  });

  it('[PERM-35] of two who take each other’s admin role at the same moment, one gets 409', async () => {
    const [one, other] = [
      await house.account('default', ['ROLE_TENANT_ADMIN']),
      await house.account('default', ['ROLE_TENANT_ADMIN']),
    ];
    const [clientOne, clientOther] = [await house.signedIn(one), await house.signedIn(other)];
    const answers = await house.access.database.system.transaction().execute(async (db) => {
      // Both are let in as admins, and wait for each other's change.
      await sql`select pg_advisory_xact_lock(hashtextextended('armarium roles', ${house.tenantIds.default}))`.execute(
        db,
      );
      const sent = [
        assign(clientOne, other.uuid, ['ROLE_USER']),
        assign(clientOther, one.uuid, ['ROLE_USER']),
      ];
      await eventually(() =>
        house.query(
          `select 1 from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
        ),
      ).toHaveLength(sent.length);
      return sent;
    });
    const told = (await Promise.all(answers)).map(({ status, body }) => [
      status,
      (body as Partial<Problem>).code,
    ]);
    expect(told.sort()).toEqual([
      [200, undefined],
      [409, 'roles-changed'],
    ]);
  });

  it('agree with the actions that an answer allows, for every pair of roles', async () => {
    const accounts = await Promise.all(
      knownRoles.map(async (role) => (await house.account('default', [role])).uuid),
    );
    accounts.push((await ofBoth(['ROLE_ADMIN'], ['ROLE_USER'])).uuid);
    for (const client of [admin, superAdmin]) {
      for (const uuid of accounts) {
        const { body } = await client.call(getTenantUser, at(uuid));
        const edit = await client.call(updateTenantUser, { ...at(uuid), body: { name: 'Changed' } });
        const [permissions] = body.tenantPermissions;
        const roles = await assign(client, uuid, permissions?.roles ?? []);
        const active = await client.call(updateTenantUser, { ...at(uuid), body: { active: false } });
        await client.call(updateTenantUser, { ...at(uuid), body: { active: true } });
        const did = [
          ...(edit.status === 200 ? ['edit'] : []),
          ...(roles.status === 200 ? ['assignRoles'] : []),
          ...(active.status === 200 ? ['deactivate'] : []),
        ];
        expect({ uuid, allowed: body.allowedActions }).toEqual({ uuid, allowed: did });
      }
    }
  });
});

describe('a change of roles', () => {
  it('is felt by open sessions at once, and by those of another process within seconds', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    // What another process remembers of the same session.
    const elsewhere = new Sessions(house.access.database.system, {
      sessionIdle_ms: 3_600_000,
      sessionAbsolute_ms: 3_600_000,
    });
    const found = await findAccount(house.access.database.system, account);
    const opener = { token: undefined, userAgent: null, address: '127.0.0.1' };
    const token = (found && (await elsewhere.open(found, house.tenantIds.default, opener))) ?? '';
    const heldElsewhere = async () => (await elsewhere.actorOf(token, house.tenantIds.default))?.roles;
    const may = async () => Object.hasOwn((await client.call(getPermissions)).body, 'publish');
    expect(await may()).toBe(false);
    expect(await heldElsewhere()).toEqual(['ROLE_USER']);

    await assign(admin, account.uuid, ['ROLE_PUBLISHER']);
    expect(await may()).toBe(true);
    expect(await later(6_000, heldElsewhere)).toEqual(['ROLE_PUBLISHER']);

    await assign(admin, account.uuid, []);
    expect((await client.call(isLogged)).body.logged).toBe(false);
    expect(told(await client.call(getSelf))).toEqual(refusal('not-signed-in', 401));
    // After what was looked up at that later time.
    expect(await later(12_000, heldElsewhere)).toBeUndefined();
    expect((await house.visitor().signIn(account.username, account.password)).status).toBe(401);

    // The account stays with its house, and can be given a role again.
    expect(await rolesOf(admin, account.uuid)).toEqual([]);
    await assign(admin, account.uuid, ['ROLE_USER']);
    await house.signedIn(account);
    const said = (await historyOf(account.uuid)).map((entry) => entry.said);
    expect(said[0]).toContain('ROLE_PUBLISHER');
  });

  it('counts for a session that still remembers the roles of before', async () => {
    const demoted = await house.account('default', ['ROLE_TENANT_ADMIN']);
    const client = await house.signedIn(demoted);
    const account = await house.account('default', ['ROLE_USER']);
    expect((await client.call(getTenantUser, at(account.uuid))).status).toBe(200);
    // As another process would. The database tells this one of it, sooner or later than the next call is made: before
    // that the call is let in, and refused by what stands in the database.
    await house.query(`update account_role set role = 'ROLE_USER' where account_uuid = $1`, [demoted.uuid]);
    const refusals = [forbidden.code, 'roles-changed'];
    expect(refusals).toContain(told(await assign(client, account.uuid, ['ROLE_CCC'])).code);
    const edit = { ...at(account.uuid), body: { name: 'X' } };
    expect(refusals).toContain(told(await client.call(updateTenantUser, edit)).code);
    expect(refusals).toContain(told(await client.call(createTenantUser, { body: newcomer() })).code);
    expect(await rolesOf(admin, account.uuid)).toEqual(['ROLE_USER']);
  });
});

describe('the own password', () => {
  const change = (client: HttpClient, old: string, next: string) =>
    client.call(changeOwnPassword, { body: { old, new: next } });

  it('[API-131] is changed with the old one: other sessions end, this one goes on as a new one', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const [here, other] = [await house.signedIn(account), await house.signedIn(account)];
    const cookie = async (client: HttpClient) => (await client.csrfToken()).slice();
    const before = await cookie(here);
    expect((await other.call(isLogged)).body.logged).toBe(true);
    expect((await change(here, account.password, 'a new one, still long')).status).toBe(204);
    expect(await cookie(here)).not.toBe(before);
    expect((await here.call(isLogged)).body.logged).toBe(true);
    expect((await other.call(isLogged)).body.logged).toBe(false);
    const rows = await house.query('select * from session where account_uuid = $1', [account.uuid]);
    expect(rows).toHaveLength(1);
    expect((await house.visitor().signIn(account.username, account.password)).status).toBe(401);
    await house.signedIn({ ...account, password: 'a new one, still long' });
    const entries = await historyOf(account.uuid);
    expect(entries).toMatchObject([{ kind: 'account-password', action: 'update' }]);
    expect(entries[0]?.said).toBe('null{"password": "changed"}');
  });

  it('[USER-22] has at least 12 characters', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const answer = await change(await house.signedIn(account), account.password, 'eleven sign');
    expect(told(answer)).toEqual({ status: 422, code: 'invalid', fields: [['new', 'password-length']] });
  });

  it('[API-131] is refused with a wrong old one, and after some of these for a while', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const answer = await change(client, 'not the old one', 'a new one, still long');
      expect(told(answer)).toEqual(refusal('wrong-old-password', 401));
    }
    const answer = await change(client, account.password, 'a new one, still long');
    expect(told(answer)).toEqual(refusal('too-many-requests', 429));
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // The session is no worse for it, and no other account either.
    expect((await client.call(isLogged)).body.logged).toBe(true);
    const other = await house.account('default', ['ROLE_USER']);
    expect((await change(await house.signedIn(other), other.password, 'their new one')).status).toBe(204);
  });

  it('is changed once of two that come with the same old one at the same moment', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const clients = [await house.signedIn(account), await house.signedIn(account)];
    const answers = await Promise.all(
      clients.map((client, index) => change(client, account.password, `the new one, number ${index}`)),
    );
    const won = answers.findIndex(({ status }) => status === 204);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    await house.signedIn({ ...account, password: `the new one, number ${won}` });
  });
});

/** A picture to send: of one colour, or the bytes given. */
function picture(source: Buffer = madePng(640, 480)) {
  return { source, name: 'me.png', type: 'image/png' };
}

describe('a picture', () => {
  const pathOf = (url: string | null) => {
    const { pathname, search } = new URL(url ?? '');
    return `${pathname}${search}`;
  };
  const filled = (size_bytes: number) => {
    const png = madePng();
    return Buffer.concat([png, Buffer.alloc(size_bytes - png.length)]);
  };

  it('[API-128, API-129] is drawn anew as a PNG of 300 × 300, private, and kept by the browser while it is the same', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    const jpeg = await sharp(madePng(400, 200))
      .withExif({ IFD0: { Copyright: 'SECRET place' } })
      .jpeg()
      .toBuffer();
    const set = await client.upload(setAvatar, picture(jpeg), at(account.uuid));
    expect(set.status).toBe(200);
    const { avatarUrl } = set.body;
    expect((await client.call(getSelf)).body.avatarUrl).toBe(avatarUrl);
    const shown = await client.send('GET', pathOf(avatarUrl));
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-cache',
    });
    const { format, width, height } = await sharp(shown.bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 300, height: 300 });
    expect(shown.bytes.includes('SECRET')).toBe(false);
    const again = await client.send('GET', pathOf(avatarUrl), { 'if-none-match': shown.headers.etag });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);

    const another = await client.upload(setAvatar, picture(madePng(9, 9, [1, 2, 3])), at(account.uuid));
    expect(another.body.avatarUrl).not.toBe(avatarUrl);
    expect((await client.call(removeAvatar, at(account.uuid))).status).toBe(204);
    expect((await client.call(getSelf)).body.avatarUrl).toBeNull();
    expect((await client.send('GET', pathOf(avatarUrl))).status).toBe(404);
    expect(await historyOf(account.uuid)).toHaveLength(3);
  });

  it('is seen by those who are signed in to a tenant of the account, and by nobody else', async () => {
    const account = await ofBoth(['ROLE_USER'], ['ROLE_USER']);
    const altra = await house.signedIn(account, 'altra');
    const path = pathOf((await altra.upload(setAvatar, picture(), at(account.uuid))).body.avatarUrl);
    const colleague = await house.person('default', 'ROLE_RESEARCHER');
    expect((await colleague.send('GET', path)).status).toBe(200);
    expect(told(await house.visitor().send('GET', path))).toEqual(refusal('not-signed-in', 401));
    await house.query('delete from account_role where account_uuid = $1 and tenant_id = $2', [
      account.uuid,
      house.tenantIds.default,
    ]);
    const [gone, none, nonsense] = [
      await colleague.send<Problem>('GET', path),
      await colleague.send<Problem>('GET', path.replace(account.uuid, randomUUID())),
      await colleague.send<Problem>('GET', path.replace(account.uuid, '%2e%2e')),
    ];
    for (const answer of [gone, none, nonsense]) expect(told(answer)).toEqual(refusal('not-found', 404));
  });

  it('[USER-31] is refused over 10485760 bytes with 413, and taken with just as many', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    const over = await client.upload(setAvatar, picture(filled(AVATAR_MAX_BYTES + 1)), at(account.uuid));
    expect(told(over)).toEqual(refusal('image-too-large', 413));
    expect((over.body as unknown as Problem).title).toBe('Image is too large');
    const whole = await client.upload(setAvatar, picture(filled(AVATAR_MAX_BYTES)), at(account.uuid));
    expect(whole.status).toBe(200);
  });

  it.each([
    ['a drawing in SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a text', Buffer.from('not an image at all')],
    ['nothing', Buffer.alloc(0)],
    ['half an image', madePng(640, 480).subarray(0, 90)],
    ['more pixels than are drawn', manyPixels],
  ])('is refused where it is %s', async (_what, source) => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    const answer = await client.upload(setAvatar, picture(source), at(account.uuid));
    expect(told(answer)).toEqual({ status: 422, code: 'file-refused', fields: [['file', 'not-an-image']] });
    expect((await client.call(getSelf)).body.avatarUrl).toBeNull();
    expect((await house.storedFiles()).filter((file) => file.includes('avatar'))).toEqual([]);
  });

  it('is drawn after the one before, however many are sent at once', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    let most = 0;
    const watch = () => {
      // Not their sum: a picture that goes from one to the other between the two readings counts in both.
      const { queue, process } = sharp.counters();
      most = Math.max(most, queue, process);
    };
    sharp.queue.on('change', watch);
    // One that can't be read keeps nobody from theirs.
    const more = Array.from({ length: 8 }, (_, index) => madePng(900, 700 + index));
    const sent = [madePng(900, 900), Buffer.from('no image'), ...more];
    const answers = await Promise.all(
      sent.map((source) => client.upload(setAvatar, picture(source), at(account.uuid))),
    );
    sharp.queue.off('change', watch);
    expect(answers.map(({ status }) => status)).toEqual([200, 422, ...more.map(() => 200)]);
    expect(most).toBe(1);
  });

  it('is refused as anything else than a file in a part named "file"', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const client = await house.signedIn(account);
    const json = await client.call(setAvatar, {
      ...at(account.uuid),
      body: { file: 'x' } as never,
    });
    expect(told(json)).toEqual(refusal('unsupported-media-type', 415));
  });
});

it('(V7.5.1) a session of a provider moves the own address by the password alone, also where no mail is sent yet', async () => {
  const account = await house.account('default', ['ROLE_USER']);
  const client = await house.signedIn(account);
  const move = () =>
    client.call(updateTenantUser, {
      params: { id: account.uuid },
      body: { email: `${randomUUID()}@example.org` },
    });
  expect((await move()).status).toBe(200);
  await house.query(
    `insert into sign_on_provider (tenant_id, uuid, position, label, issuer, client_id, client_secret, group_roles)
     values ($1, $2, 0, 'House', 'https://id.example.org', 'a', 'b', '[]')`,
    [house.tenantIds.default, account.uuid],
  );
  await house.query('update session set sign_on_provider = $1 where account_uuid = $1', [account.uuid]);
  expect(fieldsOf(await move())).toEqual(['currentPassword: required']);
});
