import { Readable } from 'node:stream';
import { exportItems } from '@armarium/contract/exchange';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid } from '../../problem-error.ts';
import { requireCollections } from '../catalogue/public.ts';
import { countOf, recordsOf, survey, type Survey } from './outgoing-items.ts';
import {
  csvHeader,
  csvLines,
  headerCells,
  recordCells,
  type OutgoingRecord,
  type TableColumns,
} from './record-lines.ts';
import { CELL_MAX_LENGTH, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS, workbook } from './workbook.ts';

/** @throws ProblemError 422 where the programs that read sheets would leave something out, or refuse the whole */
function requireFit(found: Survey): void {
  const { columns, longest } = found;
  const rows = countOf(found) + 1;
  const width = headerCells(columns).length;
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

/**
 * `GET /meta/culturalItems/export`: what a list shows, all pages of it, as a table. In a CSV what a spreadsheet
 * would run as a formula has an apostrophe before it; in a workbook every cell is text.
 */
export const exportOperation: Implementation = implement(
  exportItems,
  async ({ data, query: { format, ...query }, reply, log }) => {
    const found = await data.read(async (db) => {
      await requireCollections(db, query);
      return survey(db, query);
    });
    if (format === 'xlsx') requireFit(found);
    const { columns } = found;
    // Each page in a transaction of its own: whoever reads slowly keeps no connection.
    const records = recordsOf(found, (run) => data.read(run));
    const bytes =
      format === 'csv' ? Readable.from(csvText(columns, records)) : workbook(sheetRows(columns, records));
    // Cut off, so that nobody takes a part for the whole.
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
  },
);
