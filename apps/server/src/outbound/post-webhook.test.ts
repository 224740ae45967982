import { createHmac } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { HookServer, type HookAnswer } from '../../../../tests/harness/hook-server.ts';
import { postWebhook, type WebhookCall } from './post-webhook.ts';

const hooks = await HookServer.start();
afterAll(() => hooks.close());
const nobody = new AbortController().signal;
let paths = 0;

/** A path of its own that is answered so. */
function pathThat(answer: HookAnswer): string {
  paths += 1;
  hooks.answer(`/hook-${paths}`, answer);
  return `/hook-${paths}`;
}
const callTo = (path: string, more: Partial<WebhookCall> = {}): WebhookCall => ({
  url: hooks.url(path),
  id: 'urn:uuid:0190b3c0-0000-7000-8000-000000000001',
  event: 'transition',
  body: JSON.stringify({ comment: 'Già visto, «perché»' }),
  secret: undefined,
  ...more,
});
const posted = (call: WebhookCall, allowed = ['127.0.0.1'], max_ms?: number) =>
  postWebhook(call, allowed, nobody, max_ms);

test('a call carries its body as it is, what it is about, and the same id in each attempt', async () => {
  const path = pathThat({ status: 200, body: 'Thank you' });
  const call = callTo(path);
  expect(await posted(call)).toEqual({
    end: 'arrived',
    code: 'webhook-taken',
    detail: 'Thank you',
    status: 200,
  });
  await posted(call);
  const [first, second] = hooks.calls(path);
  expect(first).toMatchObject({
    method: 'POST',
    raw: call.body,
    headers: {
      'content-type': 'application/json',
      'x-armarium-event': 'transition',
      'x-armarium-delivery': call.id,
    },
  });
  expect(first?.headers).not.toHaveProperty('x-armarium-signature');
  expect(second?.headers['x-armarium-delivery']).toBe(call.id);
});

test('[WFACT-30] with a secret the call is signed: the time, and the HMAC of time and raw body', async () => {
  const path = pathThat({ status: 204 });
  const before_s = Math.floor(Date.now() / 1000);
  await posted(callTo(path, { secret: 'sésame' }));
  const [call] = hooks.calls(path);
  const said = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers['x-armarium-signature']));
  const time = said?.[1] ?? '';
  expect(Number(time)).toBeGreaterThanOrEqual(before_s);
  expect(Number(time)).toBeLessThanOrEqual(Date.now() / 1000);
  const expected = createHmac('sha256', 'sésame')
    .update(`${time}.${call?.raw ?? ''}`)
    .digest('hex');
  expect(said?.[2]).toBe(expected);
});

test.each(['127.0.0.1', 'localhost', '[::1]', '2130706433'])(
  '%s is not called where it is not allowed',
  async (host) => {
    const path = pathThat({ status: 204 });
    const attempt = await posted(callTo(path, { url: `http://${host}:${hooks.port}${path}` }), []);
    expect(attempt).toEqual({ end: 'given-up', code: 'url-not-allowed', detail: '', status: null });
    expect(hooks.calls(path)).toEqual([]);
  },
);

test('a redirect is not followed, and is given up', async () => {
  const target = pathThat({ status: 204 });
  const path = pathThat({ status: 307, location: hooks.url(target) });
  expect(await posted(callTo(path))).toMatchObject({ end: 'given-up', code: 'url-redirect', status: 307 });
  expect(hooks.calls(target)).toEqual([]);
});

test('a server that never answers is left after the time given', async () => {
  const path = pathThat('hang');
  expect(await posted(callTo(path), undefined, 50)).toEqual({
    end: 'try-again',
    code: 'url-timeout',
    detail: '',
    status: null,
  });
});

test('an end of the program breaks off a call, which has no outcome then', async () => {
  const path = pathThat('hang');
  const stop = new AbortController();
  const call = postWebhook(callTo(path), ['127.0.0.1'], stop.signal);
  await hooks.next(path);
  stop.abort(new Error('The program ends.'));
  await expect(call).rejects.toThrow('The program ends.');
});

test('an answer without an end is cut off, and its status counts', async () => {
  const attempt = await posted(callTo(pathThat('endless')));
  expect(attempt).toMatchObject({ end: 'arrived', code: 'webhook-taken', status: 200 });
  // Read are 64 kB; the rest lies in the buffers of both sides.
  expect(hooks.written_bytes).toBeLessThan(16_000_000);
});

test.each([
  [400, 'given-up'],
  [404, 'given-up'],
  [410, 'given-up'],
  [408, 'try-again'],
  [425, 'try-again'],
  [429, 'try-again'],
  [500, 'try-again'],
  [503, 'try-again'],
])('[WFACT-26] the status %i ends in: %s', async (status, end) => {
  expect(await posted(callTo(pathThat({ status })))).toEqual({
    end,
    code: 'http-status',
    detail: '',
    status,
  });
});

test('a server that is away is tried again', async () => {
  const away = await HookServer.start();
  const url = away.url('/');
  await away.close();
  expect(await posted(callTo('/', { url }))).toMatchObject({
    end: 'try-again',
    code: 'url-unreachable',
    detail: expect.stringContaining('ECONNREFUSED') as string,
    status: null,
  });
});

test('what the server says is kept on one line of at most 500 characters', async () => {
  const body = `<h1>No</h1>\r\n\tnot\0 today\n${'x'.repeat(5_000)}`;
  const { detail } = await posted(callTo(pathThat({ status: 404, body })));
  expect(detail).toHaveLength(500);
  expect(detail).toMatch(/^<h1>No<\/h1> not today x+$/);
});
