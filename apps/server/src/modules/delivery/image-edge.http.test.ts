import { Writable } from 'node:stream';
import { pino } from 'pino';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { signOut } from '@armarium/contract/session';
import type { Answer, HttpClient } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

/** Paths that the framework answered: what is answered before it is not logged. */
const logged: string[] = [];
const house = await openInstallation({
  worker: true,
  log: pino(
    { level: 'info' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        for (const line of chunk.toString().split('\n').filter(Boolean)) {
          const { msg, path } = JSON.parse(line) as { msg: string; path?: string };
          if (msg === 'answered' && path !== undefined) logged.push(path);
        }
        done();
      },
    }),
  ),
});
const administrator = await house.person('default', 'ROLE_TENANT_ADMIN');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');

const source = await sharp({
  create: { width: 1500, height: 1100, channels: 3, background: '#7a6a5a' },
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

async function asked(client: HttpClient, path: string, headers: Record<string, string> = {}) {
  const answer = await client.send('GET', path, headers);
  return { answer, isEarly: !(await isLogged(path)) };
}

/** Lines come a moment after their answer; one that is asked for after it comes after them. */
async function isLogged(path: string): Promise<boolean> {
  await house.visitor().send('GET', '/healthz');
  await expect.poll(() => logged.includes('/healthz')).toBe(true);
  const isThere = logged.includes(path);
  logged.length = 0;
  return isThere;
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
  ] as const)('[IIIF-08] is sent to %s as by the framework, without it', async (_, client, visibility) => {
    await house.query('update item set visibility = $2 where uuid = $1', [item, visibility]);
    await expect
      .poll(async () => (await client.send('GET', tile(0, 0))).headers['cache-control']?.startsWith('public'))
      .toBe(visibility === 'public');
    logged.length = 0;
    for (const version of [2, 3]) {
      await client.send('GET', tile(1, 1, version), { 'if-none-match': '"other"' });
      const slow = await asked(client, tile(2, 1, version), { 'if-none-match': '"other"' });
      const quick = await asked(client, tile(2, 1, version));
      const fresh = await asked(client, tile(3, 1, version));
      expect([slow, quick, fresh].map(({ isEarly }) => isEarly)).toEqual([false, true, true]);
      expect(lasting(quick.answer)).toEqual(lasting(slow.answer));
      expect(quick.answer.bytes).toEqual(slow.answer.bytes);
      expect(await sharp(fresh.answer.bytes).metadata()).toMatchObject({ width: 256, height: 256 });
      expect(fresh.answer.headers.link).toContain(`/iiif/${version}/${image}/768,256,256,256/`);
    }
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
    expect(await ask()).toBe(401);
    await expect.poll(async () => (await house.visitor().send('GET', tile(0, 0))).status).toBe(401);
  });

  it('is left to the framework where anything is wrong with it', async () => {
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
