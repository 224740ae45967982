import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
  const report = await ImportReport.open(join(folder, 'report.csv'));
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

test('a report that can not be written says so at once', async () => {
  await expect(ImportReport.open(join(folder, 'no', 'such', 'folder.csv'))).rejects.toThrow(
    /can't be written \(ENOENT.*--report/,
  );
});
