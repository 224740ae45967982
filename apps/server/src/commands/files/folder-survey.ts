import { barePressmark } from '@armarium/contract/folded-text';
import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { TenantData } from '../../db/database.ts';
import { normalisePressmark } from '../../modules/records/public.ts';
import { boundedLines } from '../bounded-lines.ts';
import { CommandRefused } from '../command.ts';
import type { ImportReport } from '../import-report.ts';
import { Progress } from '../progress.ts';
import { systemCause } from '../../storage/system-cause.ts';
import { isChecksumList, readChecksumLine, type ListedFile } from './checksum-list.ts';
import type { FileSpool, FileToSpool } from './file-spool.ts';
import { walkFolder } from './folder-walk.ts';
import { absent } from './item-files.ts';
import type { NamePattern } from './name-pattern.ts';

const AT_ONCE = 1000;
/** The limit of a line in a checksum list: longer than any path. */
const LINE_MAX_BYTES = 64 * 1024;

export interface FolderToSurvey {
  readonly folder: string;
  readonly data: TenantData;
  readonly pattern: NamePattern;
  readonly spool: FileSpool;
  readonly report: ImportReport;
  readonly signal: AbortSignal;
}

/**
 * Reads everything once: the tenant's pressmarks, the names in the folder, the checksum lists.
 * @param namedLists checksum lists beside those in the folder
 * @returns the number of lists
 */
export async function surveyFolder(source: FolderToSurvey, namedLists: readonly string[]): Promise<number> {
  const { folder, data, pattern, spool, report, signal } = source;
  await addItems(data, spool);
  const lists = new Set<string>();
  for (const name of namedLists) {
    lists.add(
      await realpath(name).catch((error: Error) => {
        throw new CommandRefused(`The checksum list ${resolve(name)} can't be read: ${systemCause(error)}.`);
      }),
    );
  }
  for await (const files of inChunks(foundFiles(source, lists))) await spool.addFiles(files);
  for (const list of lists) await addList(folder, list, spool, report);
  for await (const paths of spool.absent()) {
    refuseStopped(signal);
    await spool.addFiles(paths.map((path) => absentFile(pattern, path)));
  }
  await spool.findItems();
  return lists.size;
}

function refuseStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new CommandRefused('It was stopped before anything was written.');
}

async function* inChunks<T>(source: AsyncIterable<T>): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const one of source) {
    chunk.push(one);
    if (chunk.length < AT_ONCE) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** @param lists gets the checksum lists that are found, which are no files to import */
async function* foundFiles(
  { folder, pattern, signal }: FolderToSurvey,
  lists: Set<string>,
): AsyncGenerator<FileToSpool> {
  const progress = new Progress('Looking', 'files');
  let found = 0;
  try {
    for await (const { path, size_bytes, unusable } of walkFolder(folder)) {
      refuseStopped(signal);
      if (!unusable && isChecksumList(basename(path))) lists.add(join(folder, path));
      if (lists.has(join(folder, path))) continue;
      found += 1;
      progress.update(found);
      yield unusable
        ? { path, size_bytes, readings: [], decided: { result: 'refused', ...unusable } }
        : named(pattern, path, size_bytes);
    }
  } finally {
    progress.end();
  }
}

async function addItems(data: TenantData, spool: FileSpool): Promise<void> {
  for (let last = ''; ;) {
    const rows = await data.read((db) =>
      db
        .selectFrom('item')
        .select(['uuid', 'pressmark', 'pressmark_norm as norm'])
        .where('trashed_at', 'is', null)
        .where('pressmark_norm', '>', last)
        .orderBy('pressmark_norm')
        .limit(AT_ONCE)
        .execute(),
    );
    if (rows.length === 0) return;
    await spool.addItems(rows.map((row) => ({ ...row, bare: barePressmark(row.pressmark) })));
    last = rows.at(-1)?.norm ?? last;
  }
}

/** A file with the readings of its name. */
function named(pattern: NamePattern, path: string, size_bytes: number): FileToSpool {
  const match = pattern.match(path);
  if (match.kind === 'match') {
    const readings = match.readings.map((reading) => ({
      ...reading,
      norm: normalisePressmark(reading.pressmark),
      bare: barePressmark(reading.pressmark),
    }));
    return { path, size_bytes, readings };
  }
  const decided =
    match.kind === 'no-match'
      ? {
          result: 'no match',
          cause: 'Its name is not as the pattern says.',
          nextStep: `Name it as in this example: ${pattern.example}`,
        }
      : { result: 'ignored', cause: 'It is no image of a kind that the pattern takes.', nextStep: '' };
  return { path, size_bytes, readings: [], decided };
}

function absentFile(pattern: NamePattern, path: string): FileToSpool {
  const file = named(pattern, path, 0);
  return { ...file, isAbsent: true, ...(file.decided && { decided: absent }) };
}

async function addList(folder: string, list: string, spool: FileSpool, report: ImportReport): Promise<void> {
  for await (const files of inChunks(listedFiles(folder, list, report))) await spool.addListed(files);
}

/** Reads a checksum list, and reports its wrong lines. */
async function* listedFiles(folder: string, list: string, report: ImportReport): AsyncGenerator<ListedFile> {
  // Paths in a list within the folder are relative to the list; those in another list to the imported folder.
  const within = relative(folder, dirname(list));
  const prefix = within === '' || within.startsWith('..') ? '' : `${within}/`.normalize('NFC');
  let number = 0;
  try {
    for await (const { line, tooLong } of boundedLines(createReadStream(list), LINE_MAX_BYTES)) {
      number += 1;
      const listed = tooLong
        ? `The line is longer than ${LINE_MAX_BYTES / 1024} KiB: this is no list of checksums.`
        : readChecksumLine(line.toString('utf8'), basename(list));
      if (typeof listed === 'string') {
        const row = `${prefix}${basename(list)}, line ${number}`;
        const nextStep = 'Correct the list, or make it anew.';
        await report.add({ row, pressmark: '', result: 'broken list', cause: listed, nextStep });
      } else if (listed) yield { ...listed, path: `${prefix}${listed.path}` };
    }
  } catch (error) {
    if (error instanceof CommandRefused) throw error;
    throw new CommandRefused(`The checksum list ${list} can't be read: ${systemCause(error)}.`);
  }
}
