import { openStorage, type DatabaseAccess } from '../compose.ts';
import type { Config } from '../config.ts';
import { checkReport } from '../db/check-report.ts';
import type { ListedFile } from '../storage/storage.ts';
import { readArguments, UsageError, type Command } from './command.ts';
import { removeUnknownFiles } from './remove-unknown-files.ts';
import { verifyInstallation } from './verify-installation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than any job or upload takes from its first byte to its row. */
const REMOVED_AFTER_MIN_days = 2;
const REMOVED_AFTER_days = 7;

const options = {
  'remove-unknown': { type: 'boolean' },
  'older-than': { type: 'string' },
  'originals-too': { type: 'boolean' },
} as const;

export const verifyCommand: Command = {
  summary: 'check every file and counter against the records',
  usage: `armarium verify [--remove-unknown [--older-than DAYS] [--originals-too]]

Reads every original and compares it with the length and the SHA-256 of its record; looks for every file that was made
of one; counts what items and collections count. What is wrong is told by record, with status 1. Files that no record
knows are listed too; they harm nobody. It also tells what the scheduled checks of originals have found. Nothing is
changed, and people go on working.

  --remove-unknown    then removes those files that no record knows, and tells each, but not what people sent; nothing
                      where anything else is wrong. What doesn't lie where a file of an organisation here lies is not
                      ours, and stays. No backup may be running
  --older-than DAYS   only those written before so many days, ${REMOVED_AFTER_days} without it, at least ${REMOVED_AFTER_MIN_days}
  --originals-too     originals and tables as well, for good. A database that was set back looks as if all were right,
                      yet knows nothing of what was sent since: be sure that this one was not`,
  async run(args, { config, access, signal, say }) {
    const { positionals, values } = readArguments(args, options);
    if (positionals.length > 0) throw new UsageError('verify takes no folder.');
    const before_ms = Date.now() - removedAfter_days(values) * DAY_MS;
    const storage = await openStorage(config);
    await reportChecks(access, config, say);
    const removal = { unknown: [] as ListedFile[], keptOriginals: 0 };
    await verifyInstallation(access, storage, signal, say, (file, { isSent }) => {
      if (values['remove-unknown'] !== true || file.written_ms >= before_ms) return;
      if (isSent && values['originals-too'] !== true) removal.keptOriginals += 1;
      else removal.unknown.push(file);
    });
    if (values['remove-unknown'] !== true) return;
    await removeUnknownFiles(access, storage, removal.unknown, before_ms, signal, say);
    if (removal.keptOriginals > 0) {
      say(
        `${removal.keptOriginals} files that people sent stay. If the database was never set back, ` +
          '--originals-too removes them as well, for good.',
      );
    }
  },
};

/** @throws UsageError */
function removedAfter_days(values: {
  'remove-unknown'?: boolean;
  'older-than'?: string;
  'originals-too'?: boolean;
}): number {
  const { 'older-than': given } = values;
  if (values['originals-too'] === true && values['remove-unknown'] !== true) {
    throw new UsageError('--originals-too goes with --remove-unknown.');
  }
  if (given === undefined) return REMOVED_AFTER_days;
  if (values['remove-unknown'] !== true) throw new UsageError('--older-than goes with --remove-unknown.');
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (days >= REMOVED_AFTER_MIN_days) return days;
  throw new UsageError(`--older-than is a number of days, at least ${REMOVED_AFTER_MIN_days}.`);
}

/** Prints the results of the scheduled checks. */
async function reportChecks({ migrator }: DatabaseAccess, { limits }: Config, say: (text: string) => void) {
  const { originals, overdue, faults } = await checkReport(migrator, limits.originalCheck_ms);
  const days = limits.originalCheck_ms / DAY_MS;
  const found = Object.entries(faults).filter(([, count]) => count > 0);
  say(
    `Scheduled checks: ${originals - overdue} of ${originals} originals were read or sent in the last ${days} days. ` +
      `Wrong when last read: ${found.map(([fault, count]) => `${count} ${fault}`).join(', ') || 'none'}.`,
  );
}
