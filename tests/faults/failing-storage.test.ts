import { retryImageImport, uploadFile } from '@armarium/contract/imports';
import { findRootCollection, getItem } from '@armarium/contract/records';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
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
import { until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { obstacleToDisk, SmallDisk } from './small-disk.ts';
import { filesBelow } from './storage-files.ts';

const why = obstacleToDisk();
if (why !== undefined) console.log(`A disk that goes read-only is not tried: ${why}.`);

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A program that keeps its files in the folder, with one item whose image is ready. */
async function withFilesIn(folder: string) {
  const armarium = await RunningArmarium.start({ env: { STORAGE_URL: `file://${folder}` } });
  closing.push(() => armarium.close());
  const client = await signedIn(armarium);
  closing.push(() => client.close());
  const root = await rootUuid(client);
  const source = await drawnImage('jpeg', 1200, 900);
  const file = { source, name: 'leaf.jpg', type: 'image/jpeg' };
  const uploads = [await upload(client, file)];
  const item = await importNewItem(client, { pressmark: 'Kept', sgtt: 'Kept', parents: [root], uploads });
  await importEnded(client, item);
  return { armarium, client, root, file, item };
}

async function pictureOf(client: HttpClient, item: string): Promise<number> {
  const { thumbnail } = expectStatus(await client.call(getItem, { params: { uuid: item } }), 200);
  return (await client.send('GET', new URL(thumbnail ?? '').pathname)).status;
}

const unavailable = {
  status: 503,
  body: { code: 'unavailable', detail: expect.stringContaining('file storage') as string },
};

test.skipIf(why !== undefined)(
  '[RUN-32] a disk that goes read-only takes nothing and says so, shows what it has, and goes on when it is back',
  async () => {
    const disk = new SmallDisk('48m');
    closing.push(() => disk.remove());
    const { client, root, file, item } = await withFilesIn(disk.path);
    const before = filesBelow(disk.path);
    const waiting = await upload(client, file);

    disk.remount('ro');
    expect(await client.upload(uploadFile, file)).toMatchObject(unavailable);
    expect((await client.send('GET', '/readyz')).status).toBe(503);
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    expect((await client.call(findRootCollection)).status).toBe(200);
    expect(await pictureOf(client, item)).toBe(200);
    // The record is made; only its image has to wait.
    const late = await importNewItem(client, {
      pressmark: 'Late',
      sgtt: 'Late',
      parents: [root],
      uploads: [waiting],
    });
    await until('the image is worked on in vain', async () =>
      (await importedImagesOf(client, late))[0]?.processing.importState === 'IN_PROGRESS' ? true : undefined,
    );

    disk.remount('rw');
    expect((await client.send('GET', '/readyz')).status).toBe(200);
    expect(await importEnded(client, late)).toMatchObject({ failedImagesCount: 0, imagesCount: 1 });
    expectStatus(await client.upload(uploadFile, file), 201);
    expect(filesBelow(disk.path)).toEqual(expect.arrayContaining(before));
    expect(filesBelow(disk.path).filter((name) => name.startsWith('.partial'))).toEqual([]);
  },
);

test('[RUN-32] a storage that goes away is told as such at every call that needs it, and nothing is marked as lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'armarium-storage-'));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  const files = join(folder, 'files');
  mkdirSync(files);
  const { client, root, file, item } = await withFilesIn(files);
  const waiting = await upload(client, file);
  const [image] = await importedImagesOf(client, item);

  renameSync(files, join(folder, 'away'));
  expect((await client.send('GET', '/readyz')).status).toBe(503);
  expect(await client.upload(uploadFile, file)).toMatchObject(unavailable);
  expect(await pictureOf(client, item)).toBe(503);
  const tile = await client.send('GET', `/iiif/3/${image?.uuid}/0,0,256,256/256,256/0/default.jpg`);
  expect(tile).toMatchObject(unavailable);
  const late = await importNewItem(client, {
    pressmark: 'Late',
    sgtt: 'Late',
    parents: [root],
    uploads: [waiting],
  });
  // The job has tried, and leaves the image waiting instead of calling its original lost.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const [lost] = await importedImagesOf(client, late);
  expect(lost?.overall.importState).not.toBe('ERROR');
  const retried = await client.call(retryImageImport, { params: { uuid: lost?.uuid ?? '' } });
  expect(retried.status).toBe(409);

  renameSync(join(folder, 'away'), files);
  expect((await client.send('GET', '/readyz')).status).toBe(200);
  expect(await importEnded(client, late)).toMatchObject({ failedImagesCount: 0, imagesCount: 1 });
  expect(await pictureOf(client, item)).toBe(200);
});
