import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@armarium/contract/problem';
import { uploadFile } from '@armarium/contract/uploads';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { importedItem, openInstallation } from '../../../../../tests/http/test-installation.ts';
import { reserveOf } from './storage-reserve.ts';

const picture = await sharp(randomBytes(40 * 40 * 3), { raw: { width: 40, height: 40, channels: 3 } })
  .png()
  .toBuffer();
const house = await openInstallation({
  limits: { openUploadsMax: 3, unclaimedMax_bytes: 20 * picture.length, unclaimedFilesMax: 12 },
});
let client: HttpClient;
beforeEach(async () => {
  client = await house.person('default', 'ROLE_CCC');
});

const tus = async (who: HttpClient, method: string, path: string, headers: object, body?: Readable) =>
  who.send<Problem>(
    method,
    path,
    { 'tus-resumable': '1.0.0', 'x-xsrf-token': await who.csrfToken(), ...headers },
    body,
  );
const begin = (size_bytes: number, who = client) =>
  tus(who, 'POST', '/ccc/resumable', { 'upload-length': size_bytes });
const send = (path: string, bytes: Buffer) =>
  tus(
    client,
    'PATCH',
    path,
    {
      'upload-offset': 0,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
    Readable.from([bytes]),
  );
const whole = () => client.upload(uploadFile, { source: picture, name: 'a.png', type: 'image/png' });

it('an account may begin a few resumable uploads beyond those that are moving', async () => {
  const moving = String((await begin(2 * picture.length)).headers['location']);
  expect((await send(moving, picture)).status).toBe(204);
  const idle = [];
  for (let number = 1; number <= 3; number += 1) idle.push(await begin(picture.length));
  expect(idle.map(({ status }) => status)).toEqual([201, 201, 201]);
  const refused = await begin(picture.length);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too-many-uploads', figures: { used: 3, limit: 3 } },
  });
  // Another account is not concerned.
  expect((await begin(picture.length, await house.person('default', 'ROLE_CCC'))).status).toBe(201);
  // One that is given up makes room.
  await tus(client, 'DELETE', String(idle[0]?.headers['location']), {});
  expect((await begin(picture.length)).status).toBe(201);
});

it('of many uploads that are begun at the same moment no more are let in', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => begin(picture.length)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
});

it('what an account keeps without an item is limited in bytes, announced ones included', async () => {
  expect((await begin(18 * picture.length)).status).toBe(201);
  expect((await whole()).status).toBe(201);
  expect(await begin(2 * picture.length)).toMatchObject({
    status: 507,
    body: {
      code: 'upload-quota',
      figures: { used_bytes: 21 * picture.length, limit_bytes: 20 * picture.length },
    },
  });
  expect((await whole()).status).toBe(201);
  const files = await house.storedFiles();
  expect(await whole()).toMatchObject({ status: 507, body: { code: 'upload-quota' } });
  expect(await house.storedFiles()).toEqual(files);
});

it('and in files; those that an item takes make room', async () => {
  const sent = [];
  for (let number = 1; number <= 12; number += 1) sent.push(await whole());
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201));
  expect(await whole()).toMatchObject({
    status: 507,
    body: { code: 'too-many-unclaimed', figures: { used: 12, limit: 12 } },
  });
  await importedItem(client, {}, [{ uuid: sent[0]?.body.uuid ?? '' }]);
  expect((await whole()).status).toBe(201);
});

it('many small scans chosen at once go through, three at a time', async () => {
  const another = await openInstallation({ limits: { openUploadsMax: 3 } });
  client = await another.person('default', 'ROLE_CCC');
  const statuses: number[] = [];
  const worker = async () => {
    while (statuses.length < 60) {
      statuses.push(0);
      const at = statuses.length - 1;
      const { headers, status } = await begin(picture.length);
      statuses[at] = status === 201 ? (await send(String(headers['location']), picture)).status : status;
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  expect(new Set(statuses)).toEqual(new Set([201]));
});

it('a small disk keeps a twentieth for the server, a large one 2 GiB', () => {
  expect([reserveOf(10e9), reserveOf(4e12)]).toEqual([0.5e9, 2 * 1024 ** 3]);
});

it('an upload that would take from the reserve is refused before its first byte, and on its way', async () => {
  const { storage } = house.program.media;
  const room = storage.room.bind(storage);
  const disk_bytes = 100e9;
  let free_bytes = reserveOf(disk_bytes) + 3 * picture.length;
  Object.assign(storage, { room: async () => ({ free_bytes, disk_bytes }) });
  try {
    // Its pieces are joined at the end, which takes its size twice.
    expect(await begin(2 * picture.length)).toMatchObject({
      status: 507,
      body: { code: 'storage-reserve', figures: { limit_bytes: reserveOf(disk_bytes) } },
    });
    const begun = await begin(picture.length);
    expect(begun.status).toBe(201);
    free_bytes = reserveOf(disk_bytes) - 1;
    expect(await send(String(begun.headers['location']), picture)).toMatchObject({
      status: 507,
      body: { code: 'storage-reserve' },
    });
    expect(await whole()).toMatchObject({ status: 507, body: { code: 'storage-reserve' } });
    free_bytes += 3 * picture.length;
    expect((await send(String(begun.headers['location']), picture)).status).toBe(201);
  } finally {
    Object.assign(storage, { room });
  }
});
