import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { HookServer } from '../harness/hook-server.ts';
import { importEnded, importNewItem, rootUuid, signedIn, upload } from '../harness/importing.ts';
import { openMailServer } from '../harness/mail-server.ts';
import { until } from '../harness/waiting.ts';
import { PostgresServer } from '../harness/postgres-server.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { EditingLoad } from './editing-load.ts';
import { expectKept, LeftRows } from './kept-load.ts';
import { MixedLoad } from './mixed-load.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { ageHalfWritten, halfWritten, originals } from './storage-files.ts';
import { SupervisedWorker } from './supervised-worker.ts';

const KILLS = isSoak ? 1_000 : 3;
/**
 * The soak goes on to other things after so long, and says how many kills it came to: how long one takes is the machine's.
 * `TEST_KILLING_MINUTES` gives it longer.
 */
const KILLING_MAX_MS = Number(process.env['TEST_KILLING_MINUTES'] ?? 20) * 60_000;
/** All jobs have to be done before what is left is compared. */
const COMPARING_MAX_MS = 20 * 60_000;
/** So many of what was edited are also looked at one by one, through the API. */
const LOOKS = 100;
/** Between two kills the load has so long at most. */
const PEACE_MS = isSoak ? 1_500 : 900;

let hooks: HookServer;
let database: PostgresServer;
let web: RunningArmarium;
let worker: SupervisedWorker;
let folder: string;
const storage = () => join(folder, 'files');
const mails = await openMailServer();
const env = () => ({
  DATABASE_URL: database.url,
  STORAGE_URL: `file://${storage()}`,
  LOG_LEVEL: 'info',
  FETCH_ALLOWED_ADDRESSES: '127.0.0.1',
  ...mails.settings,
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-kills-'));
  hooks = await HookServer.start();
  database = await PostgresServer.start();
  web = await RunningArmarium.start({ command: ['web'], env: env() });
  worker = new SupervisedWorker({ ...env(), DATA_DIR: join(folder, 'worker'), WORKERS: '2' });
});
afterAll(async () => {
  await worker?.end();
  await web?.close();
  await database?.close();
  await hooks?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What is killed, and how it comes back. */
const victims = {
  process: async () => {
    await web.kill9();
    await web.restart();
  },
  worker: () => worker.kill9(),
  PostgreSQL: async () => {
    await database.kill9();
    await until('the server is ready again', async () =>
      (await fetch(`${web.origin}/readyz`).catch(() => undefined))?.ok ? true : undefined,
    );
  },
};
const names = Object.keys(victims) as (keyof typeof victims)[];

/** What else people do, upon an image that is ready. */
async function editingLoad(source: Buffer, random: () => number): Promise<EditingLoad> {
  const client = await signedIn(web);
  try {
    const sent = await upload(client, { source, name: 'step.jpg', type: 'image/jpeg' });
    const item = { pressmark: 'Shown', sgtt: 'Shown in stories', parents: [await rootUuid(client)] };
    await importEnded(client, await importNewItem(client, { ...item, uploads: [sent] }));
    return await EditingLoad.prepare(web, random, { image: sent.uuid, hooks, mails });
  } finally {
    client.close();
  }
}

test(
  '[IMP-21, IMP-22, RUN-05] nothing acknowledged is lost and nothing is there twice after kills of process, worker and PostgreSQL under load',
  { timeout: KILLING_MAX_MS + COMPARING_MAX_MS },
  async () => {
    console.log(`the same moments again: TEST_SEED=${seed}`);
    const random = randomNumbers(seed);
    const images = await Promise.all([0, 1, 2].map((index) => drawnImage('jpeg', 900, 700, seed + index)));
    const load = new MixedLoad(web.origin, images, random);
    const editing = isSoak ? await editingLoad(images[0] ?? Buffer.alloc(0), random) : undefined;
    load.begin(web);
    editing?.begin(web);
    await until('somebody has brought something', () => (load.acknowledged.length > 0 ? true : undefined));
    const heard = () => (editing ? editing.counted.answers - editing.counted.unavailable : 0);
    let heardBefore = heard();
    const killed = { process: 0, worker: 0, PostgreSQL: 0 };
    const began_ms = performance.now();
    for (let kill = 0; kill < KILLS && performance.now() - began_ms < KILLING_MAX_MS; kill += 1) {
      // A kill of what has not come back yet would try little.
      if (editing) await until('everybody works again', () => (heard() > heardBefore ? true : undefined));
      await sleep(random() * PEACE_MS);
      const victim = names[isSoak ? Math.floor(random() * names.length) : kill % names.length] ?? 'process';
      killed[victim] += 1;
      await victims[victim]();
      heardBefore = heard();
      expect(load.faults).toEqual([]);
      expect(editing?.faults ?? []).toEqual([]);
      if (kill % 50 === 49)
        console.log(`${kill + 1} kills, ${load.acknowledged.length} items`, editing?.written);
    }
    await Promise.all([load.end(), editing?.end()]);
    console.log(JSON.stringify({ killed, items: load.acknowledged.length, ...load.counted }));
    if (editing) console.log(JSON.stringify({ ...editing.written, ...editing.counted }));
    expect([...load.faults, ...(editing?.faults ?? [])]).toEqual([]);

    const left = new LeftRows({ connectionString: database.url });
    const client = await signedIn(web);
    try {
      await left.allJobsDone().catch(async (error: unknown) => {
        throw new Error(`${JSON.stringify(await left.openJobs(), null, 1)}\n${worker.output.slice(-4000)}`, {
          cause: error,
        });
      });
      await expectKept(load, client, storage(), left);
      await editing?.compare((text) => left.all(text), client, LOOKS);
    } finally {
      client.close();
    }

    const kept = originals(storage());
    // The next start a day later finds what died half-way, and nothing else.
    await web.stop();
    expect(await worker.stop()).toEqual({ code: 0, signal: null });
    ageHalfWritten(storage());
    await web.restart();
    expect(halfWritten(storage())).toEqual([]);
    expect(originals(storage())).toEqual(kept);
  },
);
