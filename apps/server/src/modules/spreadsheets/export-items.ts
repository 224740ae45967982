import { Readable } from 'node:stream';
import { exportItems } from '@armarium/contract/exchange';
import type { QueryOf } from '@armarium/contract/operation';
import type { TenantData } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid, ProblemError } from '../../problem-error.ts';
import { requireCollections } from '../catalogue/public.ts';
import { kindOf } from '../records/public.ts';
import { countOf, recordsOf, survey, type Survey } from './outgoing-records.ts';
import {
  csvHeader,
  csvLines,
  headerCells,
  recordCells,
  type OutgoingRecord,
  type TableColumns,
} from './record-lines.ts';
import { tableHeader, tableLines, tableRows, tableSurvey, type WantedTable } from './outgoing-table.ts';
import { CELL_MAX_LENGTH, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS, workbook } from './workbook.ts';

/** @throws ProblemError 422 where programs that read sheets would drop something, or refuse the file */
function requireFit(found: Pick<Survey, 'ids' | 'longest'>, width: number): void {
  const { longest } = found;
  const rows = countOf(found) + 1;
  const why =
    rows > SHEET_MAX_ROWS
      ? `There are ${rows} rows, and a sheet holds ${SHEET_MAX_ROWS}.`
      : width > SHEET_MAX_COLUMNS
        ? `There are ${width} columns, and a sheet holds ${SHEET_MAX_COLUMNS}.`
        : longest > CELL_MAX_LENGTH
          ? `A value has ${longest} characters, and a cell holds ${CELL_MAX_LENGTH}.`
          : undefined;
  if (why === undefined) return;
  throw invalid([{ name: 'format', code: 'sheet-too-small', message: `${why} Export it as CSV.` }]);
}

async function* csvText(columns: TableColumns, records: AsyncIterable<OutgoingRecord[]>) {
  yield csvHeader(columns);
  for await (const some of records) yield csvLines(columns, some);
}

async function* sheetRows(columns: TableColumns, records: AsyncIterable<OutgoingRecord[]>) {
  yield [headerCells(columns)];
  for await (const some of records) yield some.map((record) => recordCells(columns, record));
}

async function* tableText({ headings }: WantedTable, rows: AsyncIterable<string[][]>) {
  yield tableHeader(headings);
  for await (const some of rows) yield tableLines(some);
}

async function* tableSheet({ headings }: WantedTable, rows: AsyncIterable<string[][]>) {
  yield [[...headings]];
  yield* rows;
}

/** @throws ProblemError 400 where the numbers of headings and columns differ */
function wantedTable(column: readonly string[], heading: readonly string[] = column): WantedTable {
  if (heading.length === column.length) return { columns: column, headings: heading };
  throw new ProblemError(
    'malformed',
    `There are ${heading.length} headings for ${column.length} columns; send one for each, or none.`,
  );
}

/**
 * A table as in a list, or everything in the records, as a stream that has not started. Each page of rows has
 * a transaction of its own, so that a slow reader holds no connection.
 */
async function writtenItems(
  data: TenantData,
  { format, column, heading, sort, ...query }: QueryOf<typeof exportItems>,
): Promise<Readable> {
  const table = column && wantedTable(column, heading);
  if (table) {
    const found = await data.read(async (db) => {
      await requireCollections(db, query);
      return tableSurvey(data, db, { query, table, sort });
    });
    if (format === 'xlsx') requireFit(found, table.columns.length);
    const rows = tableRows(found, table, data.actor, (run) => data.read(run));
    return format === 'csv' ? Readable.from(tableText(table, rows)) : workbook(tableSheet(table, rows));
  }
  const found = await data.read(async (db) => {
    await requireCollections(db, query);
    return survey(db, kindOf('ITEM'), query);
  });
  const { columns } = found;
  if (format === 'xlsx') requireFit(found, headerCells(columns).length);
  const records = recordsOf(found, (run) => data.read(run));
  return format === 'csv' ? Readable.from(csvText(columns, records)) : workbook(sheetRows(columns, records));
}

/**
 * `GET /meta/culturalItems/export`: the table of a list, all pages of it. In a CSV an apostrophe is
 * put before text that a spreadsheet would run as a formula; in a workbook every cell is text.
 */
export const exportOperation: Implementation = implement(exportItems, async ({ data, query, reply, log }) => {
  const { format } = query;
  const bytes = await writtenItems(data, query);
  // The connection is cut, so that nobody takes a part for the whole.
  bytes.once('error', (error) => log.error({ err: error }, 'an export could not be written to its end'));
  const name = `items-${new Date().toISOString().slice(0, 10)}.${format}`;
  void reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(
      format === 'csv'
        ? 'text/csv; charset=utf-8; header=present'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
  return bytes;
});
