import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportReport } from './import-report.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-report-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a report has a line for each row, as a spreadsheet reads it, and counts by result', async () => {
  const report = await ImportReport.open(join(folder, 'report.csv'), 'row');
  await report.add({ row: 2, pressmark: 'MS 1', result: 'created' });
  await report.add({
    row: 3,
    pressmark: '=MS',
    result: 'refused',
    cause: 'sgtt: "x"; required',
    nextStep: 'Add it',
  });
  await report.add({ row: 4, pressmark: '写本', result: 'created' });
  await report.close();
  expect(await readFile(report.path, 'utf8')).toBe(
    [
      '\u{FEFF}row,pressmark,result,cause,next step',
      '2,MS 1,created,,',
      `3,'=MS,refused,"sgtt: ""x""; required",Add it`,
      '4,写本,created,,',
      '',
    ].join('\r\n'),
  );
  expect([...report.counts]).toEqual([
    ['created', 2],
    ['refused', 1],
  ]);
});

test('an earlier report may be written over, nothing else, not through a link either', async () => {
  const [again, list, link] = ['again.csv', 'list.csv', 'link.csv'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (let run = 1; run <= 2; run += 1) {
    const report = await ImportReport.open(again, 'row');
    await report.add({ row: run, pressmark: '', result: 'created' });
    await report.close();
  }
  expect(await readFile(again, 'utf8')).toMatch(/next step\r\n2,,created,,\r\n$/);
  await writeFile(list, 'pressmark,sgtt\nMS 1,One\n');
  await symlink(list, link);
  for (const path of [list, link]) {
    await expect(ImportReport.open(path, 'row')).rejects.toThrow(
      /is no report of an import\. Nothing was done/,
    );
  }
  expect(await readFile(list, 'utf8')).toBe('pressmark,sgtt\nMS 1,One\n');
});

test('the report of files names them in a column of that name, and either may be written over', async () => {
  const path = join(folder, 'files.csv');
  for (const first of ['row', 'file', 'row'] as const) {
    const report = await ImportReport.open(path, first);
    await report.close();
    expect(await readFile(path, 'utf8')).toBe(`\u{FEFF}${first},pressmark,result,cause,next step\r\n`);
  }
});

test('a report may go into a pipe that somebody reads', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const read = readFile(pipe, 'utf8');
  const report = await ImportReport.open(pipe, 'row');
  await report.add({ row: 2, pressmark: 'MS 1', result: 'created' });
  await report.close();
  expect(await read).toMatch(/next step\r\n2,MS 1,created,,\r\n$/);
});

test('a report that can not be written says so at once', async () => {
  await expect(ImportReport.open(join(folder, 'no', 'such', 'folder.csv'), 'row')).rejects.toThrow(
    /can't be written: there is no such file or folder.*--report/,
  );
});
