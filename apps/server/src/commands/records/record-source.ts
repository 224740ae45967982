import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CommandRefused } from '../command.ts';
import { systemCause } from '../../storage/system-cause.ts';
import { delimiterOf, readCsv } from './csv-rows.ts';
import { fieldName } from './field-name.ts';
import { readJsonLines } from './json-lines.ts';
import { PATH_SEPARATOR } from '../../modules/spreadsheets/public.ts';
import { namesOfHeader, recordOfCsv, recordOfJson, type RecordRow } from './record-row.ts';
import { RefusedRow, type ReadRow } from './refused-row.ts';

const READ_BYTES = 256 * 1024;
const BEGINNING_BYTES = 256 * 1024;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * A file of records: CSV or JSON Lines, either of them gzipped, which its content shows. It can be read any
 * number of times.
 */
export class RecordSource {
  /** Whether all values are text, as in CSV, where a number is recognised by its form. */
  readonly textual: boolean;
  /** All names of metadata so far; complete after the first reading. */
  readonly names = new Set<string>();
  readonly #handle: FileHandle;
  readonly #zipped: boolean;
  readonly #skipped_bytes: number;
  readonly #delimiter: string;
  readonly #separator: string;

  private constructor(
    handle: FileHandle,
    zipped: boolean,
    form: { textual: boolean; skipped_bytes: number; delimiter: string },
    separator: string,
  ) {
    this.#handle = handle;
    this.#zipped = zipped;
    this.textual = form.textual;
    this.#skipped_bytes = form.skipped_bytes;
    this.#delimiter = form.delimiter;
    this.#separator = separator;
  }

  /**
   * @param path `-` for standard input, which is copied to an unnamed temporary file
   * @throws CommandRefused where it can't be read, or has an unknown form
   */
  static async open(path: string, separator = PATH_SEPARATOR): Promise<RecordSource> {
    const handle = await rereadable(path);
    try {
      const magic = Buffer.alloc(2);
      const { bytesRead } = await handle.read(magic, 0, 2, 0);
      const zipped = bytesRead === 2 && magic[0] === 0x1f && magic[1] === 0x8b;
      const form = formOf(await beginningOf(bytesOf(handle, zipped)));
      return new RecordSource(handle, zipped, form, separator);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async *rows(): AsyncGenerator<ReadRow<RecordRow>> {
    const bytes = without(this.#skipped_bytes, bytesOf(this.#handle, this.#zipped));
    if (this.textual) {
      const header = (columns: readonly string[]) => {
        for (const name of namesOfHeader(columns)) this.names.add(name);
        refuseWithoutColumns(columns);
      };
      const rows = readCsv(bytes, this.#delimiter, fieldName, header);
      for await (const row of rows) yield mapped(row, (content) => recordOfCsv(content, this.#separator));
    } else {
      const rows = readJsonLines(bytes);
      for await (const row of rows) yield mapped(row, (content) => recordOfJson(content, this.names));
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function mapped<Content>(row: ReadRow<Content>, map: (content: Content) => RecordRow): ReadRow<RecordRow> {
  if (row.content instanceof RefusedRow) return { ...row, content: row.content };
  try {
    return { ...row, content: map(row.content) };
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    return { ...row, content: error };
  }
}

function refuseWithoutColumns(columns: readonly string[]): void {
  const lacking = ['pressmark', 'sgtt'].filter((name) => !namesOfHeader(columns).includes(name));
  if (lacking.length === 0) return;
  throw new CommandRefused(
    `The header row has no column ${lacking.map((name) => `"${name}"`).join(' and none called ')}. ` +
      `It has: ${columns.slice(0, 30).join(', ')}. ` +
      'The pressmark must stand in the column pressmark, the title in sgtt (docs/ingest.md).',
  );
}

/** An open file that can be read twice; a stream is copied to a temporary file first. */
async function rereadable(path: string): Promise<FileHandle> {
  if (path !== '-') {
    const handle = await open(path, 'r').catch((error: unknown) => {
      throw new CommandRefused(`${path} can't be read: ${systemCause(error)}.`);
    });
    const kind = await handle.stat();
    if (kind.isFile()) return handle;
    if (kind.isDirectory()) {
      await handle.close();
      throw new CommandRefused(`${path} is a folder. Name the file of records.`);
    }
    return laidDown(handle.createReadStream());
  }
  return laidDown(process.stdin);
}

async function laidDown(stream: AsyncIterable<Buffer>): Promise<FileHandle> {
  const path = join(tmpdir(), `armarium-import-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    // An unlinked file disappears with the process, however that ends.
    await unlink(path);
    for await (const chunk of stream) await handle.writeFile(chunk);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads at its own positions, so that several readers don't affect each other. */
async function* storedBytes(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* bytesOf(handle: FileHandle, zipped: boolean): AsyncGenerator<Buffer> {
  if (!zipped) {
    yield* storedBytes(handle);
    return;
  }
  const file = Readable.from(storedBytes(handle));
  const unzipped = file.pipe(createGunzip());
  file.on('error', (error) => unzipped.destroy(error));
  try {
    yield* unzipped as AsyncIterable<Buffer>;
  } catch (error) {
    throw new CommandRefused(
      'The file is damaged or cut off: it can’t be unzipped to its end. Copy it again.',
      { cause: error },
    );
  } finally {
    file.destroy();
  }
}

async function beginningOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= BEGINNING_BYTES) break;
  }
  return Buffer.concat(parts);
}

async function* without(skipped_bytes: number, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left_bytes = skipped_bytes;
  for await (const chunk of bytes) {
    yield left_bytes > 0 ? chunk.subarray(left_bytes) : chunk;
    left_bytes = Math.max(0, left_bytes - chunk.length);
  }
}

/** Detects UTF-16 by its byte order mark, or by the zeros between the letters of the first words. */
function isUtf16(beginning: Buffer): boolean {
  const mark = beginning.length < 2 ? 0 : beginning.readUInt16BE(0);
  if (mark === 0xfffe || mark === 0xfeff) return true;
  const words = beginning.subarray(0, 256);
  const zeros = [0, 1].map((parity) => words.filter((byte, at) => at % 2 === parity && byte === 0).length);
  return Math.min(...zeros) === 0 && Math.max(...zeros) > 0.4 * words.length;
}

const isControl = (byte: number) =>
  byte < 0x09 || (byte > 0x0d && byte < 0x1a) || (byte > 0x1b && byte < 0x20);

/** Wrongly encoded letters in text are reported by row; with control characters the file is binary. */
function isText(beginning: Buffer): boolean {
  if (beginning.includes(0)) return false;
  return isUtf8(wholeCharacters(beginning)) || !beginning.some(isControl);
}

/** Without the last character where the end of the block may have cut it. */
function wholeCharacters(beginning: Buffer): Buffer {
  const last = beginning.subarray(-4).findLastIndex((byte) => (byte & 0xc0) !== 0x80);
  return last < 0 ? beginning : beginning.subarray(0, Math.max(0, beginning.length - 4) + last);
}

function formOf(beginning: Buffer): { textual: boolean; skipped_bytes: number; delimiter: string } {
  if (isUtf16(beginning)) {
    throw new CommandRefused('The file is UTF-16. Save it as UTF-8 (in a spreadsheet: "CSV UTF-8").');
  }
  if (!isText(beginning)) {
    throw new CommandRefused(
      'The file is no text file: it can be neither CSV nor JSON Lines. See that it is the right one.',
    );
  }
  const skipped_bytes = beginning.subarray(0, 3).equals(BOM) ? 3 : 0;
  const text = beginning.toString('utf8', skipped_bytes).trimStart();
  if (text === '') throw new CommandRefused('The file is empty.');
  if (text.startsWith('[')) {
    throw new CommandRefused(
      'The file is one JSON array. Bring one object a line instead (JSON Lines), as jq -c ".[]" writes them.',
    );
  }
  const textual = !text.startsWith('{');
  return { textual, skipped_bytes, delimiter: textual ? delimiterOf(text) : '' };
}
