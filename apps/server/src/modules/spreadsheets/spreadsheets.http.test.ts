import { listBatchRecords } from '@armarium/contract/batch-records';
import { getBatch, undoBatch, type Batch } from '@armarium/contract/batches';
import { exportItems } from '@armarium/contract/exchange';
import type { Problem } from '@armarium/contract/problem';
import { findItemByPressmark, getItem } from '@armarium/contract/item-calls';
import { updateItem } from '@armarium/contract/record-edits';
import { saveSpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import {
  checkSpreadsheet,
  exportSpreadsheetReport,
  getSpreadsheet,
  importSpreadsheet,
  listSpreadsheetRows,
  updateSpreadsheet,
  uploadSpreadsheet,
  type Spreadsheet,
} from '@armarium/contract/spreadsheets';
import { createTemplate } from '@armarium/contract/templates';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import { batchJobs } from '../batch/public.ts';
import { system } from '../../db/database.ts';
import { changeTenant, tenantUsage } from '../tenancy/public.ts';
import { checkSpreadsheetJob } from './jobs/check-spreadsheet.job.ts';
import { MAPPINGS_MAX_BYTES } from './saved-mappings.ts';
import { judgedRowsAfter } from './spreadsheet.queries.ts';
import { jobContext } from '../../../../../tests/harness/job-context.ts';

const house = await openInstallation();
const editor = await house.person('default', 'ROLE_METADATA_EDITOR');
const manager = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(editor)).uuid;
const tenantId = house.tenantIds.default;
const check = checkSpreadsheetJob(house.program.media, Infinity);
const run = batchJobs(house.access.database, Infinity)['run-batch'];

async function brought(source: Uint8Array | string, name = 'records.csv'): Promise<Spreadsheet> {
  const answer = await editor.upload(uploadSpreadsheet, {
    source: typeof source === 'string' ? Buffer.from(source) : source,
    name,
    type: 'application/octet-stream',
  });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 201 });
  return answer.body;
}

async function refusedFile(source: Uint8Array | string): Promise<string | undefined> {
  const answer = await editor.upload(uploadSpreadsheet, {
    source: typeof source === 'string' ? Buffer.from(source) : source,
    name: 'file',
    type: 'application/octet-stream',
  });
  expect(answer.status).toBe(422);
  return (answer.body as unknown as Problem).fields[0]?.code;
}

async function checked(sheet: Spreadsheet): Promise<Spreadsheet> {
  const begun = await editor.call(checkSpreadsheet, { params: { uuid: sheet.uuid } });
  expect({ status: begun.status, body: begun.body }).toMatchObject({ status: 202 });
  const [row] = await house.query<{ run: number }>('select run from spreadsheet where uuid = $1', [
    sheet.uuid,
  ]);
  await check({ tenantId, spreadsheet: sheet.uuid, run: row?.run }, jobContext);
  return (await editor.call(getSpreadsheet, { params: { uuid: sheet.uuid } })).body;
}

async function ran(batch: Batch): Promise<Batch> {
  await run({ tenantId, batch: batch.uuid }, jobContext);
  return (await editor.call(getBatch, { params: { uuid: batch.uuid } })).body;
}

async function imported(
  sheet: Spreadsheet,
  accept: ('edited-since' | 'zeros-lost')[] = [],
  leaveOut = true,
): Promise<Batch> {
  const answer = await editor.call(importSpreadsheet, {
    params: { uuid: sheet.uuid },
    body: { accept, leaveOut },
  });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 202 });
  return ran(answer.body);
}

async function undone(batch: Batch): Promise<Batch> {
  const answer = await editor.call(undoBatch, { params: { uuid: batch.uuid } });
  expect(answer.status).toBe(202);
  return ran(answer.body);
}

const rowsOf = async (sheet: Spreadsheet) =>
  (
    await editor.call(listSpreadsheetRows, {
      params: { uuid: sheet.uuid },
      query: { size: 1000 },
    })
  ).body._embedded.rows;

const exported = async (collectionUuid: string, format: 'csv' | 'xlsx' = 'csv') =>
  (await editor.call(exportItems, { query: { format, collectionUuid } })).bytes;

type Table = string[][];
const tableOf = (bytes: Buffer): Table => parse(bytes, { bom: true, columns: false });
const csvOf = (table: Table) => Buffer.from(stringify(table));
const itemOf = async (uuid: string) => (await editor.call(getItem, { params: { uuid } })).body;
const valueOf = async (uuid: string, name: string) =>
  (await itemOf(uuid)).customMetadataList.filter((entry) => entry.name === name).map(({ value }) => value);

for (const template of [
  { name: 'year', type: 'INTEGER' },
  { name: 'day', type: 'DATE' },
  { name: 'bound', type: 'BOOLEAN' },
  { name: 'height', type: 'NUMBER' },
  { name: 'subject', type: 'STRING', repeatable: true },
] as const) {
  const { status } = await manager.call(createTemplate, {
    body: { resourceType: 'ITEM', priority: 'LOW', label: template.name, ...template },
  });
  expect(status).toBe(201);
}

/** A workbook as spreadsheets write them, its days counted from 1904; the rows are in its last sheet. */
function madeWorkbook(
  sheets: readonly string[],
  rows: string,
  shared: readonly string[],
  merged = '',
  before = '',
): Uint8Array {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const part = (xml: string) => Buffer.from(`<?xml version="1.0"?>${before}${xml}`);
  const sheet = (data: string) =>
    part(`<x:worksheet xmlns:x="m"><sheetData>${data}</sheetData>
    <mergeCells>${merged}</mergeCells></x:worksheet>`);
  return zipSync({
    'xl/workbook.xml': part(`<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets>
      ${sheets.map((name, index) => `<sheet name="${name}" r:id="r${index}"/>`).join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': part(`<Relationships>
      ${sheets.map((_, index) => `<Relationship Id="r${index}" Target="worksheets/${index}.xml"/>`).join('')}</Relationships>`),
    'xl/styles.xml': part(`<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`),
    'xl/sharedStrings.xml': part(
      `<sst>${shared
        .map(
          (text) => `<si><r><t>${escaped(text.slice(0, 3))}</t></r><r><t>${escaped(text.slice(3))}</t></r>
        <rPh><t>sound</t></rPh></si>`,
        )
        .join('')}</sst>`,
    ),
    ...Object.fromEntries(
      sheets.map((_, index) => [
        `xl/worksheets/${index}.xml`,
        sheet(index === sheets.length - 1 ? rows : ''),
      ]),
    ),
  });
}

let shelves = 0;
/** Some items in a collection of their own. */
async function shelf(...items: { sgtt: string; pressmark: string; autn?: string }[]) {
  shelves += 1;
  const uuid = await house.collection('default', `Shelf / ${shelves}`, [root]);
  const uuids: string[] = [];
  for (const item of items) uuids.push((await importedItem(editor, { ...item, parents: [uuid] })).uuid);
  return { uuid, uuids };
}

describe('the way back of a spreadsheet', () => {
  it('of an unedited export changes nothing, and guesses every column', async () => {
    const { uuid } = await shelf(
      { sgtt: '=1+1', pressmark: 'WB 1', autn: "'=odd" },
      { sgtt: 'Title, with "quotes"\nand lines', pressmark: 'WB 02', autn: '007' },
    );
    const sheet = await brought(await exported(uuid));
    expect(sheet.mapping.columns.every(({ target }) => target !== null)).toBe(true);
    const after = await checked(sheet);
    expect(after).toMatchObject({
      state: 'CHECKED',
      rows: 2,
      counts: { unchanged: 2, changed: 0, refused: 0 },
    });
    const answer = await editor.call(importSpreadsheet, {
      params: { uuid: sheet.uuid },
      body: { accept: [], leaveOut: true },
    });
    expect((answer.body as unknown as Problem).fields[0]?.code).toBe('nothing-to-write');
  });

  it('writes what was edited, made and cleared as one batch, whose undo takes all of it back', async () => {
    const { uuid, uuids } = await shelf(
      { sgtt: 'One', pressmark: 'ED 1', autn: 'Somebody' },
      { sgtt: 'Two', pressmark: 'ED 2', autn: 'Another' },
      { sgtt: 'Three', pressmark: 'ED 3' },
    );
    const table = tableOf(await exported(uuid));
    const column = (name: string) => table[0]!.indexOf(name);
    table[1]![column('sgtt')] = 'Uno';
    table[2]![column('autn')] = '';
    table[2]![column('subject')] = 'botany';
    const made = table[0]!.map(() => '');
    made[column('pressmark')] = 'ED 4';
    made[column('sgtt')] = 'Four';
    made[column('year')] = '1480';
    made[column('collectionPath')] = table[1]![column('collectionPath')]!;
    table.push(made);
    const sheet = await checked(await brought(csvOf(table)));
    expect(sheet.counts).toEqual({ created: 1, changed: 2, unchanged: 1, conflict: 0, refused: 0 });
    expect(sheet.changes).toContainEqual({ name: 'sgtt', before: ['One'], after: ['Uno'], rows: 1 });
    expect(await valueOf(uuids[0]!, 'sgtt')).toEqual(['One']);
    const batch = await imported(sheet, [], false);
    expect(batch).toMatchObject({
      kind: 'spreadsheet',
      state: 'DONE',
      total: 4,
      changed: 3,
      unchanged: 1,
      failed: 0,
    });
    expect(await valueOf(uuids[0]!, 'sgtt')).toEqual(['Uno']);
    expect(await valueOf(uuids[1]!, 'autn')).toEqual([]);
    expect(await valueOf(uuids[1]!, 'subject')).toEqual(['botany']);
    const four = (await editor.call(findItemByPressmark, { query: { pressmark: 'ED 4' } })).body;
    expect(four.parentCollectionsUuids).toEqual([uuid]);
    expect(await valueOf(four.uuid, 'year')).toEqual([1480]);
    // Somebody goes on with one of them.
    await editor.call(updateItem, { params: { uuid: uuids[0]! }, body: { sgtt: 'Later' } });
    const undo = await undone(batch);
    expect(undo).toMatchObject({ kind: 'undo', changed: 2, failed: 1 });
    expect(await valueOf(uuids[0]!, 'sgtt')).toEqual(['Later']);
    expect(await valueOf(uuids[1]!, 'autn')).toEqual(['Another']);
    expect((await editor.call(getItem, { params: { uuid: four.uuid } })).status).toBe(404);
    // And once more forth.
    expect(await undone(undo)).toMatchObject({ changed: 2, failed: 0 });
    expect((await itemOf(four.uuid)).sgtt).toBe('Four');
  });

  it('is refused, or stopped, where the organisation may have no more records', async () => {
    const rows = [['pressmark', 'sgtt'], ...[1, 2, 3, 4, 5].map((number) => [`QU ${number}`, 'Made'])];
    const setQuota = async (more: number | null) => {
      const { records } = await house.access.database.bookkeeping(tenantId, tenantUsage);
      const recordsQuota = more === null ? null : records + more;
      await changeTenant(house.access.migrator, tenantId, { recordsQuota });
      return records;
    };
    await setQuota(2);
    const sheet = await checked(await brought(csvOf(rows)));
    expect(sheet.counts).toMatchObject({ created: 5, refused: 0 });
    const start = () =>
      editor.call(importSpreadsheet, { params: { uuid: sheet.uuid }, body: { accept: [], leaveOut: true } });
    const records = await setQuota(2);
    expect(await start()).toMatchObject({
      status: 507,
      body: { code: 'records-quota', figures: { used: records + 5, limit: records + 2 } },
    });
    await setQuota(5);
    const { body: batch } = await start();
    // Others make records meanwhile.
    await setQuota(3);
    expect(await ran(batch)).toMatchObject({
      state: 'ERROR',
      changed: 3,
      failed: 0,
      causeCode: 'records-quota',
    });
    await setQuota(null);
    const again = await imported(await checked(await brought(csvOf(rows))));
    expect(again).toMatchObject({ state: 'DONE', changed: 2, unchanged: 3 });
  });

  it('names each cause with its row, and leaves bad rows out where that is said', async () => {
    const { uuid, uuids } = await shelf(
      { sgtt: 'Known', pressmark: 'CA 1' },
      { sgtt: 'Zeros', pressmark: '00123' },
    );
    const rows = [
      ['uuid', 'Segnatura', 'Titolo', 'collectionPath', 'year', 'day', 'bound', 'height'],
      ['', 'CA 10', '', '', '', '', '', ''],
      ['', 'CA 11', 'No such place', 'Nowhere / at all', '', '', '', ''],
      ['', 'CA 12', 'Bad values', '', 'late', '31/02/1900', 'perhaps', '1,5'],
      ['', 'ca  1', 'Changed by its pressmark', '', '', '3/4/1900', 'vero', '2.5'],
      ['', 'CA 1', 'Twice', '', '', '', '', ''],
      ['', '123', 'Lost zeros', '', '', '', '', ''],
      [uuids[1]!, 'CA 2', 'Another pressmark', '', '', '', '', ''],
      ['11111111-1111-4111-8111-111111111111', 'CA 13', 'Nobody', '', '', '', '', ''],
      ['x', 'CA 14', 'No uuid', '', '', '45000', '', ''],
    ];
    const sheet = await checked(await brought(csvOf(rows)));
    expect(sheet.counts).toEqual({ created: 0, changed: 1, unchanged: 0, conflict: 1, refused: 7 });
    const found = (await rowsOf(sheet)).map(({ row, result, problems }) => [
      row,
      result,
      problems.map(({ target, code }) => `${target}: ${code}`),
    ]);
    expect(found).toEqual([
      [2, 'refused', ['field:sgtt: required']],
      [3, 'refused', ['paths: unknown-collection']],
      [4, 'refused', ['field:year: whole-number', 'field:day: no-such-day', 'field:bound: boolean']],
      [5, 'changed', []],
      [6, 'refused', ['field:pressmark: twice-in-file']],
      [7, 'conflict', ['field:pressmark: zeros-lost']],
      [8, 'refused', ['field:pressmark: pressmark-changed']],
      [9, 'refused', ['uuid: unknown-uuid']],
      [10, 'refused', ['uuid: no-uuid', 'field:day: date-serial']],
    ]);
    const report = tableOf(
      (
        await editor.call(exportSpreadsheetReport, {
          params: { uuid: sheet.uuid },
          query: { language: 'it' },
        })
      ).bytes,
    );
    expect(report[0]).toContain('che cosa fare');
    expect(report.find(([row]) => row === '3')).toMatchObject({ 3: 'collectionPath', 4: 'Nowhere / at all' });
    const refused = await editor.call(importSpreadsheet, {
      params: { uuid: sheet.uuid },
      body: { accept: [], leaveOut: false },
    });
    expect((refused.body as unknown as Problem).fields[0]?.code).toBe('rows-refused');
    const batch = await imported(sheet);
    expect(batch).toMatchObject({ state: 'DONE', total: 9, changed: 1, failed: 8 });
    const left = (
      await editor.call(listBatchRecords, { params: { uuid: batch.uuid }, query: { result: 'failed' } })
    ).body._embedded.records;
    expect(left.map(({ title }) => title)).toContain('No such place');
    const nowhere = left.find(({ title }) => title === 'No such place');
    expect(nowhere?.detail).toMatch(/^Row 3: .*no collection/);
    expect(nowhere).toMatchObject({
      row: 3,
      problems: [{ code: 'unknown-collection', target: 'paths', value: 'Nowhere / at all', params: {} }],
    });
    expect(await valueOf(uuids[0]!, 'day')).toEqual(['1900-04-03']);
    expect(await valueOf(uuids[0]!, 'bound')).toEqual([true]);
    expect(await valueOf(uuids[0]!, 'height')).toEqual([2.5]);
    expect((await itemOf(uuids[0]!)).parentCollectionsUuids).toEqual([uuid]);
  });

  it('gives its report out by as much as fits at once, a row at least', async () => {
    const { uuid } = await shelf({ sgtt: 'One', pressmark: 'RB 1' }, { sgtt: 'Two', pressmark: 'RB 2' });
    const table = tableOf(await exported(uuid));
    const title = table[0]!.indexOf('sgtt');
    for (const row of table.slice(1)) row[title] += ' more';
    const sheet = await checked(await brought(csvOf(table)));
    const pageAfter = (after: number, bytes: number) =>
      house.access.database
        .tenant(tenantId, system)
        .read((db) => judgedRowsAfter(db, sheet.uuid, ['changed'], after, { rows: 10, bytes }))
        .then((rows) => rows.map(({ row_number }) => row_number));
    expect(await pageAfter(0, 1_000_000)).toEqual([2, 3]);
    expect(await pageAfter(0, 1)).toEqual([2]);
    expect(await pageAfter(2, 1)).toEqual([3]);
    expect(await pageAfter(3, 1)).toEqual([]);
  });

  it('keeps mappings as long as they are not too large together', async () => {
    const mapping = { columns: [], dayFirst: true, decimalComma: true };
    const save = (name: string) => editor.call(saveSpreadsheetMapping, { body: { name, mapping } });
    expect((await save('Small')).status).toBe(201);
    await house.query(
      `insert into spreadsheet_mapping (tenant_id, uuid, name, mapping, saved_by)
       values ($1, gen_random_uuid(), 'Large', to_jsonb(repeat('x', $2)), 'Somebody')`,
      [tenantId, MAPPINGS_MAX_BYTES],
    );
    const refused = await save('Another');
    expect([refused.status, (refused.body as unknown as Problem).fields[0]?.code]).toEqual([422, 'too-long']);
    await house.query(`delete from spreadsheet_mapping where name = 'Large'`);
    expect((await save('Another')).status).toBe(201);
  });

  it('tells what somebody changed after the export, and writes over it only where that is chosen', async () => {
    const { uuid, uuids } = await shelf(
      { sgtt: 'Before', pressmark: 'CF 1' },
      { sgtt: 'Calm', pressmark: 'CF 2' },
    );
    const table = tableOf(await exported(uuid));
    const title = table[0]!.indexOf('sgtt');
    await editor.call(updateItem, { params: { uuid: uuids[0]! }, body: { sgtt: 'Meanwhile' } });
    table[1]![title] = 'Mine';
    const sheet = await checked(await brought(csvOf(table)));
    expect(sheet).toMatchObject({ counts: { conflict: 1, unchanged: 1 }, conflicts: { 'edited-since': 1 } });
    const batch = await imported(sheet, ['edited-since']);
    expect(batch).toMatchObject({ changed: 1, unchanged: 1, failed: 0 });
    expect(await valueOf(uuids[0]!, 'sgtt')).toEqual(['Mine']);
  });

  it('leaves alone what is changed between the dry run and the import', async () => {
    const { uuid, uuids } = await shelf(
      { sgtt: 'Before', pressmark: 'LA 1' },
      { sgtt: 'Gone', pressmark: 'LA 2' },
    );
    const table = tableOf(await exported(uuid));
    const title = table[0]!.indexOf('sgtt');
    for (const row of table.slice(1)) row[title] += ' and mine';
    table.push(table[0]!.map((name) => (name === 'pressmark' ? 'LA 3' : name === 'sgtt' ? 'New' : '')));
    const sheet = await checked(await brought(csvOf(table)));
    expect(sheet.counts).toMatchObject({ changed: 2, created: 1 });
    await editor.call(updateItem, { params: { uuid: uuids[0]! }, body: { sgtt: 'Meanwhile' } });
    await importedItem(editor, { sgtt: 'Quicker', pressmark: 'la 3' });
    const batch = await imported(sheet);
    expect(batch).toMatchObject({ changed: 1, failed: 2 });
    const codes = (
      await editor.call(listBatchRecords, { params: { uuid: batch.uuid }, query: { result: 'failed' } })
    ).body._embedded.records.map(({ code }) => code);
    expect(codes.sort()).toEqual(['edited-since', 'pressmark-taken']);
    expect(await valueOf(uuids[0]!, 'sgtt')).toEqual(['Meanwhile']);
  });

  it('reads semicolons, Windows-1252 and UTF-16, and lets another encoding be chosen', async () => {
    const text = 'Segnatura;Titolo;height\r\nEN 1;Città di Forlì;1,5\r\n';
    const latin = await brought(Buffer.from(text, 'latin1'));
    expect(latin.reading).toEqual({ encoding: 'windows-1252', delimiter: ';' });
    expect(latin.samples[0]).toEqual(['EN 1', 'Città di Forlì', '1,5']);
    expect(latin.mapping.decimalComma).toBe(true);
    const wide = await brought(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]));
    expect(wide).toMatchObject({
      reading: { encoding: 'utf-16le' },
      samples: [['EN 1', 'Città di Forlì', '1,5']],
    });
    const wrong = await editor.call(updateSpreadsheet, {
      params: { uuid: latin.uuid },
      body: { reading: { encoding: 'utf-8' } },
    });
    expect(wrong.body.samples[0]?.[1]).toBe('Citt\uFFFD di Forl\uFFFD');
    const [row] = await rowsOf(await checked(wrong.body));
    expect(row).toMatchObject({
      result: 'refused',
      problems: [{ target: 'field:sgtt', code: 'wrong-encoding' }],
    });
  });

  it('comes back from a workbook as from CSV, whatever its texts are', async () => {
    const { uuid, uuids } = await shelf(
      { sgtt: '=1+1', pressmark: 'XL 1', autn: "'=odd _x000B_ \n second" },
      { sgtt: 'Plain', pressmark: '00777', autn: '1.50' },
    );
    const sheet = await checked(await brought(await exported(uuid, 'xlsx'), 'records.xlsx'));
    expect(sheet).toMatchObject({
      format: 'xlsx',
      sheets: ['Armarium'],
      counts: { unchanged: 2, refused: 0 },
    });
    const made = madeWorkbook(
      ['Empty', 'Records'],
      `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="inlineStr"><is><t>day</t></is></c>
         <c r="D2" t="str"><f>"ye"&amp;"ar"</f><v>year</v></c></row>
       <row r="3"/>
       <row r="4"><c r="A4" s="2"><v>777</v></c><c r="B4" t="s"><v>2</v></c><c r="C4" s="1"><v>1</v></c><c r="D4"><v>1480</v></c></row>
       <row r="5"><c r="A5" t="inlineStr"><is><t>XL 1</t></is></c><c r="D5" t="e"><v>#REF!</v></c></row>
       <row r="7"><c r="A7" t="inlineStr"><is><t>XL 9</t></is></c><c r="B7" t="s"><v>2</v></c></row>`,
      ['Segnatura', 'Titolo', 'Another <title>'],
      '<mergeCell ref="B6:B7"/>',
    );
    const read = await brought(made, 'made.xlsx');
    expect(read).toMatchObject({ sheets: ['Empty', 'Records'], reading: { sheet: 1 } });
    const judged = await checked(read);
    expect(
      (await rowsOf(judged)).map(({ row, result, problems }) => [row, result, problems[0]?.code]),
    ).toEqual([
      [4, 'changed', undefined],
      [5, 'refused', 'formula-error'],
      [7, 'refused', 'merged'],
    ]);
    await imported(judged);
    expect(await valueOf(uuids[1]!, 'day')).toEqual(['1904-01-02']);
    expect(await valueOf(uuids[1]!, 'sgtt')).toEqual(['Another <title>']);
  });

  it('refuses a workbook that would fill the memory, and one that is none', async () => {
    const bomb = zipSync({ 'xl/workbook.xml': [Buffer.alloc(80 * 1024 * 1024, ' '), { level: 9 }] });
    expect(await refusedFile(bomb)).toBe('bomb');
    const laughs = madeWorkbook(
      ['S'],
      '',
      [],
      '',
      '<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]>',
    );
    expect(await refusedFile(laughs)).toBe('entities');
    expect(await refusedFile(zipSync({ 'readme.txt': Buffer.from('hello') }))).toBe('not-a-spreadsheet');
    expect(await refusedFile(zipSync({ mimetype: Buffer.from('opendocument') }))).toBe('other-workbook');
    const whole = madeWorkbook(['S'], '<row><c><v>1</v></c></row>', []);
    expect(await refusedFile(whole.subarray(0, whole.length - 40))).toBe('broken-workbook');
    expect(await refusedFile(madeWorkbook(['S'], '<row><c/></row>', []))).toBe('no-header');
  });

  it('is refused where the numbers of its rows do not grow', async () => {
    const row = (number: string) => `<row r="${number}"><c t="inlineStr"><is><t>pressmark</t></is></c></row>`;
    for (const numbers of [['5', '5'], ['2', '1'], ['1048577'], ['x']]) {
      expect(await refusedFile(madeWorkbook(['S'], numbers.map(row).join(''), []))).toBe('broken-workbook');
    }
  });

  it('says of a file why it is no spreadsheet', async () => {
    expect(await refusedFile('')).toBe('empty');
    expect(await refusedFile(' \n\n')).toBe('empty');
    expect(await refusedFile(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2]))).toBe(
      'not-a-spreadsheet',
    );
    const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(await refusedFile(ole)).toBe('old-workbook');
    expect(await refusedFile(Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]))).toBe(
      'with-password',
    );
    const header = await checked(await brought('pressmark,sgtt\n'));
    expect(header).toMatchObject({ state: 'ERROR', cause: { code: 'no-rows' } });
    const open = await checked(await brought(`pressmark,sgtt\n${'A,B\n'.repeat(9)}C,"D\n`));
    expect(open).toMatchObject({
      state: 'ERROR',
      cause: { code: 'quote-not-closed', params: { row: '11' } },
    });
    expect((await house.storedFiles()).filter((file) => file.startsWith('.partial'))).toEqual([]);
  });
});

it('leaves values for which there is no column, whatever the columns say', async () => {
  const { uuid } = await importedItem(editor, {
    sgtt: 'Florilegium',
    pressmark: 'Several 1',
    parents: [root],
  });
  const customMetadataList = [
    ...(await itemOf(uuid)).customMetadataList,
    ...['botany', 'gardens', 'herbs'].map((value) => ({ name: 'subject', value })),
  ];
  const edited = await editor.call(updateItem, { params: { uuid }, body: { customMetadataList } });
  expect(edited.status).toBe(200);
  for (const cell of ['', 'botany']) {
    const sheet = await checked(await brought(`pressmark,subject\nSeveral 1,${cell}\n`));
    expect(sheet).toMatchObject({ state: 'CHECKED', counts: { unchanged: 1, changed: 0 } });
  }
  const sheet = await checked(await brought('pressmark,subject\nSeveral 1,Botany\n'));
  await imported(sheet);
  expect(await valueOf(uuid, 'subject')).toEqual(['Botany', 'gardens', 'herbs']);
});

it('a long dry run ends after its turn, and goes on in the next turn of its account', async () => {
  const sheet = await brought(`pressmark,sgtt\nTURN ${tenantId},A turn\n`);
  const { body } = await editor.call(checkSpreadsheet, { params: { uuid: sheet.uuid } });
  expect(body.state).toBe('CHECKING');
  const key = `${tenantId}:check-spreadsheet:${sheet.uuid}`;
  const [job] = await house.query<{ payload: Record<string, unknown> }>(
    'delete from graphile_worker._private_jobs where key = $1 returning payload',
    [key],
  );
  await checkSpreadsheetJob(house.program.media, 0)(job?.payload, jobContext);
  const stateNow = async () =>
    (await editor.call(getSpreadsheet, { params: { uuid: sheet.uuid } })).body.state;
  expect(await stateNow()).toBe('CHECKING');
  const next = await house.query<{ payload: unknown }>(
    'select payload from graphile_worker._private_jobs where key = $1',
    [key],
  );
  expect(next).toEqual([job]);
  await check(job?.payload, jobContext);
  expect(await stateNow()).toBe('CHECKED');
});
