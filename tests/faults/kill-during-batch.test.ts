import { createCollection } from '@armarium/contract/record-edits';
import { listBatchRecords } from '@armarium/contract/batch-records';
import { getBatch, startBatch, undoBatch, type Batch } from '@armarium/contract/batches';
import { getCollection, listCollectionItems, searchItems } from '@armarium/contract/records';
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
import { until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';

const RECORDS = 3_000;
const KILLS = 2;

let armarium: RunningArmarium;
let client: HttpClient;
let folder: string;

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

/** Kills the program again and again while it goes through a batch. @returns the batch at its end */
async function killedUntilDone(uuid: string): Promise<Batch> {
  for (let kill = 0, done = -1; kill < KILLS; kill += 1) {
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
  return until(
    'it is over',
    async () => {
      const batch = await current(uuid);
      return batch.endedDate === null ? undefined : batch;
    },
    120_000,
  );
}

test('[API-182, API-183] a batch whose process is killed goes on where it was, and changes each record once', async () => {
  const file = join(folder, 'many.csv');
  const rows = Array.from({ length: RECORDS }, (_, index) => `KILL ${index};Book ${index};Many`);
  await writeFile(file, ['pressmark;sgtt;collectionPath', ...rows, ''].join('\n'));
  const run = ProgramRun.armarium(['import', 'records', file, '--report', join(folder, 'report.csv')], {
    DATA_DIR: armarium.dataDir,
  });
  expect(await run.ended).toMatchObject({ code: 0 });
  const root = await rootUuid(client);
  const make = async (sgtt: string) =>
    expectStatus(await client.call(createCollection, { body: { sgtt, parentCollectionsUuids: root } }), 201)
      .uuid;
  const to = await make('To');
  const changes = [{ name: 'sgtt', change: 'append', value: 'again' }] as const;

  const selection = { query: { text: 'Book', findBy: 'sgtt' }, expected: RECORDS };
  const linked = expectStatus(
    await client.call(startBatch, { body: { selection, action: { kind: 'link', to } } }),
    202,
  );
  expect(await killedUntilDone(linked.uuid)).toMatchObject({ state: 'DONE', changed: RECORDS, failed: 0 });
  const { culturalItemsCount } = expectStatus(
    await client.call(getCollection, { params: { uuid: to } }),
    200,
  );
  expect(culturalItemsCount).toBe(RECORDS);

  const edited = expectStatus(
    await client.call(startBatch, {
      body: { selection, action: { kind: 'edit', changes: [...changes] } },
    }),
    202,
  );
  expect(await killedUntilDone(edited.uuid)).toMatchObject({ state: 'DONE', changed: RECORDS, failed: 0 });
  const page = { params: { uuid: to }, query: { size: 1000 } };
  const titles = async () =>
    expectStatus(await client.call(listCollectionItems, page), 200)._embedded.culturalItems.map(
      ({ sgtt }) => sgtt,
    );
  // Twice on one record would show.
  for (const title of await titles()) expect(title).toMatch(/^Book \d+ again$/);

  const undo = expectStatus(await client.call(undoBatch, { params: { uuid: edited.uuid } }), 202);
  expect(await killedUntilDone(undo.uuid)).toMatchObject({ state: 'DONE', changed: RECORDS, failed: 0 });
  for (const title of await titles()) expect(title).toMatch(/^Book \d+$/);
  const { page: failed } = expectStatus(
    await client.call(listBatchRecords, { params: { uuid: undo.uuid }, query: { result: 'failed' } }),
    200,
  );
  expect(failed.totalElements).toBe(0);
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
  for (let kill = 0, done = -1; kill < KILLS; kill += 1) {
    const before = done;
    const reached = await until('the dry run goes on', async () => {
      const sheet = await now();
      return sheet.state !== 'CHECKING' || judged(sheet) > before ? sheet : undefined;
    });
    // It would be no test of a kill.
    expect(kill > 0 || reached.state === 'CHECKING').toBe(true);
    done = judged(reached);
    await armarium.kill9();
    await armarium.restart();
  }
  const ended = await until(
    'the dry run is over',
    async () => {
      const sheet = await now();
      return sheet.state === 'CHECKING' ? undefined : sheet;
    },
    120_000,
  );
  expect(ended).toMatchObject({ state: 'CHECKED', rows: RECORDS, counts: { created: RECORDS } });
  expect(judged(ended)).toBe(RECORDS);
  const listed = await client.call(listSpreadsheetRows, { params: { uuid }, query: { size: 1 } });
  expect(expectStatus(listed, 200).page.totalElements).toBe(RECORDS);
  const found = await client.call(searchItems, { query: { text: 'Leaf', findBy: 'sgtt' } });
  expect(expectStatus(found, 200).page.totalElements).toBe(0);
});
