import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '../../apps/server/src/commands/backup-folder.ts';
import { readList, type CopiedFile } from '../../apps/server/src/commands/backup-parts.ts';
import { digestOf } from '../../apps/server/src/storage/digest.ts';
import { openFileStorage } from '../../apps/server/src/storage/file-storage.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import { importEnded, signedIn } from '../harness/importing.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { until } from '../harness/waiting.ts';
import { MixedLoad } from './mixed-load.ts';
import { ProgramRun } from './program-run.ts';
import { filesBelow } from './storage-files.ts';

const KILLS = isSoak ? 16 : 4;
const KILLS_OF_ONE = 3;
/** So many items are there before the first backup. */
const ITEMS = isSoak ? 60 : 10;

let armarium: RunningArmarium;
let folder: string;
let load: MixedLoad;
const random = randomNumbers(seed);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-restores-'));
  // PostgreSQL, which runs as another account where we are root, has to pass through here.
  chmodSync(folder, 0o755);
  armarium = await RunningArmarium.start();
  load = new MixedLoad(armarium.origin, [await drawnImage('jpeg', 900, 700, seed)], random);
  load.begin(armarium);
  let before = 0;
  while (load.acknowledged.length < ITEMS) {
    before = load.acknowledged.length;
    await until('more was brought', () => load.acknowledged.length > before || undefined);
  }
});
afterAll(async () => {
  await load?.end();
  await armarium?.close();
  rmSync(folder, { recursive: true, force: true });
});

const backingUp = (into: string, dataDir = armarium.dataDir) =>
  ProgramRun.armarium(['backup', into], { DATA_DIR: dataDir });
const restoring = (from: string, dataDir: string) =>
  ProgramRun.armarium(['restore', from], { DATA_DIR: dataDir });

/** What is said to a person; the log beside it is JSON. */
const spoken = ({ output }: ProgramRun) =>
  output
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n');

async function done(run: ProgramRun): Promise<string> {
  const { code } = await run.ended;
  expect(code, run.output).toBe(0);
  return run.output;
}

/** How long a run takes that nobody disturbs. */
async function timeOf(run: ProgramRun): Promise<number> {
  const began_ms = performance.now();
  await done(run);
  return performance.now() - began_ms;
}

/** Kills a run at some moment before the time that it takes. */
async function killed(run: ProgramRun, took_ms: number, dataDir: string): Promise<void> {
  await Promise.race([sleep(took_ms * random()), run.ended]);
  run.child.kill('SIGKILL');
  const { code, signal } = await run.ended;
  if (signal === null) expect(code, run.output).toBe(0);
  await until('its database has ended', () => processesInFolder(dataDir).length === 0 || undefined);
}

/** What a backup holds: the rows of each table, sorted, and the hash of each file. Every file is read. */
async function contents(backup: string) {
  const { manifest } = await readManifest(backup);
  const tables = Object.fromEntries(
    manifest.tables.map(({ name, file }) => [
      name,
      gunzipSync(readFileSync(join(backup, file)))
        .toString('utf8')
        .split('\n')
        .sort(),
    ]),
  );
  const files: Record<string, string> = {};
  const storage = await openFileStorage(join(backup, 'files'));
  for await (const { key, sha256 } of readList<CopiedFile>(join(backup, manifest.files.list.file))) {
    files[key] = (await digestOf(storage.read(key))).sha256;
    expect(files[key]).toBe(sha256);
  }
  return { tables, files, sequences: manifest.sequences };
}

const isWhole = (backup: string) => existsSync(join(backup, 'manifest.json'));

test('a backup that was killed at any moment is whole, or told as none by a restore; the next one is whole', async () => {
  const own = mkdtempSync(join(folder, 'backups-'));
  const took_ms = await timeOf(backingUp(join(own, 'unbroken')));
  const told = { notFinished: 0, notBegun: 0, whole: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Every second one is begun anew, the others take up what the last one left.
    const backup = join(own, `backup-${Math.floor(kill / 2)}`);
    if (isWhole(backup)) continue;
    // The database is that of the program, which goes on: only the folder of the backup is looked at.
    await killed(backingUp(backup), took_ms, backup);
    if (isWhole(backup)) {
      told.whole += 1;
      await contents(backup);
      continue;
    }
    const target = join(own, `target-${kill}`);
    const refused = restoring(backup, target);
    expect((await refused.ended).code, refused.output).toBe(1);
    const isBegun = existsSync(join(backup, 'unfinished.json'));
    told[isBegun ? 'notFinished' : 'notBegun'] += 1;
    expect(refused.output).toContain(
      isBegun ? `"armarium backup ${backup}" takes it up where it ended` : backup,
    );
    expect(spoken(refused)).not.toContain('    at ');
    expect(filesBelow(join(target, 'files', 'tenants'))).toEqual([]);
    // The next backup goes on with it, or begins.
    if (kill % 2 === 1) {
      await done(backingUp(backup));
      await contents(backup);
    }
  }
  console.log(`seed ${seed}: ${JSON.stringify(told)}`);
});

test('a restore that was killed at any moment leaves what no start takes for whole; run again, it brings back the very same', async () => {
  const own = mkdtempSync(join(folder, 'restores-'));
  chmodSync(own, 0o755);
  await load.end();
  const client = await signedIn(armarium);
  for (const { uuid } of load.acknowledged) await importEnded(client, uuid);
  client.close();
  const backup = join(own, 'backup');
  await done(backingUp(backup));
  const kept = await contents(backup);
  const took_ms = await timeOf(restoring(backup, join(own, 'unbroken')));
  const told = { empty: 0, half: 0, whole: 0 };
  let restores = 0;
  for (let kill = 0; kill < KILLS;) {
    const target = join(own, `data-${(restores += 1)}`);
    // Several kills of one restore, until it is whole.
    let state: keyof typeof told = 'empty';
    for (let times = 0; times < KILLS_OF_ONE && state !== 'whole'; times += 1, kill += 1) {
      await killed(restoring(backup, target), took_ms, target);
      state = await stateAfter(target, join(own, `tried-${kill}`));
      told[state] += 1;
    }
    if (state !== 'whole')
      expect(await done(restoring(backup, target))).toMatch(/all counters are as they should be\.$/m);
    const again = join(own, `again-${restores}`);
    await done(backingUp(again, target));
    expect(await contents(again)).toEqual(kept);
  }
  console.log(`seed ${seed}: ${JSON.stringify(told)}`);
  expect(told.half).toBeGreaterThan(0);
});

/** Looks at what a killed restore left, and tries to start the program on it unless that would be a first start. */
async function stateAfter(target: string, attempt: string): Promise<'empty' | 'half' | 'whole'> {
  const looked = backingUp(attempt, target);
  const { code } = await looked.ended;
  if (code === 0) return 'whole';
  if (looked.output.includes('This installation is empty')) {
    expect(filesBelow(join(target, 'files', 'tenants'))).toEqual([]);
    return 'empty';
  }
  const start = ProgramRun.armarium(['serve'], { DATA_DIR: target, HOST: '127.0.0.1', PORT: '0' });
  try {
    const refused = await until('the start has ended', () => start.child.exitCode ?? undefined);
    expect(refused, start.output).toBe(1);
  } finally {
    await start.end();
  }
  for (const run of [looked, start]) {
    expect(spoken(run)).toContain('Run "armarium restore" with the same folder again');
    expect(spoken(run)).not.toContain('    at ');
  }
  return 'half';
}
