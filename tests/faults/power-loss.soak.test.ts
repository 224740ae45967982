import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { runningEmbeddedPostgres } from '../../apps/server/src/db/embedded/start-embedded-postgres.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import { rootUuid, signedIn } from '../harness/importing.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { freePort, RunningArmarium } from '../harness/start-armarium.ts';
import { until } from '../harness/waiting.ts';
import { expectKept, LeftRows } from './kept-load.ts';
import { LossyDisk, obstacleToLossyDisk } from './lossy-disk.ts';
import { MixedLoad } from './mixed-load.ts';
import { ProgramRun } from './program-run.ts';

const LOSSES = isSoak ? 20 : 3;
/** Between two losses of power the load has so long at most. */
const PEACE_MS = 3_000;
/** Programs may live so long on the dead disk before they end too. */
const AGONY_MS = 3_000;
/** Moments of a first start at which the power goes. */
const FIRST_STARTS = isSoak ? 12 : 3;
const DISK_MB = 1_500;

const why = obstacleToLossyDisk();
if (why !== undefined) console.log(`A loss of power is not tried: ${why}.`);

let disk: LossyDisk | undefined;
let armarium: RunningArmarium | undefined;
let run: ProgramRun | undefined;
afterEach(async () => {
  try {
    await run?.end();
    await armarium?.close();
  } finally {
    disk?.remove();
    [disk, armarium, run] = [undefined, undefined, undefined];
  }
});

/** Answers that should not have been given, with what the server logged of them. */
function withLog(faults: readonly string[], { log }: RunningArmarium): string[] {
  return faults.map((fault) => {
    const id = /"requestId":"([^"]+)"/.exec(fault)?.[1] ?? fault;
    return [fault, ...log.filter((line) => line.includes(id))].join('\n');
  });
}

test.skipIf(why !== undefined)('nothing acknowledged is lost when the power goes under load', async () => {
  console.log(`the same moments again: TEST_SEED=${seed}`);
  const random = randomNumbers(seed);
  const images = await Promise.all([0, 1, 2].map((index) => drawnImage('jpeg', 900, 700, seed + index)));
  disk = new LossyDisk(DISK_MB);
  const dataDir = join(disk.path, 'data');
  armarium = await RunningArmarium.start({ dataDir, isCopy: true });
  execFileSync('sync', ['-f', disk.path]);
  const load = new MixedLoad(armarium.origin, images, random);
  load.begin(armarium);
  try {
    for (let loss = 0; loss < LOSSES; loss += 1) {
      const before = load.acknowledged.length;
      await until('more has been brought', () => (load.acknowledged.length > before ? true : undefined));
      await sleep(random() * PEACE_MS);
      disk.losePower();
      await sleep(random() < 0.5 ? 0 : random() * AGONY_MS);
      await armarium.killAll();
      await disk.powerBack();
      await armarium.restart();
      expect(withLog(load.faults, armarium)).toEqual([]);
    }
  } finally {
    await load.end();
  }
  console.log(JSON.stringify({ losses: LOSSES, items: load.acknowledged.length, ...load.counted }));
  expect(load.faults).toEqual([]);

  const connection = await runningEmbeddedPostgres(dataDir);
  if (!connection) throw new Error('No database runs.');
  const left = new LeftRows(connection);
  const client = await signedIn(armarium);
  try {
    await left.allJobsDone();
    await expectKept(load, client, join(dataDir, 'files'), left);
  } finally {
    client.close();
  }
  await armarium.stop();
  run = ProgramRun.armarium(['verify'], { DATA_DIR: dataDir });
  expect(await run.ended.then(({ code }) => ({ code, output: run?.output }))).toMatchObject({ code: 0 });
});

test.skipIf(why !== undefined)(
  'a first start that the power interrupts is gone on with by the next',
  async () => {
    console.log(`the same moments again: TEST_SEED=${seed}`);
    const random = randomNumbers(seed);
    /** What an undisturbed first start takes. */
    let whole_ms = 0;
    for (let moment = 0; moment <= FIRST_STARTS; moment += 1) {
      disk = new LossyDisk(DISK_MB);
      const dataDir = join(disk.path, 'library', 'data');
      const port = await freePort();
      const origin = `http://127.0.0.1:${port}`;
      const credentials = { username: 'admin', password: 'a long enough password' };
      const start = () =>
        ProgramRun.armarium(['serve'], {
          DATA_DIR: dataDir,
          HOST: '127.0.0.1',
          PORT: String(port),
          ADMIN_PASSWORD: credentials.password,
          SAMPLE_CATALOGUE: 'off',
        });
      const ready = (started: ProgramRun) =>
        until('the program is ready', async () => {
          if (started.child.exitCode !== null) throw new Error(started.output);
          return (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok ? true : undefined;
        });

      const began_ms = performance.now();
      run = start();
      if (moment === 0) {
        await ready(run);
        whole_ms = performance.now() - began_ms;
      } else {
        // Each in its part of the start; the last ones fall just after it.
        await sleep(((moment - 1 + random()) / FIRST_STARTS) * whole_ms * 1.1);
      }
      disk.losePower();
      const lost_ms = performance.now() - began_ms;
      await run.end();
      for (const { pid } of processesInFolder(disk.path)) process.kill(pid, 'SIGKILL');
      await disk.powerBack();

      run = start();
      await ready(run).catch((error: unknown) => {
        throw new Error(`The power went after ${Math.round(lost_ms)} ms.\n${run?.output}`, { cause: error });
      });
      const client = await signedIn({ origin, ...credentials });
      await rootUuid(client);
      client.close();
      run.child.kill('SIGTERM');
      expect(await run.ended).toEqual({ code: 0, signal: null });
      run = ProgramRun.armarium(['verify'], { DATA_DIR: dataDir });
      expect(await run.ended.then(({ code }) => ({ code, output: run?.output }))).toMatchObject({ code: 0 });
      disk.remove();
      disk = undefined;
    }
  },
);
