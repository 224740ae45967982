import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listItemImages } from '@armarium/contract/image-calls';
import { findItemByPressmark } from '@armarium/contract/item-calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { expectStatus, importNewItem, rootUuid, signedIn } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { isSoak, seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { originals } from './storage-files.ts';

const ITEMS = isSoak ? 12 : 3;
const PAGES = isSoak ? 24 : 5;
/** Half of them beside a running server, then as many where the command has the database and workers of its own. */
const KILLS = isSoak ? 40 : 2;

let armarium: RunningArmarium;
let folder: string;
/** A further attempt of the runner's brings items and files of its own. */
let attempts = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-scans-'));
  await chmod(folder, 0o755);
  armarium = await RunningArmarium.start();
});
afterAll(async () => {
  await armarium?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** Items without files, and a folder with scans of them. */
interface Scans {
  /** What the names of the files begin with. */
  readonly name: string;
  readonly folder: string;
  /** By the name of the file. */
  readonly hashes: ReadonlyMap<string, string>;
}

async function prepared(items: number, pages: number): Promise<Scans> {
  attempts += 1;
  const name = `Scan${attempts}`;
  const scans = join(folder, name);
  await mkdir(scans);
  const hashes = new Map<string, string>();
  const client = await signedIn(armarium);
  const parents = [await rootUuid(client)];
  for (let item = 1; item <= items; item += 1) {
    await importNewItem(client, { pressmark: `${name} ${item}`, sgtt: `Item ${item}`, parents });
    for (let page = 1; page <= pages; page += 1) {
      const bytes = await drawnImage('jpeg', 600, 450, 10_000 * attempts + pages * item + page);
      hashes.set(`${name}-${item}_${page}.jpg`, createHash('sha256').update(bytes).digest('hex'));
      await writeFile(join(scans, `${name}-${item}_${page}.jpg`), bytes);
    }
  }
  client.close();
  return { name, folder: scans, hashes };
}

/** The command as a process of its own, on the installation's data folder. */
function importing(scans: string, ...options: string[]): ProgramRun {
  const report = join(folder, 'report.csv');
  return ProgramRun.armarium(['import', 'files', scans, '--report', report, ...options], {
    DATA_DIR: armarium.dataDir,
    WORKERS: '2',
  });
}

/** How often each of the files is stored. */
function stored({ hashes }: Scans): number[] {
  const all = originals(join(armarium.dataDir, 'files'));
  return [...hashes.values()].map((hash) => all.filter(({ sha256 }) => sha256 === hash).length);
}
const storedCount = (scans: Scans) => stored(scans).reduce((sum, count) => sum + count, 0);

async function expectEverythingOnce({ name, hashes }: Scans): Promise<void> {
  const client = await signedIn(armarium);
  try {
    for (let number = 1; number <= ITEMS; number += 1) {
      const found = await client.call(findItemByPressmark, { query: { pressmark: `${name} ${number}` } });
      const { uuid } = expectStatus(found, 200);
      const page = await client.call(listItemImages, { params: { uuid }, query: { size: PAGES } });
      const images = expectStatus(page, 200)._embedded.images;
      expect(images.map(({ sgtt, sha256, importState }) => ({ sgtt, sha256, importState }))).toEqual(
        Array.from({ length: PAGES }, (_, index) => ({
          sgtt: `${name}-${number}_${index + 1}`,
          sha256: hashes.get(`${name}-${number}_${index + 1}.jpg`),
          importState: 'DONE',
        })),
      );
    }
  } finally {
    client.close();
  }
}

test('a dry run decodes images to their ends, in a process of their own', async () => {
  const { name, folder: scans } = await prepared(1, 2);
  const second = join(scans, `${name}-1_2.jpg`);
  const whole = await readFile(second);
  await writeFile(second, whole.subarray(0, whole.length * 0.9));
  await importing(scans, '--dry-run').ended;
  const told = await readFile(join(folder, 'report.csv'), 'utf8');
  expect(told).toContain(`${name}-1_1.jpg,${name} 1,would be imported`);
  expect(told).toContain(`${name}-1_2.jpg,${name} 1,refused,The file is incomplete: its end is missing.`);
});

test('[IMP-21] an import of files that is killed again and again, with and without a server, has each file once', async () => {
  console.log(`the same moments again: TEST_SEED=${seed}`);
  const random = randomNumbers(seed);
  await armarium.startIfStopped();
  const scans = await prepared(ITEMS, PAGES);
  for (let round = 0; round < KILLS; round += 1) {
    if (round === KILLS / 2) await armarium.stop();
    const before = storedCount(scans);
    const more = 1 + Math.floor(random() * 4);
    const run = importing(scans.folder);
    await until('it is time for the kill', () =>
      storedCount(scans) >= before + more || run.child.exitCode !== null ? true : undefined,
    );
    await sleep(random() * 50);
    await run.end();
  }
  const last = importing(scans.folder);
  expect({ ...(await last.ended), output: last.output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('Files: ') as string,
  });
  await until('the database of the command is gone', () =>
    processesInFolder(armarium.dataDir).length === 0 ? true : undefined,
  );
  await armarium.restart();
  await expectEverythingOnce(scans);
  // What a kill cut off in the middle of an item was taken up, not stored again; but for the files that were
  // renamed when their row was not committed yet, two at once.
  expect(Math.min(...stored(scans))).toBe(1);
  expect(storedCount(scans) - scans.hashes.size).toBeLessThanOrEqual(2 * KILLS);
});

test('Ctrl-C ends it in order, and says how to go on', async () => {
  const scans = await prepared(1, 24);
  const run = importing(scans.folder);
  await until('some are stored', () => (storedCount(scans) > 0 ? true : undefined));
  run.child.kill('SIGINT');
  expect(await run.ended).toEqual({ code: 1, signal: null });
  expect(run.output).toContain('Run the same again to go on');
});
