import { retryImageImport } from '@armarium/contract/import-tracking';
import { uploadFile, type StoredUpload } from '@armarium/contract/uploads';
import { findRootCollection } from '@armarium/contract/collection-calls';
import { getItem } from '@armarium/contract/item-calls';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  importEnded,
  importNewItem,
  importedImagesOf,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { PATIENCE_MS } from '../harness/patience.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { until } from '../harness/waiting.ts';
import { obstacleToDisk, SmallDisk } from './small-disk.ts';
import { filesBelow, halfWritten } from './storage-files.ts';

const mebibyte = 1024 * 1024;

const why = obstacleToDisk();
if (why !== undefined) console.log(`A disk without room, or read-only, is not tried: ${why}.`);

let folder: string;
let disk: SmallDisk | undefined;
let armarium: RunningArmarium;
let client: HttpClient;
let root: string;
/** An item whose image is ready. */
let kept: string;
const leaf = { source: await drawnImage('jpeg', 1200, 900), name: 'leaf.jpg', type: 'image/jpeg' };
const files = () => join(folder, 'files');
const ballast = () => join(folder, 'ballast');

let items = 0;
/** With a pressmark that no other has, in a further attempt of the runner's either. */
function newItem(uploads: readonly StoredUpload[]): Promise<string> {
  const pressmark = `Stored ${(items += 1)}`;
  return importNewItem(client, { pressmark, sgtt: pressmark, parents: [root], uploads });
}

/** Resolves when the log tells that its image was worked on and could not be prepared. */
async function newItemInVain(uploads: readonly StoredUpload[]): Promise<string> {
  const from = armarium.log.length;
  const item = await newItem(uploads);
  await until('its job has failed', () =>
    armarium.log.slice(from).some((line) => line.includes('"derive-image"') && line.includes('run again'))
      ? true
      : undefined,
  );
  return item;
}

beforeAll(async () => {
  disk = why === undefined ? new SmallDisk('48m') : undefined;
  folder = disk?.path ?? mkdtempSync(join(tmpdir(), 'armarium-storage-'));
  mkdirSync(files());
  armarium = await RunningArmarium.start({ env: { STORAGE_URL: `file://${files()}` }, isCopy: true });
  client = await signedIn(armarium);
  root = await rootUuid(client);
  kept = await newItem([await upload(client, leaf)]);
  await importEnded(client, kept);
});
afterEach(() => {
  rmSync(ballast(), { force: true });
});
afterAll(async () => {
  client?.close();
  try {
    await armarium?.close();
  } finally {
    if (disk) disk.remove();
    else rmSync(folder, { recursive: true, force: true });
  }
});

function room_bytes(): number {
  const { bavail, bsize } = statfsSync(folder);
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
    if (!socket.write(piece)) await once(socket, 'drain', { signal: AbortSignal.timeout(PATIENCE_MS) });
  }
  socket.write(tail);
  const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
  socket.destroy();
  return answer.toString('latin1').split('\r\n')[0] ?? '';
}

async function pictureOf(item: string): Promise<number> {
  const { thumbnail } = expectStatus(await client.call(getItem, { params: { uuid: item } }), 200);
  return (await client.send('GET', new URL(thumbnail ?? '').pathname)).status;
}

const unavailable = {
  status: 503,
  body: { code: 'unavailable', detail: expect.stringContaining('file storage') as string },
};

test.skipIf(why !== undefined)(
  '[IMP-50, RUN-32] an upload that finds no room is refused and leaves nothing',
  async () => {
    leaveRoom(mebibyte);
    const before = filesBelow(files());
    const file = { source: await drawnImage('png', 1500, 1200), name: 'large.png', type: 'image/png' };
    expect(file.source.length).toBeGreaterThan(2 * mebibyte);
    const answer = await client.upload(uploadFile, file);
    expect(answer.status).toBe(507);
    expect(answer.body).toMatchObject({
      code: 'storage-reserve',
      title: 'The server has no space left for uploads',
      detail: expect.stringContaining('make room') as string,
    });
    expect(filesBelow(files())).toEqual(before);

    // A browser reads no answer before it has sent everything.
    expect(await answerAfterSending(30 * mebibyte)).toMatch(/^HTTP\/1\.1 507 /);
    expect(filesBelow(files())).toEqual(before);

    leaveRoom(0);
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    expect((await client.send('GET', '/readyz')).status).toBe(503);

    rmSync(ballast());
    expect((await client.send('GET', '/readyz')).status).toBe(200);
    expectStatus(await client.upload(uploadFile, file), 201);
    expect(filesBelow(files())).toHaveLength(before.length + 1);
  },
);

test.skipIf(why !== undefined)(
  '[IMP-19, IMP-20, IMP-50] an image that finds no room for its derivatives says so, and is retried when there is',
  async () => {
    const stored = await upload(client, leaf);
    const before = filesBelow(files());
    leaveRoom(0);
    const item = await newItem([stored]);
    const failed = await importEnded(client, item);
    expect(failed).toMatchObject({ imagesCount: 1, failedImagesCount: 1, overall: { importState: 'ERROR' } });
    const [image] = await importedImagesOf(client, item);
    expect(image?.overall).toMatchObject({
      importState: 'ERROR',
      cause: { code: 'storage-full', nextStep: expect.stringContaining('make room') as string },
    });
    expect(image?._links.retry).toBeDefined();
    expect(filesBelow(files())).toEqual(before);
    expect(halfWritten(files())).toEqual([]);

    rmSync(ballast());
    const params = { uuid: image?.uuid ?? '' };
    expect((await client.call(retryImageImport, { params })).status).toBe(202);
    expect(await importEnded(client, item)).toMatchObject({
      failedImagesCount: 0,
      overall: { importState: 'DONE' },
    });
    expect(await pictureOf(item)).toBe(200);
  },
);

test.skipIf(why !== undefined)(
  '[RUN-32] a disk that goes read-only takes nothing and says so, shows what it has, and goes on when it is back',
  async () => {
    const waiting = await upload(client, leaf);
    const before = filesBelow(files());
    let late: string;
    disk?.remount('ro');
    try {
      expect(await client.upload(uploadFile, leaf)).toMatchObject(unavailable);
      expect((await client.send('GET', '/readyz')).status).toBe(503);
      expect((await client.send('GET', '/healthz')).status).toBe(200);
      expect((await client.call(findRootCollection)).status).toBe(200);
      expect(await pictureOf(kept)).toBe(200);
      // The record is made; only its image has to wait.
      late = await newItemInVain([waiting]);
    } finally {
      disk?.remount('rw');
    }
    expect((await client.send('GET', '/readyz')).status).toBe(200);
    expect(await importEnded(client, late)).toMatchObject({ failedImagesCount: 0, imagesCount: 1 });
    expectStatus(await client.upload(uploadFile, leaf), 201);
    expect(filesBelow(files())).toEqual(expect.arrayContaining(before));
    expect(halfWritten(files())).toEqual([]);
  },
);

test('[RUN-32] a storage that goes away is told as such at every call that needs it, and nothing is marked as lost', async () => {
  const waiting = await upload(client, leaf);
  const [image] = await importedImagesOf(client, kept);
  let late: string;
  renameSync(files(), join(folder, 'away'));
  try {
    expect((await client.send('GET', '/readyz')).status).toBe(503);
    expect(await client.upload(uploadFile, leaf)).toMatchObject(unavailable);
    expect(await pictureOf(kept)).toBe(503);
    const tile = await client.send('GET', `/iiif/3/${image?.uuid}/0,0,256,256/256,256/0/default.jpg`);
    expect(tile).toMatchObject(unavailable);
    late = await newItemInVain([waiting]);
    // The image is left waiting; its original is not called lost.
    const [lost] = await importedImagesOf(client, late);
    expect(lost?.overall.importState).not.toBe('ERROR');
    const retried = await client.call(retryImageImport, { params: { uuid: lost?.uuid ?? '' } });
    expect(retried.status).toBe(409);
  } finally {
    renameSync(join(folder, 'away'), files());
  }
  expect((await client.send('GET', '/readyz')).status).toBe(200);
  expect(await importEnded(client, late)).toMatchObject({ failedImagesCount: 0, imagesCount: 1 });
  expect(await pictureOf(kept)).toBe(200);
});
