import { COLUMNS_MAX } from '@armarium/contract/spreadsheet-mappings';
import type { SpreadsheetReading } from '@armarium/contract/spreadsheets';
import type { Storage } from '../../../storage/storage.ts';
import type { KeptFile } from './kept-file.ts';
import { csvRows, delimiterOf } from './csv-lines.ts';
import { FileRefused } from './file-refused.ts';
import { textOfCell, type SheetLine } from './sheet-line.ts';
import { decoded, natureOf } from './text-encoding.ts';
import { workbookRows, type MergedCells } from './workbook-lines.ts';
import { sheetNames } from './workbook-structure.ts';

const ROWS_MAX = 200_000;
const SAMPLES = 5;
const SAMPLE_CHARACTERS = 200;

/** The beginning of a file, from which its columns can be guessed. */
export interface Outline {
  readonly sheets: readonly string[];
  readonly headings: readonly string[];
  /** The first rows below the header. */
  readonly samples: readonly (readonly string[])[];
  /** Whether all of a CSV is UTF-8, so that a replacement character in it is really there. */
  readonly isUtf8: boolean;
}

const beginsWith = (bytes: Buffer, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign);
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** The kind of a file, by its content. @throws FileRefused */
export async function formatOf({ storage, key }: Omit<KeptFile, 'format'>): Promise<KeptFile['format']> {
  const size_bytes = await storage.size(key);
  if (size_bytes === undefined || size_bytes === 0) throw new FileRefused('empty');
  const beginning = await beginningOf(storage, key, 64 * 1024);
  if (beginsWith(beginning, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (beginsWith(beginning, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) {
    throw new FileRefused((await hasBytes(storage, key, ENCRYPTED)) ? 'with-password' : 'old-workbook');
  }
  return 'csv';
}

/** Trying each of them reads the file again. */
const SHEETS_TRIED = 20;

/** The first sheet with content, of the first few. */
async function firstFilled(file: KeptFile, sheets: number): Promise<number> {
  for (let sheet = 0; sheet < Math.min(sheets, SHEETS_TRIED); sheet += 1) {
    for await (const line of workbookRows(file, sheet)) if (line.cells.length > 0) return sheet;
  }
  throw new FileRefused('no-header');
}

async function beginningOf(storage: Storage, key: string, size_bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of storage.read(key, { start: 0, end: size_bytes - 1 }) as AsyncIterable<Buffer>) {
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

async function hasBytes(storage: Storage, key: string, wanted: Buffer): Promise<boolean> {
  let before: Buffer = Buffer.alloc(0);
  for await (const chunk of storage.read(key) as AsyncIterable<Buffer>) {
    const both = Buffer.concat([before, chunk]);
    if (both.includes(wanted)) return true;
    before = both.subarray(-wanted.length);
  }
  return false;
}

/**
 * The best way to read a file: encoding and delimiter of a CSV, the first sheet with content of a workbook.
 * @throws FileRefused
 */
export async function guessedReading(
  file: KeptFile,
  requested: SpreadsheetReading = {},
): Promise<{ reading: SpreadsheetReading; sheets: string[]; isUtf8: boolean }> {
  if (file.format === 'xlsx') {
    const sheets = await sheetNames(file);
    const sheet = requested.sheet === undefined ? await firstFilled(file, sheets.length) : requested.sheet;
    if (sheet >= sheets.length) throw new FileRefused('no-header');
    return { reading: { sheet }, sheets, isUtf8: true };
  }
  const nature = await natureOf(file.storage.read(file.key));
  if (!nature) throw new FileRefused('not-a-spreadsheet');
  const encoding = requested.encoding ?? nature.encoding;
  let beginning = '';
  for await (const text of decoded(file.storage.read(file.key), encoding)) {
    beginning += text;
    if (beginning.length > 64 * 1024) break;
  }
  if (beginning.trim() === '') throw new FileRefused('empty');
  const delimiter = requested.delimiter ?? delimiterOf(beginning);
  return { reading: { encoding, delimiter }, sheets: [], isUtf8: nature.isUtf8 };
}

/**
 * The rows of a file with content, the header first, as they are read; memory does not grow with them.
 * @returns at its end the merged cells of a sheet
 * @throws FileRefused
 */
export async function* linesOf(
  file: KeptFile,
  { encoding = 'utf-8', delimiter = ',', sheet = 0 }: SpreadsheetReading,
): AsyncGenerator<SheetLine, readonly MergedCells[]> {
  const rows =
    file.format === 'xlsx'
      ? workbookRows(file, sheet)
      : csvRows(decoded(file.storage.read(file.key), encoding), delimiter);
  let count = 0;
  for (;;) {
    const next = await rows.next();
    if (next.done) return (next.value as readonly MergedCells[] | undefined) ?? [];
    count += 1;
    if (count > ROWS_MAX + 1) {
      await rows.return(undefined);
      throw new FileRefused('too-many-rows', { most: String(ROWS_MAX) });
    }
    if (next.value.cells.length > COLUMNS_MAX && isWide(next.value)) {
      await rows.return(undefined);
      throw new FileRefused('too-many-columns', { most: String(COLUMNS_MAX) });
    }
    yield next.value;
  }
}

const isWide = ({ cells }: SheetLine) => cells.slice(COLUMNS_MAX).some((cell) => textOfCell(cell) !== '');

/** The header and the first rows. @throws FileRefused where there are no rows to import */
export async function outlineOf(
  file: KeptFile,
  { reading, sheets, isUtf8 }: { reading: SpreadsheetReading; sheets: string[]; isUtf8: boolean },
): Promise<Outline> {
  let headings: string[] | undefined;
  const samples: string[][] = [];
  for await (const { cells } of linesOf(file, reading)) {
    const texts = cells.map((cell) => textOfCell(cell).trim());
    if (headings) samples.push(texts.map((text) => text.slice(0, SAMPLE_CHARACTERS)));
    else headings = texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
    if (samples.length === SAMPLES) break;
  }
  if (!headings) throw new FileRefused('no-header');
  const width = Math.min(COLUMNS_MAX, Math.max(headings.length, ...samples.map((row) => lastFilled(row))));
  const fitted = (row: readonly string[]) =>
    Array.from({ length: width }, (_, index) => storable(row[index] ?? ''));
  return {
    sheets: sheets.map(storable),
    headings: fitted(headings).map((text) => text.slice(0, 1_000)),
    samples: samples.map(fitted),
    isUtf8,
  };
}

const lastFilled = (row: readonly string[]) => row.findLastIndex((text) => text !== '') + 1;
/** Text that PostgreSQL can store. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');
