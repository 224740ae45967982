import { randomUUID } from 'node:crypto';
import type { Operation } from '@armarium/contract/operation';
import { operations } from '@armarium/contract/operations';
import type { Problem } from '@armarium/contract/problem';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../harness/http-client.ts';
import { everyNth } from '../harness/soak.ts';
import { openInstallation } from '../http/test-installation.ts';
import { byId, fixtureOf, isOfItsOwn, opensOrCloses, send } from './operation-calls.ts';
import { makeWorld, type Input } from './operation-fixtures.ts';

const house = await openInstallation({ limits: { signInAttempts: 100_000 } });
const own = await makeWorld(house, 'default');
const foreign = await makeWorld(house, 'altra');

let deep: unknown = 'bottom';
for (let level = 0; level < 200; level += 1) deep = level % 2 ? { down: deep } : [deep];

/** What somebody may send in place of anything: by mistake, by a broken program, or on purpose. */
const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 60,
  '',
  ' \t ',
  '%',
  '_%_',
  "'",
  `x'); drop table armarium.item; --`,
  '\\',
  '\0',
  '\ud800',
  '\u202e\u0301\ufeff',
  'x'.repeat(10_000),
  '𝕏'.repeat(500),
  '../../../etc/passwd',
  '${jndi:ldap://x}',
  '2026-13-45T99:99:99Z',
  '-infinity',
  'NaN',
  randomUUID(),
  foreign.item,
  foreign.collection,
  [],
  [[]],
  {},
  { $ne: null },
  ['x', null],
  deep,
];

/** An address holds text, and no half of a character. */
const hostileInAddress = hostile.filter(
  (value) => typeof value !== 'object' && !(typeof value === 'string' && !value.isWellFormed()),
);

type Path = readonly (string | number)[];

/** Every place of a value, itself and all that it holds. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))];
}

/** The names that a schema knows at its top. */
function namesOf(schema: unknown): string[] {
  return Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
}

function withAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  (copy as Record<string, unknown>)[key] = withAt((copy as Record<string, unknown>)[key], rest, put);
  return copy;
}

/**
 * Valid calls with one thing wrong in each: a place with something hostile in it, or a name that nobody knows. The soak
 * puts everything hostile into every place. Otherwise a place gets one value in six, and the next place the next ones.
 */
function spoiltCalls(operation: Operation, valid: Input): Input[] {
  const rotation = operations.indexOf(operation);
  const parts = (['params', 'query', 'body'] as const).filter(
    (part) => operation[part] !== undefined && !(part === 'body' && 'multipart' in operation[part]),
  );
  return parts.flatMap((part) => {
    const given = valid[part] ?? {};
    const known = placesIn(given).filter((path) => path.length > 0 || part === 'body');
    const optional = namesOf(operation[part]).filter((name) => !(name in given));
    const places = [...known, ...optional.map((name) => [name])];
    const put = (path: Path, value: unknown) => ({ ...valid, [part]: withAt(given, path, value) });

    return [
      ...places.flatMap((path, index) =>
        everyNth(part === 'body' ? hostile : hostileInAddress, 6, rotation + index).map((value) =>
          put(path, value),
        ),
      ),
      put(['unknown field'], 'x'),
      put(['__proto__'], { polluted: true }),
    ];
  });
}

/** @throws unless the answer is one that a stranger may see, and the server stands */
function expectDecent(operation: Operation, input: Input, answer: Answer<unknown>): void {
  const call = JSON.stringify({ id: operation.id, ...input }, (_key, value: unknown) =>
    typeof value === 'string' && value.length > 200 ? `${value.slice(0, 200)}…` : value,
  ).slice(0, 2_000);
  const text = answer.bytes.toString('utf8');
  expect(answer.status, `${call} → ${text.slice(0, 500)}`).toBeLessThan(500);
  // The words of the other organisation, not its ids, which the caller had.
  expect(text.includes(foreign.mark), `${call} tells what is another's`).toBe(false);
  if (answer.status < 400) return;
  expect(answer.headers['content-type'], call).toMatch(/^application\/problem\+json/);
  const { code, detail, requestId } = answer.body as Problem;
  expect(code, call).toEqual(expect.any(String));
  expect(requestId, call).toEqual(expect.any(String));
  expect(detail, call).not.toMatch(
    /node_modules|\bat .*:\d+:\d+|\bpg_|violates|syntax error|undefined|\[object/,
  );
}

/** The names of parameters that operations declare. */
const queryNames = [...new Set(operations.flatMap(({ query }) => namesOf(query)))];

describe('parameters', () => {
  const reads = operations.filter(({ method, id }) => method === 'GET' && !opensOrCloses.has(id));

  it.each(byId(reads.filter(isOfItsOwn)))(
    '%s does not see those that it does not declare, and refuses a repeated one',
    async (_id, operation) => {
      const valid = await fixtureOf(operation, own);
      const known = namesOf(operation.query);
      const foreignNames = queryNames.filter((name) => !known.includes(name));
      const given = (valid.query ?? {}) as Record<string, unknown>;
      const asked = async (query: object) => send(own.client, operation, { ...valid, query });
      const plain = await asked(given);
      const besides = await asked({
        ...given,
        ...Object.fromEntries(foreignNames.map((name) => [name, ['x', 'y']])),
      });
      expect(besides.status).toBe(plain.status);
      const properties = (operation.query as { properties?: Record<string, { type?: string }> } | undefined)
        ?.properties;
      for (const name of known) {
        if (properties?.[name]?.type === 'array') continue;
        const value = given[name] ?? 'x';
        const { status, body } = await asked({ ...given, [name]: [value, value] });
        expect({ name, status }).toEqual({ name, status: 400 });
        expect((body as Problem).fields.map((field) => field.name)).toContain(name);
      }
    },
  );
});

describe('an absent body', () => {
  const takesJson = operations.filter(({ body }) => body !== undefined && !('multipart' in body));

  it.each(byId(takesJson.filter(({ id }) => !opensOrCloses.has(id))))(
    'of %s is named as such, unless all of its members are optional',
    async (_id, operation) => {
      const { body: _left, ...without } = await fixtureOf(operation, own);
      const token = await own.client.csrfToken();
      const { status, body } = await send(own.client, operation, without, { token });
      const schema = operation.body as { required?: unknown; type?: string; default?: unknown };
      const isOptional = schema.default !== undefined || (schema.type === 'object' && !schema.required);
      if (isOptional) {
        expect((body as Problem | undefined)?.fields?.map(({ name }) => name) ?? []).not.toContain('body');
      } else {
        expect({ status, fields: (body as Problem).fields }).toEqual({
          status: 400,
          fields: [{ name: 'body', code: 'required', message: 'The body is missing.' }],
        });
      }
    },
  );
});

describe('whatever is sent to it', () => {
  it.each(byId(operations.filter(isOfItsOwn)))(
    '[ERR-22] %s answers with what the contract declares or a problem, and nothing of the inside',
    async (_id, operation) => {
      const client = opensOrCloses.has(operation.id)
        ? await house.person('default', 'ROLE_TENANT_ADMIN')
        : own.client;
      const token = await client.csrfToken();
      const spoilt = spoiltCalls(operation, await fixtureOf(operation, own));
      // Files are removed by one at a time: others are told, by a 503, to come back.
      const atOnce = operation.id === 'purgeTrashEntry' ? 1 : 8;
      for (let index = 0; index < spoilt.length; index += atOnce) {
        const together = spoilt.slice(index, index + atOnce);
        const answers = await Promise.all(together.map((input) => send(client, operation, input, { token })));
        answers.forEach((answer, place) => expectDecent(operation, together[place]!, answer));
        // What took effect may have used up what the others need.
        if (operation.method === 'GET' || answers.every(({ status }) => status >= 300)) continue;
        const anew = spoiltCalls(operation, await fixtureOf(operation, own));
        spoilt.splice(index + atOnce, spoilt.length, ...anew.slice(index + atOnce));
      }
    },
  );

  it('is still there, and so is what nobody touched', async () => {
    const [row] = await house.query<{ items: number }>('select count(*) as items from item where uuid = $1', [
      foreign.item,
    ]);
    expect(Number(row?.items)).toBe(1);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
