import { barePressmark } from '@armarium/contract/folded-text';
import { normalisePressmark } from '../../modules/records/public.ts';
import type { ImportReport, ReportLine } from '../import-report.ts';
import { Progress } from '../progress.ts';
import type { FileSpool } from './file-spool.ts';
import { surveyFolder } from './folder-survey.ts';
import type { FilesTarget } from './item-files.ts';
import { importItemFiles, type FileOutcome } from './item-import.ts';
import type { NamePattern } from './name-pattern.ts';
import type { ImagePreparation } from './prepare-images.ts';
import type { Settled, Stored } from './waiting-files.ts';

interface FolderImport {
  readonly target: Omit<FilesTarget, 'isListed'>;
  readonly pattern: NamePattern;
  readonly spool: FileSpool;
  readonly report: ImportReport;
  /** Absent where the command does not wait for images. */
  readonly preparation: ImagePreparation | undefined;
}

/**
 * Imports the files of a folder and reports the result of each.
 * @param namedLists checksum lists beside those in the folder
 * @returns the number of checksum lists, and of files whose images have jobs in progress
 */
export async function importFolder(
  folderImport: FolderImport,
  namedLists: readonly string[],
): Promise<{ lists: number; open: number }> {
  const { target, pattern, spool, report, preparation } = folderImport;
  const { waiting } = spool;
  const { tenantId } = target.data;
  const lists = await surveyFolder({ ...target, pattern, spool, report }, namedLists);
  for await (const { path, ...line } of spool.decided()) await report.add({ row: path, ...line });
  await importItems({ ...target, isListed: lists > 0 }, folderImport);
  await preparation?.wait(waiting, tenantId, (settled) => report.add(lineOf(settled)));
  // Reports the state at this moment, where the command did not wait to the end.
  for (const one of await waiting.settled(tenantId)) await report.add(lineOf(one));
  const unsettled = await waiting.unsettled();
  for (const one of unsettled) await report.add(openLine(one));
  for (const { path, pressmark, other } of await spool.shared()) {
    const cause = `Another item has the same content: ${other}.`;
    await report.add({ row: path, pressmark, result: 'same content', cause });
  }
  return { lists, open: unsettled.length };
}

/** Imports one item after the other; a stop leaves the others to the next run. */
async function importItems(
  target: FilesTarget,
  { pattern, spool, report, preparation }: FolderImport,
): Promise<void> {
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
  await spool.waiting.add({ path, pressmark, became, note }, upload);
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
