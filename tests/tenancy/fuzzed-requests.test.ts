import { Readable } from 'node:stream';
import { operations } from '@armarium/contract/operations';
import type { Operation } from '@armarium/contract/operation';
import { expect, it } from 'vitest';
import type { Answer, HttpClient } from '../harness/http-client.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { openInstallation } from '../http/test-installation.ts';
import { opensOrCloses } from './operation-calls.ts';
import { makeWorld } from './operation-fixtures.ts';

const REQUESTS = isSoak ? 24_000 : 600;
const AT_ONCE = 8;

const house = await openInstallation({ limits: { signInAttempts: 100_000 } });
const own = await makeWorld(house, 'default');
const foreign = await makeWorld(house, 'altra');
const people: readonly HttpClient[] = [
  own.client,
  await house.person('default', 'ROLE_USER'),
  house.visitor(),
];

const ids = [own, foreign].flatMap((world) => [
  world.item,
  world.collection,
  world.root,
  world.image,
  world.itemImport,
  world.imageImport,
  world.template,
  world.state,
  world.transition,
]);
const texts = [
  ...[
    '',
    '0',
    '-1',
    '1.5',
    '1e308',
    '99999999999999999999',
    'true',
    'null',
    'NaN',
    '[]',
    '{}',
    "'",
    '%',
    '_',
  ],
  ...[
    '../../etc/passwd',
    `x'); drop table armarium.item; --`,
    '\0',
    '\u202e',
    '中文',
    'x'.repeat(3_000),
    'a,b',
    '$ne',
  ],
  ...['full', 'max', 'default.jpg', 'info.json', '0', '!0', 'pct:0', '^max', '0,0,0,0', '1,1,99999999,1'],
];
/** Segments of addresses as they are, not encoded. */
const segments = [
  '%zz',
  '%00',
  '%E4%B8%AD',
  '%2e%2e',
  '%2f',
  '..',
  '.',
  '~',
  ';a=b',
  '%ff%fe',
  '%F0%9F%93%9A',
  'a%20b',
];
const folders = [
  ...[
    'iiif/2',
    'iiif/3',
    'iiif/presentation/2',
    'iiif/presentation/3',
    'iiif/presentation/3/story',
    'iiif/presentation/2/story/00000000-0000-4000-8000-000000000000/list',
    'iiif',
    'media',
    'images/viewers/dzi',
    'images/viewers/story',
    'images/viewers/series',
  ],
  ...[
    'images/players/audio',
    'ui',
    'ui/assets',
    'ui/catalog',
    'ccc/resumable',
    'image-download/db',
    'meta',
    'iam',
  ],
  ...['healthz', 'readyz', 'openapi.json', 'metrics', 'nowhere'],
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const mediaTypes = [
  ...['application/json', 'application/merge-patch+json', 'text/uri-list', 'text/plain', 'text/xml', 'x'],
  ...['multipart/form-data', 'multipart/form-data; boundary=x', 'application/offset+octet-stream'],
  'application/json; charset=utf-16',
];
const oddHeaders: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['if-match', ['*', '"1"', 'W/"1"', 'x', '"', ',,,']],
  ['if-none-match', ['*', '"x"', 'W/', ',']],
  [
    'range',
    ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,5-6', 'items=1', 'bytes=99999999999999999999-'],
  ],
  ['accept', ['text/html', 'application/json', '*/*', 'x', ';;;', 'image/webp;q=abc']],
  ['accept-language', ['it', ';q=', '*', 'x'.repeat(500)]],
  ['accept-encoding', ['gzip;q=0', 'x', 'identity;q=0.5']],
  ['authorization', ['Basic', 'Basic ::::', 'Basic YTpi', 'Bearer x', 'x']],
  ['cookie', ['armarium_session=x', 'armarium_session=', '=', 'XSRF-TOKEN=%zz; armarium_session=%zz']],
  ['x-http-method-override', ['DELETE']],
  ['x-forwarded-host', ['evil.example']],
  ['tus-resumable', ['1.0.0', '0', 'x']],
  ['upload-length', ['1', '-1', 'x', '99999999999999999999']],
  ['upload-offset', ['0', '-1', 'x']],
  ['upload-metadata', ['filename', 'filename YQ==', 'filename ####', ',,', 'kind eA==,filename YQ==']],
  ['upload-concat', ['partial', 'final;/x']],
  ['upload-defer-length', ['1']],
  ['last-event-id', ['-1', 'x', '99999999999999999999']],
  ['expect', ['100-continue']],
];
const rawBodies = [
  ...[
    '',
    '{',
    '[',
    'null',
    '0',
    '"x"',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
    '[[[[[[[[',
    '{"sgtt":1e999}',
  ],
  ...['\u0000', '{"sgtt":"\\ud800"}', '['.repeat(5_000), `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nno image\r\n--x--\r\n',
];

interface Request {
  readonly person: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Makes requests of one seed, the same ones each time. */
function requestMaker(from: number) {
  const random = randomNumbers(from);
  const int = (below: number): number => Math.floor(random() * below);
  const pick = <T>(list: readonly T[]): T => list[int(list.length)]!;
  const chance = (probability: number) => random() < probability;
  const text = () => (chance(0.5) ? pick(ids) : pick(texts));

  function value(depth = 0): unknown {
    const kind = int(depth > 3 ? 5 : 8);
    if (kind < 3) return text();
    if (kind === 3) return pick([null, true, false, 0, -1, 1.5, 1e300, 2 ** 53]);
    if (kind === 4) return int(5);
    if (kind === 5) return Array.from({ length: int(4) }, () => value(depth + 1));
    return Object.fromEntries(
      Array.from({ length: int(4) }, () => [pick(['name', 'value', 'uuid', 'x', '']), value(depth + 1)]),
    );
  }

  const namesOf = (schema: unknown) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

  function query(operation?: Operation): string {
    const known = [...namesOf(operation?.query), 'page', 'size', 'sort', 'text', 'uuid', 'token', 'nonsense'];
    const parts = Array.from({ length: int(5) }, () => `${pick(known)}=${encodeURIComponent(text())}`);
    if (chance(0.2)) parts.push(...parts);
    if (chance(0.1)) parts.push(pick(['%zz', '=', '&&', 'a[b]=c', '%00=1']));
    return parts.length > 0 ? `?${parts.join('&')}` : '';
  }

  function body(operation?: Operation): string {
    if (chance(0.3)) return pick(rawBodies);
    const names = [...namesOf(operation?.body), 'nonsense'];
    return JSON.stringify(Object.fromEntries(Array.from({ length: int(6) }, () => [pick(names), value()])));
  }

  return (): Request => {
    const operation = chance(0.7) ? pick(tried) : undefined;
    const segment = () => (chance(0.7) ? encodeURIComponent(text()) : pick(segments));
    const path = operation
      ? operation.path.replace(/:\w+/g, () => (chance(0.5) ? pick(ids) : segment()))
      : `/${[pick(folders), ...Array.from({ length: int(6) }, segment)].join('/')}`;
    const method = operation && chance(0.85) ? operation.method : pick(methods);
    const headers: Record<string, string> = {};
    for (let count = int(3); count > 0; count -= 1) {
      const [name, values] = pick(oddHeaders);
      headers[name] = pick(values);
    }
    const made = { person: pick([0, 0, 0, 1, 2]), method, path: path + query(operation), headers };
    if (method === 'GET' || method === 'HEAD' || chance(0.2)) return made;
    headers['content-type'] = chance(0.6) ? 'application/json' : pick(mediaTypes);
    return { ...made, body: body(operation) };
  };
}

/** Sessions stay open, and passwords as they are. */
const tried: readonly Operation[] = operations.filter(({ id }) => !opensOrCloses.has(id));

async function answerTo({ person, method, path, headers, body }: Request): Promise<Answer<unknown>> {
  // An answer to a cookie that is none removes it from its client.
  const client = people[headers['cookie'] === undefined ? person : people.length - 1]!;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const sent = {
    ...(method !== 'GET' && { 'x-xsrf-token': await client.csrfToken() }),
    ...headers,
    ...(bytes && { 'content-length': bytes.length }),
  };
  return client.send(method, path, sent, bytes && Readable.from([bytes]));
}

/** The records of the other organisation, which no request may change. */
const versions = () =>
  house.query(
    `select uuid, version, trashed_at from item where tenant_id = $1
     union all select uuid, version, trashed_at from collection where tenant_id = $1 order by uuid`,
    [house.tenantIds.altra],
  );

it(`${REQUESTS} fuzzed requests are answered, none by a failure of the server, and each refusal says why`, async () => {
  const make = requestMaker(seed);
  const before = await versions();
  const statuses: Record<number, number> = {};
  let left = REQUESTS;
  async function worker(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const request = make();
      const said = `seed ${seed}: ${JSON.stringify(request).slice(0, 2_000)}`;
      const answer = await answerTo(request).catch((error: unknown) => {
        throw new Error(said, { cause: error });
      });
      const { status, headers, bytes } = answer;
      statuses[status] = (statuses[status] ?? 0) + 1;
      expect(status, `${said} → ${bytes.toString().slice(0, 500)}`).toBeLessThan(500);
      expect(headers['x-request-id'], said).toMatch(/^[0-9a-f-]{36}$/);
      if (status < 400 || request.method === 'HEAD') continue;
      const isPage =
        /^\/(?:ui|images)?(?:[/?]|$)/.test(request.path) && /^text\/html/.test(headers['content-type'] ?? '');
      if (isPage) expect(bytes.toString(), said).toContain(String(headers['x-request-id']));
      else
        expect([answer.headers['content-type'], answer.body], said).toMatchObject([
          'application/problem+json; charset=utf-8',
          { status, requestId: headers['x-request-id'] },
        ]);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (isSoak) console.log(`seed ${seed}:`, statuses);
  expect((await house.visitor().send('GET', '/readyz')).status).toBe(200);
  expect(await versions()).toEqual(before);
}, 1_200_000);
