import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { roles, type Capability, type Role } from '@armarium/contract/capability';
import type { Problem } from '@armarium/contract/problem';
import { createShareLink } from '@armarium/contract/sharing';
import { addToken, tokenCapabilities } from '@armarium/contract/tokens';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import type { Answer, HttpClient } from '../harness/http-client.ts';
import { everyNth, isSoak, seed } from '../harness/soak.ts';
import { listening } from '../http/event-listener.ts';
import { importedItem, TestInstallation, type TenantName } from '../http/test-installation.ts';
import { requestMaker, tried, type FuzzedRequest, type Material } from './fuzzed-request-maker.ts';
import { fixtureOf, needsMoreThanInput, rowsOfTenant, send } from './operation-calls.ts';
import { makeWorld, secretsOf, settingsOfMail, type Input, type World } from './operation-fixtures.ts';

/** Each round has an installation of its own, so that there are always records that no request has taken away yet. */
const ROUNDS = isSoak ? 10 : 1;
const REQUESTS = isSoak ? 10_000 : 600;
const AT_ONCE = 16;
const tenants: readonly TenantName[] = ['default', 'altra'];
const otherOf = (tenant: TenantName): TenantName => (tenant === 'default' ? 'altra' : 'default');

/** How the texts of an organisation's fixtures begin, however a file name or an address writes it (operation-fixtures.ts). */
const wordsOf = (tenant: TenantName) => new RegExp(`segreto[^a-z]{1,6}${tenant}`, 'i');

/** Words of a server's insides: paths of its files, frames of a stack, SQL and what PostgreSQL says of it, hashes. */
const insides = new RegExp(
  [
    String.raw`/node_modules/|file:///|\bat [^\n]{0,200}\.[cm]?[jt]s:\d+`,
    String.raw`\bselect\b[^.<>]{1,200}\bfrom\b[^.<>]{1,200}\bwhere\b|\binsert into\b|\bupdate \w+ set\b|\bdelete from\b`,
    String.raw`\brelation "|violates [\w-]+ constraint|syntax error at or near|invalid input syntax|\bpg_\w+\(`,
    String.raw`armarium_(?:app|test)|\bECONNREFUSED\b|\bENOENT\b|\$argon2`,
  ].join('|'),
  'i',
);

/** Failures that requests provoke: one caller removes the picture that another one is just sending. */
const pictureRemoved = /^503 .*was removed just now\. Send its picture again\./s;
/** The failures in an organisation that has used up its quotas. */
const quotaReached = /^507 .*"code":"(?:records|storage)-quota"/s;

/** Somebody who asks, at the host of one organisation. */
interface Caller {
  readonly name: string;
  readonly tenant: TenantName;
  readonly client: HttpClient;
  /** Sent each time. */
  readonly headers: Readonly<Record<string, string>>;
}

const inAYear = () => new Date(Date.now() + 300 * 86_400_000).toISOString();

/** Every role, tokens of several scopes, a share link, and those who are nobody at this host. */
async function callersAt(house: TestInstallation, world: World): Promise<Caller[]> {
  const { tenant, mark } = world;
  const named = (name: string, client: HttpClient, headers: Caller['headers'] = {}): Caller => ({
    name: `${tenant}: ${name}`,
    tenant,
    client,
    headers,
  });
  const personWith = async (...held: Role[]) =>
    house.signedIn(await house.account(tenant, held, { surname: mark }), tenant);
  const people = await Promise.all(roles.map(async (role) => named(role, await personWith(role))));

  const owner = await personWith('ROLE_TENANT_ADMIN', 'ROLE_CCC');
  const byToken = async (name: string, capabilities: readonly Capability[]) => {
    const body = { name: `${mark} ${name}`, capabilities: [...capabilities], expiresAt: inAYear() };
    const { body: made } = await owner.call(addToken, { body });
    return named(name, house.visitor(tenant), { authorization: `Bearer ${made.token}` });
  };
  const expired = await byToken('an expired token', tokenCapabilities);
  await house.query(`update account_token set expires_at = now() - interval '1 hour' where name = $1`, [
    `${mark} an expired token`,
  ]);

  const ended = await personWith('ROLE_TENANT_ADMIN');
  const [session] = [...ended.cookies].filter(([name]) => name !== 'XSRF-TOKEN');
  await house.query(`delete from session where token_hash = sha256(convert_to($1, 'UTF8'))`, [session?.[1]]);
  const other = otherOf(tenant);
  const stranger = await house.person(other, 'ROLE_TENANT_ADMIN');
  return [
    ...people,
    await byToken('a token that may browse', ['browse']),
    await byToken('a token that may work', ['browse', 'create', 'edit', 'upload', 'exportMetadata']),
    await byToken('a token that may do everything', tokenCapabilities),
    expired,
    named('a visitor', house.visitor(tenant)),
    named('an ended session', house.visitor(tenant), { cookie: `${session?.[0]}=${session?.[1]}` }),
    named('a session of the other host', stranger, { host: house.hostOf(tenant) }),
  ];
}

/** What the callers of a tenant know: the ids of both, own valid calls, and the other's without its words. */
async function materialOf(house: TestInstallation, worlds: Record<TenantName, World>) {
  const ids = (await Promise.all(tenants.map((tenant) => secretsOf(house, worlds[tenant]))))
    .flat()
    .filter((id) => !/segreto/i.test(id));
  for (const { client, item } of Object.values(worlds)) {
    const { body } = await client.call(createShareLink, { body: { recordUuid: item, expiresAt: inAYear() } });
    ids.push(body.token, `${item}~${body.token}`);
  }
  const valid = { default: new Map<string, Input[]>(), altra: new Map<string, Input[]>() };
  const withFixture = tried.filter(({ id }) => !needsMoreThanInput.has(id));
  for (const operation of everyNth(withFixture, 30, 0)) {
    for (const tenant of tenants) {
      const input = await fixtureOf(operation, worlds[tenant]);
      const { host: _, ...headers } = input.headers ?? {};
      const stolen = stripped({ ...input, headers }, worlds[tenant].mark);
      // Three in four calls name what is one's own.
      valid[tenant].set(operation.id, [input, input, input, ...(valid[tenant].get(operation.id) ?? [])]);
      valid[otherOf(tenant)].set(operation.id, [...(valid[otherOf(tenant)].get(operation.id) ?? []), stolen]);
    }
  }
  return { ids, valid };
}

/** A copy without the words by which a leak is known, whose last one a search still finds. */
function stripped<T>(value: T, mark: string): T {
  const last = mark.split(' ').at(-1) ?? '';
  const strip = (text: string) => text.replaceAll(mark, last).replaceAll(mark.replaceAll(' ', '.'), last);
  const change = (part: unknown): unknown => {
    if (typeof part === 'string') return strip(part);
    if (Buffer.isBuffer(part)) return Buffer.from(strip(part.toString('latin1')), 'latin1');
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(change);
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, change(inner)]));
  };
  return change(value) as T;
}

async function answerTo(
  request: FuzzedRequest,
  caller: Caller,
  nobody: HttpClient,
): Promise<Answer<unknown>> {
  // An answer to a cookie that is none removes it from its client.
  const client = request.headers['cookie'] === undefined ? caller.client : nobody;
  const headers = { ...caller.headers, ...request.headers };
  if ('operation' in request) {
    const token = request.operation.method === 'GET' ? undefined : await client.csrfToken();
    return send(client, request.operation, request.input, { token, headers });
  }
  const { method, path, body } = request;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const sent = {
    ...(method !== 'GET' && { 'x-xsrf-token': await client.csrfToken() }),
    ...headers,
    ...(bytes && { 'content-length': bytes.length }),
  };
  return client.send(method, path, sent, bytes && Readable.from([bytes]));
}

/** An answer unpacked, and everything that it says: its headers, its body, and the files of an archive with their names. */
function readAnswer({ status, headers, bytes: sent }: Answer<unknown>): { content: string; said: string } {
  const coding = headers['content-encoding'];
  const isPacked = sent.length > 0 && status !== 206;
  let bytes: Buffer = sent;
  if (isPacked && coding === 'br') bytes = brotliDecompressSync(sent);
  if (isPacked && coding === 'gzip') bytes = gunzipSync(sent);
  const content = bytes.toString('utf8');
  const isArchive = status === 200 && bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
  const files = isArchive ? Object.entries(unzipSync(bytes)) : [];
  const inArchive = files.map(([name, file]) => `${name}\n${strFromU8(file)}`);
  return { content, said: [JSON.stringify(headers), content, ...inArchive].join('\n') };
}

/** A request as it is told where it failed. */
function told(request: FuzzedRequest, { name }: Caller): string {
  const shown =
    'operation' in request
      ? { operation: request.operation.id, input: request.input, headers: request.headers }
      : request;
  const text = JSON.stringify(shown, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'data' in value ? 'a file' : value,
  );
  return `${name} sends ${text.slice(0, 2_000)}`;
}

/** What reading writes down: who downloaded what, archives that were asked for, and that a token was used. */
const writtenByReading = new Set(['download', 'image_archive', 'change_set', 'account_token']);

async function rowsThatStay(house: TestInstallation, tenant: TenantName) {
  const rows = await rowsOfTenant(house, house.tenantIds[tenant]);
  return Object.fromEntries(Object.entries(rows).filter(([name]) => !writtenByReading.has(name)));
}

it.each(Array.from({ length: ROUNDS }, (_, round) => [round + 1, ROUNDS] as const))(
  `${REQUESTS} fuzzed requests are answered, none by a failure of the server or words of another organisation (%i of %i)`,
  async (round) => {
    const house = await TestInstallation.open({
      environment: settingsOfMail,
      limits: { signInAttempts: 100_000 },
    });
    try {
      await tryOn(house, round);
    } finally {
      await house.close();
    }
  },
  1_200_000,
);

async function tryOn(house: TestInstallation, round: number): Promise<void> {
  /** Its people only read, so that no row of it may change. */
  const quiet = tenants[round % 2] ?? 'altra';
  const worlds = { default: await makeWorld(house, 'default'), altra: await makeWorld(house, 'altra') };
  const callers = (await Promise.all(tenants.map((tenant) => callersAt(house, worlds[tenant])))).flat();
  const { ids, valid } = await materialOf(house, worlds);
  const isAdministrator = ({ name }: Caller) => name.includes('_ADMIN');
  const often = callers.filter(isAdministrator);
  const nobody = { default: house.visitor('default'), altra: house.visitor('altra') };
  const before = await rowsThatStay(house, quiet);
  const listeners = await Promise.all(
    tenants.map(async (tenant) => ({ tenant, listener: await listening(worlds[tenant].client) })),
  );

  // The organisation whose people change things has no room left in the last of several rounds.
  const isFull = ROUNDS > 1 && round === ROUNDS;
  const setQuotas = (quota: number | null) =>
    house.query('update tenant set storage_quota_bytes = $2, records_quota = $2 where name = $1', [
      otherOf(quiet),
      quota,
    ]);
  if (isFull) await setQuotas(1);
  const provoked = isFull ? [pictureRemoved, quotaReached] : [pictureRemoved];

  const make = requestMaker(seed + round);
  const statuses: Record<string, Record<number, number>> = { calls: {}, others: {} };
  let started = 0;
  async function worker(): Promise<void> {
    while (started < REQUESTS) {
      // Every third request is of somebody who may do much, which lets most calls in.
      const among = started % 3 === 0 ? often : callers;
      const caller = among[Math.floor(started / 3) % among.length]!;
      started += 1;
      const { tenant } = caller;
      const material: Material = { ids, valid: valid[tenant], readsOnly: tenant === quiet };
      const request = make(material);
      const what = `seed ${seed}, round ${round}: ${told(request, caller)}`;
      const answer = await answerTo(request, caller, nobody[tenant]).catch((error: unknown) => {
        throw new Error(what, { cause: error });
      });
      const counted = statuses['operation' in request ? 'calls' : 'others']!;
      counted[answer.status] = (counted[answer.status] ?? 0) + 1;
      expectHarmless(request, answer, tenant, what, house, provoked);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (isFull) {
    expect(statuses['calls']?.[507]).toBeGreaterThan(0);
    await setQuotas(null);
  }
  if (isSoak) console.log(`seed ${seed}, round ${round}:`, statuses);
  expect(await rowsThatStay(house, quiet)).toEqual(before);
  for (const { tenant, listener } of listeners) {
    // Whatever happened before it is heard by then.
    const { uuid } = await importedItem(worlds[tenant].client, {});
    await listener.hears('item.created', { itemUuid: uuid });
    listener.close();
    expect(JSON.stringify(listener.events)).not.toMatch(wordsOf(otherOf(tenant)));
    if (tenant === quiet) expect(listener.events.map(({ data }) => data['itemUuid'])).toEqual([uuid]);
  }
  expect((await house.visitor().send('GET', '/readyz')).status).toBe(200);
}

function expectHarmless(
  request: FuzzedRequest,
  answer: Answer<unknown>,
  tenant: TenantName,
  what: string,
  house: TestInstallation,
  provoked: readonly RegExp[],
): void {
  const { status, headers } = answer;
  const { content, said } = readAnswer(answer);
  const shown = () => `${what} → ${status} ${said.slice(0, 3_000)}`;
  if (status >= 500 && !provoked.some((one) => one.test(`${status} ${content}`))) throw new Error(shown());
  if (wordsOf(otherOf(tenant)).test(said)) throw new Error(`Words of another organisation: ${shown()}`);
  const inside =
    insides.exec(said)?.[0] ?? [house.storageFolder, process.cwd()].find((path) => said.includes(path));
  if (inside !== undefined && !decodeURIComponent(what.replaceAll('%', '%25')).includes(inside)) {
    throw new Error(`Insides of the server, ${inside}: ${shown()}`);
  }
  const requestId = headers['x-request-id'];
  expect(requestId, what).toMatch(/^[0-9a-f-]{36}$/);
  const [method, path] =
    'operation' in request
      ? [request.operation.method, request.operation.path]
      : [request.method, request.path];
  if (status < 400 || method === 'HEAD') return;
  const isPage =
    /^\/(?:ui|images)?(?:[/?]|$)/.test(path) && /^text\/html/.test(headers['content-type'] ?? '');
  if (isPage) expect(content, what).toContain(String(requestId));
  else {
    expect(headers['content-type'], what).toBe('application/problem+json; charset=utf-8');
    expect(JSON.parse(content) as Problem, what).toMatchObject({ status, requestId });
  }
}
