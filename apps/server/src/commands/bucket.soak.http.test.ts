import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { deleteItem } from '@armarium/contract/deletions';
import { listTrash, purgeTrashEntry } from '@armarium/contract/trash';
import sharp from 'sharp';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../tests/http/test-installation.ts';
import { startS3Server } from '../../../../tests/harness/s3-server.ts';
import { databaseUrl, migrations } from '../../../../tests/http/template-database.ts';
import { openDatabaseAccess, openStorage } from '../compose.ts';
import { readConfig, type Config } from '../config.ts';
import { openPool } from '../db/pool.ts';
import { makeLogger } from '../observe/log.ts';
import { digestOf } from '../storage/digest.ts';
import type { Storage } from '../storage/storage.ts';
import { backupCommand } from './backup.ts';
import { restoreCommand } from './restore.ts';
import type { Command, CommandContext } from './command.ts';
import { verifyInstallation } from './verify-installation.ts';

const server = await startS3Server();
// After the installation, which is registered later.
afterAll(() => server.close());
const house = await openInstallation({ worker: true, environment: { STORAGE_URL: server.url } });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const { storage } = house.program.media;

async function keys(): Promise<string[]> {
  const found = [];
  for await (const { key } of storage.list()) found.push(key);
  return found;
}

test('an installation on a bucket takes uploads, prepares images, gives tiles, is verified, and purges', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const source = await sharp({ create: { width: 1800, height: 1300, channels: 3, noise } as never })
    .png()
    .toBuffer();
  const upload = await uploaded(client, { source, name: 'page.png' });
  const item = await importedItem(client, {}, [upload]);
  const settled = await settledImport(client, item.uuid);
  expect(settled.overall.importState).toBe('DONE');
  expect(await keys()).toHaveLength(3);

  const get = (path: string) => client.send('GET', `/iiif/3/${upload.uuid}/${path}`);
  expect((await get('info.json')).body).toMatchObject({ width: 1800, height: 1300 });
  for (const [path, width, height] of [
    ['256,256,256,256/256,256/0/default.jpg', 256, 256],
    ['1536,1024,264,276/264,276/0/default.jpg', 264, 276],
    ['full/480,347/0/default.jpg', 480, 347],
    ['full/max/0/default.jpg', 1800, 1300],
  ] as const) {
    const { status, bytes } = await get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
  }

  const said: string[] = [];
  const verify = () =>
    verifyInstallation(house.access, storage, new AbortController().signal, (text) => void said.push(text));
  await verify();
  expect(said.at(-1)).toMatch(/^3 files, .* as they should be\.$/);
  const [pyramid] = (await keys()).filter((key) => key.endsWith('.tif'));
  await storage.remove(pyramid ?? '');
  await expect(verify()).rejects.toThrow('1 of what was checked');
  expect(said.at(-1)).toMatch(/^missing: made of "page\.png"/);

  await client.call(deleteItem, { params: { uuid: item.uuid } });
  const [entry] = (await client.call(listTrash)).body._embedded.trash;
  expect((await client.call(purgeTrashEntry, { params: { uuid: entry?.uuid ?? '' } })).status).toBe(204);
  expect(await keys()).toEqual([]);
});

test('[RUN-08] a backup of a bucket is restored into another one, which is refused where it holds files', async () => {
  const source = await sharp({ create: { width: 600, height: 500, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const upload = await uploaded(client, { source, name: 'leaf.png' });
  const item = await importedItem(client, {}, [upload]);
  expect((await settledImport(client, item.uuid)).overall.importState).toBe('DONE');
  const before = await contents(storage);
  expect(before.size).toBe(3);
  const folder = join(inject('scratchFolder'), `bucket-${randomBytes(6).toString('hex')}`);
  const config = (database: string, prefix: string, dataDir: string) =>
    readConfig({
      DATABASE_URL: database,
      STORAGE_URL: server.url.replace('/files?', `/${prefix}?`),
      DATA_DIR: join(folder, dataDir),
    });
  const backup = join(folder, 'backup');
  await ended(backupCommand, [backup], config(house.databaseUrl, 'files', 'source'), house.access);

  const name = `bucket_test_${randomBytes(6).toString('hex')}`;
  const postgres = openPool({ connectionString: inject('postgresUrl') }, 'migrator', 1, () => undefined);
  await postgres.query(`create database ${name} template template0 encoding 'UTF8'`);
  const target = config(databaseUrl(inject('postgresUrl'), name), 'restored', 'target');
  const access = await openDatabaseAccess(target, makeLogger('silent'), migrations);
  try {
    const occupied = { ...target, bucket: config(house.databaseUrl, 'files', 'other').bucket };
    await expect(ended(restoreCommand, [backup], occupied, access)).rejects.toThrow(
      /^The file storage s3:\/\/armarium\/files\/ at http.* is not empty/,
    );
    const said = await ended(restoreCommand, [backup], target, access);
    expect(said.at(-1)).toMatch(/^3 files, .* as they should be\.$/);
    expect(await contents(await openStorage(target))).toEqual(before);
    expect(await contents(storage)).toEqual(before);
  } finally {
    await access.close();
    await postgres.query(`drop database ${name} with (force)`);
    await postgres.end();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Runs a command as main.ts does. @returns what it said */
async function ended(command: Command, args: string[], config: Config, access: CommandContext['access']) {
  const said: string[] = [];
  await command.before?.(config);
  await command.run(args, {
    config,
    access,
    log: makeLogger('silent'),
    migrations,
    signal: new AbortController().signal,
    say: (text) => said.push(text),
    installation: () => Promise.reject(new Error('An empty installation must stay empty.')),
  });
  return said;
}

/** The SHA-256 of every file. */
async function contents(of: Storage): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { key } of of.list()) found.set(key, (await digestOf(of.read(key))).sha256);
  return found;
}
