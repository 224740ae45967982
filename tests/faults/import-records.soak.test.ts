import { getBatch, startBatch, undoBatch, type Batch } from '@armarium/contract/batches';
import { exportItems } from '@armarium/contract/exchange';
import { listCollectionItems } from '@armarium/contract/collection-calls';
import { findAllItems, findItemByPressmark, searchItems } from '@armarium/contract/item-calls';
import { checkSpreadsheet, getSpreadsheet, uploadSpreadsheet } from '@armarium/contract/spreadsheets';
import { parse } from 'csv-parse/sync';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../apps/server/src/commands/command.ts';
import { exportCommand } from '../../apps/server/src/commands/export.ts';
import { importCommand } from '../../apps/server/src/commands/import.ts';
import { openDatabaseAccess } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { makeLogger } from '../../apps/server/src/observe/log.ts';
import { HttpClient } from '../harness/http-client.ts';
import { expectStatus } from '../harness/importing.ts';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { migrations } from '../http/template-database.ts';
import { commandRun } from './command-run.ts';
import { ProgramRun } from './program-run.ts';

/** Some twenty thousand real records. */
const all = resolve(import.meta.dirname, '../../../shared/data/metadata/catalogue-20k.jsonl.gz');

/** A word of each script, and a record that has it. */
const scripts = [
  ['Zethus', 'ISic000001'],
  ['Χρίστος', 'ISic000046'],
  ['МОСКВА', 'BA45874451'],
  ['일본어', 'BA70469910'],
  ['和聲', 'BA48138033'],
] as const;
/** What is looked for by name is there without the soak too, which takes all records. The first has no title. */
const lookedFor = ['ISic010019', ...scripts.map(([, pressmark]) => pressmark)];
const counted = (count: number) => count.toLocaleString('en');

let armarium: RunningArmarium;
let client: HttpClient;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-records-'));
  // PostgreSQL, which runs as another account where we are root, has to pass through here.
  await chmod(folder, 0o755);
  armarium = await RunningArmarium.start();
  client = new HttpClient(armarium.origin);
  await client.signIn(armarium.username, armarium.password);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A command beside the program that serves, ended. */
async function ran(...command: string[]) {
  const run = ProgramRun.armarium(command, { DATA_DIR: armarium.dataDir });
  return { ...(await run.ended), output: run.output };
}

/** The same command in this process. */
const done = (command: Command, ...words: string[]) => commandRun(command, words, armarium.dataDir);

const report = () => join(folder, 'report.csv');
const total = async () =>
  expectStatus(await client.call(findAllItems, { query: { size: 1 } }), 200).page.totalElements;

test('[RUN-07] import and export work beside the program that serves, and tell by their status how it went', async () => {
  const file = join(folder, 'small.csv');
  await writeFile(file, 'pressmark;sgtt\nPROC 1;One\nPROC 2;Two\n');
  expect(await ran('import', 'records', file, '--report', report())).toMatchObject({
    code: 0,
    output: expect.stringContaining('2 rows: 2 created.') as string,
  });
  expect((await client.call(findItemByPressmark, { query: { pressmark: 'PROC 1' } })).status).toBe(200);

  await writeFile(file, 'pressmark;sgtt\nPROC 1;One\nPROC 3;\n');
  expect(await ran('import', 'records', file, '--report', report())).toMatchObject({
    code: 1,
    output: expect.stringContaining('2 rows: 1 unchanged, 1 refused.') as string,
  });
  expect(await done(importCommand, 'records')).toMatchObject({
    code: 2,
    output: expect.stringContaining('Name one file') as string,
  });
  expect(await done(importCommand, 'rubbish', file)).toMatchObject({
    code: 2,
    output: expect.stringContaining('"rubbish" is neither') as string,
  });
  // Not buried under the whole help.
  expect(await ran('import', 'records', file, '--dry-rum')).toMatchObject({
    code: 2,
    output:
      'armarium import: There is no option --dry-rum. Is --dry-run meant?\n"armarium import --help" tells all of it.\n',
  });

  const out = join(folder, 'out.jsonl');
  expect(await done(exportCommand, out)).toMatchObject({ code: 0 });
  expect((await readFile(out, 'utf8')).trim().split('\n')).toHaveLength(2);
  const piped = await ran('export', '--format', 'csv');
  expect(piped.output).toContain('PROC 2,Two');
});

test('a dry run on an empty installation is refused, and makes nothing there', async () => {
  const scans = await mkdtemp(join(folder, 'scans-'));
  await writeFile(join(scans, 'MS 1_1.jpg'), 'x');
  const data = await mkdtemp(join(folder, 'data-'));
  const list = join(data, 'list.csv');
  await writeFile(list, 'pressmark;sgtt\nMS 1;One\n');
  const folderOfData = join(data, 'armarium');
  for (const words of [
    ['files', scans],
    ['records', list],
  ]) {
    const { code, output } = await commandRun(
      importCommand,
      [...words, '--dry-run', '--report', report()],
      folderOfData,
    );
    expect(code).toBe(1);
    expect(output).toContain('This installation is empty: a dry run has nothing to look into');
  }
  const access = await openDatabaseAccess(
    readConfig({ DATA_DIR: folderOfData }),
    makeLogger('silent'),
    migrations,
  );
  try {
    const { rows } = await access.migrator.query(
      'select name from tenant union all select username from account',
    );
    expect(rows).toEqual([]);
  } finally {
    await access.close();
  }
});

test('a reader who leaves ends an export quietly', async () => {
  const commands = ['export', 'export --format csv', 'user list', 'export --help'];
  for (const command of isSoak ? commands : commands.slice(0, 1)) {
    const run = new ProgramRun(
      ['bash', '-o', 'pipefail', '-c', `"$0" armarium.mjs ${command} | true`, process.execPath],
      { DATA_DIR: armarium.dataDir },
    );
    expect({ command, ...(await run.ended) }).toMatchObject({ command, code: 0 });
    expect(run.output).toBe('');
  }
});

test('standard input is read like a file, gzipped too', async () => {
  const file = join(folder, 'piped.jsonl.gz');
  await writeFile(file, gzipSync('{"pressmark":"PIPE 1","sgtt":"One"}\n'));
  const run = new ProgramRun(
    [
      'sh',
      '-c',
      `cat '${file}' | exec '${process.execPath}' armarium.mjs import records - --report '${report()}'`,
    ],
    { DATA_DIR: armarium.dataDir },
  );
  expect(await run.ended).toMatchObject({ code: 0 });
  expect(run.output).toContain('1 row: 1 created.');
});

describe.skipIf(!existsSync(all))('the real records (skipped where ../shared/data is absent)', () => {
  interface RealRecord {
    readonly pressmark: string;
    readonly sgtt: string | null;
    readonly autn: string | null;
    readonly sgti: string | null;
  }
  let realRecords: string;
  let records: readonly RealRecord[];
  let titled: number;

  beforeAll(async () => {
    const lines = gunzipSync(await readFile(all))
      .toString('utf8')
      .trim()
      .split('\n');
    const isWanted = (line: string, index: number) =>
      isSoak || index % 10 === 0 || lookedFor.some((pressmark) => line.includes(`"${pressmark}"`));
    const taken = lines.filter(isWanted);
    realRecords = join(folder, 'real.jsonl.gz');
    await writeFile(realRecords, gzipSync(taken.join('\n')));
    records = taken.map((line) => JSON.parse(line) as RealRecord);
    titled = records.filter(({ sgtt }) => sgtt !== null && sgtt !== '').length;
    expect(titled).toBe(records.length - 1);
    if (isSoak) expect(records).toHaveLength(19_996);
  });

  test('go in though the import is killed in their midst; one without a title is told; a further run changes nothing', async () => {
    const before = await total();
    const killed = ProgramRun.armarium(['import', 'records', realRecords, '--report', report()], {
      DATA_DIR: armarium.dataDir,
    });
    await until('records are in', async () => ((await total()) > before ? true : undefined));
    await killed.end();
    const at = (await total()) - before;
    // Here and there the whole small part is in before this process has a processor to kill it.
    if (isSoak) expect(at).toBeLessThan(titled);
    console.log(`killed after ${at} of ${titled} records`);

    const rest = await ran('import', 'records', realRecords, '--report', report());
    expect(rest.code).toBe(1);
    expect(await total()).toBe(before + titled);
    const lines = (await readFile(report(), 'utf8')).trim().split('\r\n').slice(1);
    const withResult = (result: string) => lines.filter((line) => line.split(',')[2] === result);
    const untitled = 1 + records.findIndex(({ pressmark }) => pressmark === 'ISic010019');
    expect(withResult('refused')).toEqual([
      expect.stringMatching(new RegExp(`^${untitled},ISic010019,refused,sgtt: It is required\\.`)),
    ]);
    expect(withResult('unchanged')).toHaveLength(at);
    expect(lines).toHaveLength(records.length);

    const again = await done(importCommand, 'records', realRecords, '--dry-run', '--report', report());
    expect(again.output).toContain(
      `${counted(records.length)} rows: ${counted(titled)} unchanged, 1 refused.`,
    );
    expect(again.output).not.toContain('to be made');
  });

  test('stand in the catalogue as the file has them, in NFC', async () => {
    const found = await client.call(searchItems, { query: { text: '和聲學教科書' } });
    const [item] = expectStatus(found, 200)._embedded.culturalItems;
    expect(item).toMatchObject({ pressmark: 'BA48138033', autn: '島崎赤太郎閲 ; 福井直秋著' });
    const place = await client.call(listCollectionItems, {
      params: { uuid: item?.parentCollectionsUuids[0] ?? '' },
      query: { size: 20 },
    });
    expect(expectStatus(place, 200)._embedded.culturalItems).toHaveLength(20);

    const unnormalised = records.filter(({ sgtt, autn, sgti }) => {
      const written = JSON.stringify([sgtt, autn, sgti]);
      return written !== written.normalize('NFC');
    });
    if (isSoak) expect(unnormalised).toHaveLength(267);
    expect(unnormalised.length).toBeGreaterThan(0);
    for (const { pressmark, sgtt } of unnormalised.slice(0, 20)) {
      const answer = await client.call(findItemByPressmark, { query: { pressmark } });
      const { sgtt: kept, customMetadataList } = expectStatus(answer, 200);
      expect(kept).toBe(sgtt?.normalize('NFC').trim());
      const text = JSON.stringify(customMetadataList);
      expect(text).toBe(text.normalize('NFC'));
    }
  });

  test('go out and come back unchanged, as JSON Lines and as CSV', async () => {
    for (const name of ['all.jsonl.gz', 'all.csv']) {
      const file = join(folder, name);
      expect(await done(exportCommand, file)).toMatchObject({ code: 0 });
      const back = await done(importCommand, 'records', file, '--dry-run', '--report', report());
      expect(back).toMatchObject({ code: 0 });
      const rows = counted(await total());
      expect(back.output).toContain(`${rows} rows: ${rows} unchanged.`);
    }
  });

  test.each(scripts)('are found in the script that they are written in: %s', async (text, pressmark) => {
    const found = expectStatus(await client.call(searchItems, { query: { text, size: 1000 } }), 200);
    expect(found._embedded.culturalItems.map((item) => item.pressmark)).toContain(pressmark);
    expect(found.page.totalElements).toBeLessThan(200);
  });

  test('are edited in bulk and that is undone; exported, they come back as spreadsheets without a difference', async () => {
    const query = { text: '経済' };
    const { totalElements } = expectStatus(await client.call(searchItems, { query }), 200).page;
    expect(totalElements).toBeGreaterThan(isSoak ? 200 : 10);
    const exported = async (format: 'csv' | 'xlsx') => {
      const answer = await client.call(exportItems, { query: { ...query, format } });
      expect(answer.status).toBe(200);
      return answer.bytes;
    };
    /** All but the number that each write of a record makes higher. */
    const table = async () => {
      const cells: string[][] = parse(await exported('csv'), { bom: true, columns: false });
      const [heading = [], ...rows] = cells;
      const version = heading.indexOf('recordVersion');
      expect(version).toBeGreaterThan(0);
      expect(rows).toHaveLength(totalElements);
      return [heading, ...rows].map((row) => row.filter((_cell, column) => column !== version));
    };
    const ended = async (batch: Batch) => {
      const found = await until('the batch has ended', async () => {
        const now = expectStatus(await client.call(getBatch, { params: { uuid: batch.uuid } }), 200);
        return now.endedDate === null ? undefined : now;
      });
      expect(found.changed).toBe(totalElements);
      return found;
    };

    const before = await table();
    const edit = await client.call(startBatch, {
      body: {
        selection: { query, expected: totalElements },
        action: { kind: 'edit', changes: [{ name: 'autn', change: 'append', value: '(looked at)' }] },
      },
    });
    const done = await ended(expectStatus(edit, 202));
    expect((await table()).filter((row) => row.some((cell) => cell.endsWith('(looked at)')))).toHaveLength(
      totalElements,
    );
    await ended(expectStatus(await client.call(undoBatch, { params: { uuid: done.uuid } }), 202));
    expect(await table()).toEqual(before);

    for (const format of ['csv', 'xlsx'] as const) {
      const sent = await client.upload(uploadSpreadsheet, {
        source: await exported(format),
        name: `all.${format}`,
        type: 'application/octet-stream',
      });
      const { uuid } = expectStatus(sent, 201);
      expectStatus(await client.call(checkSpreadsheet, { params: { uuid } }), 202);
      const sheet = await until('the dry run has ended', async () => {
        const now = expectStatus(await client.call(getSpreadsheet, { params: { uuid } }), 200);
        return now.state === 'CHECKING' ? undefined : now;
      });
      expect(sheet).toMatchObject({ state: 'CHECKED', counts: { unchanged: totalElements } });
    }
  });
});
