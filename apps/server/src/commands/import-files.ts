import { barePressmark } from '@armarium/contract/folded-text';
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { reach, system, type TenantData } from '../db/database.ts';
import { normalisePressmark } from '../modules/records/public.ts';
import { checkImage, configureSharp, openDeriveWorkshop } from '../modules/media/public.ts';
import { boundedLines } from './bounded-lines.ts';
import {
  CommandRefused,
  memberNamed,
  readArguments,
  refuseEmptyDryRun,
  tenantNamed,
  UsageError,
} from './command.ts';
import type { CommandContext } from './command.ts';
import { isChecksumList, readChecksumLine, type ListedFile } from './files/checksum-list.ts';
import { FileSpool, type FileToSpool, type Settled, type Stored } from './files/file-spool.ts';
import { walkFolder } from './files/folder-walk.ts';
import { importItemFiles, type FileOutcome, type FilesTarget } from './files/item-import.ts';
import { DEFAULT_PATTERN, readPattern, type NamePattern } from './files/name-pattern.ts';
import { ImagePreparation } from './files/prepare-images.ts';
import type { ImportKind } from './import-kind.ts';
import { ImportReport, type ReportLine } from './import-report.ts';
import { Progress } from './progress.ts';
import { systemCause } from './system-cause.ts';

const AT_ONCE = 1000;
/** The limit of a line in a checksum list: longer than any path. */
const LINE_MAX_BYTES = 64 * 1024;

/** The results of files, in the order of the summary. */
const goodResults = [
  ...['ready', 'replaced', 'stored', 'unchanged', 'would be imported', 'would replace'],
  ...['same content', 'ignored'],
];
const badResults = [
  ...['failed', 'held back', 'place taken', 'duplicate', 'refused', 'checksum mismatch', 'absent'],
  ...['unknown pressmark', 'ambiguous pressmark', 'no match', 'broken list'],
];

const counted = new Intl.NumberFormat('en');

export const importFiles: ImportKind = {
  usage: `armarium import files FOLDER [options]

  Brings the images of a folder, and of all folders below it, into the items whose pressmarks their names hold.
  What is there already is known by its content and never changed, so it can be run again, and goes on where it
  was stopped. Only what could not be prepared gives its place to a better file.

  --pattern TEXT      how the files are named: {pressmark}, {seq} (a number), {label} (the image's title, may be
                      missing) and other text, with folders and an extension if wanted: '{pressmark}/{seq}.tif',
                      '{pressmark}_{seq}_{label}.{tif,jpg}' (${DEFAULT_PATTERN}, any kind of image)
  --tenant NAME       the organisation (default)
  --as USERNAME       whose uploads they are and whom the history names (the system)
  --checksums FILE    a list of MD5 or SHA checksums that must hold; may stand several times (lists in the
                      folder are found: MD5SUMS, SHA256SUMS, *.md5, *.sha256, BagIt's manifests)
  --allow-gaps        bring in what there is of items that are not whole
  --dry-run           only read everything and tell what would happen
  --no-wait           do not wait until the images are prepared
  --report FILE       where the report by file goes (import-report-<time>.csv)

  It ends with 0 when all is in, with 1 when something is not: the report says why. docs/ingest.md tells all.`,

  async run(args, context) {
    const { values, positionals } = readArguments(args, {
      pattern: { type: 'string', default: DEFAULT_PATTERN },
      tenant: { type: 'string', default: 'default' },
      as: { type: 'string' },
      checksums: { type: 'string', multiple: true, default: [] },
      'allow-gaps': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      'no-wait': { type: 'boolean', default: false },
      report: { type: 'string' },
    });
    const [named, ...more] = positionals;
    if (named === undefined || more.length > 0) throw new UsageError('Name one folder of files.');
    const pattern = readPattern(values.pattern);
    const folder = await folderNamed(named);
    const isDry = values['dry-run'];

    if (isDry) await refuseEmptyDryRun(context.access);
    const media = isDry ? undefined : (await context.installation()).media;
    const tenant = await tenantNamed(context.access, values.tenant);
    const actor = values.as === undefined ? system : await memberNamed(context.access, values.as, tenant);
    if (reach(actor, 'upload') === undefined)
      throw new CommandRefused(`${actor.username} may not upload files in this organisation.`);
    const data = context.access.database.tenant(tenant.id, actor);
    configureSharp();

    const { deriveProcess } = context;
    const workshop = deriveProcess === undefined ? undefined : openDeriveWorkshop(deriveProcess);
    const check = workshop?.check ?? checkImage;
    const spool = await FileSpool.open(context.access.migrator);
    const preparation = media && !values['no-wait'] ? new ImagePreparation(context, media) : undefined;
    try {
      const report = await ImportReport.open(values.report, 'file');
      const target = {
        ...{ folder, data, media, check, limits: context.config.limits, allowGaps: values['allow-gaps'] },
        ...{ signal: context.signal, log: context.log },
      };
      const parts = { pattern, spool, report, preparation };
      const done = await report.closedAfter(work(target, parts, values.checksums));
      tell(context, report, { folder, isDry, ...done });
    } finally {
      workshop?.close();
      await preparation?.end();
      await spool.close();
    }
  },
};

interface Parts {
  readonly pattern: NamePattern;
  readonly spool: FileSpool;
  readonly report: ImportReport;
  /** Absent where the command does not wait for images. */
  readonly preparation: ImagePreparation | undefined;
}

/** @returns the number of checksum lists, and of files whose images have jobs in progress */
async function work(
  target: Omit<FilesTarget, 'isListed'>,
  parts: Parts,
  namedLists: readonly string[],
): Promise<{ lists: number; open: number }> {
  const { spool, report, preparation } = parts;
  const lists = await survey(target, parts, namedLists);
  for await (const { path, ...line } of spool.decided()) await report.add({ row: path, ...line });
  await bringIn({ ...target, isListed: lists > 0 }, parts);
  await preparation?.wait(spool, target.data.tenantId, (settled) => report.add(lineOf(settled)));
  // Reports the state at this moment, where the command did not wait to the end.
  for (const one of await spool.settled(target.data.tenantId)) await report.add(lineOf(one));
  const unsettled = await spool.unsettled();
  for (const one of unsettled) await report.add(openLine(one));
  for await (const { path, pressmark, other } of spool.shared()) {
    const cause = `Another item has the same content: ${other}.`;
    await report.add({ row: path, pressmark, result: 'same content', cause });
  }
  return { lists, open: unsettled.length };
}

async function folderNamed(name: string): Promise<string> {
  try {
    const folder = await realpath(name);
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (error) {
    throw new CommandRefused(`The folder ${resolve(name)} can't be read: ${systemCause(error)}.`);
  }
  throw new CommandRefused(`${resolve(name)} is no folder. Name the folder in which the files are.`);
}

const stopped = () => new CommandRefused('It was stopped before anything was written.');

/**
 * Reads everything once: the tenant's pressmarks, the names in the folder, the checksum lists.
 * @returns the number of lists
 */
async function survey(
  { folder, data, signal }: Omit<FilesTarget, 'isListed'>,
  { pattern, spool, report }: Parts,
  namedLists: readonly string[],
): Promise<number> {
  await addItems(data, spool);
  const lists = new Set<string>();
  for (const name of namedLists) {
    lists.add(
      await realpath(name).catch((error: Error) => {
        throw new CommandRefused(`The checksum list ${resolve(name)} can't be read: ${systemCause(error)}.`);
      }),
    );
  }
  const progress = new Progress('Looking', 'files');
  let found = 0;
  let chunk: FileToSpool[] = [];
  try {
    for await (const entry of walkFolder(folder)) {
      if (signal.aborted) throw stopped();
      const { path, size_bytes, unusable } = entry;
      if (!unusable && isChecksumList(basename(path))) {
        lists.add(join(folder, path));
        continue;
      }
      if (lists.has(join(folder, path))) continue;
      found += 1;
      progress.update(found);
      chunk.push(
        unusable
          ? { path, size_bytes, readings: [], decided: { result: 'refused', ...unusable } }
          : named(pattern, path, size_bytes),
      );
      if (chunk.length === AT_ONCE) {
        await spool.addFiles(chunk);
        chunk = [];
      }
    }
  } finally {
    progress.end();
  }
  await spool.addFiles(chunk);
  for (const list of lists) await addList(folder, list, spool, report);
  for await (const paths of spool.absent()) {
    if (signal.aborted) throw stopped();
    await spool.addFiles(paths.map((path) => absentFile(pattern, path)));
  }
  await spool.findItems();
  return lists.size;
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
  const decided = {
    result: 'absent',
    cause: 'A checksum list names it, and it is not in the folder.',
    nextStep: 'Copy it into the folder, or make the list anew.',
  };
  return { ...file, isAbsent: true, ...(file.decided && { decided }) };
}

async function addList(folder: string, list: string, spool: FileSpool, report: ImportReport): Promise<void> {
  // Paths in a list within the folder are relative to the list; those in another list to the imported folder.
  const within = relative(folder, dirname(list));
  const prefix = within === '' || within.startsWith('..') ? '' : `${within}/`.normalize('NFC');
  let chunk: ListedFile[] = [];
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
      } else if (listed) chunk.push({ ...listed, path: `${prefix}${listed.path}` });
      if (chunk.length === AT_ONCE) {
        await spool.addListed(chunk);
        chunk = [];
      }
    }
  } catch (error) {
    if (error instanceof CommandRefused) throw error;
    throw new CommandRefused(`The checksum list ${list} can't be read: ${systemCause(error)}.`);
  }
  await spool.addListed(chunk);
}

/** Imports one item after the other; a stop leaves the others to the next run. */
async function bringIn(target: FilesTarget, { pattern, spool, report, preparation }: Parts): Promise<void> {
  const progress = new Progress(target.media ? 'Importing' : 'Reading', 'files', await spool.count());
  let done = 0;
  try {
    for await (const item of spool.items()) {
      if (target.signal.aborted) return;
      const files = await spool.filesOf(item.uuid);
      const seqOfName = (filename: string) =>
        pattern.seqOf(
          filename,
          (text) => normalisePressmark(text) === item.norm || barePressmark(text) === item.bare,
        );
      const outcomes = await importItemFiles(target, item.uuid, files, seqOfName);
      let isWaiting = false;
      for (const outcome of outcomes.sort((a, b) => (a.path < b.path ? -1 : 1)))
        isWaiting = (await settle(outcome, item.pressmark, spool, report)) || isWaiting;
      if (isWaiting) await preparation?.ensure();
      done += files.length;
      progress.update(done);
    }
  } catch (error) {
    // The next run continues with the item.
    if (!target.signal.aborted) throw error;
  } finally {
    progress.end();
  }
}

/** @returns whether its images may have jobs in progress */
async function settle(
  outcome: FileOutcome,
  pressmark: string,
  spool: FileSpool,
  report: ImportReport,
): Promise<boolean> {
  const { path, sha256 } = outcome;
  if (sha256 !== undefined) await spool.noteContent(path, sha256);
  if ('decided' in outcome) {
    await report.add({ row: path, pressmark, ...outcome.decided });
    return false;
  }
  const { upload, became, note } = outcome;
  await spool.waitFor({ path, pressmark, became, note }, upload);
  return true;
}

function lineOf({ path, pressmark, became, note, cause }: Settled): ReportLine {
  if (cause) {
    const { title, nextStep } = cause;
    return { row: path, pressmark, result: 'failed', cause: title, nextStep };
  }
  return { row: path, pressmark, result: became, cause: note };
}

function openLine({ path, pressmark, became, note }: Stored): ReportLine {
  const nextStep = 'Its images are prepared by the server, or by the next run of this command.';
  return { row: path, pressmark, result: became === 'unchanged' ? became : 'stored', cause: note, nextStep };
}

function tell(
  context: CommandContext,
  report: ImportReport,
  { folder, isDry, lists, open }: { folder: string; isDry: boolean; lists: number; open: number },
): void {
  const parts = (results: readonly string[]) =>
    results.flatMap((result) => {
      const count = report.counts.get(result) ?? 0;
      return count > 0 ? [`${counted.format(count)} ${result}`] : [];
    });
  const all = parts([...goodResults, ...badResults]).join(', ') || 'none';
  context.say(`${isDry ? 'Dry run, nothing was written. ' : ''}Files: ${all}.`);
  if (lists > 0) context.say(`Checksum lists: ${lists}.`);
  if (open > 0)
    context.say(`${counted.format(open)} files are stored; their images are still being prepared.`);
  context.say(`Report: ${report.path}`);
  if (context.signal.aborted) {
    throw new CommandRefused(
      'It was stopped. Run the same again to go on: what is in is passed over. A server that runs, or the next ' +
        'start of one, prepares the images.',
    );
  }
  const total = [...report.counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === (report.counts.get('ignored') ?? 0)) {
    throw new CommandRefused(
      `There is no image in ${folder} that the pattern takes. See that it is the right folder.`,
    );
  }
  const bad = parts(badResults);
  if (bad.length > 0)
    throw new CommandRefused(`${bad.join(', ')}. The report says why, and what to do: ${report.path}`);
}
