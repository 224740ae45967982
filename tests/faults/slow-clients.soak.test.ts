import { importItem } from '@armarium/contract/imports';
import { findRootCollection } from '@armarium/contract/collection-calls';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { signedIn } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';

const SOCKETS_EACH = 40;
/** The limits are half a minute for headers and strangers' bodies and a minute for JSON; connections are looked over every half minute. */
const CUT_WITHIN_MS = 130_000;

let armarium: RunningArmarium;
let client: HttpClient;

beforeAll(async () => {
  armarium = await RunningArmarium.start();
  client = await signedIn(armarium);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
});

/** A client that never ends what it begins, a byte a second. */
function dribble(beginning: string): { socket: Socket; cut: () => boolean } {
  const socket = connect(armarium.port, '127.0.0.1');
  let isCut = false;
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isCut = true;
    clearInterval(timer);
  });
  socket.resume();
  socket.write(beginning);
  const timer = setInterval(() => socket.write('x'), 1_000);
  return { socket, cut: () => isCut };
}

test('(V15.2.2) clients that send a byte a second are cut off, and everybody else is served meanwhile', async () => {
  const host = `Host: 127.0.0.1:${armarium.port}`;
  const cookies = await cookiesOf();
  const json = `Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`;
  const beginnings = [
    `GET /users/info HTTP/1.1\r\n${host}\r\nX-Slow: `,
    `POST ${importItem.path} HTTP/1.1\r\n${host}\r\n${json}`,
    `POST ${importItem.path} HTTP/1.1\r\n${host}\r\n${cookies}\r\n${json}`,
    `POST /nowhere HTTP/1.1\r\n${host}\r\n${json}`,
    `GET /ui/ HTTP/1.1\r\n${host}\r\nContent-Length: 100000\r\n\r\n`,
  ];
  const slow = beginnings.flatMap((beginning) =>
    Array.from({ length: SOCKETS_EACH }, () => dribble(beginning)),
  );
  try {
    await sleep(2_000);
    for (let call = 0; call < 20; call += 1) expect((await client.call(findRootCollection)).status).toBe(200);
    await until(
      'all of them are cut off',
      () => (slow.every(({ cut }) => cut()) ? true : undefined),
      CUT_WITHIN_MS,
    );
    expect((await client.call(findRootCollection)).status).toBe(200);
  } finally {
    for (const { socket } of slow) socket.destroy();
  }
});

/** The headers that make a slow client a known one. */
async function cookiesOf(): Promise<string> {
  const { username, password, origin } = armarium;
  const answer = await fetch(`${origin}/users/login`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  });
  const pairs = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const token = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return `Cookie: ${pairs.join('; ')}\r\nX-XSRF-TOKEN: ${decodeURIComponent(token)}`;
}
