import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { assignRoles, changeOwnPassword, updateTenantUser } from '@armarium/contract/accounts';
import type { Capability, Role } from '@armarium/contract/capability';
import { listDownloads } from '@armarium/contract/downloads';
import { listEffects } from '@armarium/contract/effects';
import { getItemHistory } from '@armarium/contract/history';
import { findAllItems, getItem } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import type { Operation } from '@armarium/contract/operation';
import {
  changeOrganisation,
  getOrganisation,
  listOrganisationChanges,
} from '@armarium/contract/organisation';
import { findRecordChanges } from '@armarium/contract/record-changes';
import { updateItem } from '@armarium/contract/record-edits';
import { getPermissions } from '@armarium/contract/session';
import { listSpreadsheets } from '@armarium/contract/spreadsheets';
import { unlinkSignOn } from '@armarium/contract/sign-on';
import {
  addToken,
  listTokens,
  removeToken,
  TOKEN_DAYS_MAX,
  TOKENS_MAX,
  type NewToken,
} from '@armarium/contract/tokens';
import { findTransitionsFromState } from '@armarium/contract/transitions';
import { listTransitionLogs, performTransition } from '@armarium/contract/transition-logs';
import type { HttpClient, Sending } from '../../../../../../tests/harness/http-client.ts';
import { madeTransition } from '../../../../../../tests/http/made-transition.ts';
import { codeOf, fieldsOf } from '../../../../../../tests/http/problem-of.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  type TenantName,
} from '../../../../../../tests/http/test-installation.ts';

// Nothing is sent, since no worker runs.
const house = await openInstallation({
  environment: {
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'a@example.org',
    PUBLIC_URL: 'https://example.org',
  },
});
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const outcome = (answer: { status: number; body: unknown }) => [answer.status, codeOf(answer)];
const ofToken = ({ token }: NewToken) => ({ authorization: `Bearer ${token}` });

interface Wanted {
  readonly name?: string;
  readonly capabilities?: readonly Capability[];
  readonly expiresAt?: string;
}

const asking = (client: HttpClient, { name, capabilities, expiresAt }: Wanted & { password?: string }) =>
  client.call(addToken, {
    body: {
      name: name ?? `Program ${randomUUID()}`,
      capabilities: [...(capabilities ?? ['browse'])],
      expiresAt: expiresAt ?? inDays(30),
    },
  });

async function made(client: HttpClient, wanted: Wanted = {}): Promise<NewToken> {
  const { status, body } = await asking(client, wanted);
  expect(status).toBe(201);
  return body;
}

/** A call of a program: a client without cookies, and without a CSRF token that would be right. */
const by =
  (token: NewToken, tenant: TenantName = 'default') =>
  async <O extends Operation>(operation: O, sending: Sending<O> = {}) =>
    house
      .visitor(tenant)
      .call(operation, { ...sending, headers: { ...ofToken(token), 'x-xsrf-token': 'none' } });

async function person(roles: readonly Role[] = ['ROLE_USER'], tenant: TenantName = 'default') {
  const account = await house.account(tenant, roles);
  return { ...account, client: await house.signedIn(account, tenant) };
}

const works = async (token: NewToken, tenant: TenantName = 'default') =>
  outcome(await by(token, tenant)(getPermissions));
const isRefused = [401, 'invalid-token'];
const isTaken = [200, undefined];

const shown = async (client: HttpClient) => (await client.call(listTokens)).body._embedded.tokens;
const newItem = (client: HttpClient, sgtt = `Item ${randomUUID()}`) => importedItem(client, { sgtt });
const retitled = ({ customMetadataList: list }: Item, sgtt: string) => ({
  customMetadataList: list.map((entry) => (entry.name === 'sgtt' ? { ...entry, value: sgtt } : entry)),
});

describe('making a token', () => {
  it('shows it once, stores a hash, and tells its owner', async () => {
    const { client, uuid } = await person();
    const email = `${uuid}@example.org`;
    await house.query('update account set email = $2 where uuid = $1', [uuid, email]);
    const expiresAt = inDays(TOKEN_DAYS_MAX - 1);
    const answer = await asking(client, {
      name: ' Nightly\nexport ',
      capabilities: ['browse', 'edit'],
      expiresAt,
    });
    expect(answer).toMatchObject({
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: { name: 'Nightly export', capabilities: ['browse', 'edit'], expiresAt, lastUsedDate: null },
    });
    const { token, ...rest } = answer.body;
    expect(token).toMatch(/^arm_[\w-]{43}$/);
    expect(await shown(client)).toEqual([rest]);
    const [row] = await house.query<{ stored: string }>(
      'select account_token::text as stored from account_token where uuid = $1',
      [rest.id],
    );
    expect(row?.stored).not.toContain(token.slice(4));
    const [entry] = await house.query<{ after: unknown }>(
      `select after from history where record_uuid = $1 order by id desc limit 1`,
      [uuid],
    );
    expect(entry?.after).toEqual({
      token: { name: 'Nightly export', capabilities: ['browse', 'edit'], expiresAt },
    });
    const [message] = await house.query<{ content: string }>(
      `select content::text from delivery where recipient = $1 and purpose = 'account-security'`,
      [email],
    );
    expect(message?.content).toContain('“Nightly export”');
  });

  it.each([
    [{ name: '\u200b' }, 'name: required'],
    [{ name: 'x'.repeat(101) }, 'name: not-a-value'],
    [{ capabilities: [] }, 'capabilities: not-a-value'],
    [{ capabilities: ['browse', 'browse'] as const }, 'capabilities: not-a-value'],
    [{ capabilities: ['manageTenants'] as const }, 'capabilities[0]: not-a-value'],
    [{ capabilities: ['browse', 'publish'] as const }, 'capabilities: not-held'],
    [{ expiresAt: inDays(-0.01) }, 'expiresAt: past'],
    [{ expiresAt: inDays(TOKEN_DAYS_MAX + 0.01) }, 'expiresAt: too-late'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt: not-a-value'],
  ])('refuses %j, and names the field', async (wanted, field) => {
    const { client } = await person();
    const answer = await asking(client, wanted);
    expect([answer.status, fieldsOf(answer)]).toEqual([422, [field]]);
    expect(await shown(client)).toEqual([]);
  });

  it('refuses a second one of a name, and more than there may be', async () => {
    const { client, uuid } = await person();
    const first = await made(client, { name: 'Export' });
    expect(outcome(await asking(client, { name: 'Export' }))).toEqual([409, 'duplicate']);
    await house.query(
      `insert into account_token (tenant_id, uuid, account_uuid, name, token_hash, capabilities, expires_at)
       select tenant_id, gen_random_uuid(), account_uuid, 'Export ' || n, decode(md5(random()::text), 'hex'), capabilities, now()
       from account_token, generate_series(2, $2) as n where account_uuid = $1`,
      [uuid, TOKENS_MAX],
    );
    expect(outcome(await asking(client, { name: 'One too many' }))).toEqual([409, 'tokens-full']);
    await client.call(removeToken, { params: { id: first.id } });
    expect((await asking(client, { name: 'Export' })).status).toBe(201);
  });

  it('asks for the password where the sign-in was a while ago', async () => {
    const { client, uuid, password } = await person();
    await house.query(
      `update session set created_at = now() - interval '16 minutes' where account_uuid = $1`,
      [uuid],
    );
    const body = { name: 'Export', capabilities: ['browse' as const], expiresAt: inDays(1) };
    expect(fieldsOf(await client.call(addToken, { body }))).toEqual(['password: password-needed']);
    const wrong = await client.call(addToken, { body: { ...body, password: 'not this one' } });
    expect(fieldsOf(wrong)).toEqual(['password: wrong-password']);
    expect((await client.call(addToken, { body: { ...body, password } })).status).toBe(201);
  });

  it('takes the second factor of an account that has one', async () => {
    const { client, uuid } = await person();
    await house.query(
      `insert into account_passkey (uuid, account_uuid, host, credential_id, public_key, sign_count, transports, backed_up, name)
       values (gen_random_uuid(), $1, 'localhost', decode(md5(random()::text), 'hex'), '', 0, '{}', false, 'Desk')`,
      [uuid],
    );
    const elsewhere = house.tenantIds.altra;
    await house.giveRole(uuid, 'altra', 'ROLE_TENANT_ADMIN');
    await house.query('update tenant set demand_second_factor = true where id = $1', [elsewhere]);
    expect(outcome(await asking(client, {}))).toEqual([403, 'second-factor-needed']);
    await house.query('update tenant set demand_second_factor = false where id = $1', [elsewhere]);
  });
});

describe('a program with a token', () => {
  it('changes a record, and the history, the audit and the log of transitions name the token', async () => {
    const { client } = await person(['ROLE_METADATA_EDITOR', 'ROLE_TENANT_ADMIN']);
    const token = await made(client, { capabilities: ['browse', 'edit', 'transition'], name: 'Corrections' });
    const title = `Item ${randomUUID()}`;
    const { uuid } = await newItem(client, title);
    const call = by(token);
    const params = { uuid };
    const { headers, body: item } = await call(getItem, { params });
    const changed = await house.visitor().call(updateItem, {
      params,
      ifMatch: headers.etag ?? '',
      body: retitled(item, `${title} II`),
      headers: { ...ofToken(token), 'x-xsrf-token': 'none' },
    });
    expect(changed.status).toBe(200);
    const query = { itemFromState: 'Default', resourceType: 'ITEM' as const };
    const { body: ways } = await call(findTransitionsFromState, { query });
    const transitionUuid = ways._embedded.transitionTemplates[0]?.uuid ?? '';
    const log = await call(performTransition, {
      body: { transitionUuid, assetUuid: uuid, resourceType: 'ITEM' },
    });
    expect(log).toMatchObject({ status: 201, body: { user: 'Ada Rossi', token: 'Corrections' } });

    const tokensIn = (entries: readonly { user: string; token: string | null }[]) =>
      entries.map(({ user, token: by }) => [user, by]);
    const both = [
      ['Ada Rossi', 'Corrections'],
      ['Ada Rossi', 'Corrections'],
      ['Ada Rossi', null],
    ];
    const { body: history } = await client.call(getItemHistory, { params });
    expect(tokensIn(history._embedded.history.slice(0, 2))).toEqual(both.slice(0, 2));
    expect(history._embedded.history.at(-1)?.token).toBeNull();
    const { body: changes } = await client.call(findRecordChanges, { query: { text: title } });
    expect(tokensIn(changes._embedded.changes)).toEqual(both);
    const { body: logs } = await client.call(listTransitionLogs, { query: { assetUuid: uuid } });
    expect(tokensIn(logs._embedded.transitionLogs)).toEqual(both.slice(0, 1));
  });

  it('can do what its owner can and what it names, and hears why it cannot do more', async () => {
    const { client } = await person(['ROLE_METADATA_EDITOR']);
    const token = await made(client, { capabilities: ['browse', 'readHistory'], name: 'Reader' });
    const { body: rights } = await by(token)(getPermissions);
    expect(rights).toEqual({ browse: 'all', readHistory: 'all' });
    const { uuid } = await newItem(client);
    const { body: item } = await by(token)(getItem, { params: { uuid } });
    expect(item).toMatchObject({ allowedActions: [], availableTransitions: [] });
    const refused = await by(token)(updateItem, { params: { uuid }, body: retitled(item, 'No') });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(JSON.stringify(refused.body)).toContain('The token “Reader” names: browse, readHistory.');
  });

  it('does not see restricted records unless its token names that', async () => {
    const { client } = await person(['ROLE_METADATA_EDITOR']);
    const sgtt = `Hidden ${randomUUID()}`;
    const { uuid } = await newItem(client, sgtt);
    const { status } = await admin.call(updateItem, { params: { uuid }, body: { visibility: 'restricted' } });
    expect(status).toBe(200);
    const [without, withIt] = [
      await made(client),
      await made(client, { capabilities: ['browse', 'seeRestricted'] }),
    ];
    expect((await by(without)(getItem, { params: { uuid } })).status).toBe(404);
    expect((await by(withIt)(getItem, { params: { uuid } })).status).toBe(200);
    const listed = async (token: NewToken) => (await by(token)(findAllItems)).bytes.toString().includes(sgtt);
    expect([await listed(without), await listed(withIt)]).toEqual([false, true]);
  });

  it('is a visitor to images and manifests unless its token names browse', async () => {
    const { client } = await person(['ROLE_METADATA_EDITOR', 'ROLE_TENANT_ADMIN']);
    const { uuid } = await rootOf(client);
    const manifest = async (token: NewToken) =>
      (await house.visitor().send('GET', `/iiif/presentation/3/collection/${uuid}`, ofToken(token))).status;
    expect(await manifest(await made(client, { capabilities: ['manage'] }))).toBe(404);
    expect(await manifest(await made(client))).toBe(200);
  });

  it('publishes by a transition only where its token names publish', async () => {
    const { client } = await person(['ROLE_TENANT_ADMIN']);
    const { uuid } = await newItem(client);
    const way = await madeTransition(admin, [['SET_VISIBILITY', { visibility: 'public' }]]);
    const perform = async (capabilities: readonly Capability[]) =>
      by(await made(client, { capabilities }))(performTransition, {
        body: { transitionUuid: way.uuid, assetUuid: uuid, resourceType: 'ITEM' },
      });
    expect(outcome(await perform(['browse', 'transition']))).toEqual([403, 'forbidden']);
    expect((await perform(['browse', 'transition', 'publish'])).status).toBe(201);
  });

  it('reads no dry run, no download and no effect unless it sees all records', async () => {
    const { client } = await person(['ROLE_TENANT_ADMIN']);
    const [without, withIt] = [
      await made(client, { capabilities: ['browse', 'bulkEdit', 'manage'] }),
      await made(client, { capabilities: ['browse', 'bulkEdit', 'manage', 'seeRestricted'] }),
    ];
    for (const call of [listSpreadsheets, listDownloads, listEffects]) {
      expect(outcome(await by(without)(call))).toEqual([403, 'forbidden']);
      expect((await by(withIt)(call)).status).toBe(200);
    }
  });

  it('is not helped by a session beside it, which stays untouched', async () => {
    const { client } = await person();
    const token = await made(client);
    const { body: rights } = await admin.call(getPermissions, { headers: ofToken(token) });
    expect(rights).toEqual({ browse: 'all' });
    const bad = { authorization: 'Bearer arm_none' };
    expect(outcome(await admin.call(getPermissions, { headers: bad }))).toEqual(isRefused);
    expect(outcome(await admin.call(getPermissions))).toEqual(isTaken);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer\tx', `bearer arm_${'A'.repeat(43)}`, `Bearer arm_${'A'.repeat(44)}`])(
    'is 401 with %s, which says so as RFC 6750 does',
    async (authorization) => {
      const answer = await house.visitor().call(getPermissions, { headers: { authorization } });
      expect(outcome(answer)).toEqual(isRefused);
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    },
  );

  it('writes the scheme as it likes; another scheme is none of ours', async () => {
    const { client } = await person();
    const { token } = await made(client);
    const answer = await house
      .visitor()
      .call(getPermissions, { headers: { authorization: `bEARER  ${token}` } });
    expect(outcome(answer)).toEqual(isTaken);
    const basic = { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` };
    expect(outcome(await admin.call(getPermissions, { headers: basic }))).toEqual(isTaken);
  });

  it('does not follow the events', async () => {
    const token = await made((await person()).client);
    expect(outcome(await house.visitor().send('GET', '/events', ofToken(token)))).toEqual([
      403,
      'not-by-token',
    ]);
  });

  it('sends a file in pieces', async () => {
    const { client } = await person(['ROLE_CCC']);
    const send = async (token: NewToken) =>
      (
        await house.visitor().send('POST', '/ccc/resumable', {
          ...ofToken(token),
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-metadata': `filename ${Buffer.from('a.png').toString('base64')},kind ${Buffer.from('image').toString('base64')}`,
        })
      ).status;
    expect(await send(await made(client))).toBe(403);
    expect(await send(await made(client, { capabilities: ['upload'] }))).toBe(201);
  });

  it('changes the organisation, but not how people sign in', async () => {
    const token = await made(admin, { capabilities: ['manage'], name: 'Settings' });
    const { body } = await by(token)(getOrganisation);
    const change = (what: object) => by(token)(changeOrganisation, { body: what });
    expect(outcome(await change({ signOn: [] }))).toEqual([403, 'not-by-token']);
    expect(outcome(await change({ demandSecondFactor: body.demandSecondFactor }))).toEqual([
      403,
      'not-by-token',
    ]);
    expect((await change({ displayName: 'By a program' })).status).toBe(200);
    const { body: changes } = await admin.call(listOrganisationChanges);
    expect(changes._embedded.changes[0]).toMatchObject({ token: 'Settings' });
  });

  it('has its last use noted, to the minute', async () => {
    const { client } = await person();
    const token = await made(client);
    await works(token);
    const [used] = await shown(client);
    expect(Date.now() - Date.parse(used?.lastUsedDate ?? '')).toBeLessThan(60_000);
    const set = (age: string) =>
      house.query(`update account_token set last_used_at = now() - $2::interval where uuid = $1`, [
        token.id,
        age,
      ]);
    const lastUse = async (age: string) => {
      await set(age);
      // Another process: this one has the token in its cache.
      await forget(client);
      await works(token);
      return Date.now() - Date.parse((await shown(client))[0]?.lastUsedDate ?? '');
    };
    expect(await lastUse('30 seconds')).toBeGreaterThan(29_000);
    expect(await lastUse('61 seconds')).toBeLessThan(60_000);
  });
});

/** Clears what is remembered of an account: whoever removes a token does. */
async function forget(client: HttpClient): Promise<void> {
  const { id } = await made(client);
  await client.call(removeToken, { params: { id } });
}

afterEach(() => void vi.useRealTimers());

describe('a token opens nothing', () => {
  it('once it is removed', async () => {
    const { client, uuid } = await person();
    const token = await made(client, { name: 'Export' });
    expect(await works(token)).toEqual(isTaken);
    expect((await client.call(removeToken, { params: { id: token.id.toUpperCase() } })).status).toBe(204);
    expect(await works(token)).toEqual(isRefused);
    expect((await client.call(removeToken, { params: { id: token.id } })).status).toBe(404);
    const [entry] = await house.query<{ before: unknown; after: unknown }>(
      `select before, after from history where record_uuid = $1 order by id desc limit 1`,
      [uuid],
    );
    expect(entry).toEqual({ before: { token: 'Export' }, after: { token: null } });
  });

  it('removed by somebody else: that is not theirs to remove', async () => {
    const token = await made((await person()).client);
    expect((await admin.call(removeToken, { params: { id: token.id } })).status).toBe(404);
    expect(await works(token)).toEqual(isTaken);
  });

  it('past its end, also while it is remembered', async () => {
    const { client } = await person();
    const [token, unused] = [await made(client), await made(client)];
    expect(await works(token)).toEqual(isTaken);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(inDays(31)) });
    expect([await works(token), await works(unused)]).toEqual([isRefused, isRefused]);
    expect(await shown(client)).toHaveLength(2);
  });

  it('in another organisation, also where its owner has a role there', async () => {
    const { client, uuid, ...account } = await person();
    await house.giveRole(uuid, 'altra', 'ROLE_TENANT_ADMIN');
    const token = await made(client);
    expect(await works(token, 'altra')).toEqual(isRefused);
    expect(await works(token)).toEqual(isTaken);
    const there = await house.signedIn(account, 'altra');
    expect(await shown(there)).toEqual([]);
    expect((await there.call(removeToken, { params: { id: token.id } })).status).toBe(404);
  });

  it('of a deactivated account, and something again once it is active', async () => {
    const { client, uuid } = await person();
    const token = await made(client);
    expect(await works(token)).toEqual(isTaken);
    const change = (active: boolean) =>
      admin.call(updateTenantUser, { params: { id: uuid }, body: { active } });
    await change(false);
    expect(await works(token)).toEqual(isRefused);
    await change(true);
    expect(await works(token)).toEqual(isTaken);
  });

  it('once its owner has lost all roles, also with new ones', async () => {
    const { client, uuid } = await person();
    const token = await made(client);
    const give = (roles: Role[]) =>
      admin.call(assignRoles, { params: { id: uuid }, body: { tenant: 'default', roles } });
    expect((await give([])).status).toBe(200);
    expect(await works(token)).toEqual(isRefused);
    await give(['ROLE_TENANT_ADMIN']);
    expect(await works(token)).toEqual(isRefused);
  });

  it('that its owner has lost, at once', async () => {
    const { client, uuid } = await person(['ROLE_METADATA_EDITOR']);
    const token = await made(client, { capabilities: ['browse', 'bulkEdit'] });
    expect((await by(token)(getPermissions)).body).toMatchObject({ bulkEdit: 'all' });
    const set = async (text: string) => {
      await house.query(text, [uuid]);
      await forget(admin);
    };
    await set(`update account_role set role = 'ROLE_USER' where account_uuid = $1`);
    await expect.poll(async () => (await by(token)(getPermissions)).body).toEqual({ browse: 'all' });
    await set(`delete from account_role where account_uuid = $1`);
    await expect.poll(() => works(token)).toEqual(isRefused);
  });

  it('as long as its owner has to set up a second factor', async () => {
    const { client, uuid } = await person(['ROLE_TENANT_ADMIN'], 'altra');
    const token = await made(client);
    const demand = (isDemanded: boolean) =>
      house.query('update tenant set demand_second_factor = $2 where id = $1', [
        house.tenantIds.altra,
        isDemanded,
      ]);
    await demand(true);
    expect(await works(token, 'altra')).toEqual(isRefused);
    await house.query(
      `insert into account_totp (account_uuid, secret, confirmed_at) values ($1, decode('00', 'hex'), now())`,
      [uuid],
    );
    await forget(admin);
    expect(await works(token, 'altra')).toEqual(isTaken);
    await demand(false);
  });
});

it('a token outlives the password of its owner, who is told so', async () => {
  const { client, uuid, password } = await person();
  const email = `${uuid}@example.org`;
  await house.query('update account set email = $2 where uuid = $1', [uuid, email]);
  const token = await made(client);
  const body = { old: password, new: `${password} another` };
  expect((await client.call(changeOwnPassword, { body })).status).toBe(204);
  expect(await works(token)).toEqual(isTaken);
  const [message] = await house.query<{ content: string }>(
    `select content::text from delivery where recipient = $1 and purpose = 'password-changed'`,
    [email],
  );
  expect(message?.content).toContain('use one of your tokens');
});

describe('a token that was made after a sign-on', async () => {
  const issuer = 'https://sign-on.example';
  const signedOn = async (roles: readonly Role[]) => {
    const owner = await person(roles);
    const provider = randomUUID();
    const tenant = house.tenantIds.default;
    await house.query(
      `insert into sign_on_provider (tenant_id, uuid, position, label, issuer, client_id, client_secret, group_roles)
       values ($1, $2, 0, 'Sign-on', $3, 'a client', 'a secret', '[]')`,
      [tenant, provider, `${issuer}/${provider}`],
    );
    await house.query(
      `insert into account_sign_on (tenant_id, issuer, subject, account_uuid) values ($1, $2, 'them', $3)`,
      [tenant, `${issuer}/${provider}`, owner.uuid],
    );
    const here = await house.signedIn(owner);
    await house.query(
      'update session set sign_on_provider = $2 where account_uuid = $1 and created_at = (select max(created_at) from session where account_uuid = $1)',
      [owner.uuid, provider],
    );
    const body = { name: 'Export', capabilities: ['browse' as const], expiresAt: inDays(1) };
    expect(fieldsOf(await here.call(addToken, { body }))).toEqual(['password: password-needed']);
    const { body: token } = await here.call(addToken, { body: { ...body, password: owner.password } });
    return { ...owner, here, provider, token };
  };

  it('ends with the provider', async () => {
    const { provider, token } = await signedOn(['ROLE_USER']);
    expect(await works(token)).toEqual(isTaken);
    await house.query('delete from sign_on_provider where uuid = $1', [provider]);
    await expect.poll(() => works(token)).toEqual(isRefused);
  });

  it('ends with the link to it, other tokens do not', async () => {
    const { client, provider, token } = await signedOn(['ROLE_USER']);
    const other = await made(client, { name: 'Another' });
    expect((await client.call(unlinkSignOn, { params: { provider }, body: {} })).status).toBe(204);
    expect([await works(token), await works(other)]).toEqual([isRefused, isTaken]);
  });
});
