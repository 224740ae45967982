import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getImageDelivery, setWatermark, type ImageDelivery } from '@armarium/contract/image-delivery';
import { updateItem } from '@armarium/contract/record-edits';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { HttpClient, type Answer } from '../harness/http-client.ts';
import {
  expectStatus,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { PostgresServer } from '../harness/postgres-server.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { until } from '../harness/waiting.ts';
import { filesBelow } from './storage-files.ts';
import { ProgramRun } from './program-run.ts';
import { SupervisedWorker } from './supervised-worker.ts';

const IMAGES = isSoak ? 120 : 12;
const KILLS = isSoak ? 30 : 4;
/** Between two kills the run has so long at most. */
const PEACE_MS = 800;

let database: PostgresServer;
let web: RunningArmarium;
let worker: SupervisedWorker;
let client: HttpClient;
let visitor: HttpClient;
let folder: string;
let root: string;
let page: Buffer;
const storage = () => join(folder, 'files');
const env = () => ({ DATABASE_URL: database.url, STORAGE_URL: `file://${storage()}` });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-watermarks-'));
  database = await PostgresServer.start();
  web = await RunningArmarium.start({ command: ['web'], env: env() });
  worker = new SupervisedWorker({ ...env(), DATA_DIR: join(folder, 'worker'), WORKERS: '2' });
  client = await signedIn(web);
  visitor = new HttpClient(web.origin);
  root = await rootUuid(client);
  page = await drawnImage('jpeg', 1500, 1100, seed);
});
afterAll(async () => {
  client?.close();
  visitor?.close();
  await worker?.end();
  await web?.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const victims = {
  process: async () => {
    await web.kill9();
    await web.restart();
  },
  worker: () => worker.kill9(),
  PostgreSQL: () => database.kill9(),
};
const names = Object.keys(victims) as (keyof typeof victims)[];

let items = 0;
/** A public item with images that are all the same. @returns their uuids */
async function publicImages(count: number): Promise<string[]> {
  const pressmark = `Marked ${(items += 1)}`;
  const uploads = [];
  for (let number = 0; number < count; number += 1)
    uploads.push(await upload(client, { source: page, name: 'page.jpg', type: 'image/jpeg' }));
  const uuid = await importNewItem(client, { pressmark, sgtt: pressmark, parents: [root], uploads });
  const ended = await importEnded(client, uuid);
  expect(ended.failedImagesCount).toBe(0);
  expectStatus(await client.call(updateItem, { params: { uuid }, body: { visibility: 'public' } }), 200);
  return uploads.map((one) => one.uuid);
}

/** Asks again while the server is away. */
async function answered<Body>(ask: () => Promise<Answer<Body>>): Promise<Body> {
  return until('the server answers', async () => {
    const answer = await ask().catch(() => undefined);
    return answer === undefined || answer.status === 503 ? undefined : expectStatus(answer, 200);
  });
}

async function mark(background: string): Promise<void> {
  const source = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();
  const file = { source, name: 'mark.png', type: 'image/png' };
  await answered(() => client.upload(setWatermark, file, { query: { opacity: 80 } }));
}
const delivery = () => answered(() => client.call(getImageDelivery));
const isDone = ({ images }: ImageDelivery) => images.watermarked === images.ready;
/** However many are left: as long as more come to be done, they are being done. */
async function allMarked(): Promise<void> {
  for (let done = -1; ;) {
    const { images } = await until('more images have the watermark', async () => {
      const now = await delivery();
      return now.images.watermarked > done || isDone(now) ? now : undefined;
    });
    if (images.watermarked === images.ready) return;
    done = images.watermarked;
  }
}

/** What a visitor sees of an image: its thumbnail and a part of it, as one text. */
async function seen(uuid: string): Promise<string> {
  const ways = ['full/!480,480', '0,0,512,512/512,512'];
  const parts = [];
  for (const way of ways) {
    const { status, bytes } = await visitor.send('GET', `/iiif/3/${uuid}/${way}/0/default.jpg`);
    parts.push(`${status} ${bytes.toString('base64')}`);
  }
  return parts.join('\n');
}

async function rows<Row extends object>(text: string): Promise<Row[]> {
  const reader = new pg.Client({ connectionString: database.url, options: '-c search_path=armarium,public' });
  await reader.connect();
  try {
    return (await reader.query<Row>(text)).rows;
  } finally {
    await reader.end();
  }
}

test('a run that draws a new watermark into all images outlives kills of process, worker and PostgreSQL: each has the new one, once', async () => {
  const random = randomNumbers(seed);
  const images = await publicImages(IMAGES);
  const [first = ''] = images;
  const clean = await seen(first);
  await mark('#c01818');
  await allMarked();
  const before = await seen(first);
  expect(before).not.toBe(clean);

  const killed = { process: 0, worker: 0, PostgreSQL: 0 };
  const colours = ['#1818c0', '#18a018'];
  let runs = 1;
  await mark('#101010');
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Halfway through another comes, while the run for the former may go on.
    const colour = colours[runs % colours.length] ?? '';
    if (kill === Math.floor(KILLS / 2) || isDone(await delivery())) {
      await mark(colour);
      runs += 1;
    }
    await sleep(random() * PEACE_MS);
    const victim = names[Math.floor(random() * names.length)] ?? 'worker';
    killed[victim] += 1;
    await victims[victim]();
  }
  await allMarked();
  console.log(`seed ${seed}: ${JSON.stringify({ killed, runs, images: IMAGES })}`);

  // One that is imported now tells how it looks where nothing was killed.
  const [reference = ''] = await publicImages(1);
  await allMarked();
  const wanted = await seen(reference);
  expect(wanted).not.toBe(before);
  expect(wanted).not.toBe(clean);
  const wrong = [];
  for (const uuid of images) if ((await seen(uuid)) !== wanted) wrong.push(uuid);
  expect(wrong).toEqual([]);

  const marked = await rows<{ uuid: string; keys: string[]; isCurrent: boolean }>(`
    select asset_uuid as uuid, array[pyramid ->> 'key', thumbnail ->> 'key'] as keys,
      revision = (select watermark_revision from image_delivery) as "isCurrent"
    from watermarked_image`);
  expect(marked.map(({ uuid }) => uuid).sort()).toEqual([...images, reference].sort());
  expect(marked.filter(({ isCurrent }) => !isCurrent)).toEqual([]);
  const named = marked.flatMap(({ keys }) => keys).sort();
  const stored = () => filesBelow(storage()).filter((file) => file.includes('/watermarked-'));
  console.log(`${stored().length - named.length} files of former runs are left`);
  // Who died between its last row and the removal of a former file left that behind, as whoever verifies is told.
  const then = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  for (const file of filesBelow(storage())) utimesSync(join(storage(), file), then, then);
  const verify = ProgramRun.armarium(['verify', '--remove-unknown'], {
    ...env(),
    DATA_DIR: join(folder, 'verify'),
  });
  expect((await verify.ended).code, verify.output).toBe(0);
  expect(stored()).toEqual(named);
});
