import { listCollectionItems } from '@armarium/contract/collection-calls';
import { getImage } from '@armarium/contract/image-calls';
import { importItem } from '@armarium/contract/imports';
import { getSelf, signIn } from '@armarium/contract/session';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf } from './operation-address.ts';
import { ApiProblem, isProblem } from './api-problem.ts';
import { call, readDocument } from './api-client.ts';
import { onSignedOut } from './signing-in-again.ts';

const uuid = '3f2f6f0e-1111-4222-8333-444455556666';
let requests: {
  url: string;
  method: string;
  headers: Headers;
  credentials: string | undefined;
  cache: string | undefined;
}[];
let answers: Response[];

function problem(status: number, code: string): Response {
  return new Response(
    JSON.stringify({ type: '', title: '', status, detail: '', code, fields: [], requestId: '' }),
    { status },
  );
}

beforeEach(() => {
  requests = [];
  answers = [];
  vi.stubGlobal('document', { cookie: 'other=1; XSRF-TOKEN=to%2Fken' });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({
      url,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      credentials: init.credentials,
      cache: init.cache,
    });
    const answer = answers.shift();
    if (!answer) throw new TypeError('connection refused');
    return answer;
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  onSignedOut(() => Promise.resolve(false));
});

describe('addressOf', () => {
  it('fills parameters, repeats lists and leaves out what is undefined', () => {
    expect(addressOf('/a/:uuid/b', { uuid: 'x/y' }, { page: 0, uuid: ['1', '2'], parentId: undefined })).toBe(
      '/a/x%2Fy/b?page=0&uuid=1&uuid=2',
    );
  });
});

describe('call', () => {
  it('[LOGIN-11] reads with credentials and without the token', async () => {
    answers = [Response.json({ ok: true })];
    await call(listCollectionItems, { params: { uuid }, query: { page: 0, size: 20 } });
    expect(requests[0]?.url).toBe(`/meta/culturalItemCollections/${uuid}/culturalItems?page=0&size=20`);
    expect(requests[0]?.credentials).toBe('same-origin');
    expect(requests[0]?.headers.has('X-XSRF-TOKEN')).toBe(false);
  });

  it('[LOGIN-19] a modifying call carries the value of the cookie, and a renewed one after 403 csrf', async () => {
    answers = [
      problem(403, 'csrf'),
      Response.json({ name: 'default' }),
      Response.json({ uuid }, { status: 201 }),
    ];
    await call(importItem, { body: { pressmark: 'P', sgtt: 'T', parentCollectionsUuids: [uuid] } });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /ccc/importCulturalItem',
      'GET /users/info',
      'POST /ccc/importCulturalItem',
    ]);
    expect(requests[2]?.headers.get('X-XSRF-TOKEN')).toBe('to/ken');
  });

  it('signs in again once for calls that fail together, and makes each of them again', async () => {
    const again = vi.fn(() => Promise.resolve(true));
    onSignedOut(again);
    answers = [
      problem(401, 'not-signed-in'),
      problem(401, 'not-signed-in'),
      Response.json({ a: 1 }),
      Response.json({ b: 2 }),
    ];
    const results = await Promise.all([call(getSelf), call(getImage, { params: { uuid } })]);
    expect(results).toEqual([{ a: 1 }, { b: 2 }]);
    expect(again).toHaveBeenCalledTimes(1);
  });

  it('lets 401 through when nobody signs in again, and never asks for a session where none is needed', async () => {
    answers = [problem(401, 'not-signed-in'), problem(401, 'wrong-credentials')];
    await expect(call(getSelf)).rejects.toMatchObject({ status: 401 });
    const again = vi.fn(() => Promise.resolve(true));
    onSignedOut(again);
    await expect(call(signIn, { headers: { Authorization: 'Basic eA==' } })).rejects.toMatchObject({
      status: 401,
    });
    expect(again).not.toHaveBeenCalled();
  });

  it('names a call without an answer offline, and leaves an abort what it is', async () => {
    const failure = await call(getSelf).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiProblem);
    expect(isProblem(failure, 'offline')).toBe(true);
    await expect(call(getSelf, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('waits two minutes for an answer, and then says that the service is away', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    });
    const failure = call(getSelf).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(await Promise.race([failure, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await failure).toMatchObject({ status: 504, problem: { code: 'unavailable' } });
    vi.useRealTimers();
  });
});

describe('readDocument', () => {
  it('reads from the host of the page, what is there now', async () => {
    answers = [new Response('{"type":"Manifest"}')];
    expect(await readDocument(`http://other.test/iiif/presentation/3/story/${uuid}/manifest`)).toBe(
      '{"type":"Manifest"}',
    );
    expect(requests.map(({ url, cache }) => [url, cache])).toEqual([
      [`/iiif/presentation/3/story/${uuid}/manifest`, 'no-store'],
    ]);
  });

  it('says what failed', async () => {
    answers = [problem(404, 'not-found')];
    await expect(readDocument('http://a.test/m')).rejects.toSatisfy((error) => isProblem(error, 'not-found'));
    await expect(readDocument('http://a.test/m')).rejects.toSatisfy((error) => isProblem(error, 'offline'));
  });
});
