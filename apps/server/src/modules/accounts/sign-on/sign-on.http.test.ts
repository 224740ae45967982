import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import pino from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { assignRoles, changeOwnPassword, getTenantUser, updateTenantUser } from '@armarium/contract/accounts';
import type { Role } from '@armarium/contract/capability';
import {
  changeOrganisation,
  getOrganisation,
  listOrganisationChanges,
  type OrganisationChanges,
} from '@armarium/contract/organisation';
import { getPasskeyCreationOptions } from '@armarium/contract/passkeys';
import {
  confirmTotp,
  passSecondFactor,
  removeTotp,
  resetSecondFactor,
  startTotp,
} from '@armarium/contract/second-factor';
import { createHandoff, getSelf, getSignInOptions, isLogged } from '@armarium/contract/session';
import {
  checkSignOn,
  completeSignOn,
  getOwnSignOn,
  linkSignOn,
  startSignOn,
  unlinkSignOn,
  type SignOnProviderChange,
} from '@armarium/contract/sign-on';
import { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  IdentityProvider,
  type KnownPerson,
} from '../../../../../../tests/harness/identity-provider.ts';
import { openMailServer } from '../../../../../../tests/harness/mail-server.ts';
import { later } from '../../../../../../tests/harness/moved-clock.ts';
import { codeOf, fieldsOf } from '../../../../../../tests/http/problem-of.ts';
import { openInstallation, type TenantName } from '../../../../../../tests/http/test-installation.ts';
import { SIGN_ON_MINUTES } from './sign-on-state.ts';

const mail = await openMailServer();
const logged: string[] = [];
const house = await openInstallation({
  worker: true,
  environment: mail.settings,
  limits: { signInAttempts: 3, fetchAllowedAddresses: ['127.0.0.1'] },
  log: pino({}, { write: (line: string) => void logged.push(line) }),
});
const idp = await IdentityProvider.start();
afterAll(() => idp.close());
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const theirAdmin = await house.person('altra', 'ROLE_TENANT_ADMIN');

const asProvider = (change: Partial<SignOnProviderChange> = {}): SignOnProviderChange => ({
  label: 'House',
  issuer: idp.issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  groupsClaim: 'groups',
  groupRoles: [
    { group: 'staff', role: 'ROLE_USER' },
    { group: 'editors', role: 'ROLE_METADATA_EDITOR' },
    { group: 'heads', role: 'ROLE_TENANT_ADMIN' },
  ],
  defaultRole: null,
  ...change,
});

async function offer(change: Partial<SignOnProviderChange> = {}, by = admin): Promise<string> {
  const [present] = (await by.call(getOrganisation)).body.signOn;
  const provider = { ...asProvider(change), ...(present && { id: present.id }) };
  const { status, body } = await by.call(changeOrganisation, { body: { signOn: [provider] } });
  expect(status).toBe(200);
  return body.signOn[0]?.id ?? '';
}
let provider = '';
beforeEach(async () => {
  provider = await offer();
});

/** Somebody whom the provider knows. @returns their subject */
function known(claims: KnownPerson = {}): string {
  const subject = randomUUID();
  const name = `n${subject.slice(0, 8)}`;
  idp.people.set(subject, { preferred_username: name, groups: ['staff'], ...claims });
  return subject;
}

interface Way {
  readonly browser?: HttpClient;
  readonly next?: string;
  readonly by?: string;
}

/** The way to the provider and back, as far as the answer of the provider. */
async function answered(subject: string, { browser = house.visitor(), next, by = provider }: Way = {}) {
  const query = next === undefined ? {} : { next };
  const begun = await browser.call(startSignOn, { params: { provider: by }, query });
  expect(begun.status).toBe(302);
  const back = await idp.signIn(begun.headers.location ?? '', subject);
  return { browser, back };
}

const arrive = (browser: HttpClient, { pathname, search }: URL) => browser.send('GET', pathname + search);

async function signOn(subject: string, way: Way = {}) {
  const { browser, back } = await answered(subject, way);
  const { status, headers } = await arrive(browser, back);
  expect(status).toBe(303);
  return { browser, location: headers.location ?? '' };
}

const self = async (browser: HttpClient) => (await browser.call(getSelf)).body;
const isIn = async (browser: HttpClient) => (await browser.call(isLogged)).body.logged;
const asRoles = async (uuid: string, tenant: TenantName = 'default') =>
  (
    await house.query<{ role: Role }>(
      'select role from account_role where account_uuid = $1 and tenant_id = $2 order by role',
      [uuid, house.tenantIds[tenant]],
    )
  ).map(({ role }) => role);

/** An account with an address that was confirmed by mail, unless it is said otherwise. */
async function person(
  roles: readonly Role[] = ['ROLE_USER'],
  isConfirmed = true,
  tenant: TenantName = 'default',
) {
  const account = await house.account(tenant, roles);
  const email = `${randomUUID()}@example.org`;
  await house.query('update account set email = $2, email_confirmed = $3 where uuid = $1', [
    account.uuid,
    email,
    isConfirmed,
  ]);
  return { ...account, email };
}
const vouchedFor = (email: string, claims: KnownPerson = {}) =>
  known({ email, email_verified: true, ...claims });
const letForget = () => house.query('delete from sign_in_attempt');
const demand = (isDemanded: boolean) =>
  house.query(`update tenant set demand_second_factor = $1 where name = 'default'`, [isDemanded]);

describe('a person whom nobody knows here', () => {
  it('gets an account with the roles of their groups, and a session; with the next sign-on the same account', async () => {
    const email = `${randomUUID()}@example.org`;
    const subject = vouchedFor(email, {
      given_name: 'Nilde',
      family_name: 'Bianchi',
      groups: ['staff', 'editors', 'other'],
    });
    const { browser, location } = await signOn(subject, { next: '/ui/catalog/results?searchTerm=atlas' });
    expect(location).toBe('/ui/catalog/results?searchTerm=atlas');
    const made = await self(browser);
    expect(made).toMatchObject({
      username: idp.people.get(subject)?.preferred_username,
      name: 'Nilde',
      surname: 'Bianchi',
      email,
      roles: ['ROLE_USER', 'ROLE_METADATA_EDITOR'],
    });
    const again = await signOn(subject);
    expect(again.location).toBe('/ui/catalog');
    expect((await self(again.browser)).id).toBe(made.id);
    const { body: seen } = await admin.call(getTenantUser, { params: { id: made.id } });
    expect(seen).toMatchObject({ signOn: { label: 'House', givesRoles: true }, invitation: null });
    expect(seen.allowedActions).toContain('invite');
    const [row] = await house.query<{ name: string; after: object }>(
      `select change_set.account_name as name, after from history join change_set on change_set.uuid = change_set
       where record_uuid = $1 and action = 'create'`,
      [made.id],
    );
    expect(row).toMatchObject({ name: 'Armarium (House)', after: { signOn: 'House' } });
  });

  it('comes in with the standard role where no group of theirs has one, and not at all without', async () => {
    const subject = known({ groups: ['other'] });
    const refused = await signOn(subject);
    expect(refused.location).toBe('/ui/login?signOn=no-role');
    expect(await isIn(refused.browser)).toBe(false);
    expect(await house.query('select from account_sign_on where subject = $1', [subject])).toEqual([]);
    await offer({ defaultRole: 'ROLE_RESEARCHER' });
    const { browser } = await signOn(subject);
    expect((await self(browser)).roles).toEqual(['ROLE_RESEARCHER']);
  });

  it('gets another username where theirs is taken, in whichever organisation', async () => {
    const taken = await house.account('altra', ['ROLE_USER']);
    const { browser } = await signOn(known({ preferred_username: taken.username }));
    const { username } = await self(browser);
    expect(username).toMatch(new RegExp(`^${taken.username}-[0-9a-f]{6}$`));
    const odd = await signOn(
      known({ preferred_username: 'a:b\u200b\u0000 ' + '‮'.repeat(3) + 'x'.repeat(300) }),
    );
    expect((await self(odd.browser)).username).toMatch(/^a b x{80,}$/);
  });

  it('has no address here which the provider does not vouch for', async () => {
    const { browser } = await signOn(known({ email: 'nobody@example.org', email_verified: false }));
    expect((await self(browser)).email).toBe('');
  });
});

describe('groups', () => {
  it('are renewed at each sign-on, and take roles away too; without a role nobody comes in', async () => {
    const subject = known({ groups: ['staff', 'editors'] });
    const first = await signOn(subject);
    const { id } = await self(first.browser);
    // What was given by hand does not last.
    await admin.call(assignRoles, { params: { id }, body: { tenant: 'default', roles: ['ROLE_PUBLISHER'] } });
    const change = (groups: KnownPerson['groups']) =>
      idp.people.set(subject, { ...(groups !== undefined && { groups }) });
    change('editors');
    const second = await signOn(subject);
    expect((await self(second.browser)).roles).toEqual(['ROLE_METADATA_EDITOR']);
    expect((await self(first.browser)).roles).toEqual(['ROLE_METADATA_EDITOR']);
    // A claim that is not there says nothing of groups: nobody comes in by it, and nothing is taken away.
    change(undefined);
    expect((await signOn(subject)).location).toBe('/ui/login?signOn=no-role');
    expect(await asRoles(id)).toEqual(['ROLE_METADATA_EDITOR']);
    change([]);
    const third = await signOn(subject);
    expect(third.location).toBe('/ui/login?signOn=no-role');
    expect(await asRoles(id)).toEqual([]);
    expect(await isIn(first.browser)).toBe(false);
    change(['staff']);
    expect((await self((await signOn(subject)).browser)).id).toBe(id);
  });

  it('give nothing where no claim is named: the first role is the standard one, those of later are given by hand', async () => {
    await offer({ groupsClaim: null, defaultRole: 'ROLE_USER' });
    const subject = known({ groups: ['heads'] });
    const { browser } = await signOn(subject);
    const { id, roles } = await self(browser);
    expect(roles).toEqual(['ROLE_USER']);
    await admin.call(assignRoles, { params: { id }, body: { tenant: 'default', roles: ['ROLE_PUBLISHER'] } });
    expect((await self((await signOn(subject)).browser)).roles).toEqual(['ROLE_PUBLISHER']);
  });

  it('never give ROLE_ADMIN, nor take it', async () => {
    const wanted = asProvider({ groupRoles: [{ group: 'staff', role: 'ROLE_ADMIN' as 'ROLE_USER' }] });
    const refused = await admin.call(changeOrganisation, { body: { signOn: [wanted] } });
    expect(fieldsOf(refused)).toEqual(['signOn[0].groupRoles[0].role: sign-on-role']);
    const standard = asProvider({ defaultRole: 'ROLE_ADMIN' as 'ROLE_USER' });
    expect(fieldsOf(await admin.call(changeOrganisation, { body: { signOn: [standard] } }))).toEqual([
      'signOn[0].defaultRole: sign-on-role',
    ]);
    await expect(
      house.query(`update sign_on_provider set group_roles = '[{"group": "staff", "role": "ROLE_ADMIN"}]'`),
    ).rejects.toThrow(/never_admin/);
    const { browser } = await signOn(known({ groups: ['ROLE_ADMIN', 'staff'] }));
    expect((await self(browser)).roles).toEqual(['ROLE_USER']);
    // Somebody who has it, and has linked their account.
    const chief = await house.administrator();
    const subject = known({ groups: ['editors'] });
    await linked(chief, subject);
    const { browser: chiefs } = await signOn(subject);
    // It reaches other organisations, and a session of a provider does not.
    expect((await self(chiefs)).roles).toEqual(['ROLE_METADATA_EDITOR', 'ROLE_TENANT_ADMIN']);
    const { id } = await self(chief);
    expect(await asRoles(id)).toEqual(['ROLE_ADMIN', 'ROLE_METADATA_EDITOR']);
    const other = await person();
    const given = { params: { id: other.uuid }, body: { tenant: 'default', roles: ['ROLE_ADMIN' as const] } };
    expect((await chiefs.call(assignRoles, given)).status).toBe(403);
    expect((await chief.call(assignRoles, given)).status).toBe(200);
  });

  it('leave the last who manages the organisation by a password', async () => {
    const chief = await person(['ROLE_TENANT_ADMIN'], true, 'altra');
    const browser = () => house.visitor('altra');
    const by = await offer({}, theirAdmin);
    const subject = vouchedFor(chief.email, { groups: ['staff', 'heads'] });
    await signOn(subject, { by, browser: browser() });
    const others = (active: boolean) =>
      house.query(
        `insert into account_membership (tenant_id, account_uuid, active)
         select tenant_id, account_uuid, $2 from account_role
         where tenant_id = $1 and role = 'ROLE_TENANT_ADMIN' and account_uuid <> $3
         on conflict (tenant_id, account_uuid) do update set active = excluded.active`,
        [house.tenantIds.altra, active, chief.uuid],
      );
    await others(false);
    // One who has no password does not count.
    await signOn(known({ groups: ['heads'] }), { by, browser: browser() });
    idp.people.set(subject, { groups: ['staff'] });
    await signOn(subject, { by, browser: browser() });
    expect(await asRoles(chief.uuid, 'altra')).toEqual(['ROLE_TENANT_ADMIN', 'ROLE_USER']);
    await others(true);
    await signOn(subject, { by, browser: browser() });
    expect(await asRoles(chief.uuid, 'altra')).toEqual(['ROLE_USER']);
  });
});

/** Links the account of an open session. @returns where it leads */
async function linked(
  client: HttpClient,
  subject: string,
  { by = provider, password }: { by?: string; password?: string } = {},
) {
  const body = password === undefined ? {} : { password };
  const begun = await client.call(linkSignOn, { params: { provider: by }, body });
  expect(begun.status).toBe(200);
  const back = await idp.signIn(begun.body.url, subject);
  return (await arrive(client, back)).headers.location;
}

describe('an account is linked by its address', () => {
  it('where that was confirmed by mail; the person is told, and keeps the password', async () => {
    const ada = await person(['ROLE_PUBLISHER']);
    await offer({ groupsClaim: null });
    const { browser } = await signOn(vouchedFor(ada.email.toUpperCase()));
    expect(await self(browser)).toMatchObject({ id: ada.uuid, roles: ['ROLE_PUBLISHER'] });
    await mail.about(ada.email, 'You can sign in at Armarium with House');
    expect((await house.visitor().signIn(ada.username, ada.password)).status).toBe(200);
  });

  it.each<[string, (account: { uuid: string; email: string }) => Promise<unknown>]>([
    [
      'whose address was not confirmed',
      ({ uuid }) => house.query('update account set email_confirmed = false where uuid = $1', [uuid]),
    ],
    [
      'whose address another account has too',
      ({ email }) =>
        person().then((other) =>
          house.query('update account set email = $2 where uuid = $1', [other.uuid, email.toUpperCase()]),
        ),
    ],
    ['that has a role in another organisation', ({ uuid }) => house.giveRole(uuid, 'altra', 'ROLE_USER')],
    [
      'whose home is another organisation',
      ({ uuid }) =>
        house.query('update account set home_tenant = $2 where uuid = $1', [uuid, house.tenantIds.altra]),
    ],
    ['with ROLE_ADMIN', ({ uuid }) => house.giveRole(uuid, 'default', 'ROLE_ADMIN')],
    ['that another person of the provider opens already', ({ email }) => signOn(vouchedFor(email))],
  ])('(V6.8.1) never one %s', async (_, change) => {
    const ada = await person();
    await change(ada);
    const subject = vouchedFor(ada.email);
    const { browser, location } = await signOn(subject);
    expect(location).toBe('/ui/login?signOn=not-linked');
    expect(await isIn(browser)).toBe(false);
    expect(await house.query('select from account_sign_on where subject = $1', [subject])).toEqual([]);
    // In the own profile it can be, by whoever is signed in.
    await house.query('delete from account_sign_on where account_uuid = $1', [ada.uuid]);
    expect(await linked(await house.signedIn(ada), subject)).toBe('/ui/management/self?signOn=linked');
    expect((await self((await signOn(subject)).browser)).id).toBe(ada.uuid);
  });

  it('never a deactivated one, nor by an address that the provider does not vouch for', async () => {
    const ada = await person();
    await admin.call(updateTenantUser, { params: { id: ada.uuid }, body: { active: false } });
    expect((await signOn(vouchedFor(ada.email))).location).toBe('/ui/login?signOn=no-role');
    await admin.call(updateTenantUser, { params: { id: ada.uuid }, body: { active: true } });
    const { browser } = await signOn(known({ email: ada.email }));
    expect(await self(browser)).toMatchObject({ email: '' });
    expect((await self(browser)).id).not.toBe(ada.uuid);
  });

  it('never the account of an administrator of another organisation, of which nothing is told either', async () => {
    const chief = await person(['ROLE_ADMIN'], true, 'altra');
    const { browser } = await signOn(vouchedFor(chief.email));
    const made = await self(browser);
    expect(made.id).not.toBe(chief.uuid);
    expect(made.roles).toEqual(['ROLE_USER']);
  });

  it('never by another address that only looks the same', async () => {
    const ada = await person();
    await house.query('update account set email = $2 where uuid = $1', [ada.uuid, `kim-${ada.email}`]);
    const { browser } = await signOn(vouchedFor(`\u212Aim-${ada.email}`));
    expect((await self(browser)).id).not.toBe(ada.uuid);
  });

  it('only by the address that the provider has verified itself', async () => {
    const ada = await person();
    const { browser, back } = await answered(vouchedFor(`${randomUUID()}@example.org`));
    const odd = { claims: (claims: object) => ({ ...claims, email: ada.email }) };
    await idp.while(odd, () => arrive(browser, back));
    expect(await isIn(browser)).toBe(true);
    expect((await self(browser)).id).not.toBe(ada.uuid);
  });

  it('keeps the roles that were given by hand where the groups give none: the sign-on is refused then', async () => {
    const ada = await person(['ROLE_PUBLISHER']);
    const { location } = await signOn(vouchedFor(ada.email, { groups: [] }));
    expect(location).toBe('/ui/login?signOn=no-role');
    expect(await asRoles(ada.uuid)).toEqual(['ROLE_PUBLISHER']);
  });
});

describe('the own profile', () => {
  const own = async (client: HttpClient) => (await client.call(getOwnSignOn)).body;

  it('links the account after a recent sign-in, and tells of it; two people do not open one account, nor one person two', async () => {
    const ada = await person();
    const client = await house.signedIn(ada);
    expect(await own(client)).toMatchObject({
      hasPassword: true,
      bySignOn: false,
      providers: [{ id: provider, label: 'House', link: null }],
    });
    const subject = known();
    expect(await linked(client, subject)).toBe('/ui/management/self?signOn=linked');
    await mail.about(ada.email, 'You can sign in at Armarium with House');
    expect((await own(client)).providers[0]?.link).toMatchObject({ lastUsedDate: null });
    expect(await linked(client, subject)).toBe('/ui/management/self?signOn=linked');
    expect(await linked(client, known())).toBe('/ui/management/self?signOn=taken');
    const bob = await house.signedIn(await person());
    expect(await linked(bob, subject)).toBe('/ui/management/self?signOn=taken');
    await house.query(
      `update session set created_at = now() - interval '16 minutes' where account_uuid = $1`,
      [ada.uuid],
    );
    const late = await client.call(linkSignOn, { params: { provider }, body: {} });
    expect(fieldsOf(late)).toEqual(['password: password-needed']);
    const wrong = await client.call(linkSignOn, { params: { provider }, body: { password: 'not theirs' } });
    expect(fieldsOf(wrong)).toEqual(['password: wrong-password']);
    expect(await linked(client, subject, { password: ada.password })).toBe(
      '/ui/management/self?signOn=linked',
    );
    await letForget();
  });

  it('links a person to one of two accounts that ask at once', async () => {
    const subject = known();
    const clients = await Promise.all([1, 2].map(async () => house.signedIn(await person())));
    const where = await Promise.all(clients.map((client) => linked(client, subject)));
    expect(where.sort()).toEqual(['/ui/management/self?signOn=linked', '/ui/management/self?signOn=taken']);
  });

  it('links in the session that asked for it, and in no other', async () => {
    const ada = await person();
    const client = await house.signedIn(ada);
    const begin = async () => {
      const { body } = await client.call(linkSignOn, { params: { provider }, body: {} });
      return idp.signIn(body.url, known());
    };
    const where = async (browser: HttpClient, url: URL) => (await arrive(browser, url)).headers.location;
    const back = await begin();
    const other = await house.signedIn(await person());
    expect(await where(other, back)).toBe('/ui/login?signOn=over');
    const renewed = await begin();
    await client.call(changeOwnPassword, { body: { old: ada.password, new: 'another password of theirs' } });
    expect(await where(client, renewed)).toBe('/ui/login?signOn=over');
    expect(await house.query('select from account_sign_on where account_uuid = $1', [ada.uuid])).toEqual([]);
  });

  it('removes the link, which ends the sessions of the provider; one without a password keeps it', async () => {
    const ada = await person();
    const client = await house.signedIn(ada);
    const subject = known();
    await linked(client, subject);
    const { browser } = await signOn(subject);
    expect((await client.call(unlinkSignOn, { params: { provider }, body: {} })).status).toBe(204);
    await mail.about(ada.email, 'House no longer opens your account at Armarium');
    expect(await isIn(browser)).toBe(false);
    expect(await isIn(client)).toBe(true);
    expect((await client.call(unlinkSignOn, { params: { provider }, body: {} })).status).toBe(404);
    // Not by the address either, until the person links the account again.
    idp.people.set(subject, { email: ada.email, email_verified: true, groups: ['staff'] });
    expect((await signOn(subject)).location).toBe('/ui/login?signOn=not-linked');
    expect((await own(client)).providers[0]?.link).toBeNull();
    // Nor after the person has got an account of their own, nor by another person.
    idp.people.set(subject, { groups: ['staff'] });
    expect((await self((await signOn(subject)).browser)).id).not.toBe(ada.uuid);
    expect((await signOn(vouchedFor(ada.email))).location).toBe('/ui/login?signOn=not-linked');
    expect(await linked(client, subject)).toBe('/ui/management/self?signOn=taken');
    await house.query('delete from account_sign_on where subject = $1 and account_uuid <> $2', [
      subject,
      ada.uuid,
    ]);
    expect(await linked(client, subject)).toBe('/ui/management/self?signOn=linked');
    expect((await self((await signOn(subject)).browser)).id).toBe(ada.uuid);
    const made = (await signOn(known())).browser;
    expect(await own(made)).toMatchObject({ hasPassword: false, bySignOn: true });
    const kept = await made.call(unlinkSignOn, { params: { provider }, body: {} });
    expect([kept.status, codeOf(kept)]).toEqual([409, 'only-way-in']);
    expect(await isIn(made)).toBe(true);
  });
});

describe('a session of a provider', () => {
  it('(V7.1.3) opens no other organisation', async () => {
    const ada = await person();
    await house.giveRole(ada.uuid, 'altra', 'ROLE_USER');
    const client = await house.signedIn(ada);
    const subject = known();
    await linked(client, subject);
    const { browser } = await signOn(subject);
    const over = (from: HttpClient) =>
      from.call(createHandoff, { body: { tenantId: String(house.tenantIds.altra) } });
    const refused = await over(browser);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'sign-in-needed']);
    // One that was made before it became known how the session was opened.
    await house.query(
      `insert into handoff (token_hash, session_hash, tenant_id, host)
      select sha256($2::bytea), token_hash, $3, 'altra.localhost' from session where account_uuid = $1 and sign_on_provider is not null`,
      [ada.uuid, Buffer.from('x'.repeat(43)), house.tenantIds.altra],
    );
    const there = house.visitor('altra');
    await there.send('GET', `/users/handoff?token=${'x'.repeat(43)}`);
    expect(await isIn(there)).toBe(false);
    // The password opens both.
    expect((await over(client)).status).toBe(200);
  });

  it('changes neither address nor second factor of an account that opens another organisation too', async () => {
    const { browser } = await signOn(known({ groups: ['heads'] }));
    const ada = await person();
    const move = () =>
      browser.call(updateTenantUser, {
        params: { id: ada.uuid },
        body: { email: `${randomUUID()}@example.org` },
      });
    expect((await move()).status).toBe(200);
    await house.giveRole(ada.uuid, 'altra', 'ROLE_USER');
    const reset = () => browser.call(resetSecondFactor, { params: { id: ada.uuid } });
    for (const refused of [await move(), await reset()])
      expect([refused.status, codeOf(refused)]).toEqual([403, 'sign-in-needed']);
  });

  it('(V7.5.1) makes no passkey, and changes no way in, without the password', async () => {
    const ada = await person();
    const client = await house.signedIn(ada);
    const subject = known();
    await linked(client, subject);
    const host = `localhost:${new URL(house.origin).port}`;
    const browser = new HttpClient(house.origin, { host });
    await signOn(subject, { browser });
    const passkey = (body: { password?: string }) => browser.call(getPasskeyCreationOptions, { body });
    expect(fieldsOf(await passkey({}))).toEqual(['password: password-needed']);
    expect((await passkey({ password: ada.password })).status).toBe(200);
    expect(fieldsOf(await browser.call(startTotp, { body: {} }))).toEqual(['password: password-needed']);
    expect(fieldsOf(await browser.call(linkSignOn, { params: { provider }, body: {} }))).toEqual([
      'password: password-needed',
    ]);
    expect(fieldsOf(await browser.call(unlinkSignOn, { params: { provider }, body: {} }))).toEqual([
      'password: password-needed',
    ]);
  });

  it('of an account without a password makes no passkey either, and moves no address; an app it sets up and removes soon after the sign-on', async () => {
    const host = `localhost:${new URL(house.origin).port}`;
    const browser = new HttpClient(house.origin, { host });
    const subject = vouchedFor(`${randomUUID()}@example.org`);
    await signOn(subject, { browser });
    const { id } = await self(browser);
    const passkey = await browser.call(getPasskeyCreationOptions, { body: {} });
    expect([passkey.status, codeOf(passkey)]).toEqual([403, 'sign-in-needed']);
    const moved = await browser.call(updateTenantUser, {
      params: { id },
      body: { email: 'other@example.org' },
    });
    expect([moved.status, codeOf(moved)]).toEqual([403, 'sign-in-needed']);
    const { body: made } = await browser.call(startTotp, { body: {} });
    expect(
      (await browser.call(confirmTotp, { body: { code: generateSync({ secret: made.secret }) } })).status,
    ).toBe(200);
    const age = (minutes: number) =>
      house.query(
        `update session set created_at = now() - $2 * interval '1 minute' where account_uuid = $1`,
        [id, minutes],
      );
    await age(16);
    expect(fieldsOf(await browser.call(removeTotp, { body: {} }))).toEqual(['password: sign-in-again']);
    await age(1);
    expect((await browser.call(removeTotp, { body: {} })).status).toBe(204);
  });

  it('(V6.8.4) waits for a second factor where the account has one, or the organisation demands it', async () => {
    const browser = house.visitor();
    const subject = known({ groups: ['heads'] });
    await signOn(subject, { browser });
    const { body: made } = await browser.call(startTotp, { body: {} });
    await browser.call(confirmTotp, { body: { code: generateSync({ secret: made.secret }) } });
    const again = await signOn(subject, { next: '/ui/organisation' });
    expect(again.location).toBe('/ui/login?next=%2Fui%2Forganisation');
    expect((await again.browser.call(isLogged)).body).toEqual({ logged: false, secondFactor: 'due' });
    const code = generateSync({ secret: made.secret, epoch: Math.floor(Date.now() / 1000) + 30 });
    expect((await again.browser.call(passSecondFactor, { body: { code } })).status).toBe(200);
    // It is the session of the provider still.
    const over = await again.browser.call(createHandoff, {
      body: { tenantId: String(house.tenantIds.default) },
    });
    expect(codeOf(over)).toBe('sign-in-needed');
    await demand(true);
    try {
      const other = await signOn(known({ groups: ['heads'] }));
      expect((await other.browser.call(isLogged)).body).toEqual({ logged: false, secondFactor: 'missing' });
      expect((await signOn(known())).location).toBe('/ui/catalog');
    } finally {
      await demand(false);
    }
  });

  it('ends when the provider is removed, or gets another issuer', async () => {
    const { browser } = await signOn(known());
    const password = await house.signedIn(await person());
    await admin.call(changeOrganisation, { body: { signOn: [] } });
    expect(await isIn(browser)).toBe(false);
    expect(await isIn(password)).toBe(true);
    expect((await arriveAt(house.visitor(), provider)).headers.location).toBe('/ui/login?signOn=gone');
  });

  it('(V7.6.2) does not take the place of another account that is signed in', async () => {
    const ada = await person();
    const client = await house.signedIn(ada);
    const subject = known();
    const { location } = await signOn(subject, { browser: client });
    expect(location).toBe('/ui/login?signOn=other-account');
    expect((await self(client)).id).toBe(ada.uuid);
    expect(await house.query('select from account_sign_on where subject = $1', [subject])).toEqual([]);
    const again = await person();
    await signOn(vouchedFor(again.email));
    expect((await signOn(subject, { browser: client })).location).toBe('/ui/login?signOn=other-account');
  });
});

const arriveAt = (browser: HttpClient, by: string) => browser.call(startSignOn, { params: { provider: by } });

describe('what comes back', () => {
  const where = async (browser: HttpClient, url: URL) => {
    const { headers } = await arrive(browser, url);
    expect(await isIn(browser)).toBe(false);
    return headers.location;
  };

  it('(V10.1.2, V10.2.1) is good once, in the browser in which it was begun, at the same address, for ten minutes', async () => {
    const subject = known();
    const { browser, back } = await answered(subject);
    expect(await where(house.visitor(), back)).toBe('/ui/login?signOn=over');
    const elsewhere = house.visitor('altra');
    await arriveAt(elsewhere, await offer({}, theirAdmin));
    expect(await where(elsewhere, back)).toBe('/ui/login?signOn=over');
    expect((await arrive(browser, back)).headers.location).toBe('/ui/catalog');
    // Again, also after signing out.
    const replaying = house.visitor();
    const second = await answered(subject, { browser: replaying });
    await arrive(replaying, second.back);
    await house.query('delete from session where account_uuid = $1', [(await self(replaying)).id]);
    expect(await where(replaying, second.back)).toBe('/ui/login?signOn=over');
    const late = await answered(subject);
    await later((SIGN_ON_MINUTES + 1) * 60_000, async () => {
      expect(await where(late.browser, late.back)).toBe('/ui/login?signOn=over');
    });
    for (const state of ['', 'x', `${'a'.repeat(40)}.b`, '..', 'W10.W10']) {
      const { pathname } = second.back;
      expect(await where(late.browser, new URL(`${pathname}?code=x&state=${state}`, house.origin))).toBe(
        '/ui/login?signOn=over',
      );
    }
    // None of these was an attempt of a person.
    expect(await house.query('select from sign_in_attempt where failures > 0')).toEqual([]);
  });

  it('(V10.5.1) with a code of another sign-on is refused: the nonce and the verifier are of this one', async () => {
    const one = await answered(known());
    const other = await answered(known());
    const mixed = new URL(one.back);
    mixed.searchParams.set('code', other.back.searchParams.get('code') ?? '');
    expect(await where(one.browser, mixed)).toBe('/ui/login?signOn=not-verified');
    await letForget();
  });

  it.each<[string, Parameters<IdentityProvider['while']>[0]]>([
    ['signed by another key', { hasOtherKey: true }],
    ['of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://other.example.org' }) }],
    ['for another client', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
    ['with the nonce of another sign-on', { claims: (claims) => ({ ...claims, nonce: 'x'.repeat(43) }) }],
    ['without a nonce', { claims: ({ nonce: _, ...claims }) => claims }],
    ['that is over', { claims: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 }) }],
    ['of nobody', { claims: (claims) => ({ ...claims, sub: '' }) }],
    ['with a subject that nobody can store', { claims: (claims) => ({ ...claims, sub: 'a\u0000b' }) }],
    ['with a subject that is too long', { claims: (claims) => ({ ...claims, sub: 'a'.repeat(256) }) }],
    ['beside a description of somebody else', { userInfo: (claims) => ({ ...claims, sub: 'another' }) }],
  ])('(V6.8.2, V10.5.2, V10.5.4) an ID token %s is refused', async (_, odd) => {
    const { browser, back } = await answered(known());
    expect(await idp.while(odd, () => where(browser, back))).toBe('/ui/login?signOn=not-verified');
    await letForget();
  });

  it('counts for the address where it cannot be verified', async () => {
    await letForget();
    for (let times = 0; times < 31; times += 1) {
      const { browser, back } = await answered(known());
      const location = await idp.while({ hasOtherKey: true }, () => where(browser, back));
      expect(location).toBe(`/ui/login?signOn=${times < 30 ? 'not-verified' : 'held-off'}`);
    }
    // People sign in with their passwords meanwhile.
    await house.signedIn(await person());
    await letForget();
  });

  it('is judged by the settings of that moment', async () => {
    const during = (body: OrganisationChanges) => ({
      userInfo: async (claims: object) => {
        await admin.call(changeOrganisation, { body });
        return claims;
      },
    });
    const { clientSecret: _, ...present } = asProvider();
    const subject = known({ groups: ['heads'] });
    const one = await answered(subject);
    const none = during({ signOn: [{ ...present, id: provider, groupRoles: [] }] });
    expect(await idp.while(none, () => where(one.browser, one.back))).toBe('/ui/login?signOn=no-role');
    provider = await offer();
    const moved = await answered(subject);
    const claim = during({ signOn: [{ ...asProvider(), id: provider, groupsClaim: 'department' }] });
    expect(await idp.while(claim, () => where(moved.browser, moved.back))).toBe('/ui/login?signOn=gone');
    provider = await offer();
    const other = await answered(subject);
    expect(await idp.while(during({ signOn: [] }), () => where(other.browser, other.back))).toBe(
      '/ui/login?signOn=gone',
    );
    expect(await house.query('select from account_sign_on where subject = $1', [subject])).toEqual([]);
  });

  it('says that the person gave up, or that the provider is away', async () => {
    const browser = house.visitor();
    const { headers } = await browser.call(startSignOn, {
      params: { provider },
      query: { next: '/ui/stories' },
    });
    expect(await where(browser, await idp.signIn(headers.location ?? '', ''))).toBe(
      '/ui/login?signOn=cancelled&next=%2Fui%2Fstories',
    );
    const { browser: other, back } = await answered(known());
    expect(await idp.while({ status: 503 }, () => where(other, back))).toBe('/ui/login?signOn=away');
    expect(await house.query('select from sign_in_attempt where failures > 0')).toEqual([]);
    await offer({ clientId: randomUUID() });
    const client = await house.signedIn(await person());
    const refused = await idp.while({ status: 503 }, () =>
      client.call(linkSignOn, { params: { provider }, body: {} }),
    );
    expect([refused.status, codeOf(refused)]).toEqual([503, 'unavailable']);
  });

  it('(V3.7.2) leads to pages of ours only', async () => {
    // Others are tried in sign-on-state.test.ts.
    expect((await signOn(known(), { next: 'https://evil.example/ui/' })).location).toBe('/ui/catalog');
  });

  it('(V10.1.1) tells nobody the secrets', async () => {
    const before = logged.length;
    const { browser, back } = await answered(known());
    await idp.while({ hasOtherKey: true }, () => where(browser, back));
    const lines = logged.slice(before).join('\n');
    expect(lines).toContain('sign-on-refused');
    for (const secret of [
      CLIENT_SECRET,
      back.searchParams.get('code') ?? '-',
      back.searchParams.get('state') ?? '-',
    ])
      expect(lines).not.toContain(secret);
    await letForget();
  });
});

describe('the providers of an organisation', () => {
  it('are offered on its sign-in page, and on no other’s', async () => {
    const offered = async (tenant: TenantName) =>
      (await house.visitor(tenant).call(getSignInOptions)).body.signOn;
    expect(await offered('default')).toEqual([{ id: provider, label: 'House' }]);
    const theirs = await offer({ label: 'Theirs' }, theirAdmin);
    expect(await offered('altra')).toEqual([{ id: theirs, label: 'Theirs' }]);
    expect((await arriveAt(house.visitor(), theirs)).headers.location).toBe('/ui/login?signOn=gone');
  });

  it('are changed as a whole list, without their secret, which the history does not tell either', async () => {
    const [present] = (await admin.call(getOrganisation)).body.signOn;
    const { clientSecret: _, ...shown } = asProvider();
    expect(present).toEqual({ id: provider, ...shown });
    const set = (signOn: SignOnProviderChange[]) => admin.call(changeOrganisation, { body: { signOn } });
    const kept = { ...shown, id: provider, label: 'House of all' };
    const second = asProvider({
      issuer: 'https://login.example.org/realms/x',
      label: 'Second',
      groupRoles: [],
    });
    expect((await set([second, kept])).body.signOn.map(({ label }) => label)).toEqual([
      'Second',
      'House of all',
    ]);
    expect((await signOn(known())).location).toBe('/ui/catalog');
    const { body } = await admin.call(listOrganisationChanges, { query: { size: 1 } });
    expect(body._embedded.changes[0]?.settings).toMatchObject([
      {
        name: 'signOn',
        before: [{ label: 'House' }],
        after: [{ label: 'Second', clientSecret: 'changed' }, { label: 'House of all' }],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain(CLIENT_SECRET);
    const { version } =
      (await house.query<{ version: number }>(`select version from tenant where name = 'default'`))[0] ?? {};
    await set([second, kept]);
    expect(await house.query(`select version from tenant where name = 'default'`)).toEqual([
      { version: expect.any(Number) as number },
    ]);
    expect(version).toBeDefined();
    // A secret goes to the provider for which it was given.
    const moved = await set([
      { ...kept, issuer: 'https://evil.example' },
      { ...second, clientSecret: 'x', id: provider },
    ]);
    expect(fieldsOf(moved)).toEqual(['signOn[0].clientSecret: secret-needed', 'signOn[1].issuer: duplicate']);
    expect(fieldsOf(await set([{ ...kept, clientId: 'another' }]))).toEqual([
      'signOn[0].clientSecret: secret-needed',
    ]);
    expect(fieldsOf(await set([{ ...kept, id: randomUUID() }]))).toEqual(['signOn[0].id: unknown']);
    expect(fieldsOf(await set([second, { ...second, label: 'Third' }]))).toEqual([
      'signOn[1].issuer: duplicate',
    ]);
  });

  it.each([
    'http://login.example.org',
    'https://a b.example',
    'https://u:p@login.example.org',
    'https://login.example.org?x=1',
    'javascript:alert(1)',
    'http://localhost.example.org',
    'login.example.org',
  ])('have no issuer %s', async (issuer) => {
    expect(
      fieldsOf(await admin.call(changeOrganisation, { body: { signOn: [asProvider({ issuer })] } })),
    ).toEqual(['signOn[0].issuer: issuer-form']);
  });

  it('(V10.5.3) are away where they do not answer as providers: nobody is sent to them', async () => {
    const start = async () => (await arriveAt(house.visitor(), provider)).headers.location;
    // Each with a client of its own, since a description is remembered.
    for (const odd of [
      { status: 500 },
      { status: 404 },
      { description: (one: object) => ({ ...one, issuer: 'https://other.example.org' }) },
      { description: (one: object) => ({ ...one, authorization_endpoint: undefined }) },
    ]) {
      await offer({ clientId: randomUUID() });
      expect(await idp.while(odd, start)).toBe('/ui/login?signOn=away');
    }
    // An address of this machine's network, which only this test allows to be asked.
    await offer({ issuer: 'http://127.0.0.2:9' });
    expect(await start()).toBe('/ui/login?signOn=away');
  });

  it('(V10.2.2) that do not name themselves in their answers are asked only where there is no other', async () => {
    const silent = {
      description: (one: object) => ({ ...one, authorization_response_iss_parameter_supported: false }),
    };
    const check = async () => (await admin.call(checkSignOn, { body: { issuer: idp.issuer } })).body.outcome;
    expect(await idp.while(silent, check)).toBe('ready-alone');
    const first = { ...asProvider(), clientId: randomUUID() };
    const second = asProvider({ issuer: 'https://login.example.org' });
    const start = async (signOn: SignOnProviderChange[]) => {
      const { body } = await admin.call(changeOrganisation, { body: { signOn } });
      const { headers } = await arriveAt(house.visitor(), body.signOn[0]?.id ?? '');
      return headers.location?.replace(idp.issuer, '').replace(/\?redirect_uri.*/, '');
    };
    await idp.while(silent, async () => {
      expect(await start([first])).toBe('/auth');
      expect(await start([first, second])).toBe('/ui/login?signOn=alone');
      // Nor is the answer taken where another one has come meanwhile.
      const { body } = await admin.call(changeOrganisation, { body: { signOn: [first] } });
      const id = body.signOn[0]?.id ?? '';
      const browser = house.visitor();
      const { headers } = await arriveAt(browser, id);
      const state = new URL(headers.location ?? '').searchParams.get('state') ?? '';
      await admin.call(changeOrganisation, { body: { signOn: [{ ...first, id }, second] } });
      const answer = await browser.call(completeSignOn, { query: { state, code: 'x' } });
      expect(answer.headers.location).toBe('/ui/login?signOn=alone');
    });
    expect(await start([{ ...first, clientId: randomUUID() }, second])).toBe('/auth');
  });

  it('are asked for their description once, however many people come', async () => {
    await offer({ clientId: randomUUID() });
    const asked = () => idp.asked.filter((path) => path.includes('openid-configuration')).length;
    const before = asked();
    await Promise.all([1, 2, 3, 4].map(() => arriveAt(house.visitor(), provider)));
    expect(asked()).toBe(before + 1);
  });

  it('can be checked before they are saved', async () => {
    const check = async (issuer: string) => (await admin.call(checkSignOn, { body: { issuer } })).body;
    expect(await check(idp.issuer)).toEqual({ outcome: 'ready', found: idp.issuer, detail: '' });
    const slash = await check(`${idp.issuer}/`);
    expect(slash).toEqual({ outcome: 'issuer-differs', found: idp.issuer, detail: '' });
    const other = { description: (one: object) => ({ ...one, issuer: 'https://other.example.org' }) };
    expect(await idp.while(other, () => check(idp.issuer))).toMatchObject({
      outcome: 'issuer-differs',
      found: 'https://other.example.org',
    });
    expect(await idp.while({ status: 404 }, () => check(idp.issuer))).toMatchObject({
      outcome: 'not-a-provider',
    });
    expect(await idp.while({ status: 500 }, () => check(idp.issuer))).toMatchObject({
      outcome: 'unreachable',
    });
    expect(await check('http://127.0.0.2:9')).toMatchObject({ outcome: 'not-allowed' });
    expect(await check('http://127.0.0.1:9')).toMatchObject({ outcome: 'unreachable' });
  });
});
