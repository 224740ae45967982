import { mkdir } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { deleteItem, listTrash, purgeTrashEntry } from '@armarium/contract/trash';
import sharp from 'sharp';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../tests/http/test-installation.ts';
import { startS3Server } from '../../../../tests/harness/s3-server.ts';
import { verifyInstallation } from './verify.ts';

const server = await startS3Server();
// After the installation, which is registered later.
afterAll(() => server.close());
const house = await openInstallation({ worker: true, environment: { STORAGE_URL: server.url } });
await mkdir(house.storageFolder, { recursive: true });
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
