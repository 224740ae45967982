import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { StoredUpload } from '@armarium/contract/uploads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { openPool } from '../../apps/server/src/db/pool.ts';
import { namedFiles } from '../../apps/server/src/db/stored-files.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  importedImagesOf,
  importEnded,
  importNewItem,
  rootUuid,
  upload,
} from '../harness/importing.ts';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/waiting.ts';
import { ProgramRun } from './program-run.ts';

const ITEMS = isSoak ? 8 : 4;
const IMAGES_EACH = 2;

/** The script as a developer starts it by hand: `npm run several`. */
let several: ProgramRun;
let webs: { origin: string; pid: number }[];
let workers: number[];
let settings: Record<string, string>;
const clients: HttpClient[] = [];

beforeAll(async () => {
  several = new ProgramRun(['npm', 'run', '--silent', 'several'], {
    LOG_LEVEL: 'info',
    ARMARIUM_MADE_INSTALLATION: process.env['ARMARIUM_MADE_INSTALLATION'] ?? '',
  });
  await until(
    'all processes run',
    () => {
      if (several.child.exitCode !== null) throw new Error(several.output);
      return several.output.includes('Ctrl-C ends them all') ? true : undefined;
    },
    150_000,
  );
  const all = (pattern: RegExp) => [...several.output.matchAll(pattern)].map((found) => found.slice(1));
  webs = all(/^web \d: (http:\S+)\/ui\/ process (\d+)$/gm).map(([origin = '', pid]) => ({
    origin,
    pid: Number(pid),
  }));
  workers = all(/^worker \d: process (\d+)$/gm).map(([pid]) => Number(pid));
  settings = Object.fromEntries(all(/^([A-Z_]+)='(.*)'$/gm).map(([name = '', value = '']) => [name, value]));
});
afterAll(async () => {
  for (const client of clients) client.close();
  several.child.kill('SIGINT');
  // Where the script itself failed, the end of its output says why.
  expect(await several.ended, several.output.slice(-4_000)).toEqual({ code: 0, signal: null });
});

async function namedKeys(): Promise<string[]> {
  const connection = { connectionString: settings['DATABASE_URL'] ?? '' };
  const database = openPool(connection, 'migrator', 1, () => undefined);
  const client = await database.connect();
  try {
    await client.query('begin');
    const keys = [];
    for await (const { key } of namedFiles(client)) keys.push(key);
    return keys.toSorted();
  } finally {
    client.release(true);
    await database.end();
  }
}

async function listedKeys(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'armarium-listed-'));
  try {
    const storage = await openStorage(readConfig({ ...settings, DATA_DIR: folder }));
    const keys = [];
    for await (const { key } of storage.list()) keys.push(key);
    return keys.toSorted();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many images a worker has finished, by its log. */
const jobsOf = (worker: string) =>
  several.output
    .split('\n')
    .filter((line) => line.startsWith(`${worker} |`) && /"task":"derive-image".*"Job done"/.test(line))
    .length;

test('[RUN-04, RUN-05, RUN-13, IMP-21, IMP-22] two web and two worker processes share one database and one bucket, of each kind one is killed, and all is done once', async () => {
  const [first, second] = webs;
  if (!first || !second) throw new Error(several.output);
  const here = new HttpClient(first.origin);
  clients.push(here);
  const password = /password "(.+)"/.exec(several.output)?.[1] ?? '';
  expectStatus(await here.signIn('admin', password), 200);
  // The session that one opened is good at the other: nobody else is told of the root.
  const there = here.at(second.origin);
  clients.push(there);
  const root = await rootUuid(there);

  // An upload in pieces begins at one and ends at the other.
  const images = await Promise.all(
    [0, 1, 2, 3].map((seed) => drawnImage('jpeg', 900 + 100 * seed, 700, seed)),
  );
  const [pieced = Buffer.alloc(0)] = images;
  const sha256 = createHash('sha256').update(pieced).digest('hex');
  const headers = async (client: HttpClient) => ({
    'tus-resumable': '1.0.0',
    'x-xsrf-token': await client.csrfToken(),
  });
  const begun = await here.send('POST', '/ccc/resumable', {
    ...(await headers(here)),
    'upload-length': pieced.length,
    'upload-metadata': `filename ${btoa('pieces.jpg')},sha256 ${btoa(sha256)}`,
  });
  const address = String(begun.headers['location']);
  const half = Math.floor(pieced.length / 2);
  const send = async (client: HttpClient, from: number, bytes: Buffer) =>
    client.send<StoredUpload>(
      'PATCH',
      address,
      {
        ...(await headers(client)),
        'upload-offset': from,
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
      },
      Readable.from([bytes]),
    );
  expect((await send(here, 0, pieced.subarray(0, half))).status).toBe(204);
  const standing = await there.send('HEAD', address, await headers(there));
  expect(standing.headers['upload-offset']).toBe(String(half));
  const whole = expectStatus(await send(there, half, pieced.subarray(half)), 201);
  expect(whole).toMatchObject({ sha256, size_bytes: pieced.length });

  // Imports of both, whose jobs both workers share.
  const items = [
    await importNewItem(there, {
      pressmark: 'SEVERAL 0',
      sgtt: 'In pieces',
      parents: [root],
      uploads: [whole],
    }),
  ];
  for (let number = 1; number <= ITEMS; number += 1) {
    const client = number % 2 === 0 ? here : there;
    const uploads = [];
    for (let index = 0; index < IMAGES_EACH; index += 1) {
      const source = images[(number + index) % images.length] ?? pieced;
      uploads.push(await upload(client, { source, name: `${number}-${index}.jpg`, type: 'image/jpeg' }));
    }
    const item = { pressmark: `SEVERAL ${number}`, sgtt: `Item ${number}`, parents: [root], uploads };
    items.push(await importNewItem(client, item));
    // In the middle of it one of each kind ends without a word; what it had acknowledged is there.
    if (number === ITEMS / 2) {
      await until('both have worked', () =>
        jobsOf('worker 1') > 0 && jobsOf('worker 2') > 0 ? true : undefined,
      );
      process.kill(workers[0] ?? 0, 'SIGKILL');
    }
  }
  const [firstImage] = await importedImagesOf(there, (await importEnded(there, items[0] ?? '')).uuid);
  const tile = `/iiif/3/${firstImage?.uuid}/256,256,256,256/256,256/0/default.jpg`;
  const tiles = await Promise.all([here, there].map((client) => client.send('GET', tile)));
  expect(tiles.map(({ status }) => status)).toEqual([200, 200]);
  expect(tiles[0]?.bytes.equals(tiles[1]?.bytes ?? Buffer.alloc(0))).toBe(true);
  process.kill(first.pid, 'SIGKILL');
  await expect(here.send('GET', tile)).rejects.toThrow();

  for (const [number, item] of items.entries()) {
    expect(await importEnded(there, item)).toMatchObject({
      pressmark: `SEVERAL ${number}`,
      imagesCount: number === 0 ? 1 : IMAGES_EACH,
      failedImagesCount: 0,
      overall: { importState: 'DONE' },
    });
  }
  expect((await there.send('GET', tile)).bytes.equals(tiles[0]?.bytes ?? Buffer.alloc(0))).toBe(true);

  // Nothing twice and nothing lost: every file that a row names is there, whole, and no other one.
  const verified = ProgramRun.armarium(['verify'], settings);
  expect(await verified.ended).toEqual({ code: 0, signal: null });
  const files = 3 * (1 + ITEMS * IMAGES_EACH);
  expect(verified.output).toMatch(new RegExp(`^${files} files, .* as they should be\\.$`, 'm'));
  // Of files as young as these it says nothing.
  const named = await namedKeys();
  expect(named).toHaveLength(files);
  expect(await listedKeys()).toEqual(named);
  const metrics = await (await fetch(`${second.origin}/metrics`)).text();
  for (const state of ['waiting', 'running', 'given-up'])
    expect(metrics).toContain(`armarium_jobs{name="derive-image",state="${state}"} 0`);
});
