import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import type { Role } from '@armarium/contract/capability';
import { findRootCollection } from '@armarium/contract/collection-calls';
import { createCollection } from '@armarium/contract/record-edits';
import { getPermissions, tenantInfo, usersInfo } from '@armarium/contract/session';
import { listItemStates } from '@armarium/contract/item-states';
import { tenantCommand } from '../../apps/server/src/commands/tenant.ts';
import { openDatabaseAccess, type DatabaseAccess } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { createAccount } from '../../apps/server/src/modules/accounts/public.ts';
import { makeLogger } from '../../apps/server/src/observe/log.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import { HttpClient } from '../harness/http-client.ts';
import { eventually } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { migrations } from '../http/template-database.ts';
import { commandRun } from './command-run.ts';
import { filesBelow } from './storage-files.ts';

const password = 'correct horse battery staple';

let armarium: RunningArmarium;
let folder: string;
const clients: HttpClient[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-logos-'));
  armarium = await RunningArmarium.start();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await armarium?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `armarium tenant …` on the data folder of the server. @returns what it said, and its status */
const tenant = (...words: string[]) => commandRun(tenantCommand, words, armarium.dataDir);

async function done(...words: string[]): Promise<string> {
  const { code, output } = await tenant(...words);
  expect({ words, code, output: code === 0 ? '' : output }).toEqual({ words, code: 0, output: '' });
  return output;
}

function visitor(host: string): HttpClient {
  const client = new HttpClient(armarium.origin, { host: `${host}:${armarium.port}` });
  clients.push(client);
  return client;
}

/** The tenant of a host, or the status of the refusal. */
async function tenantAt(host: string): Promise<string | number> {
  const { status, headers } = await visitor(host).call(usersInfo);
  return status === 200 ? String(headers['domain-tenant']) : status;
}

async function besideIt<T>(work: (access: DatabaseAccess) => Promise<T>): Promise<T> {
  const config = readConfig({ DATA_DIR: armarium.dataDir });
  const access = await openDatabaseAccess(config, makeLogger('silent'), migrations, { beside: true });
  try {
    return await work(access);
  } finally {
    await access.close();
  }
}

/** An account with roles in some tenants, by their names. */
async function account(username: string, roles: Readonly<Record<string, Role>>): Promise<void> {
  await besideIt(async ({ database, migrator }) => {
    const { rows } = await migrator.query<{ id: number; name: string }>('select id, name from tenant');
    const held = rows.flatMap(({ id, name }) => (roles[name] ? [{ id, role: roles[name] }] : []));
    const [first, ...more] = held;
    if (!first) throw new Error('None of these organisations is there.');
    const person = { username, password, name: 'Ada', surname: 'Rossi' };
    const uuid = await createAccount(database.system, person, first.id, [first.role]);
    for (const { id, role } of more) {
      await migrator.query('insert into account_role values ($1, $2, $3)', [uuid, id, role]);
    }
  });
}

async function signedIn(username: string, host: string): Promise<HttpClient> {
  const client = visitor(host);
  expect((await client.signIn(username, password)).status).toBe(200);
  return client;
}

describe('beside a running server', () => {
  it('[TENANT-14, TENANT-15, TENANT-16] a second organisation is made: the first had every host, now each has its own', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'library.example.org', 'museo.localhost', 'anything']) {
      expect({ host, tenant: await tenantAt(host) }).toEqual({ host, tenant: 'default' });
    }
    const said = await done(
      'add',
      'museo',
      '--display-name',
      'Museo Civico “Città”',
      '--url',
      'Museo.Example.org/',
    );
    expect(said).toContain('The organisation museo was made. People read "Museo Civico “Città”".');
    expect(said).toContain('It is reached at https://museo.example.org/ui/,');
    // Whoever reached it by any name is told that it needs one now.
    expect(said).toContain('tenant set default --url');
    await eventually(() => tenantAt('museo.localhost')).toBe('museo');
    expect(await tenantAt('museo.example.org')).toBe('museo');
    expect(await tenantAt('localhost')).toBe('default');
    expect(await tenantAt('library.example.org')).toBe(404);
    expect(await tenantAt('archivio.localhost')).toBe(404);
  });

  it('it has all that an organisation never lacks', async () => {
    await account('ada', { default: 'ROLE_USER', museo: 'ROLE_TENANT_ADMIN' });
    const client = await signedIn('ada', 'museo.localhost');
    const { body: root } = await client.call(findRootCollection);
    const { body: states } = await client.call(listItemStates);
    expect({ root: root.sgtt, states: states.page.totalElements }).toEqual({
      root: 'Museo Civico “Città”',
      states: 8,
    });
  });

  it('its quotas are set, told with what is used, and taken away', async () => {
    await done('set', 'museo', '--storage-quota', '1.5 TB', '--records-quota', '1000');
    expect(await done('list')).toMatch(/museo .* 0 bytes of 1\.5 TB +1 of 1000$/m);
    const client = await signedIn('ada', 'museo.localhost');
    const { body: root } = await client.call(findRootCollection);
    await done('set', 'museo', '--records-quota', '1');
    const made = await client.call(createCollection, {
      body: { sgtt: 'Carte', parentCollectionsUuids: [root.uuid] },
    });
    expect(made).toMatchObject({
      status: 507,
      body: { code: 'records-quota', figures: { used: 2, limit: 1 } },
    });
    expect(await tenant('set', 'museo', '--records-quota', '1.5')).toMatchObject({ code: 2 });
    expect(await tenant('set', 'museo', '--storage-quota', 'much')).toMatchObject({ code: 2 });
    await done('set', 'museo', '--storage-quota', 'none', '--records-quota', 'none');
    expect(await done('list')).toMatch(/museo .* 0 bytes +1$/m);
  });

  it('what is set of it is noticed', async () => {
    await done('set', 'museo', '--display-name', 'Il museo', '--url', 'http://museo.localhost:8080');
    const client = await signedIn('ada', 'museo.localhost');
    await eventually(async () => (await client.call(tenantInfo)).body).toMatchObject({
      name: 'museo',
      displayName: 'Il museo',
      url: 'http://museo.localhost:8080',
    });
    expect(await tenantAt('museo.example.org')).toBe(404);
    await done('set', 'museo', '--url', '', '--display-name', '');
    await eventually(async () => (await client.call(tenantInfo)).body).toMatchObject({
      displayName: 'museo',
      url: null,
    });
  });

  it('[PERM-09] what its users may change is noticed', async () => {
    const client = await signedIn('ada', 'localhost');
    const held = async () => (await client.call(getPermissions)).body;
    const before = await held();
    await done('set', 'default', '--user-rights', 'read-only');
    await eventually(async () => Object.keys(await held()).length).toBeLessThan(Object.keys(before).length);
    await done('set', 'default', '--user-rights', 'all');
    await eventually(held).toEqual(before);
  });

  it('all are listed', async () => {
    await done('set', 'museo', '--display-name', 'Museo Civico', '--user-rights', 'own');
    const lines = (await done('list')).trim().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['NAME', 'DISPLAY NAME', 'URL', 'USER RIGHTS', 'LOGO', 'FILES', 'RECORDS'],
      ['default', 'Armarium', '-', 'all', 'no', '0 bytes', '1'],
      ['museo', 'Museo Civico', '-', 'own', 'no', '0 bytes', '1'],
    ]);
  });

  it('what is not understood or not possible is refused with a word, and changes nothing', async () => {
    const before = await done('list');
    for (const [words, status, why] of [
      [['add', 'museo'], 1, 'There is an organisation "museo" already'],
      [['add', 'altro', '--url', 'altro.example.org/x'], 1, 'without a path: give "altro.example.org"'],
      [['set', 'nobody', '--url', 'x.example.org'], 1, 'no organisation "nobody". Known: default, museo.'],
      [['set', 'museo', '--user-rights', 'some'], 2, '"some" is none of them'],
      [['set', 'museo', '--logo', 'x.png', '--no-logo'], 2, 'either --logo or --no-logo'],
      [['set', 'museo'], 2, 'Say what to change of museo'],
      [['remove', 'museo'], 2, 'list, show, add or set. "remove" is none.'],
      [['add', 'altro', '--colour', 'red'], 2, '--colour'],
    ] as const) {
      const { code, output } = await tenant(...words);
      expect({ code, why: output.includes(why) ? why : output }).toEqual({ code: status, why });
    }
    expect(await done('list')).toBe(before);
  });
});

describe('a logo', () => {
  const logoFile = (name: string, bytes: Buffer) => {
    const file = join(folder, name);
    writeFileSync(file, bytes);
    return file;
  };
  const logos = () =>
    filesBelow(join(armarium.dataDir, 'files')).filter((file) => /tenants\/\d+\/logo\//.test(file));
  const logoAt = (host: string, headers: Record<string, string> = {}) =>
    visitor(host).send('GET', '/iam/tenants/logo', headers);

  it('[TENANT-24] is drawn anew, kept below the prefix of its organisation, and served at its host to anyone', async () => {
    expect((await logoAt('museo.localhost')).status).toBe(404);
    const drawn = await sharp(await drawnImage('jpeg', 1200, 300))
      .withExif({ IFD0: { Copyright: 'nobody-else-reads-this' } })
      .jpeg()
      .toBuffer();
    await done('set', 'museo', '--logo', logoFile('wide.jpg', drawn));
    const answer = await logoAt('museo.localhost');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, no-cache',
    });
    const { format, width, height } = await sharp(answer.bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 384, height: 96 });
    expect(answer.bytes.toString('latin1')).not.toContain('nobody-else');
    const sha256 = createHash('sha256').update(answer.bytes).digest('hex');
    expect(logos().map((file) => file.replace(/^.*\/tenants/, 'tenants'))).toEqual([
      `tenants/2/logo/${sha256}.png`,
    ]);
    // No other organisation has it.
    expect((await logoAt('localhost')).status).toBe(404);
    const client = await signedIn('ada', 'museo.localhost');
    await eventually(async () => (await client.call(tenantInfo)).body.logoUrl).toBe(
      `http://museo.localhost:${armarium.port}/iam/tenants/logo?v=${sha256.slice(0, 16)}`,
    );
    expect((await (await signedIn('ada', 'localhost')).call(tenantInfo)).body.logoUrl).toBeNull();
  });

  it('is sent again only where it is another', async () => {
    const etag = String((await logoAt('museo.localhost')).headers.etag);
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await logoAt('museo.localhost', { 'if-none-match': known });
      expect({ status: answer.status, bytes: answer.bytes.length }).toEqual({ status: 304, bytes: 0 });
    }
    expect((await logoAt('museo.localhost', { 'if-none-match': '"other"' })).status).toBe(200);
    const small = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    await done('set', 'museo', '--logo', logoFile('small.png', small));
    const answer = await logoAt('museo.localhost', { 'if-none-match': etag });
    expect(answer.status).toBe(200);
    // Never larger than it was, and clear where it was clear.
    const { width, height, hasAlpha } = await sharp(answer.bytes).metadata();
    expect({ width, height, hasAlpha }).toEqual({ width: 40, height: 20, hasAlpha: true });
    expect(logos()).toHaveLength(1);
  });

  it('that is none is refused, and the one before stays', async () => {
    const before = logos();
    for (const [file, why] of [
      [logoFile('text.png', Buffer.from('no picture')), 'not an image that can be taken in'],
      [logoFile('drawn.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), "can't be used"],
      [join(folder, 'nowhere.png'), 'no such file'],
      [folder, "can't be used"],
    ] as const) {
      const { code, output } = await tenant('set', 'museo', '--logo', file, '--display-name', 'Half');
      expect({ code, why: output.includes(why) ? why : output }).toEqual({ code: 1, why });
    }
    expect(logos()).toEqual(before);
    expect(await done('list')).not.toContain('Half');
  });

  it('is taken away', async () => {
    await done('set', 'museo', '--no-logo');
    expect((await logoAt('museo.localhost')).status).toBe(404);
    expect(logos()).toEqual([]);
    const client = await signedIn('ada', 'museo.localhost');
    await eventually(async () => (await client.call(tenantInfo)).body.logoUrl).toBeNull();
  });
});

describe('without a server', () => {
  it('[TENANT-15] does the same, and the next start knows it, and makes one whole whose making was cut off', async () => {
    await armarium.stop();
    await done('add', 'archivio', '--display-name', 'L’archivio');
    await done('set', 'archivio', '--url', 'archivio.example.org:8443');
    expect(await done('list')).toMatch(/archivio +L’archivio +archivio\.example\.org:8443 +all +no/);
    await besideIt(({ migrator }) => migrator.query(`insert into tenant (name) values ('mezzo')`));
    await account('berta', { mezzo: 'ROLE_TENANT_ADMIN' });
    await armarium.restart();
    expect(await tenantAt('archivio.localhost')).toBe('archivio');
    expect(await tenantAt('archivio.example.org')).toBe('archivio');
    const client = await signedIn('berta', 'mezzo.localhost');
    const { status, body } = await client.call(findRootCollection);
    expect({ status, title: body.sgtt }).toEqual({ status: 200, title: 'mezzo' });
  });
});
