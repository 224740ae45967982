import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { reachOf, roles, type Capability, type Role } from '@armarium/contract/capability';
import type { Operation } from '@armarium/contract/operation';
import { operations } from '@armarium/contract/operations';
import type { PageInfo } from '@armarium/contract/hal';
import type { Problem } from '@armarium/contract/problem';
import { usersInfo } from '@armarium/contract/session';
import { describe, expect, it } from 'vitest';
import type { Answer, HttpClient } from '../harness/http-client.ts';
import { openInstallation } from '../http/test-installation.ts';
import { fixtures, makeWorld, secretsOf, type Input, type World } from './operation-fixtures.ts';

const house = await openInstallation();
const own = await makeWorld(house, 'default');
const foreign = await makeWorld(house, 'altra');

const modifying = operations.filter(({ method }) => method !== 'GET');
const closed = operations.filter(({ access }) => access !== 'anyone');
/** Signing in ends the session that it comes with; everything else may share one. */
const opensOrCloses = new Set(['signIn', 'signOut']);
const byId = (of: readonly Operation[]) => of.map((operation) => [operation.id, operation] as const);

async function fixtureOf({ id }: Operation, world: World): Promise<Input> {
  const make = (fixtures as Record<string, ((world: World) => Input | Promise<Input>) | undefined>)[id];
  if (!make) throw new Error(`tests/tenancy/operation-fixtures.ts has no valid input for ${id}.`);
  return make(world);
}

/** Any call with nothing added by the client: `token` is the CSRF token, none where it is absent. */
async function send(
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

const code = ({ body }: Answer<unknown>) => (body as Problem | undefined)?.code;

const uuidForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The places of all uuids in an input (`body.images.0.uuid`) with what stands there. */
function uuidPlaces(value: unknown, path: string[] = []): { path: string[]; uuid: string }[] {
  if (typeof value === 'string') return uuidForm.test(value) ? [{ path, uuid: value }] : [];
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => uuidPlaces(part, [...path, key]));
}

function withUuidAt<T>(value: T, [key, ...rest]: readonly string[], uuid: string): T {
  if (key === undefined) return uuid as T;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[key] = withUuidAt(copy[key], rest, uuid);
  return copy as T;
}

/** What a stranger may be told: that there is nothing. */
function tellsNothing({ status, body }: Answer<unknown>): boolean {
  if (status === 404 || status === 422) return true;
  const page = (body as { page?: PageInfo } | undefined)?.page;
  return status === 200 && page?.totalElements === 0;
}

async function rowsOfTenant(tenantId: number): Promise<Record<string, string>> {
  const tables = await house.query<{ name: string }>(
    `select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'armarium'::regnamespace and relkind = 'r' and attname = 'tenant_id'
       and relname <> 'session' order by 1`,
  );
  const entries = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await house.query<{ all: string }>(
        `select coalesce(string_agg(t::text, E'\n' order by t::text), '') as all from ${name} t where tenant_id = $1`,
        [tenantId],
      );
      return [name, row?.all ?? ''] as const;
    }),
  );
  return Object.fromEntries(entries);
}

describe('the fixtures', () => {
  it('hold one for each operation, and no other', () => {
    expect(Object.keys(fixtures).sort()).toEqual(operations.map(({ id }) => id).sort());
  });

  it.each(byId(operations.filter(({ id }) => id !== 'signIn')))(
    '%s is valid: its caller gets what the contract declares',
    async (id, operation) => {
      const client = opensOrCloses.has(id) ? await house.person('default', 'ROLE_TENANT_ADMIN') : own.client;
      const input = await fixtureOf(operation, own);
      const answer = await send(client, operation, input, { token: await client.csrfToken() });
      expect(Object.keys(operation.responses)).toContain(String(answer.status));
    },
  );
});

describe('without a session', () => {
  it.each(byId(closed))('[LOGIN-12, ERR-14] %s is 401', async (_id, operation) => {
    const visitor = house.visitor();
    await visitor.call(usersInfo);
    const input = await fixtureOf(operation, own);
    for (const token of [await visitor.csrfToken(), undefined]) {
      const answer = await send(visitor, operation, input, { token });
      expect(answer.status).toBe(401);
      expect(code(answer)).toBe('not-signed-in');
    }
  });

  it.each(byId(closed))('[LOGIN-12] %s is 401 whatever it is sent', async (_id, operation) => {
    const answer = await send(house.visitor(), operation, { query: { size: 'x' }, params: { uuid: 'x' } });
    expect(answer.status).toBe(401);
  });

  it.each(byId(operations.filter(({ access, id }) => access === 'anyone' && id !== 'signIn')))(
    '%s is open to anyone, in each tenant',
    async (_id, operation) => {
      for (const tenant of ['default', 'altra'] as const) {
        const answer = await send(house.visitor(tenant), operation, await fixtureOf(operation, own));
        expect(answer.status).toBe(200);
      }
    },
  );
});

describe('without the CSRF token of the session', () => {
  it.each(byId(modifying))('[LOGIN-20] %s is 403 and changes nothing', async (_id, operation) => {
    const input = await fixtureOf(operation, own);
    const before = await rowsOfTenant(house.tenantIds.default);
    const others = await foreign.client.csrfToken();
    for (const token of [undefined, '', 'wrong', others, `${others}x`]) {
      const answer = await send(own.client, operation, input, { token });
      expect(answer.status).toBe(403);
      expect(code(answer)).toBe('csrf');
    }
    expect(await rowsOfTenant(house.tenantIds.default)).toEqual(before);
  });
});

describe('with the ids of the other tenant', () => {
  it.each(byId(operations))('[PERM-31, ERR-16] %s gives nothing away', async (id, operation) => {
    if (opensOrCloses.has(id)) return;
    const [mine, theirs] = [await fixtureOf(operation, own), await fixtureOf(operation, foreign)];
    const secrets = await secretsOf(house, foreign);
    const untouched = await rowsOfTenant(house.tenantIds.altra);
    const token = await own.client.csrfToken();
    const holdsNoSecret = ({ bytes }: Answer<unknown>, sent: string) => {
      const said = bytes.toString('utf8').toLowerCase();
      const let_out = secrets.filter(
        (secret) => said.includes(secret.toLowerCase()) && !sent.includes(secret),
      );
      expect(let_out).toEqual([]);
    };

    // All of it at once, texts included: what the other tenant's own people would send.
    const whole = await send(own.client, operation, theirs, { token });
    holdsNoSecret(whole, JSON.stringify(theirs));
    const places = uuidPlaces(theirs);
    if (places.length > 0) expect(tellsNothing(whole)).toBe(true);

    // And each uuid alone, where everything else is the caller's.
    for (const { path, uuid } of places) {
      const place = path.join('.');
      const answer = await send(own.client, operation, withUuidAt(mine, path, uuid), { token });
      holdsNoSecret(answer, uuid);
      const unknown = await send(own.client, operation, withUuidAt(mine, path, randomUUID()), { token });
      expect({ place, status: answer.status }).toEqual({ place, status: unknown.status });
      if (!mine.mayBeIgnored?.includes(place)) {
        expect({ place, nothing: tellsNothing(answer) }).toEqual({ place, nothing: true });
        const told = ({ detail, fields }: Problem) => ({ detail, fields });
        if (answer.status !== 200) {
          expect(told(answer.body as Problem)).toEqual(told(unknown.body as Problem));
        }
      }
    }
    expect(await rowsOfTenant(house.tenantIds.altra)).toEqual(untouched);
  });
});

describe('with a session of the other tenant', async () => {
  const username = `both-${randomUUID()}`;
  const account = await house.account('altra', ['ROLE_TENANT_ADMIN'], { username });
  await house.query(
    `insert into account_role (account_uuid, tenant_id, role) values ($1, $2, 'ROLE_TENANT_ADMIN')`,
    [account.uuid, house.tenantIds.default],
  );
  const client = await house.signedIn(account, 'altra');
  const there = { host: house.hostOf('default') };

  it.each(byId(closed))('[PERM-02] %s is 401, also for who has a role in both', async (_id, operation) => {
    const input = await fixtureOf(operation, own);
    const answer = await send(client, operation, input, { token: await client.csrfToken(), headers: there });
    expect(answer.status).toBe(401);
  });
});

describe('without the capability', async () => {
  const people = new Map<Role, HttpClient>(
    await Promise.all(roles.map(async (role) => [role, await house.person('default', role)] as const)),
  );
  const guarded = operations.filter(({ access }) => access !== 'anyone' && access !== 'session');
  const cases = guarded.flatMap((operation) =>
    roles
      .filter((role) => reachOf(operation.access as Capability, [role], 'all') === undefined)
      .map((role) => [operation.id, role, operation] as const),
  );

  it('is tried with at least one role', () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  it.each(cases)('[PERM-05, PERM-07, ERR-15] %s is 403 for %s', async (_id, role, operation) => {
    const client = people.get(role)!;
    const input = await fixtureOf(operation, own);
    const before = await rowsOfTenant(house.tenantIds.default);
    const answer = await send(client, operation, input, { token: await client.csrfToken() });
    expect(answer.status).toBe(403);
    expect(code(answer)).toBe('forbidden');
    expect(await rowsOfTenant(house.tenantIds.default)).toEqual(before);
  });
});
