import { operations } from '@armarium/contract/operations';
import type { Operation } from '@armarium/contract/operation';
import { randomNumbers } from '../harness/random-numbers.ts';
import { opensOrCloses } from './operation-calls.ts';
import type { Input } from './operation-fixtures.ts';

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
  ['accept-encoding', ['gzip', 'br', 'gzip;q=0', 'x', 'identity;q=0.5']],
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

/** A request put together of anything. */
interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** A valid call of an operation, as it is or with one place spoilt. */
interface Call {
  readonly operation: Operation;
  readonly input: Input;
  readonly headers: Record<string, string>;
}

export type FuzzedRequest = RawRequest | Call;

/** What the requests of one caller are made of. */
export interface Material {
  /** Ids of records, and whatever else opens one. */
  readonly ids: readonly string[];
  /** Valid inputs by the ids of their operations, and such as were valid for somebody else. */
  readonly valid: ReadonlyMap<string, readonly Input[]>;
  /** Whether only what reads is asked. */
  readonly readsOnly: boolean;
}

/** Sessions stay open, and passwords as they are. */
export const tried: readonly Operation[] = operations.filter(({ id }) => !opensOrCloses.has(id));
/** What is asked by GET and starts imports keeps its old method. */
const reading = tried.filter(({ id, method }) => method === 'GET' && !id.startsWith('start'));

/** The places of all values in an input, its files left out (`body.images.0.uuid`). */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [path];
  const inner = Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]));
  return path.length > 1 ? [path, ...inner] : inner;
}

/** A copy in which another value stands at a place; none, where that is undefined. */
function changedAt(value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown {
  if (key === undefined) return to;
  const copy: Record<string, unknown> = { ...(value as object) };
  if (rest.length === 0 && to === undefined) delete copy[key];
  else copy[key] = changedAt(copy[key], rest, to);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

/** Makes requests of one seed, the same ones each time that it gets the same material. */
export function requestMaker(from: number) {
  const random = randomNumbers(from);
  const int = (below: number): number => Math.floor(random() * below);
  const pick = <T>(list: readonly T[]): T => list[int(list.length)]!;
  const chance = (probability: number) => random() < probability;
  let { ids, readsOnly, valid }: Material = { ids: [], readsOnly: false, valid: new Map() };
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

  function oddOnes(): Record<string, string> {
    const headers: Record<string, string> = {};
    for (let count = int(3); count > 0; count -= 1) {
      const [name, values] = pick(oddHeaders);
      headers[name] = pick(values);
    }
    return headers;
  }

  function rawRequest(): RawRequest {
    const operation = chance(0.7) ? pick(readsOnly ? reading : tried) : undefined;
    const segment = () => (chance(0.7) ? encodeURIComponent(text()) : pick(segments));
    const path = operation
      ? operation.path.replace(/:\w+/g, () => (chance(0.5) ? pick(ids) : segment()))
      : `/${[pick(folders), ...Array.from({ length: int(6) }, segment)].join('/')}`;
    const method = operation && chance(0.85) ? operation.method : pick(readsOnly ? ['GET', 'HEAD'] : methods);
    const headers = oddOnes();
    const made = { method, path: path + query(operation), headers };
    if (method === 'GET' || method === 'HEAD' || chance(0.2)) return made;
    headers['content-type'] = chance(0.6) ? 'application/json' : pick(mediaTypes);
    return { ...made, body: body(operation) };
  }

  /** One place in four inputs of five holds another value, none at all, or a sibling that nobody declared. */
  function spoilt(input: Input): Input {
    const places = placesIn({ params: input.params, query: input.query, body: input.body }).filter(
      (place) => place.length > 1,
    );
    if (places.length === 0 || chance(0.2)) return input;
    const place = pick(places);
    const kind = int(6);
    if (kind === 0) return changedAt(input, place, undefined) as Input;
    if (kind === 1) return changedAt(input, [...place.slice(0, -1), 'nonsense'], value()) as Input;
    return changedAt(input, place, kind < 4 ? pick(ids) : value()) as Input;
  }

  /** @returns the next request of whoever has this material */
  return (material: Material): FuzzedRequest => {
    ({ ids, readsOnly, valid } = material);
    const operation = pick(readsOnly ? reading : tried);
    const inputs = valid.get(operation.id);
    if (!inputs || chance(0.4)) return rawRequest();
    return { operation, input: spoilt(pick(inputs)), headers: chance(0.2) ? oddOnes() : {} };
  };
}
