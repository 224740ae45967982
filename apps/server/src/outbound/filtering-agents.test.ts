import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { isIPv6, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { filteredFetch } from './filtered-fetch.ts';
import { postWebhook } from './post-webhook.ts';
import { fetchRemoteFile } from './remote-file.ts';

/** Stands for a public address: it is the only one of this machine that is allowed. */
const open = '127.0.0.1';
const inner = '127.0.0.2';
const allowed = [open];
const servers: Server[] = [];
const asked: string[] = [];

/** A server that says its address, and leads on from `/start`. */
async function serve(address: string, port: number): Promise<number> {
  const server = createServer(({ url }, response) => {
    asked.push(`${address}${url}`);
    if (url === '/start') response.writeHead(302, { location: '/next' }).end();
    else response.end(address);
  }).listen(port, address);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const port = await serve(open, 0);
await serve(inner, port);
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** What the resolver answers, one list of addresses after the other, and the last one from then on. */
let answers: (readonly string[])[] = [];
let lookups = 0;

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** The resolver of the system, which follows aliases (CNAME) and tells their addresses alone. */
function lookup(_host: string, options: LookupOptions, done: Callback): void {
  lookups += 1;
  const found = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  const addresses = found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  if (options.all) done(null, addresses);
  else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
}

beforeEach(() => {
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
  // The agents import it by its name.
  syncBuiltinESMExports();
  asked.length = 0;
  lookups = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const nobody = new AbortController().signal;
const limits = { max_bytes: 1_000, max_ms: 20_000, allowedAddresses: allowed };
const addressOf = (path: string) => `http://library.example:${port}${path}`;
const file = async (path: string) =>
  fetchRemoteFile(addressOf(path), limits, ({ file: content }) => text(content));
/** Each way to ask a server that people name: what it says, or why it was not asked. */
const ways: readonly (readonly [name: string, ask: (path: string) => Promise<string>])[] = [
  ['a file', (path) => file(path).catch((error: { fields: { code: string }[] }) => error.fields[0]!.code)],
  [
    'a webhook',
    async (path) => {
      const call = { url: addressOf(path), id: 'urn:x', event: 'x', body: '{}', secret: undefined };
      const { code, detail } = await postWebhook(call, allowed, nobody);
      return code === 'webhook-taken' ? detail : code;
    },
  ],
  [
    'a provider of sign-on',
    async (path) => {
      const answer = await filteredFetch(allowed)(addressOf(path), { method: 'GET', headers: {} }).catch(
        (error: Error) => error,
      );
      if (answer instanceof Response) return answer.text();
      return /is not allowed/.test(answer.message) ? 'url-not-allowed' : answer.message;
    },
  ],
];

describe.each(ways)('%s', (_name, ask) => {
  test('is asked at the address that was checked, though its name leads elsewhere a moment later', async () => {
    answers = [[open], [inner]];
    expect(await ask('/a')).toBe(open);
    expect(lookups).toBe(1);
    expect(await ask('/a')).toBe('url-not-allowed');
    expect(asked).toEqual([`${open}/a`]);
  });

  test.each([[[open, inner]], [[inner, open]]])('is not asked where its name has %j', async (both) => {
    answers = [both];
    expect(await ask('/a')).toBe('url-not-allowed');
    expect(asked).toEqual([]);
  });

  test.each([
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.2', '169.254.169.254', '172.16.0.1', '192.168.0.1'],
    ...['192.0.0.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::'],
    ...['fe80::1', 'fe80::1%1', 'fec0::1', 'fc00::1', 'fd00::1', 'ff02::1'],
  ])('is not asked where its name leads to %s', async (address) => {
    answers = [[address]];
    expect(await ask('/a')).toBe('url-not-allowed');
    expect(asked).toEqual([]);
  });
});

test('[IMP-52] the name is checked again where it leads on to itself', async () => {
  answers = [[open], [inner]];
  await expect(file('/start')).rejects.toMatchObject({ fields: [{ code: 'url-not-allowed' }] });
  expect(asked).toEqual([`${open}/start`]);
});
