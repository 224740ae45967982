import { promisify } from 'node:util';
import type { Readable } from 'node:stream';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { FileRefused } from './file-refused.ts';
import type { KeptFile } from './kept-file.ts';

const MEBIBYTE = 1024 * 1024;
/**
 * The largest unpacked size of a part of a workbook. A sheet is only streamed; shared texts are kept in
 * memory.
 */
const PART_MAX_BYTES = 2048 * MEBIBYTE;
/** Above this size nothing that spreadsheets write is compressed more than this. */
const FREE_BYTES = 64 * MEBIBYTE;
const RATIO_MAX = 200;
const ENTRIES_MAX = 10_000;
/** Between two tags. A cell holds 32,767 characters, and an embedded picture is in a part of its own. */
const TEXT_MAX_CHARACTERS = 4 * MEBIBYTE;

/** The parts of a workbook, by name. */
export interface Workbook {
  readonly has: (name: string) => boolean;
  /** Tags and texts of a part, in chunks; none where the workbook has no such part. */
  events(name: string): AsyncGenerator<readonly XmlEvent[]>;
}

/** An opening or closing tag, without its namespace prefix, or a text. */
export type XmlEvent =
  | { readonly open: string; readonly attributes: Readonly<Record<string, string>> }
  | { readonly close: string }
  | { readonly text: string };

const openZip = promisify(
  (path: string, options: yauzl.Options, done: (error: Error | null, zip: ZipFile) => void) =>
    yauzl.open(path, options, done),
);

/** Opens a workbook while `use` runs. @throws FileRefused */
export async function* withWorkbook<T, R>(
  { storage, key }: KeptFile,
  use: (workbook: Workbook) => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  const local = await storage.localPath(key);
  try {
    const zip = await openZip(local.path, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
    }).catch((error: unknown) => {
      throw new FileRefused('broken-workbook', {}, { cause: error });
    });
    try {
      const entries = await entriesOf(zip);
      if (!entries.has('xl/workbook.xml')) {
        const isWorkbook = entries.has('mimetype') || entries.has('xl/workbook.bin');
        throw new FileRefused(isWorkbook ? 'other-workbook' : 'not-a-spreadsheet');
      }
      return yield* use({
        has: (name) => entries.has(name),
        events: (name) => {
          const entry = entries.get(name);
          return entry ? eventsOf(zip, entry) : nothing();
        },
      });
    } finally {
      zip.close();
    }
  } finally {
    await local.release();
  }
}

async function* nothing(): AsyncGenerator<readonly XmlEvent[]> {
  yield [];
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  await new Promise<void>((done, failed) => {
    zip.on('error', (error: Error) => failed(new FileRefused('broken-workbook', {}, { cause: error })));
    zip.on('end', done);
    zip.on('entry', (entry: Entry) => {
      if (entries.size >= ENTRIES_MAX) {
        failed(new FileRefused('bomb'));
        return;
      }
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return entries;
}

/** The sizes are claims of the zip, which are enforced while it is read (`validateEntrySizes`). */
function requireModest({ uncompressedSize, compressedSize, generalPurposeBitFlag }: Entry): void {
  if ((generalPurposeBitFlag & 1) !== 0) throw new FileRefused('with-password');
  const isTooMuch = uncompressedSize > PART_MAX_BYTES;
  const isBomb = uncompressedSize > FREE_BYTES && uncompressedSize > RATIO_MAX * compressedSize;
  if (isTooMuch || isBomb) throw new FileRefused('bomb');
}

async function* eventsOf(zip: ZipFile, entry: Entry): AsyncGenerator<readonly XmlEvent[]> {
  requireModest(entry);
  const bytes = await new Promise<Readable>((done, failed) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) failed(new FileRefused('broken-workbook', {}, { cause: error }));
      else done(stream);
    });
  });
  const parser = new SaxesParser();
  let events: XmlEvent[] = [];
  let sinceTag = 0;
  const bare = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    sinceTag = 0;
    events.push({ open: bare(name), attributes });
  });
  parser.on('closetag', ({ name }: SaxesTagPlain) => {
    sinceTag = 0;
    events.push({ close: bare(name) });
  });
  parser.on('text', (text) => {
    events.push({ text });
  });
  parser.on('cdata', (text) => {
    events.push({ text });
  });
  parser.on('doctype', () => {
    throw new FileRefused('entities');
  });
  parser.on('error', (error) => {
    throw new FileRefused('broken-workbook', {}, { cause: error });
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      const text = decoder.decode(chunk, { stream: true });
      sinceTag += text.length;
      if (sinceTag > TEXT_MAX_CHARACTERS) throw new FileRefused('bomb');
      parser.write(text);
      yield events;
      events = [];
    }
    parser.write(decoder.decode()).close();
    yield events;
  } catch (error) {
    if (error instanceof FileRefused) throw error;
    throw new FileRefused('broken-workbook', {}, { cause: error });
  } finally {
    bytes.destroy();
  }
}
