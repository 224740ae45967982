import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { fetchRemoteFile, type RemoteLimits } from './remote-file.ts';

const here = '127.0.0.1';
const limits: RemoteLimits = { max_bytes: 1_000_000, max_ms: 20_000, allowedAddresses: [here] };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(
  listener: RequestListener,
  address = here,
): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  }).listen(0, address);
  servers.push(server);
  await once(server, 'listening');
  return { origin: `http://${address}:${(server.address() as AddressInfo).port}`, asked };
}

const taken = (address: string, changed: Partial<RemoteLimits> = {}) =>
  fetchRemoteFile(address, { ...limits, ...changed }, async ({ filename, file }) => ({
    filename,
    bytes: await buffer(file),
    isCut: file.truncated,
  }));

const refusedFor = (code: string) => ({ code: 'file-refused', fields: [{ name: 'url', code }] });

test('a file comes with the name that its address has, over redirects too', async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/start') response.writeHead(302, { location: '/f%C3%B3lio%201.png?x=1' }).end();
    else response.end('bytes');
  });
  expect(await taken(`${origin}/start`)).toEqual({
    filename: 'fólio 1.png',
    bytes: Buffer.from('bytes'),
    isCut: false,
  });
});

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://localhost/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://172.20.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
])('[IMP-51] %s is not asked', async (address) => {
  await expect(taken(address, { allowedAddresses: [] })).rejects.toMatchObject(refusedFor('url-not-allowed'));
});

test('[IMP-51] a name that resolves to a loopback address is refused before anything is asked of it', async () => {
  const { origin, asked } = await serve((_request, response) => response.end('secret'));
  const port = new URL(origin).port;
  await expect(taken(`http://localhost:${port}/`, { allowedAddresses: [] })).rejects.toMatchObject(
    refusedFor('url-not-allowed'),
  );
  expect(asked).toEqual([]);
});

test('[IMP-52] each redirect is checked again', async () => {
  const inner = await serve((_request, response) => response.end('secret'), '127.0.0.2');
  const { origin } = await serve((_request, response) =>
    response.writeHead(307, { location: `${inner.origin}/secret` }).end(),
  );
  await expect(taken(`${origin}/`)).rejects.toMatchObject(refusedFor('url-not-allowed'));
  expect(inner.asked).toEqual([]);
});

test('what leads on and on, to another scheme, or to no file is refused', async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/round') response.writeHead(302, { location: '/round' }).end();
    else if (request.url === '/scheme') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (request.url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end('x');
    else response.writeHead(404).end();
  });
  await expect(taken(`${origin}/round`)).rejects.toMatchObject(refusedFor('url-answer'));
  await expect(taken(`${origin}/scheme`)).rejects.toMatchObject(refusedFor('url-type'));
  await expect(taken(`${origin}/packed`)).rejects.toMatchObject(refusedFor('url-answer'));
  await expect(taken(`${origin}/none`)).rejects.toMatchObject(refusedFor('url-answer'));
  await expect(taken('ftp://example.org/a.png')).rejects.toMatchObject(refusedFor('url-type'));
  await expect(taken('http://me:secret@example.org/a.png')).rejects.toMatchObject(refusedFor('url-type'));
  await expect(taken('http://127.0.0.1:1/a.png')).rejects.toMatchObject(refusedFor('url-unreachable'));
});

test('[IMP-53] it stops at its size cap, whether the size was said or not', async () => {
  let sent_bytes = 0;
  const { origin } = await serve((request, response) => {
    if (request.url === '/said') {
      response.writeHead(200, { 'content-length': 5_000_000 });
      response.write('x');
      return;
    }
    const more = () => {
      while (sent_bytes < 200_000_000 && !response.destroyed) {
        sent_bytes += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  await expect(taken(`${origin}/said`)).rejects.toMatchObject({ code: 'too-large' });
  const { bytes, isCut } = await taken(`${origin}/endless`);
  expect([bytes.length, isCut]).toEqual([limits.max_bytes, true]);
  expect(sent_bytes).toBeLessThan(100_000_000);
});

test('[IMP-54] it stops at its time limit, before the answer and in the middle of the file', async () => {
  const { origin } = await serve((request, response) => {
    if (request.url === '/never') return;
    response.writeHead(200);
    response.write('a beginning');
  });
  for (const path of ['/never', '/stuck']) {
    await expect(taken(origin + path, { max_ms: 300 })).rejects.toMatchObject(refusedFor('url-timeout'));
  }
});

test('a file that breaks off is told as such', async () => {
  const { origin } = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  await expect(taken(`${origin}/a.png`)).rejects.toMatchObject(refusedFor('url-unreachable'));
});
