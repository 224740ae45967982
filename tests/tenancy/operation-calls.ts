import { Readable } from 'node:stream';
import type { Operation } from '@armarium/contract/operation';
import { operations } from '@armarium/contract/operations';
import type { PageInfo } from '@armarium/contract/hal';
import type { Problem } from '@armarium/contract/problem';
import type { Answer, HttpClient } from '../harness/http-client.ts';
import type { TestInstallation } from '../http/test-installation.ts';
import { fixtures, type Input, type World } from './operation-fixtures.ts';

/**
 * These end the session that they come with, work once, in one organisation or for one account, or count the attempts of
 * their address; everything else may share a session.
 */
export const opensOrCloses = new Set([
  'signIn',
  'signOut',
  'redeemHandoff',
  'changeOwnPassword',
  'getInvitation',
  'acceptInvitation',
  'forgotPassword',
  'getNewPasswordLink',
  'setNewPassword',
  'passSecondFactor',
  'startTotp',
  'confirmTotp',
  'removeTotp',
  'renewRecoveryCodes',
  'addPasskey',
  'removePasskey',
  'signInByPasskey',
  'addToken',
  'startSignOn',
  'completeSignOn',
]);

/** Their caller has typed a password, or has an authenticator app, a passkey or a provider, which no fixture brings about. */
export const needsMoreThanInput = new Set([
  'signIn',
  'passSecondFactor',
  'confirmTotp',
  'removeTotp',
  'renewRecoveryCodes',
  'addPasskey',
  'removePasskey',
  'signInByPasskey',
  'linkSignOn',
]);

/**
 * Whether a call is written by itself. Those of videos and models are those of sounds with another word in them
 * (contract/src/asset-calls.ts): what takes every role or every input is tried with the one; whose records they reach, with both.
 */
export function isOfItsOwn({ id }: Operation): boolean {
  const ofSounds = id.replace(/Video|Model3D/, 'Audio');
  return ofSounds === id || !operations.some((operation) => operation.id === ofSounds);
}

export const byId = (of: readonly Operation[]) => of.map((operation) => [operation.id, operation] as const);

export async function fixtureOf({ id }: Operation, world: World): Promise<Input> {
  const make = (fixtures as Record<string, ((world: World) => Input | Promise<Input>) | undefined>)[id];
  if (!make) throw new Error(`tests/tenancy/operation-fixtures.ts has no valid input for ${id}.`);
  return make(world);
}

/** Any call with nothing added by the client: `token` is the CSRF token, none where it is absent. */
export async function send(
  client: HttpClient,
  operation: Operation,
  input: Input,
  { token, headers }: { token?: string | undefined; headers?: Record<string, string> } = {},
): Promise<Answer<unknown>> {
  const params = (input.params ?? {}) as Record<string, string>;
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(input.query ?? {}).flatMap(([name, value]: [string, unknown]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
    ),
  );
  const sent: Record<string, string> = { ...input.headers, ...headers };
  if (token !== undefined) sent['x-xsrf-token'] = token;
  let body: Buffer | undefined;
  if (input.file) {
    sent['content-type'] = 'multipart/form-data; boundary=edge';
    body = Buffer.concat([
      Buffer.from('--edge\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      input.file,
      Buffer.from('\r\n--edge--\r\n'),
    ]);
  } else if (input.body) {
    sent['content-type'] = 'application/json';
    body = Buffer.from(JSON.stringify(input.body));
  }
  if (body) sent['content-length'] = String(body.length);
  const address = search.size > 0 ? `${path}?${search}` : path;
  return client.send(operation.method, address, sent, body && Readable.from([body]));
}

export const code = ({ body }: Answer<unknown>) => (body as Problem | undefined)?.code;

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The places of all uuids in an input (`body.images.0.uuid`) with what stands there. */
export function uuidPlaces(value: unknown, path: string[] = []): { path: string[]; uuid: string }[] {
  if (typeof value === 'string') return uuidForm.test(value) ? [{ path, uuid: value }] : [];
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => uuidPlaces(part, [...path, key]));
}

/** What a stranger may be told: that there is nothing. */
export function tellsNothing({ status, body }: Answer<unknown>): boolean {
  if (status === 404 || status === 422) return true;
  if (status !== 200) return false;
  const { page, ...lists } = body as { page?: PageInfo };
  if (page) return page.totalElements === 0;
  return Object.values(lists).every((list) => Array.isArray(list) && list.length === 0);
}

/**
 * Accounts stand above the tenants: those at home in one are its rows as well, with their pictures. Each sign-in writes
 * the rows of active memberships.
 */
const ofAccounts = {
  account_membership: 'tenant_id = $1 and not active',
  account: 'home_tenant = $1',
  account_avatar: 'account_uuid in (select uuid from account where home_tenant = $1)',
};

/** Each way to ask for the rows of a tenant is put together once for an installation. */
const rowsQueries = new WeakMap<TestInstallation, Promise<string>>();

async function makeRowsQuery(house: TestInstallation): Promise<string> {
  const tables = await house.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'armarium'::regnamespace and relkind = 'r' and attname = 'tenant_id'
       and relname not in ('session', 'account_membership') order by 1`,
  );
  return [...tables.map(({ name }) => [name, 'tenant_id = $1'] as const), ...Object.entries(ofAccounts)]
    .map(
      ([name, condition]) =>
        `select '${name}' as name, count(*) || ' rows, written by ' || coalesce(sum(xmin::text::bigint), 0) as rows
         from ${name} where ${condition}`,
    )
    .join(' union all ');
}

/**
 * The rows of a tenant, table by table, as their number and the sum of the transactions that wrote them: what a call
 * that writes nothing leaves as it was. One query, since it stands around each of thousands of calls.
 */
export async function rowsOfTenant(
  house: TestInstallation,
  tenantId: number,
): Promise<Record<string, string>> {
  const query = rowsQueries.get(house) ?? makeRowsQuery(house);
  rowsQueries.set(house, query);
  // Prepared once: to plan it takes longer than to run it.
  const { rows: tables } = await house.access.migrator.query<{ name: string; rows: string }>({
    name: 'rows-of-tenant',
    text: await query,
    values: [tenantId],
  });
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
}
