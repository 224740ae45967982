import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { exportFormats } from '@armarium/contract/exchange';
import { invalid } from '../../problem-error.ts';
import { tableHeader, tableLines } from './outgoing-table.ts';
import { CELL_MAX_LENGTH, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS, workbook } from './workbook.ts';

type ExportFormat = (typeof exportFormats)[number];

interface TableSize {
  /** With the header. */
  readonly rows: number;
  readonly columns: number;
  /** The length of the longest value. */
  readonly longest: number;
}

/** @throws ProblemError 422 where programs that read sheets would drop something, or refuse the file */
export function requireFit({ rows, columns, longest }: TableSize): void {
  const why =
    rows > SHEET_MAX_ROWS
      ? `There are ${rows} rows, and a sheet holds ${SHEET_MAX_ROWS}.`
      : columns > SHEET_MAX_COLUMNS
        ? `There are ${columns} columns, and a sheet holds ${SHEET_MAX_COLUMNS}.`
        : longest > CELL_MAX_LENGTH
          ? `A value has ${longest} characters, and a cell holds ${CELL_MAX_LENGTH}.`
          : undefined;
  if (why === undefined) return;
  throw invalid([{ name: 'format', code: 'sheet-too-small', message: `${why} Export it as CSV.` }]);
}

async function* csvText(headings: readonly string[], rows: AsyncIterable<string[][]>) {
  yield tableHeader(headings);
  for await (const some of rows) yield tableLines(some);
}

async function* sheetRows(headings: readonly string[], rows: AsyncIterable<string[][]>) {
  yield [[...headings]];
  yield* rows;
}

/** A table of cells as a file of the format, as a stream that has not started. */
export function writtenTable(
  format: ExportFormat,
  headings: readonly string[],
  rows: AsyncIterable<string[][]>,
): Readable {
  return format === 'csv' ? Readable.from(csvText(headings, rows)) : workbook(sheetRows(headings, rows));
}

/**
 * Sends a table as a file to save, as it is written.
 * @param file.name what is in it, which begins the name of the file
 */
export function sendTable(
  bytes: Readable,
  file: { readonly name: string; readonly format: ExportFormat },
  reply: FastifyReply,
  log: Pick<FastifyBaseLogger, 'error'>,
): Readable {
  // The connection is cut, so that nobody takes a part for the whole.
  bytes.once('error', (error) => log.error({ err: error }, 'an export could not be written to its end'));
  const name = `${file.name}-${new Date().toISOString().slice(0, 10)}.${file.format}`;
  void reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(
      file.format === 'csv'
        ? 'text/csv; charset=utf-8; header=present'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
  return bytes;
}
