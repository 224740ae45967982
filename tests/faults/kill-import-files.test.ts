import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findItemByPressmark, listItemImages } from '@armarium/contract/records';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { expectStatus, importNewItem, rootUuid, signedIn } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { seed } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { originals } from './storage-files.ts';

const ITEMS = 6;
const PAGES = 8;
const KILLS = 5;

let armarium: RunningArmarium;
let folder: string;
const hashes = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-scans-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'scans'));
  for (let number = 0; number < ITEMS * PAGES; number += 1) {
    const name = `Kill-${1 + (number % ITEMS)}_${1 + Math.floor(number / ITEMS)}.jpg`;
    const bytes = await drawnImage('jpeg', 900, 700, number + 1);
    hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
    await writeFile(join(folder, 'scans', name), bytes);
  }
  armarium = await RunningArmarium.start();
  const client = await signedIn(armarium);
  const parents = [await rootUuid(client)];
  for (let item = 1; item <= ITEMS; item += 1) {
    await importNewItem(client, { pressmark: `Kill ${item}`, sgtt: `Item ${item}`, parents });
  }
  client.close();
});
afterAll(async () => {
  await armarium?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** The command as a process of its own, on the installation's data folder. */
function importing(): ProgramRun {
  const report = join(folder, 'report.csv');
  return ProgramRun.armarium(['import', 'files', join(folder, 'scans'), '--report', report], {
    DATA_DIR: armarium.dataDir,
    WORKERS: '2',
  });
}

const storedOriginals = () => originals(join(armarium.dataDir, 'files'));

async function expectEverythingOnce(): Promise<void> {
  const client = await signedIn(armarium);
  try {
    for (let number = 1; number <= ITEMS; number += 1) {
      const found = await client.call(findItemByPressmark, { query: { pressmark: `Kill ${number}` } });
      const { uuid } = expectStatus(found, 200);
      const page = await client.call(listItemImages, { params: { uuid } });
      const images = expectStatus(page, 200)._embedded.images;
      expect(images.map(({ sgtt, sha256, importState }) => ({ sgtt, sha256, importState }))).toEqual(
        Array.from({ length: PAGES }, (_, index) => ({
          sgtt: `Kill-${number}_${index + 1}`,
          sha256: hashes.get(`Kill-${number}_${index + 1}.jpg`),
          importState: 'DONE',
        })),
      );
    }
  } finally {
    client.close();
  }
}

async function kill(run: ProgramRun, signal: NodeJS.Signals, after: () => boolean): Promise<void> {
  await until(`it is time for ${signal}`, () => (after() || run.child.exitCode !== null ? true : undefined));
  run.child.kill(signal);
  await run.ended;
}

test('a dry run decodes images to their ends, in a process of their own', async () => {
  const cut = join(folder, 'cut');
  await mkdir(cut);
  const whole = await drawnImage('jpeg', 900, 700, 4711);
  await writeFile(join(cut, 'Kill-1_1.jpg'), whole);
  await writeFile(join(cut, 'Kill-1_2.jpg'), whole.subarray(0, whole.length * 0.9));
  const report = join(folder, 'cut.csv');
  const run = ProgramRun.armarium(['import', 'files', cut, '--dry-run', '--report', report], {
    DATA_DIR: armarium.dataDir,
  });
  await run.ended;
  const told = await readFile(report, 'utf8');
  expect(told).toContain('Kill-1_1.jpg,Kill 1,would be imported');
  expect(told).toContain('Kill-1_2.jpg,Kill 1,refused,The file is incomplete: its end is missing.');
});

test(`[IMP-21] an import of files that is killed ${KILLS} times, with and without a server, has each file once (seed ${seed})`, async () => {
  const random = randomNumbers(seed);
  for (let round = 0; round < KILLS; round += 1) {
    // Beside a running server, then alone, when the command has the database and workers of its own.
    if (round === 2) await armarium.stop();
    const before = storedOriginals().length;
    const more = 1 + Math.floor(random() * 4);
    const run = importing();
    await kill(run, 'SIGKILL', () => storedOriginals().length >= before + more);
    await sleep(Math.floor(random() * 50));
  }
  const stopped = importing();
  const before = storedOriginals().length;
  await kill(stopped, 'SIGINT', () => storedOriginals().length > before);
  expect(stopped.child.signalCode).toBeNull();

  const last = importing();
  expect({ ...(await last.ended), output: last.output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('Files: ') as string,
  });
  const again = importing();
  expect((await again.ended).code, again.output).toBe(0);
  expect(again.output).toContain(`Files: ${ITEMS * PAGES} unchanged.`);
  await until('the database of the command is gone', () =>
    processesInFolder(armarium.dataDir).length === 0 ? true : undefined,
  );
  await armarium.restart();
  await expectEverythingOnce();
  // What a kill cut off in the middle of an item was taken up, not stored again; but for the files that were
  // renamed when their row was not committed yet, two at once.
  const files = storedOriginals().map(({ sha256 }) => sha256);
  expect([...new Set(files)].sort()).toEqual([...hashes.values()].sort());
  expect(files.length - hashes.size).toBeLessThanOrEqual(2 * (KILLS + 1));
});

test('Ctrl-C ends it in order, and says how to go on', async () => {
  const client = await signedIn(armarium);
  await importNewItem(client, { pressmark: 'Stop', sgtt: 'Stop', parents: [await rootUuid(client)] });
  client.close();
  for (let page = 1; page <= 40; page += 1)
    await writeFile(
      join(folder, 'scans', `Stop_${page}.jpg`),
      await drawnImage('jpeg', 900, 700, 500 + page),
    );
  const before = storedOriginals().length;
  const run = importing();
  await until('some are stored', () => (storedOriginals().length > before + 3 ? true : undefined));
  run.child.kill('SIGINT');
  expect((await run.ended).code).toBe(1);
  expect(run.output).toContain('Run the same again to go on');
  expect(await readFile(join(folder, 'report.csv'), 'utf8')).toContain('unchanged');
  const { length } = storedOriginals();
  expect(length).toBeLessThan(before + 40);
  const last = importing();
  expect((await last.ended).code, last.output).toBe(0);
  expect(storedOriginals()).toHaveLength(before + 40);
});
