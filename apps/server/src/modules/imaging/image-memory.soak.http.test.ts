import { connect } from 'node:net';
import { pino } from 'pino';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { changeImageDelivery, removeWatermark, setWatermark } from '@armarium/contract/image-delivery';
import { updateItem } from '@armarium/contract/record-edits';
import { getItem } from '@armarium/contract/item-calls';
import { signOut } from '@armarium/contract/session';
import { deleteItem } from '@armarium/contract/deletions';
import type { Answer, HttpClient } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

/** Paths of the answers that were logged. */
const logged: string[] = [];
const house = await openInstallation({
  worker: true,
  log: pino(
    {},
    {
      write(line: string) {
        const { msg, path } = JSON.parse(line) as { msg: string; path?: string };
        if (msg === 'answered' && path !== undefined) logged.push(path);
      },
    },
  ),
});
const administrator = await house.person('default', 'ROLE_TENANT_ADMIN');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');

/** No two tiles are alike, each of some 20 kB. */
const source = await sharp({
  create: {
    width: 1500,
    height: 1100,
    channels: 3,
    background: '#7a6a5a',
    noise: { type: 'gaussian', mean: 128, sigma: 20 },
  },
})
  .png()
  .toBuffer();

async function imported(): Promise<{ image: string; item: string }> {
  const upload = await uploaded(administrator, { source, name: 'page.png' });
  const item = await importedItem(administrator, {}, [upload]);
  await settledImport(administrator, item.uuid);
  return { image: upload.uuid, item: item.uuid };
}
const { image, item } = await imported();

const tile = (column: number, row: number, version = 3) =>
  `/iiif/${version}/${image}/${column * 256},${row * 256},256,256/256,256/0/default.jpg`;

/** Lines come a moment after their answer: those of one that is asked for later come later. */
async function drained(): Promise<readonly string[]> {
  await house.visitor().send('GET', '/healthz');
  await expect.poll(() => logged.includes('/healthz')).toBe(true);
  return logged.splice(0);
}

/** The answer to a path that was asked for a moment ago: caller, image, plan and bytes are remembered. */
async function again(client: HttpClient, path: string): Promise<Answer<unknown>> {
  await client.send('GET', path);
  return client.send('GET', path);
}

/** Without what is each answer's own. */
function lasting({ headers }: Answer<unknown>) {
  const { date, 'x-request-id': id, ...rest } = headers;
  expect(date).toEqual(expect.any(String));
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return rest;
}

describe('a stored tile', () => {
  it.each([
    ['somebody signed in', administrator, 'private'],
    ['a visitor', house.visitor(), 'public'],
    ['somebody signed in, of a public image', administrator, 'public'],
  ] as const)(
    '[IIIF-08] is sent to %s from memory as it was read from its file',
    async (_, client, visibility) => {
      await house.query('update item set visibility = $2 where uuid = $1', [item, visibility]);
      await expect
        .poll(async () =>
          (await client.send('GET', tile(0, 0))).headers['cache-control']?.startsWith('public'),
        )
        .toBe(visibility === 'public');
      for (const version of [2, 3]) {
        const first = await client.send('GET', tile(2, 1, version));
        const second = await client.send('GET', tile(2, 1, version));
        expect(lasting(second)).toEqual(lasting(first));
        expect(second.bytes).toEqual(first.bytes);
        const other = await client.send('GET', tile(3, 1, version));
        expect(await sharp(other.bytes).metadata()).toMatchObject({ width: 256, height: 256 });
        expect(other.bytes).not.toEqual(first.bytes);
        expect(other.headers.link).toContain(`/iiif/${version}/${image}/768,256,256,256/`);
      }
    },
  );

  it('is counted and not logged, but for what failed', async () => {
    await house.query("update item set visibility = 'private' where uuid = $1", [item]);
    const wrong = `/iiif/3/${image}/0,0,256,256/256,256/0/default.bmp`;
    await again(administrator, tile(1, 1));
    const { status } = await administrator.send('GET', wrong);
    const lines = await drained();
    expect([status, lines.includes(wrong), lines.includes(tile(1, 1))]).toEqual([400, true, false]);
  });

  it('is no longer sent once the session has ended, nor to whoever has another', async () => {
    await house.query("update item set visibility = 'private' where uuid = $1", [item]);
    const account = await house.account('default', ['ROLE_USER']);
    const reader = house.visitor();
    const { headers } = await reader.signIn(account.username, account.password);
    const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    // A browser of the same person; it keeps no cookies of its own that the answers could take from it.
    const ask = async () => (await house.visitor().send('GET', tile(0, 0), { cookie })).status;
    expect([await ask(), await ask()]).toEqual([200, 200]);
    expect((await stranger.send('GET', tile(0, 0))).status).toBe(404);
    expect((await reader.call(signOut)).status).toBe(204);
    expect(await ask()).toBe(404);
    await expect.poll(async () => (await house.visitor().send('GET', tile(0, 0))).status).toBe(404);
  });

  describe('that was sent a moment ago', () => {
    const status = async (client: HttpClient) => (await client.send('GET', tile(0, 0))).status;
    const tag = async (client: HttpClient) => (await client.send('GET', tile(0, 0))).headers.etag;
    const warm = (client: HttpClient) => again(client, tile(0, 0));
    const see = async (visibility: 'private' | 'public' | 'restricted') => {
      const { body } = await administrator.call(getItem, { params: { uuid: item } });
      const changed = await administrator.call(updateItem, { params: { uuid: item }, body: { visibility } });
      expect({ was: body.visibility, status: changed.status }).toEqual({ was: body.visibility, status: 200 });
    };

    it('is not sent any more to visitors once its item is private, to readers once it is restricted', async () => {
      const reader = await house.person('default', 'ROLE_IMAGE_DOWNLOAD');
      const visitor = house.visitor();
      await see('public');
      await warm(visitor);
      await see('private');
      expect(await status(visitor)).toBe(404);
      await warm(reader);
      await see('restricted');
      expect(await status(reader)).toBe(404);
      await see('private');
    });

    it('is another to readers once there is a watermark, and to visitors once there is a public size', async () => {
      const reader = await house.person('default', 'ROLE_USER');
      const visitor = house.visitor();
      await see('public');
      await warm(visitor);
      await administrator.call(changeImageDelivery, { body: { publicMaxPx: 1024 } });
      // Of what visitors get now, this tile is outside the grid of the largest level.
      expect((await visitor.send('GET', `/iiif/3/${image}/info.json`)).status).toBe(200);
      const small = await visitor.send('GET', tile(0, 0));
      expect(small.headers.etag).not.toBe(await tag(administrator));
      await administrator.call(changeImageDelivery, { body: { publicMaxPx: null } });
      await warm(reader);
      const clean = await tag(reader);
      const mark = await sharp({ create: { width: 80, height: 40, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      await administrator.upload(setWatermark, { source: mark, name: 'mark.png', type: 'image/png' });
      const after = await reader.send('GET', tile(0, 0));
      expect(after.status === 503 || after.headers.etag !== clean).toBe(true);
      expect(await tag(administrator)).toBe(clean);
      await administrator.call(removeWatermark);
      await see('private');
    });

    it('is gone with its item in the trash', async () => {
      const other = await imported();
      const path = `/iiif/3/${other.image}/0,0,256,256/256,256/0/default.jpg`;
      expect((await again(administrator, path)).status).toBe(200);
      expect((await administrator.call(deleteItem, { params: { uuid: other.item } })).status).toBe(204);
      expect((await administrator.send('GET', path)).status).toBe(404);
    });
  });

  it('comes whole to each of many, also to one who reads late and to those beside who hang up', async () => {
    await house.query("update item set visibility = 'public' where uuid = $1", [item]);
    const paths = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3, 4].map((column) => tile(column, row)));
    const right = new Map<string, Buffer>();
    const visitor = house.visitor();
    await expect.poll(async () => (await visitor.send('GET', tile(0, 0))).status).toBe(200);
    for (const path of paths) right.set(path, (await visitor.send('GET', path)).bytes);
    const asked = Array.from({ length: 300 }, (_, number) => paths[(number * 7) % paths.length] ?? '');
    const { hostname, port } = new URL(house.origin);
    const ask = (these: readonly string[]) => {
      const socket = connect(Number(port), hostname);
      for (const path of these) socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
      return socket;
    };
    const late = ask(asked).pause();
    for (let number = 0; number < 20; number += 1) {
      const gone = ask(asked.slice(0, 20));
      gone.once('data', () => gone.destroy());
    }
    const others = [house.visitor(), house.visitor()];
    const answers = others.flatMap((other) =>
      asked.map(async (path) => [path, await other.send('GET', path)] as const),
    );
    for (const [path, { bytes }] of await Promise.all(answers)) {
      expect(bytes.equals(right.get(path) ?? Buffer.alloc(0))).toBe(true);
    }
    const whole = asked.reduce((sum, path) => sum + (right.get(path)?.length ?? 0), 0);
    // More than lies between two sockets, so that answers waited in the server for their reader.
    expect(whole).toBeGreaterThan(3_000_000);
    let text = Buffer.alloc(0);
    late.on('data', (chunk: Buffer) => {
      text = Buffer.concat([text, chunk]);
    });
    late.resume();
    await expect.poll(() => text.length).toBeGreaterThan(whole);
    for (const path of asked) {
      const begin = text.indexOf('\r\n\r\n') + 4;
      const bytes = right.get(path) ?? Buffer.alloc(0);
      await expect.poll(() => text.length).toBeGreaterThanOrEqual(begin + bytes.length);
      expect(text.subarray(begin, begin + bytes.length).equals(bytes)).toBe(true);
      text = text.subarray(begin + bytes.length);
    }
    late.destroy();
    await house.query("update item set visibility = 'private' where uuid = $1", [item]);
  });

  it('is refused or left out where the request says so, though it is in memory', async () => {
    for (let left = 2; left > 0; left -= 1) await administrator.send('GET', tile(0, 0));
    for (const [path, status] of [
      [`/iiif/3/${image}/0,0,256,256/300,300/0/default.jpg`, 400],
      [`/iiif/3/${image}/0,0,256,256/256,256/0/default.bmp`, 400],
      [`/iiif/3/${image}/9000,0,256,256/256,256/0/default.jpg`, 400],
      [`/iiif/3/${crypto.randomUUID()}/0,0,256,256/256,256/0/default.jpg`, 404],
      [`/iiif/4/${image}/0,0,256,256/256,256/0/default.jpg`, 404],
      [`${tile(0, 0)}/`, 404],
    ] as const) {
      const answer = await administrator.send('GET', path);
      expect({ path, status: answer.status }).toEqual({ path, status });
      expect(answer.headers['content-type']).toContain('application/problem+json');
    }
    const known = await administrator.send('GET', tile(0, 0));
    const etag = known.headers.etag ?? '';
    expect((await administrator.send('GET', tile(0, 0), { 'if-none-match': etag })).status).toBe(304);
    expect((await administrator.send('HEAD', tile(0, 0))).bytes).toHaveLength(0);
  });
});
