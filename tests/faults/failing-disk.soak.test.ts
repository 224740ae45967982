import { getItem } from '@armarium/contract/item-calls';
import { retryImageImport } from '@armarium/contract/import-tracking';
import { uploadFile } from '@armarium/contract/uploads';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runningEmbeddedPostgres } from '../../apps/server/src/db/embedded/start-embedded-postgres.ts';
import { openFileStorage } from '../../apps/server/src/storage/file-storage.ts';
import { StorageUnavailable } from '../../apps/server/src/storage/storage.ts';
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
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { eventually, until } from '../harness/waiting.ts';
import { FailingCalls, obstacleToFailingCalls, withChildren } from './failing-calls.ts';
import { expectKept, LeftRows } from './kept-load.ts';
import { LossyDisk, obstacleToLossyDisk } from './lossy-disk.ts';
import { MixedLoad } from './mixed-load.ts';
import { filesBelow, halfWritten } from './storage-files.ts';

const ROUNDS = isSoak ? 8 : 1;

const why = obstacleToLossyDisk() ?? obstacleToFailingCalls();
if (why !== undefined) console.log(`A disk that fails is not tried: ${why}.`);

test.skipIf(obstacleToFailingCalls() !== undefined)(
  'a file is not kept in a folder whose own name could not be brought to the disk, however often it is tried',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'armarium-folders-'));
    try {
      const storage = await openFileStorage(folder);
      const keep = async (key: string) => {
        const stage = await storage.stage();
        await storage.receive(join(stage.path, 'file'), Readable.from(['some bytes']));
        try {
          await storage.adopt(join(stage.path, 'file'), key);
        } finally {
          await stage.remove();
        }
      };
      await keep('tenants/1/first');
      const failure = { calls: 'fsync', error: 'EIO', path: join(folder, 'tenants', '1') } as const;
      const failing = await FailingCalls.begin([process.pid], failure);
      try {
        for (const name of ['a', 'b']) {
          await expect(keep(`tenants/1/new/${name}`)).rejects.toThrow(StorageUnavailable);
        }
      } finally {
        await failing.end();
      }
      await keep('tenants/1/new/c');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

describe.skipIf(why !== undefined)('a disk that fails', () => {
  let disk: LossyDisk;
  let armarium: RunningArmarium;
  let client: HttpClient;
  let root: string;
  const leaf = async (index: number) => ({
    source: await drawnImage('jpeg', 1200, 900, index),
    name: 'leaf.jpg',
    type: 'image/jpeg',
  });
  const files = () => join(armarium.dataDir, 'files');
  const originalOf = (uuid: string) =>
    join(files(), filesBelow(files()).find((file) => file.endsWith(`/${uuid}`)) ?? 'none');

  beforeAll(async () => {
    disk = new LossyDisk(1_500);
    armarium = await RunningArmarium.start({ dataDir: join(disk.path, 'data'), isCopy: true });
    execFileSync('sync', ['-f', disk.path]);
    client = await signedIn(armarium);
    root = await rootUuid(client);
  });
  afterAll(async () => {
    client?.close();
    try {
      await armarium?.close();
    } finally {
      disk?.remove();
    }
  });

  /** Runs while calls of the server fail. */
  async function whileFailing<T>(
    failure: Parameters<typeof FailingCalls.begin>[1],
    work: (failing: FailingCalls) => Promise<T>,
  ): Promise<T> {
    const failing = await FailingCalls.begin(withChildren(armarium.process.pid), failure);
    try {
      return await work(failing);
    } finally {
      await failing.end();
    }
  }

  /** Lines of the log about faults, from that line on. */
  const alarms = (from: number) => armarium.log.slice(from).filter((line) => line.includes('"level":50'));

  test.each([
    ['fsync,fdatasync', 'EIO', 503, 'unavailable'],
    ['fsync,fdatasync', 'ENOSPC', 507, 'storage-full'],
    ['rename,renameat,renameat2', 'EIO', 503, 'unavailable'],
    ['rename,renameat,renameat2', 'ENOSPC', 507, 'storage-full'],
    ['mkdir,mkdirat', 'EIO', 503, 'unavailable'],
  ] as const)(
    'an upload whose %s fails with %s is refused and leaves nothing',
    async (calls, error, status, code) => {
      const before = filesBelow(files());
      const from = armarium.log.length;
      const answer = await whileFailing({ calls, error }, async () =>
        client.upload(uploadFile, await leaf(1)),
      );
      expect(answer).toMatchObject({ status, body: { code } });
      expect(alarms(from).length).toBeGreaterThan(0);
      expect(filesBelow(files())).toEqual(before);
      expect(halfWritten(files())).toEqual([]);
      await upload(client, await leaf(1));
    },
  );

  test('nothing acknowledged is lost when calls of the server or of PostgreSQL fail under load, and then the power goes', async () => {
    console.log(`the same moments again: TEST_SEED=${seed}`);
    const random = randomNumbers(seed);
    const images = await Promise.all([0, 1, 2].map((index) => drawnImage('jpeg', 900, 700, seed + index)));
    const load = new MixedLoad(armarium.origin, images, random, [503, 507]);
    const ofPostgres = () => processesInFolder(join(armarium.dataDir, 'postgres')).map(({ pid }) => pid);
    const ofServer = () => withChildren(armarium.process.pid);
    const failures = [
      { pids: ofServer, calls: 'fsync,fdatasync', error: 'EIO' },
      { pids: ofServer, calls: 'rename,renameat,renameat2', error: 'ENOSPC' },
      { pids: ofPostgres, calls: 'fsync,fdatasync', error: 'EIO' },
      { pids: ofPostgres, calls: 'pwrite64,pwritev,pwritev2', error: 'EIO' },
      { pids: ofPostgres, calls: 'pwrite64,pwritev,pwritev2', error: 'ENOSPC' },
    ] as const;
    let failed = 0;
    load.begin(armarium);
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { pids, calls, error } of failures) {
          const every = 1 + Math.floor(random() * 4);
          const failing = await FailingCalls.begin(pids(), { calls, error, when: `${every}+${every}` });
          try {
            await until('a call has failed', () => (failing.failed > 0 ? true : undefined));
          } finally {
            await failing.end();
          }
          failed += failing.failed;
          const before = load.acknowledged.length;
          await until('more has been brought', () => (load.acknowledged.length > before ? true : undefined));
          expect(load.faults).toEqual([]);
        }
        disk.losePower();
        await armarium.killAll();
        await disk.powerBack();
        await armarium.restart();
      }
    } finally {
      await load.end();
    }
    console.log(JSON.stringify({ failed, items: load.acknowledged.length, ...load.counted }));
    expect(load.faults).toEqual([]);
    const connection = await runningEmbeddedPostgres(armarium.dataDir);
    if (!connection) throw new Error('No database runs.');
    const left = new LeftRows(connection);
    await left.allJobsDone();
    await expectKept(load, client, files(), left);
  });

  const reads = 'read,pread64,readv,preadv,preadv2,mmap';
  const kinds = {
    jpeg: () => drawnImage('jpeg', 4000, 3000, 2),
    png: () => drawnImage('png', 1500, 1200, 3),
    tiff: () => drawnImage('tiff', 1500, 1200, 4),
  };

  test.each([
    ['jpeg', '1+'],
    ['jpeg', '3+'],
    ['png', '6+'],
    ['tiff', '6+'],
  ] as const)(
    '[IMP-19, IMP-20] a %s whose reads %s fail says that the disk is to blame, and is prepared when it gives it',
    async (kind, when) => {
      const file = { source: await kinds[kind](), name: `leaf.${kind}`, type: `image/${kind}` };
      const stored = await upload(client, file);
      const from = armarium.log.length;
      const failure = { calls: reads, error: 'EIO', when, path: originalOf(stored.uuid) } as const;
      const item = await whileFailing(failure, async () => {
        const pressmark = `Unreadable ${stored.uuid}`;
        const made = { pressmark, sgtt: pressmark, parents: [root], uploads: [stored] };
        const uuid = await importNewItem(client, made);
        await importEnded(client, uuid);
        return uuid;
      });
      const [image] = await importedImagesOf(client, item);
      expect(image?.overall).toMatchObject({
        importState: 'ERROR',
        cause: { code: 'original-unreadable', nextStep: expect.stringContaining('disk') as string },
      });
      expect(alarms(from).join('\n')).toContain('an original is not as it was sent');
      const metrics = (await client.send('GET', '/metrics')).bytes.toString('utf8');
      expect(metrics).toMatch(/armarium_originals_faulty\{fault="unreadable"\} [1-9]/);
      expect((await client.call(retryImageImport, { params: { uuid: image?.uuid ?? '' } })).status).toBe(202);
      expect(await importEnded(client, item)).toMatchObject({ failedImagesCount: 0, imagesCount: 1 });
    },
  );

  test('what the disk does not give is never handed out as if it were whole', async () => {
    const source = await drawnImage('png', 1500, 1200, 5);
    const stored = await upload(client, { source, name: 'leaf.png', type: 'image/png' });
    const pressmark = `Handed out ${stored.uuid}`;
    const item = await importNewItem(client, {
      pressmark,
      sgtt: pressmark,
      parents: [root],
      uploads: [stored],
    });
    await importEnded(client, item);
    const [image] = await importedImagesOf(client, item);
    const uuid = image?.uuid ?? '';
    const thumbnail =
      expectStatus(await client.call(getItem, { params: { uuid: item } }), 200).thumbnail ?? '';
    const pyramid =
      filesBelow(files()).find((file) => file.includes(uuid) && file.endsWith('pyramid.tif')) ?? '';
    const small =
      filesBelow(files()).find((file) => file.includes(uuid) && file.endsWith('thumbnail.jpg')) ?? '';
    const asked = [
      { path: `/image-download/db/original/${uuid}`, file: originalOf(stored.uuid) },
      { path: new URL(thumbnail).pathname, file: join(files(), small) },
      // A stored tile, and one that is decoded.
      { path: `/iiif/3/${uuid}/0,0,256,256/256,256/0/default.jpg`, file: join(files(), pyramid) },
      { path: `/iiif/3/${uuid}/256,0,256,256/100,/0/default.png`, file: join(files(), pyramid) },
    ];
    for (const { path, file } of asked) {
      for (const when of ['1+', '2+', '5+']) {
        const from = armarium.log.length;
        const failure = { calls: reads, error: 'EIO', when, path: file } as const;
        const { answer, failed } = await whileFailing(failure, async (failing) => ({
          answer: await client.send('GET', path).catch((error: Error) => error),
          failed: failing,
        }));
        if (when === '1+') expect(failed.failed).toBeGreaterThan(0);
        if (failed.failed > 0) {
          // It is cut off, or an error.
          if (!(answer instanceof Error)) expect(answer.status).toBeGreaterThanOrEqual(500);
          await eventually(() => alarms(from).length).toBeGreaterThan(0);
        }
      }
      expect((await client.send('GET', path)).status).toBe(200);
    }
    expect((await client.send('GET', `/image-download/db/original/${uuid}`)).bytes.equals(source)).toBe(true);
  });
});
