import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { CommandRefused } from './command.ts';
import { harmlessCell } from '../modules/spreadsheets/public.ts';
import { systemCause } from '../storage/system-cause.ts';

/** The result of one row (of a table) or one file (of a folder). */
export interface ReportLine {
  /** The number of the row, or the name of the file. */
  readonly row: number | string;
  readonly pressmark: string;
  /** One word; lines are counted by it. */
  readonly result: string;
  readonly cause?: string;
  readonly nextStep?: string;
}

/** Any line end has to be in quotation marks, not only the one between rows. */
const csv = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const;
const firstColumns = ['row', 'file'] as const;
type FirstColumn = (typeof firstColumns)[number];
const beginningWith = (first: FirstColumn) =>
  `\u{FEFF}${stringify([[first, 'pressmark', 'result', 'cause', 'next step']], csv)}`;

/** `import-report-2026-11-21T09-48-36.csv` in the working folder. */
function defaultName(): string {
  return `import-report-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.csv`;
}

/**
 * The results of all rows, as CSV for spreadsheets (UTF-8 with byte order mark, formulas made harmless).
 * Lines are written at once; only their counts are kept in memory.
 */
export class ImportReport {
  readonly path: string;
  readonly #file: WriteStream;
  readonly #counts = new Map<string, number>();
  #failed: Error | undefined;

  private constructor(path: string, file: WriteStream) {
    this.path = path;
    this.#file = file;
    file.on('error', (error) => {
      this.#failed = error;
    });
  }

  /** @throws CommandRefused where the file can't be written, or is not a report */
  static async open(wanted: string | undefined, first: FirstColumn): Promise<ImportReport> {
    const path = resolve(wanted ?? defaultName());
    if (wanted !== undefined) await refuseOverwriting(path);
    // A given name may be overwritten; a generated one never is.
    const file = createWriteStream(path, { flags: wanted === undefined ? 'wx' : 'w' });
    const report = new ImportReport(path, file);
    try {
      await once(file, 'open');
      await report.#write(beginningWith(first));
    } catch (error) {
      throw unwritable(path, error);
    }
    return report;
  }

  /** The number of lines with each result. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  async add(line: ReportLine): Promise<void> {
    this.#counts.set(line.result, (this.#counts.get(line.result) ?? 0) + 1);
    const cells = [String(line.row), line.pressmark, line.result, line.cause ?? '', line.nextStep ?? ''];
    await this.#write(stringify([cells.map(harmlessCell)], csv));
  }

  /** Returns the result of the work after the report is closed; it is closed also where the work fails. */
  async closedAfter<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      await this.close();
    }
  }

  /** Waits until all of it is in the file. */
  async close(): Promise<void> {
    if (!this.#failed) {
      this.#file.end();
      await once(this.#file, 'close').catch(() => undefined);
    }
    if (this.#failed) throw unwritable(this.path, this.#failed);
  }

  async #write(text: string): Promise<void> {
    if (this.#failed) throw unwritable(this.path, this.#failed);
    if (!this.#file.write(text)) await once(this.#file, 'drain');
  }
}

/** An earlier report may be overwritten; any other file may be the list or scan that is being imported. */
async function refuseOverwriting(path: string): Promise<void> {
  // A missing or unreadable file is reported when it is written. A pipe has a writer before it has a reader.
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile() || found.size === 0) return;
  const existing = await open(path, 'r').catch(() => undefined);
  if (!existing) return;
  try {
    const beginning = Buffer.alloc(256);
    const { bytesRead } = await existing.read(beginning, 0, beginning.length, 0);
    const text = beginning.toString('utf8', 0, bytesRead);
    if (firstColumns.some((first) => text.startsWith(beginningWith(first)))) return;
    throw new CommandRefused(
      `${path} is there already and is no report of an import. Nothing was done; name another file with --report.`,
    );
  } finally {
    await existing.close();
  }
}

function unwritable(path: string, error: unknown): CommandRefused {
  return new CommandRefused(
    `The report ${path} can't be written: ${systemCause(error)}. Or name another place with --report.`,
    { cause: error },
  );
}
