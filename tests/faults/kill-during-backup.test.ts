import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getItem, listItemImages } from '@armarium/contract/records';
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
import { seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';
import { filesBelow, originals } from './storage-files.ts';

const UPLOADS = 60;
const KILLS = 3;

let armarium: RunningArmarium;
let client: HttpClient;
let folder: string;
let item: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-backup-'));
  armarium = await RunningArmarium.start();
  client = await signedIn(armarium);
  const image = await drawnImage('jpeg', 3000, 2200, seed);
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

/**
 * Kills the command at one moment in so many runs of it, each time when a little more has been written than
 * the time before.
 * @returns how often it was killed before its end
 */
async function killed(begin: () => ProgramRun, written: () => number): Promise<number> {
  let kills = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const run = begin();
    const wanted = (UPLOADS * kill) / (KILLS + 2);
    await until(`${wanted} files were written`, () =>
      written() >= wanted || run.child.exitCode !== null ? true : undefined,
    );
    run.child.kill('SIGKILL');
    const { signal } = await run.ended;
    if (signal === 'SIGKILL') kills += 1;
  }
  return kills;
}

test('[RUN-08, RUN-07] a backup and its restore outlive kill -9; what comes of them is the same records and files', async () => {
  const backup = join(folder, 'backup');
  const source = { DATA_DIR: armarium.dataDir };
  const stored = join(armarium.dataDir, 'files', 'tenants');
  const kept = () => filesBelow(join(backup, 'files', 'tenants')).length;
  expect(await killed(() => ProgramRun.armarium(['backup', backup], source), kept)).toBe(KILLS);
  expect(existsSync(join(backup, 'manifest.json'))).toBe(false);

  // People go on working on the program that the killed backups ran beside.
  const target = { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0', SAMPLE_CATALOGUE: 'off' };
  const unfinished = await ended(ProgramRun.armarium(['restore', backup], target));
  expect(unfinished).toMatchObject({ code: 1, output: expect.stringContaining('was not finished') });
  const finished = await ended(ProgramRun.armarium(['backup', backup], source));
  expect(finished).toMatchObject({ code: 0, output: expect.stringContaining(`The backup is in ${backup}`) });
  expect(originals(join(backup, 'files'))).toEqual(originals(join(armarium.dataDir, 'files')));
  expect(filesBelow(join(backup, 'files', 'tenants'))).toEqual(filesBelow(stored));

  // The running one is in use; nothing is restored over it.
  const refused = await ended(ProgramRun.armarium(['restore', backup], source));
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('This installation is in use') });

  const brought = () => filesBelow(join(target.DATA_DIR, 'files', 'tenants')).length;
  expect(await killed(() => ProgramRun.armarium(['restore', backup], target), brought)).toBe(KILLS);
  const half = await ended(ProgramRun.armarium(['serve'], target));
  expect(half).toMatchObject({ code: 1, output: expect.stringContaining('was begun and did not end') });
  // The last kill: when all files are there, somewhere in the database's one transaction.
  const last = ProgramRun.armarium(['restore', backup], target);
  await until('all files were written', () =>
    brought() >= filesBelow(stored).length || last.child.exitCode !== null ? true : undefined,
  );
  await sleep(seed % 200);
  last.child.kill('SIGKILL');
  await last.ended;
  // Killed after its commit, it is done, and told as any installation in use.
  const again = await ended(ProgramRun.armarium(['restore', backup], target));
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
        images.map(({ uuid }) => from.send('GET', `/iiif/3/${uuid}/1024,1024,512,512/256,256/0/default.jpg`)),
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
  await until('nothing of the commands runs', () =>
    processesInFolder(folder).length === 0 ? true : undefined,
  );
});
