import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listItemImages } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { MixedLoad } from './mixed-load.ts';
import { ProgramRun } from './program-run.ts';
import { filesBelow, originals } from './storage-files.ts';

/** Enough files to be killed among. */
const UPLOADS = isSoak ? 200 : 12;
const KILLS = isSoak ? 10 : 1;

let armarium: RunningArmarium;
let client: HttpClient;
let folder: string;
let item: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-backup-'));
  armarium = await RunningArmarium.start();
  client = await signedIn(armarium);
  const image = await drawnImage('jpeg', 1500, 1100, seed);
  const sent = { source: image, name: 'f. 1ʳ.jpg', type: 'image/jpeg' };
  item = await importNewItem(client, {
    pressmark: 'Backup 1',
    sgtt: 'Che sia salvo',
    parents: [await rootUuid(client)],
    uploads: [await upload(client, sent), await upload(client, sent)],
  });
  await importEnded(client, item);
  for (let count = 0; count < UPLOADS; count += 1) await upload(client, sent);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Said {
  readonly code: number | null;
  readonly output: string;
}

async function ended(run: ProgramRun): Promise<Said> {
  const { code } = await run.ended;
  return { code, output: run.output };
}

/** Short, since a dozen files are written within a moment. */
const LOOK_EVERY_MS = 10;

/**
 * Kills the command once, when so many files have been written. A kill that came too late, since this process had to
 * wait for a processor, is none: then it is begun anew on an empty folder.
 * @param isOver whether the command had done its work before it was killed
 */
async function killOnce(
  begin: () => ProgramRun,
  into: string,
  wanted: number,
  isOver: () => boolean,
): Promise<void> {
  await until('the command was killed in its midst', async () => {
    const run = begin();
    const written = () => filesBelow(join(into, 'files', 'tenants')).length;
    while (run.child.exitCode === null && written() < wanted) await sleep(LOOK_EVERY_MS);
    run.child.kill('SIGKILL');
    const { code, signal } = await run.ended;
    if (signal === 'SIGKILL' && !isOver()) return true;
    if (signal !== 'SIGKILL') expect(code, run.output).toBe(0);
    rmSync(into, { recursive: true });
    return undefined;
  });
}

/** Kills the command again and again, each time when a little more has been written than the time before. */
async function kill(begin: () => ProgramRun, into: string, isOver = () => false): Promise<void> {
  for (let kills = 1; kills <= KILLS; kills += 1)
    await killOnce(begin, into, (UPLOADS * kills) / (KILLS + 2), isOver);
}

test('[RUN-08, RUN-07] a backup and its restore outlive kill -9; what comes of them is the same records and files', async () => {
  // A further attempt of the runner's has folders of its own.
  const own = mkdtempSync(join(folder, 'attempt-'));
  chmodSync(own, 0o755);
  const backup = join(own, 'backup');
  const source = { DATA_DIR: armarium.dataDir };
  const stored = join(armarium.dataDir, 'files', 'tenants');
  // People go on working on the program that the killed backups run beside.
  const images = [await drawnImage('jpeg', 600, 450, seed)];
  const load = new MixedLoad(armarium.origin, images, randomNumbers(seed));
  if (isSoak) load.begin(armarium);
  const isWhole = () => existsSync(join(backup, 'manifest.json'));
  await kill(() => ProgramRun.armarium(['backup', backup], source), backup, isWhole);
  await load.end();
  expect(load.faults).toEqual([]);
  for (const { uuid } of load.acknowledged) await importEnded(client, uuid);
  expect(isWhole()).toBe(false);
  const finished = await ended(ProgramRun.armarium(['backup', backup], source));
  expect(finished).toMatchObject({ code: 0, output: expect.stringContaining(`The backup is in ${backup}`) });
  expect(originals(join(backup, 'files'))).toEqual(originals(join(armarium.dataDir, 'files')));
  expect(filesBelow(join(backup, 'files', 'tenants'))).toEqual(filesBelow(stored));

  const target = { DATA_DIR: join(own, 'data'), HOST: '127.0.0.1', PORT: '0', SAMPLE_CATALOGUE: 'off' };
  const restoring = () => ProgramRun.armarium(['restore', backup], target);
  await kill(restoring, target.DATA_DIR);
  if (isSoak) {
    // When all files are there, somewhere in the database's one transaction.
    const last = restoring();
    const all = filesBelow(stored).length;
    await until('all files were written', () =>
      filesBelow(join(target.DATA_DIR, 'files', 'tenants')).length >= all || last.child.exitCode !== null
        ? true
        : undefined,
    );
    await sleep(seed % 200);
    await last.end();
  }
  // Killed after its commit, it is done, and told as any installation in use.
  const again = await ended(restoring());
  expect(again.output).toMatch(
    /^Restored from .*\n.*all counters are as they should be\.$|This installation is in use/m,
  );
  const verified = await ended(ProgramRun.armarium(['verify'], target));
  expect(verified).toMatchObject({ code: 0, output: expect.not.stringContaining('no record') });
  expect(originals(join(target.DATA_DIR, 'files'))).toEqual(originals(join(armarium.dataDir, 'files')));
  expect(filesBelow(join(target.DATA_DIR, 'files', 'tenants'))).toEqual(filesBelow(stored));

  const restored = await RunningArmarium.start({ env: { DATA_DIR: target.DATA_DIR } });
  try {
    const reader = await signedIn(restored);
    const answers = async (from: HttpClient, origin: string) => {
      const record = await from.call(getItem, { params: { uuid: item } });
      const images = expectStatus(await from.call(listItemImages, { params: { uuid: item } }), 200)._embedded
        .images;
      const tiles = await Promise.all(
        images.map(({ uuid }) => from.send('GET', `/iiif/3/${uuid}/512,512,512,512/256,256/0/default.jpg`)),
      );
      const all = [record, ...tiles];
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
      // An address within an address is written in another way.
      return all.map(({ bytes }) =>
        bytes
          .toString('latin1')
          .replaceAll(origin, 'ORIGIN')
          .replaceAll(encodeURIComponent(origin), 'ORIGIN'),
      );
    };
    expect(await answers(reader, restored.origin)).toEqual(await answers(client, armarium.origin));
    reader.close();
  } finally {
    await restored.close();
  }
  await until('nothing of the commands runs', () => (processesInFolder(own).length === 0 ? true : undefined));
});
