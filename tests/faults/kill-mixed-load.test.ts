import { listItemImages } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { expectStatus, importEnded, signedIn } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { PostgresServer } from '../harness/postgres-server.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { MixedLoad } from './mixed-load.ts';
import { ProgramRun } from './program-run.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { ageHalfWritten, halfWritten, originals } from './storage-files.ts';

const KILLS = isSoak ? 1_000 : 3;
/** The soak goes on to other things after so long, and says how many kills it came to: how long one takes is the machine's. */
const KILLING_MAX_MS = 20 * 60_000;
/** So many of the items are also looked at one by one, through the API. */
const LOOKS = 100;
/** Between two kills the load has so long at most. */
const PEACE_MS = 900;

let database: PostgresServer;
let web: RunningArmarium;
let worker: ProgramRun;
let folder: string;
const storage = () => join(folder, 'files');
const env = () => ({ DATABASE_URL: database.url, STORAGE_URL: `file://${storage()}`, LOG_LEVEL: 'info' });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-kills-'));
  database = await PostgresServer.start();
  web = await RunningArmarium.start({ command: ['web'], env: env() });
  worker = startWorker();
});
afterAll(async () => {
  await worker?.end();
  await web?.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the worker, and again when it gives up by itself for want of a database, as a supervisor does. */
function startWorker(): ProgramRun {
  const run = ProgramRun.armarium(['worker'], {
    ...env(),
    DATA_DIR: join(folder, 'worker'),
    WORKERS: '2',
  });
  void run.ended.then(({ code }) => {
    if (code === 1 && worker === run) worker = startWorker();
  });
  return run;
}

/** What is killed, and how it comes back. */
const victims = {
  process: async () => {
    await web.kill9();
    await web.restart();
  },
  worker: async () => {
    worker.child.kill('SIGKILL');
    await worker.ended;
    worker = startWorker();
  },
  PostgreSQL: async () => {
    await database.kill9();
    await until('the server is ready again', async () =>
      (await fetch(`${web.origin}/readyz`).catch(() => undefined))?.ok ? true : undefined,
    );
  },
};
const names = Object.keys(victims) as (keyof typeof victims)[];

async function rows<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url, options: '-c search_path=armarium,public' });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const openJobs = () =>
  rows(`select key, attempts, last_error, locked_by, run_at - now() as waits, payload::jsonb -> '$losses' as losses
    from graphile_worker._private_jobs where key is null or key not like 'timer:%' order by id`);

/** However many are left: as long as there come to be fewer, they are being done. */
async function allJobsDone(): Promise<void> {
  for (let left = Infinity; left > 0;) {
    const before = left;
    left = await until('fewer jobs are open', async () => {
      const { length } = await openJobs();
      return length < before ? length : undefined;
    });
  }
}

test('[IMP-21, IMP-22, RUN-05] nothing acknowledged is lost and nothing is there twice after kills of process, worker and PostgreSQL under load', async () => {
  console.log(`the same moments again: TEST_SEED=${seed}`);
  const random = randomNumbers(seed);
  const images = await Promise.all([0, 1, 2].map((index) => drawnImage('jpeg', 900, 700, seed + index)));
  const load = new MixedLoad(web.origin, images, random);
  load.begin(web);
  await until('somebody has brought something', () => (load.acknowledged.length > 0 ? true : undefined));
  const killed = { process: 0, worker: 0, PostgreSQL: 0 };
  const began_ms = performance.now();
  for (let kill = 0; kill < KILLS && performance.now() - began_ms < KILLING_MAX_MS; kill += 1) {
    await sleep(random() * PEACE_MS);
    const victim = names[isSoak ? Math.floor(random() * names.length) : kill % names.length] ?? 'process';
    killed[victim] += 1;
    await victims[victim]();
    expect(load.faults).toEqual([]);
    if (kill % 50 === 49) console.log(`${kill + 1} kills, ${load.acknowledged.length} items`);
  }
  await load.end();
  console.log(JSON.stringify({ killed, items: load.acknowledged.length, ...load.counted }));
  expect(load.faults).toEqual([]);

  const client = await signedIn(web);
  try {
    await allJobsDone().catch(async (error: unknown) => {
      throw new Error(`${JSON.stringify(await openJobs(), null, 1)}\n${worker.output.slice(-4000)}`, {
        cause: error,
      });
    });
    for (const { uuid, pressmark, images: promised } of load.acknowledged.slice(-LOOKS)) {
      expect(await importEnded(client, uuid)).toMatchObject({
        pressmark,
        imagesCount: promised.length,
        notReadyImagesCount: 0,
        failedImagesCount: 0,
      });
      const item = expectStatus(await client.call(getItem, { params: { uuid } }), 200);
      expect(item.thumbnail === null).toBe(promised.length === 0);
      const page = expectStatus(await client.call(listItemImages, { params: { uuid } }), 200);
      const kept = page._embedded.images.map(({ position, sha256, importState }) => ({
        position,
        sha256,
        importState,
      }));
      expect(kept).toEqual(
        promised.map(({ sha256 }, index) => ({ position: index + 1, sha256, importState: 'DONE' })),
      );
    }
  } finally {
    client.close();
  }

  const kept = originals(storage());
  const promised = [...load.acknowledged.flatMap((item) => item.images), ...load.loose];
  for (const { uuid, sha256 } of promised) {
    expect(kept.filter(({ file }) => file.endsWith(`/${uuid}`))).toEqual([
      expect.objectContaining({ sha256 }),
    ]);
  }
  // Every record was made once, with its files in their order, its link and its word in the history, and is counted.
  const own = `item.pressmark like '${load.name} %'`;
  const items = await rows<{ pressmark: string; images: unknown }>(`
    select pressmark, links, items_made, images_made, not_ready_images_count + failed_images_count as not_done, images
    from item
    cross join lateral (select count(*)::int as links from item_link where item_uuid = item.uuid) as link
    cross join lateral (
      select count(*)::int as items_made from history
      where record_uuid = item.uuid and resource_type = 'ITEM' and action = 'create'
    ) as made
    cross join lateral (
      select coalesce(json_agg(json_build_array(asset.position, upload.sha256) order by asset.position), '[]') as images,
        (select count(*)::int from history
          where record_uuid = any(array_agg(asset.uuid)) and resource_type = 'MEDIA' and action = 'create'
        ) as images_made
      from asset left join upload on upload.uuid = asset.uuid and claimed_at is not null
      where asset.item_uuid = item.uuid
    ) as asset
    where ${own}`);
  const byPressmark = (one: { pressmark: string }, other: { pressmark: string }) =>
    one.pressmark < other.pressmark ? -1 : 1;
  expect(items.sort(byPressmark)).toEqual(
    load.acknowledged
      .map(({ pressmark, images: promisedOfIt }) => ({
        pressmark,
        links: 1,
        items_made: 1,
        images_made: promisedOfIt.length,
        not_done: 0,
        images: promisedOfIt.map(({ sha256 }, index) => [index + 1, sha256]),
      }))
      .sort(byPressmark),
  );
  expect(
    await rows(`select items_count = (select count(*) from item) as counted from collection where is_root`),
  ).toEqual([{ counted: true }]);
  // The next start a day later finds what died half-way, and nothing else.
  await web.stop();
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toEqual({ code: 0, signal: null });
  ageHalfWritten(storage());
  await web.restart();
  expect(halfWritten(storage())).toEqual([]);
  expect(originals(storage())).toEqual(kept);
});
