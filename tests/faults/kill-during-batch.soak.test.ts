import { createCollection } from '@armarium/contract/record-edits';
import { listBatchRecords } from '@armarium/contract/batch-records';
import { getBatch, startBatch, undoBatch, type Batch } from '@armarium/contract/batches';
import { getCollection, listCollectionItems } from '@armarium/contract/collection-calls';
import { searchItems } from '@armarium/contract/item-calls';
import {
  checkSpreadsheet,
  getSpreadsheet,
  listSpreadsheetRows,
  uploadSpreadsheet,
  type Spreadsheet,
} from '@armarium/contract/spreadsheets';
import { mkdtemp, rm, chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, rootUuid, signedIn } from '../harness/importing.ts';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';

/** Several chunks of a thousand, so that a kill finds some done and some not. */
const RECORDS = isSoak ? 12_000 : 3_000;
const KILLS = isSoak ? 8 : 1;

let armarium: RunningArmarium;
let client: HttpClient;
let folder: string;
/** A further attempt of the runner's makes records of its own. */
let attempts = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-batch-'));
  // PostgreSQL, which runs as another account where we are root, has to pass through here.
  await chmod(folder, 0o755);
  armarium = await RunningArmarium.start();
  client = await signedIn(armarium);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
  await rm(folder, { recursive: true, force: true });
});

const current = async (uuid: string): Promise<Batch> =>
  expectStatus(await client.call(getBatch, { params: { uuid } }), 200);

/** Kills the program each time some more of a batch is done. @returns the batch at its end */
async function killedUntilDone(uuid: string): Promise<Batch> {
  for (let kill = 0, done = 0; kill < KILLS; kill += 1) {
    const before = done;
    const batch = await until('it goes on', async () => {
      const now = await current(uuid);
      return now.done > before || now.endedDate !== null ? now : undefined;
    });
    if (batch.endedDate !== null) break;
    done = batch.done;
    await armarium.kill9();
    await armarium.restart();
  }
  return until('it is over', async () => {
    const batch = await current(uuid);
    return batch.endedDate === null ? undefined : batch;
  });
}

test('[API-182, API-183] a batch whose process is killed goes on where it was, and changes each record once', async () => {
  const word = `Book${(attempts += 1)}`;
  const file = join(folder, 'many.csv');
  const rows = Array.from({ length: RECORDS }, (_, index) => `${word} ${index};${word} ${index};Many`);
  await writeFile(file, ['pressmark;sgtt;collectionPath', ...rows, ''].join('\n'));
  const run = ProgramRun.armarium(['import', 'records', file, '--report', join(folder, 'report.csv')], {
    DATA_DIR: armarium.dataDir,
  });
  expect(await run.ended).toMatchObject({ code: 0 });
  const all = { state: 'DONE', changed: RECORDS, failed: 0 };

  const selection = { query: { text: word, findBy: 'sgtt' }, expected: RECORDS } as const;
  if (isSoak) {
    const made = { sgtt: `To ${word}`, parentCollectionsUuids: await rootUuid(client) };
    const to = expectStatus(await client.call(createCollection, { body: made }), 201).uuid;
    const linking = await client.call(startBatch, { body: { selection, action: { kind: 'link', to } } });
    expect(await killedUntilDone(expectStatus(linking, 202).uuid)).toMatchObject(all);
    const collection = await client.call(getCollection, { params: { uuid: to } });
    expect(expectStatus(collection, 200).culturalItemsCount).toBe(RECORDS);
    const listed = await client.call(listCollectionItems, { params: { uuid: to }, query: { size: 1 } });
    expect(expectStatus(listed, 200).page.totalElements).toBe(RECORDS);
  }

  const editing = await client.call(startBatch, {
    body: {
      selection,
      action: { kind: 'edit', changes: [{ name: 'sgtt', change: 'append', value: 'again' }] },
    },
  });
  const edited = expectStatus(editing, 202);
  expect(await killedUntilDone(edited.uuid)).toMatchObject(all);
  /** Of all of them. */
  const titles = async () => {
    const found: string[] = [];
    for (let page = 0; page * 1000 < RECORDS; page += 1) {
      const query = { text: word, findBy: 'sgtt', size: 1000, page } as const;
      const answer = expectStatus(await client.call(searchItems, { query }), 200);
      found.push(...answer._embedded.culturalItems.map(({ sgtt }) => sgtt));
    }
    expect(found).toHaveLength(RECORDS);
    return found;
  };
  const others = async (wanted: RegExp) => (await titles()).filter((title) => !wanted.test(title));
  // Twice on one record would show.
  expect(await others(/^Book\d+ \d+ again$/)).toEqual([]);
  if (!isSoak) return;

  const undo = expectStatus(await client.call(undoBatch, { params: { uuid: edited.uuid } }), 202);
  expect(await killedUntilDone(undo.uuid)).toMatchObject(all);
  expect(await others(/^Book\d+ \d+$/)).toEqual([]);
  const failed = await client.call(listBatchRecords, {
    params: { uuid: undo.uuid },
    query: { result: 'failed' },
  });
  expect(expectStatus(failed, 200).page.totalElements).toBe(0);
});

test('[IMP-21, IMP-22] a dry run whose process is killed goes on where it was, judges each row once, and changes no record', async () => {
  const rows = Array.from({ length: RECORDS }, (_, index) => `DRY ${index},Leaf ${index}`);
  const sent = {
    source: Buffer.from(['pressmark,sgtt', ...rows, ''].join('\n')),
    name: 'dry.csv',
    type: 'text/csv',
  };
  const { uuid } = expectStatus(await client.upload(uploadSpreadsheet, sent), 201);
  const now = async (): Promise<Spreadsheet> =>
    expectStatus(await client.call(getSpreadsheet, { params: { uuid } }), 200);
  const judged = ({ counts }: Spreadsheet) => Object.values(counts).reduce((sum, count) => sum + count, 0);
  expectStatus(await client.call(checkSpreadsheet, { params: { uuid } }), 202);
  for (let kill = 0, done = 0; kill < KILLS; kill += 1) {
    const before = done;
    const reached = await until('the dry run goes on', async () => {
      const sheet = await now();
      return sheet.state !== 'CHECKING' || judged(sheet) > before ? sheet : undefined;
    });
    if (reached.state !== 'CHECKING') break;
    done = judged(reached);
    await armarium.kill9();
    await armarium.restart();
  }
  const ended = await until('the dry run is over', async () => {
    const sheet = await now();
    return sheet.state === 'CHECKING' ? undefined : sheet;
  });
  expect(ended).toMatchObject({ state: 'CHECKED', rows: RECORDS, counts: { created: RECORDS } });
  expect(judged(ended)).toBe(RECORDS);
  const listed = await client.call(listSpreadsheetRows, { params: { uuid }, query: { size: 1 } });
  expect(expectStatus(listed, 200).page.totalElements).toBe(RECORDS);
  const found = await client.call(searchItems, { query: { text: 'Leaf', findBy: 'sgtt' } });
  expect(expectStatus(found, 200).page.totalElements).toBe(0);
});
