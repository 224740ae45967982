import { uploadFile } from '@armarium/contract/uploads';
import { signOut } from '@armarium/contract/session';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { HttpClient } from './http-client.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Seen {
  readonly request: IncomingMessage;
  readonly body: string;
}

async function clientOf(answer: (seen: Seen, response: ServerResponse) => void, host?: string) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { request, body: Buffer.concat(chunks).toString('latin1') };
      seen.push(one);
      answer(one, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new HttpClient(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    host ? { host } : {},
  );
  closers.push(
    () => client.close(),
    () => server.close(),
  );
  return { client, seen };
}

test('a client signs in as UTF-8, keeps and drops cookies, and sends the host that it was given', async () => {
  const { client, seen } = await clientOf(({ request }, response) => {
    response.setHeader('content-type', 'application/hal+json');
    response.setHeader(
      'set-cookie',
      request.url === '/gone' ? 'S=; Max-Age=0; Path=/' : ['S=1; HttpOnly', 'XSRF-TOKEN=t%2F1; Path=/'],
    );
    response.end('{"username":"zoë"}');
  }, 'museo.localhost:8080');
  const answer = await client.signIn('zoë', 'pässword');
  expect(answer.body).toEqual({ username: 'zoë' });
  const [signIn] = seen;
  const credentials = signIn?.request.headers.authorization?.slice('Basic '.length) ?? '';
  expect(Buffer.from(credentials, 'base64').toString('utf8')).toBe('zoë:pässword');
  expect(signIn?.request.headers.host).toBe('museo.localhost:8080');
  await client.send('GET', '/gone');
  await client.send('GET', '/after');
  expect(seen[1]?.request.headers.cookie).toBe('S=1; XSRF-TOKEN=t%2F1');
  expect(seen[2]?.request.headers.cookie).toBe('XSRF-TOKEN=t%2F1');
});

test('a modifying call asks for the CSRF token first and sends it decoded', async () => {
  const { client, seen } = await clientOf((_, response) => {
    response.setHeader('set-cookie', 'XSRF-TOKEN=a%3Db');
    response.writeHead(204).end();
  });
  const answer = await client.call(signOut);
  expect(answer.status).toBe(204);
  expect(answer.body).toBeUndefined();
  expect(seen.map(({ request }) => request.url)).toEqual(['/users/info', '/users/logout']);
  expect(seen[1]?.request.headers['x-xsrf-token']).toBe('a=b');
});

test('an upload is one multipart part with the bytes as they are', async () => {
  const { client, seen } = await clientOf((_, response) => {
    response.setHeader('set-cookie', 'XSRF-TOKEN=t');
    response.end();
  });
  const source = Uint8Array.from({ length: 256 }, (_, index) => index);
  await client.upload(uploadFile, { source, name: 'a "b".tif', type: 'image/tiff' });
  const upload = seen.at(-1);
  const form = await new Response(Buffer.from(upload?.body ?? '', 'latin1'), {
    headers: { 'content-type': upload?.request.headers['content-type'] ?? '' },
  }).formData();
  const part = form.get('file');
  if (!(part instanceof File)) throw new Error('no file part');
  expect(part.name).toBe('a "b".tif');
  expect(part.type).toBe('image/tiff');
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(source);
});

test('a connection that is cut fails the call instead of hanging', async () => {
  const { client } = await clientOf(({ request }) => request.socket.destroy());
  await expect(client.send('GET', '/')).rejects.toThrow();
});
