import { once } from 'node:events';
import { parse, type CsvError } from 'csv-parse';
import { readCell } from '../../modules/spreadsheets/public.ts';
import { ROW_MAX_BYTES } from './json-lines.ts';
import { RefusedRow, type ReadRow } from './refused-row.ts';
import { textOf } from './utf8.ts';

const delimiters = [',', ';', '\t'] as const;

/** The most frequent delimiter of the header row, outside of quotes; a comma where there is none. */
export function delimiterOf(beginning: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of beginning) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [most = ','] = [...delimiters].sort(
    (left, right) => (counts.get(right) ?? 0) - (counts.get(left) ?? 0),
  );
  return most;
}

/** Cells by column; a column whose name is repeated has several. */
export interface CsvRow {
  readonly cells: readonly { readonly column: string; readonly text: string }[];
}

const MENDED = 'Mend the row in the file and import it again.';

function cellsOf(record: readonly Buffer[], header: readonly string[]): CsvRow {
  if (record.length !== header.length) {
    throw new RefusedRow(
      `The row has ${record.length} cells, the header ${header.length}.`,
      'A cell that holds the delimiter, a quotation mark or a line break must stand in quotation marks.',
    );
  }
  const cells: { column: string; text: string }[] = [];
  for (const [index, bytes] of record.entries()) {
    const column = header[index] ?? '';
    const text = readCell(textOf(bytes, column === '' ? `cell ${index + 1}` : `cell "${column}"`));
    if (column !== '') cells.push({ column, text });
    else if (text.trim() !== '') {
      throw new RefusedRow(`Cell ${index + 1} has no name in the header row.`, 'Give the column a name.');
    }
  }
  return { cells };
}

/** An error that ends the reading: after an unclosed quotation mark the rows are not known. */
function unreadable(error: CsvError | undefined): RefusedRow {
  const unclosed = error?.code === 'CSV_QUOTE_NOT_CLOSED' || error?.code === 'CSV_MAX_RECORD_SIZE';
  return unclosed
    ? new RefusedRow(
        'A quotation mark is opened in this row and not closed. The file was not read any further.',
        'Close it, or double it where it belongs to the text, and import the file again.',
      )
    : new RefusedRow('The row is not CSV. The file was not read any further.', MENDED);
}

/**
 * The rows of CSV (RFC 4180). It is lenient where nothing is lost: any line ends, quotation marks within
 * plain cells, blank rows.
 * @param onHeader gets the names of the columns before the first row
 */
export async function* readCsv(
  bytes: AsyncIterable<Buffer>,
  delimiter: string,
  nameOf: (cell: string) => string,
  onHeader: (columns: readonly string[]) => void,
): AsyncGenerator<ReadRow<CsvRow>> {
  const waiting: (readonly Buffer[] | RefusedRow)[] = [];
  const parser = parse({
    // Bytes, so that invalid UTF-8 can be detected.
    encoding: null,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: ROW_MAX_BYTES,
    skip_records_with_error: true,
    // Records are collected here, in order with the skipped ones; the stream stays empty.
    on_record: (record: unknown) => {
      waiting.push(record as Buffer[]);
      return null;
    },
    on_skip: (error) => {
      waiting.push(unreadable(error));
      return undefined;
    },
  });
  let failed: Error | undefined;
  parser.on('error', (error) => {
    failed = error;
  });
  let header: string[] | undefined;
  let row = 0;

  const rows = function* (): Generator<ReadRow<CsvRow>> {
    for (const record of waiting.splice(0)) {
      row += 1;
      if (record instanceof RefusedRow) {
        yield { row, size_bytes: 0, content: record };
        continue;
      }
      const size_bytes = record.reduce((sum, cell) => sum + cell.length, 0);
      if (size_bytes === 0 && record.length <= 1) continue;
      try {
        if (!header) {
          header = record.map((cell, index) => nameOf(readCell(textOf(cell, `cell ${index + 1}`))));
          onHeader(header);
        } else yield { row, size_bytes, content: cellsOf(record, header) };
      } catch (error) {
        if (!(error instanceof RefusedRow)) throw error;
        yield { row, size_bytes, content: error };
      }
    }
  };

  try {
    for await (const chunk of bytes) {
      if (!parser.write(chunk)) await once(parser, 'drain');
      const broken = waiting.some((record) => record instanceof RefusedRow);
      yield* rows();
      if (broken) return;
    }
    const closed = once(parser, 'close');
    parser.resume();
    parser.end();
    await closed;
    if (failed) waiting.push(unreadable(failed as CsvError));
    yield* rows();
  } finally {
    parser.destroy();
  }
}
