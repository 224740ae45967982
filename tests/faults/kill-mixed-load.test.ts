import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { signedIn } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { PostgresServer } from '../harness/postgres-server.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { expectKept, LeftRows } from './kept-load.ts';
import { MixedLoad } from './mixed-load.ts';
import { ProgramRun } from './program-run.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { ageHalfWritten, halfWritten, originals } from './storage-files.ts';

const KILLS = isSoak ? 1_000 : 3;
/** The soak goes on to other things after so long, and says how many kills it came to: how long one takes is the machine's. */
const KILLING_MAX_MS = 20 * 60_000;
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

  const left = new LeftRows({ connectionString: database.url });
  const client = await signedIn(web);
  try {
    await left.allJobsDone().catch(async (error: unknown) => {
      throw new Error(`${JSON.stringify(await left.openJobs(), null, 1)}\n${worker.output.slice(-4000)}`, {
        cause: error,
      });
    });
    await expectKept(load, client, storage(), left);
  } finally {
    client.close();
  }
  const kept = originals(storage());
  // The next start a day later finds what died half-way, and nothing else.
  await web.stop();
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toEqual({ code: 0, signal: null });
  ageHalfWritten(storage());
  await web.restart();
  expect(halfWritten(storage())).toEqual([]);
  expect(originals(storage())).toEqual(kept);
});
