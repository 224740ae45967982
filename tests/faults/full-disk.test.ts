import { retryImageImport, uploadFile } from '@armarium/contract/imports';
import { once } from 'node:events';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  importedImagesOf,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { obstacleToDisk, SmallDisk } from './small-disk.ts';
import { filesBelow, halfWritten, originals } from './storage-files.ts';

const mebibyte = 1024 * 1024;

const why = obstacleToDisk();
if (why !== undefined) console.log(`A disk without room is not tried: ${why}.`);

let armarium: RunningArmarium;
let client: HttpClient;
let root: string;
let smallDisk: SmallDisk;
let disk: string;
const ballast = () => join(disk, 'ballast');

beforeAll(async () => {
  if (why !== undefined) return;
  smallDisk = new SmallDisk('24m');
  disk = smallDisk.path;
  armarium = await RunningArmarium.start({ env: { STORAGE_URL: `file://${disk}` } });
  client = await signedIn(armarium);
  root = await rootUuid(client);
});
afterAll(async () => {
  if (why !== undefined) return;
  client?.close();
  try {
    await armarium?.close();
  } finally {
    smallDisk.remove();
  }
});

function room_bytes(): number {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
}

/** Takes all room but so much. */
function leaveRoom(left_bytes: number): void {
  rmSync(ballast(), { force: true });
  writeFileSync(ballast(), Buffer.alloc(Math.max(0, room_bytes() - left_bytes)));
}

/** Sends an upload of zeros to its end, then reads: what a browser does. @returns the answer's first line */
async function answerAfterSending(length_bytes: number): Promise<string> {
  const { origin, username, password, port } = armarium;
  const signIn = await fetch(`${origin}/users/login`, {
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  });
  const cookies = signIn.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const token = decodeURIComponent(/XSRF-TOKEN=([^;]*)/.exec(cookies.join(';'))?.[1] ?? '');
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="zeros.png"\r\n\r\n';
  const tail = '\r\n--b--\r\n';
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  await once(socket, 'connect');
  socket.write(
    `POST /ccc/uploadFile HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookies.join('; ')}\r\n` +
      `X-XSRF-TOKEN: ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
      `Content-Length: ${head.length + length_bytes + tail.length}\r\n\r\n${head}`,
  );
  const piece = Buffer.alloc(65_536);
  for (let sent = 0; sent < length_bytes; sent += piece.length) {
    if (!socket.write(piece)) await once(socket, 'drain', { signal: AbortSignal.timeout(20_000) });
  }
  socket.write(tail);
  const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
  socket.destroy();
  return answer.toString('latin1').split('\r\n')[0] ?? '';
}

test.skipIf(why !== undefined)(
  '[IMP-50, RUN-32] an upload that finds no room is refused and leaves nothing',
  async () => {
    leaveRoom(mebibyte);
    const before = filesBelow(disk);
    const file = {
      source: await drawnImage('png', 2000, 1500),
      name: 'large.png',
      type: 'image/png',
    };
    expect(file.source.length).toBeGreaterThan(2 * mebibyte);
    const answer = await client.upload(uploadFile, file);
    expect(answer.status).toBe(507);
    expect(answer.body).toMatchObject({
      code: 'storage-full',
      title: 'The storage is full',
      detail: expect.stringContaining('make room') as string,
    });
    expect(filesBelow(disk)).toEqual(before);

    // A browser reads no answer before it has sent everything.
    expect(await answerAfterSending(30 * mebibyte)).toMatch(/^HTTP\/1\.1 507 /);
    expect(filesBelow(disk)).toEqual(before);

    leaveRoom(0);
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    expect((await client.send('GET', '/readyz')).status).toBe(503);

    rmSync(ballast());
    expect((await client.send('GET', '/readyz')).status).toBe(200);
    expectStatus(await client.upload(uploadFile, file), 201);
    expect(originals(disk)).toHaveLength(1);
  },
);

test.skipIf(why !== undefined)(
  '[IMP-19, IMP-20, IMP-50] an image that finds no room for its derivatives says so, and is retried when there is',
  async () => {
    const stored = await upload(client, {
      source: await drawnImage('jpeg', 4000, 3000),
      name: 'wide.jpg',
      type: 'image/jpeg',
    });
    leaveRoom(0);
    const item = await importNewItem(client, {
      pressmark: 'Full 1',
      sgtt: 'No room',
      parents: [root],
      uploads: [stored],
    });
    const failed = await importEnded(client, item);
    expect(failed).toMatchObject({ imagesCount: 1, failedImagesCount: 1, overall: { importState: 'ERROR' } });
    const [image] = await importedImagesOf(client, item);
    expect(image?.overall).toMatchObject({
      importState: 'ERROR',
      cause: { code: 'storage-full', nextStep: expect.stringContaining('make room') as string },
    });
    expect(image?._links.retry).toBeDefined();
    expect(filesBelow(disk).filter((file) => file.includes('/derivatives/'))).toEqual([]);
    expect(halfWritten(disk)).toEqual([]);

    rmSync(ballast());
    const params = { uuid: image?.uuid ?? '' };
    expect((await client.call(retryImageImport, { params })).status).toBe(202);
    expect(await importEnded(client, item)).toMatchObject({
      failedImagesCount: 0,
      overall: { importState: 'DONE' },
    });
    const thumbnail = (await importedImagesOf(client, item))[0]?._links.thumb?.href ?? '';
    expect((await client.send('GET', new URL(thumbnail).pathname)).status).toBe(200);
  },
);
