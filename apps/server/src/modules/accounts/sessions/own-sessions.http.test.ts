import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@armarium/contract/own-sessions';
import { createHandoff, isLogged, redeemHandoff } from '@armarium/contract/session';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { openInstallation } from '../../../../../../tests/http/test-installation.ts';

const HOUR_ms = 3_600_000;
const house = await openInstallation({
  limits: { sessionIdle_ms: 12 * HOUR_ms, sessionAbsolute_ms: 48 * HOUR_ms },
});

const sessionsOf = async (client: HttpClient) => (await client.call(listOwnSessions)).body._embedded.sessions;
const isLoggedIn = async (client: HttpClient) => (await client.call(isLogged)).body.logged;
const idOf = async (client: HttpClient) =>
  (await sessionsOf(client)).find(({ present }) => present)?.id ?? '';
const end = (client: HttpClient, id: string) => client.call(endOwnSession, { params: { id } });

it('lists the own open sessions: since when, from where, and which is the present one', async () => {
  const account = await house.account('default', ['ROLE_USER']);
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const present = house.visitor();
  await present.signIn(account.username, account.password, { 'user-agent': firefox });
  await house.signedIn(account);
  const ofAnother = await house.person('default', 'ROLE_TENANT_ADMIN');

  const answer = await present.call(listOwnSessions);
  const [first, second, ...none] = answer.body._embedded.sessions;
  expect(none).toEqual([]);
  expect(first).toMatchObject({ browser: 'Firefox', system: 'Linux', address: '127.0.0.1', present: true });
  expect(second).toMatchObject({ browser: null, system: null, present: false });
  for (const date of [first?.createdDate, first?.lastSeenDate])
    expect(Math.abs(Date.parse(date ?? '') - Date.now())).toBeLessThan(10 * 60_000);
  expect(answer.body.page.totalElements).toBe(2);
  // Nothing of an answer opens a session.
  for (const { hash } of await house.query<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from session where account_uuid = $1`,
    [account.uuid],
  ))
    expect(answer.bytes.toString()).not.toContain(hash);
  expect((await sessionsOf(ofAnother)).length).toBe(1);
});

it('does not list sessions that are idle for too long or too old', async () => {
  const account = await house.account('default', ['ROLE_USER']);
  const [present, idle, old] = [
    await house.signedIn(account),
    await house.signedIn(account),
    await house.signedIn(account),
  ];
  const age = async (client: HttpClient, column: string, hours: number) =>
    house.query(`update session set ${column} = now() - $1 * interval '1 hour' where uuid = $2`, [
      hours,
      await idOf(client),
    ]);
  await age(idle, 'seen_at', 13);
  await age(old, 'created_at', 49);
  expect((await sessionsOf(present)).map((one) => one.present)).toEqual([true]);
});

it('ends one session; an unknown one and another’s are 404', async () => {
  const account = await house.account('default', ['ROLE_USER']);
  const [present, other] = [await house.signedIn(account), await house.signedIn(account)];
  const stranger = await house.person('default', 'ROLE_ADMIN');
  expect((await end(stranger, await idOf(other))).status).toBe(404);
  expect((await end(present, randomUUID())).status).toBe(404);
  expect(await isLoggedIn(other)).toBe(true);
  expect((await end(present, await idOf(other))).status).toBe(204);
  expect(await isLoggedIn(other)).toBe(false);
  expect(await isLoggedIn(present)).toBe(true);
});

it('ends the present session as signing out does', async () => {
  const client = await house.signedIn(await house.account('default', ['ROLE_USER']));
  const answer = await end(client, await idOf(client));
  expect(answer.status).toBe(204);
  expect(String(answer.headers['set-cookie'])).toMatch(/armarium_session=;/);
  expect(await isLoggedIn(client)).toBe(false);
});

it('ends all other sessions, those of other people and of other organisations not', async () => {
  const account = await house.account('default', ['ROLE_USER']);
  await house.giveRole(account.uuid, 'altra', 'ROLE_USER');
  const [present, other, elsewhere] = [
    await house.signedIn(account),
    await house.signedIn(account),
    await house.signedIn(account, 'altra'),
  ];
  const stranger = await house.person('default', 'ROLE_USER');
  expect((await present.call(endOtherSessions)).status).toBe(204);
  expect(await Promise.all([present, other, elsewhere, stranger].map(isLoggedIn))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  expect((await sessionsOf(elsewhere)).length).toBe(1);
});

it('tells of a session that came from another organisation where its browser is', async () => {
  const account = await house.account('default', ['ROLE_USER']);
  await house.giveRole(account.uuid, 'altra', 'ROLE_USER');
  const client = await house.signedIn(account);
  const { body } = await client.call(createHandoff, { body: { tenantId: String(house.tenantIds.altra) } });
  const url = new URL(body.url);
  const arrived = house.visitor('altra');
  await arrived.call(redeemHandoff, {
    query: { token: url.searchParams.get('token') ?? '' },
    headers: { 'user-agent': 'Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X) FxiOS/140.0 Safari/605.1.15' },
  });
  expect(await sessionsOf(arrived)).toMatchObject([{ browser: 'Firefox', system: 'iPadOS', present: true }]);
});

it('keeps 400 characters of what a browser says of itself', async () => {
  const { username, password } = await house.account('default', ['ROLE_USER']);
  const client = house.visitor();
  const long = `Chrome/140.0 ${'x'.repeat(500)} Windows`;
  expect((await client.signIn(username, password, { 'user-agent': long })).status).toBe(200);
  expect(await sessionsOf(client)).toMatchObject([{ browser: 'Chrome', system: null }]);
});
