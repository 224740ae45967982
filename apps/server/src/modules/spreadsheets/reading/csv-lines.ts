import { Readable } from 'node:stream';
import { parse, type CsvError } from 'csv-parse';
import { delimiters, type SpreadsheetReading } from '@armarium/contract/spreadsheets';
import { FileRefused } from './file-refused.ts';
import { LINE_MAX_CHARACTERS, type SheetLine } from './sheet-line.ts';

export type Delimiter = NonNullable<SpreadsheetReading['delimiter']>;

/** Excel writes its delimiter before the header; that line is no row of the table. */
const separatorLine = /^"?sep=(.)"?(?:\r\n|\n|\r)/;

/**
 * The delimiter that a first line names, or the most frequent one outside of its quotes; a comma where there
 * is none.
 */
export function delimiterOf(beginning: string): Delimiter {
  const named = separatorLine.exec(beginning)?.[1];
  const known = delimiters.find((delimiter) => delimiter === named);
  if (known) return known;
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of beginning.trimStart()) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return delimiters.find((delimiter) => counts.get(delimiter) === most) ?? ',';
}

/**
 * The rows of CSV (RFC 4180). It is lenient where nothing is lost: any line ends, quotation marks within
 * plain cells, blank rows.
 * @throws FileRefused for an unclosed quotation mark, after which the rows are not known
 */
export async function* csvRows(text: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<SheetLine> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LINE_MAX_CHARACTERS,
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row === 1 && record.length <= 2 && /^sep=.?$/.test(record[0] ?? '')) continue;
      if (record.some((cell) => cell.trim() !== '')) yield { row, cells: record };
    }
  } catch (error) {
    const { code } = error as Partial<CsvError>;
    if (code === 'CSV_QUOTE_NOT_CLOSED') throw new FileRefused('quote-not-closed', { row: String(row + 1) });
    if (code === 'CSV_MAX_RECORD_SIZE') throw new FileRefused('row-too-long', { row: String(row + 1) });
    if (typeof code === 'string' && code.startsWith('CSV_')) {
      throw new FileRefused('not-csv', { row: String(row + 1) }, { cause: error });
    }
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}
