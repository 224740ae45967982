import { openStorage, type DatabaseAccess } from '../compose.ts';
import type { Config } from '../config.ts';
import { checkReport } from '../db/check-report.ts';
import { wrongCounters } from '../db/counters.ts';
import { keepingFiles, removingFiles } from '../db/kept-files.ts';
import {
  countNamedFiles,
  holdNamedFiles,
  isTemporary,
  keysInUse,
  ownKey,
  tenantIds,
  type NamedFile,
  type OwnKey,
} from '../db/stored-files.ts';
import { fileFault } from '../storage/file-fault.ts';
import type { ListedFile, Storage } from '../storage/storage.ts';
import { CommandRefused, readArguments, UsageError, type Command } from './command.ts';
import { fileInWords } from './file-in-words.ts';
import { Progress } from './progress.ts';
import { severalAtOnce } from './several-at-once.ts';
import { spokenSize } from './spoken-size.ts';

const FILES_AT_ONCE = 4;
const KEYS_AT_ONCE = 1_000;
const REMOVED_AT_ONCE = 20;
const LOT_MS = 2_000;
/** A file is in the storage before its row is committed. This is longer than that takes. */
const UNDER_WAY_MS = 60 * 60 * 1000;
const DAY_MS = 24 * UNDER_WAY_MS;
/** Temporary files are removed before this age. */
const TEMPORARY_MS = 2 * DAY_MS;
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
    await tellChecks(access, config, say);
    const removal = { unknown: [] as ListedFile[], keptOriginals: 0 };
    await verifyInstallation(access, storage, signal, say, (file, { isSent }) => {
      if (values['remove-unknown'] !== true || file.written_ms >= before_ms) return;
      if (isSent && values['originals-too'] !== true) removal.keptOriginals += 1;
      else removal.unknown.push(file);
    });
    if (values['remove-unknown'] !== true) return;
    await removeUnknown(access, storage, removal.unknown, before_ms, signal, say);
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
async function tellChecks({ migrator }: DatabaseAccess, { limits }: Config, say: (text: string) => void) {
  const { originals, overdue, faults } = await checkReport(migrator, limits.originalCheck_ms);
  const days = limits.originalCheck_ms / DAY_MS;
  const found = Object.entries(faults).filter(([, count]) => count > 0);
  say(
    `Scheduled checks: ${originals - overdue} of ${originals} originals were read or sent in the last ${days} days. ` +
      `Wrong when last read: ${found.map(([fault, count]) => `${count} ${fault}`).join(', ') || 'none'}.`,
  );
}

/**
 * Removes files that no row names, in batches while no backup can start; each file is checked again.
 * @param before_ms later files are kept; milliseconds since 1970
 * @throws CommandRefused while a backup or another verification runs
 */
async function removeUnknown(
  { migrator }: DatabaseAccess,
  storage: Storage,
  files: readonly ListedFile[],
  before_ms: number,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<void> {
  const removed = { files: 0, size_bytes: 0 };
  const tellAll = () => `${removed.files} files, ${spokenSize(removed.size_bytes)}, were removed.`;
  const left: ListedFile[] = [];
  for (let from = 0; from < files.length; from += KEYS_AT_ONCE) {
    const batch = files.slice(from, from + KEYS_AT_ONCE);
    const used = await keysInUse(migrator, batch.map(keyOf));
    left.push(...batch.filter(({ key }) => !used.has(key)));
  }
  for (let from = 0; from < left.length;) {
    if (signal.aborted) throw new CommandRefused(`The removal was interrupted. ${tellAll()}`);
    const lot = left.slice(from, from + REMOVED_AT_ONCE);
    const done = await removingFiles(migrator, async (client) => {
      const used = await keysInUse(client, lot.map(keyOf));
      const until_ms = performance.now() + LOT_MS;
      let seen = 0;
      for (const { key, size_bytes } of lot) {
        // A purge of the trash waits meanwhile.
        if (seen > 0 && performance.now() > until_ms) break;
        seen += 1;
        if (used.has(key) || ((await storage.written_ms(key)) ?? Infinity) >= before_ms) continue;
        await storage.remove(key);
        removed.files += 1;
        removed.size_bytes += size_bytes;
        say(`removed: ${key}`);
      }
      return seen;
    });
    if (done === undefined) {
      throw new CommandRefused(
        `A backup or another verification is reading files. Run it again when that has ended. ${tellAll()}`,
      );
    }
    from += done;
  }
  say(tellAll());
}

const keyOf = ({ key }: ListedFile) => key;

/**
 * Reports all faults in the files and counters of an installation, line by line.
 * @param onUnknown called for each file of ours that no row names, except young ones
 * @throws CommandRefused in one sentence, if there is any fault
 */
export async function verifyInstallation(
  { migrator }: DatabaseAccess,
  storage: Storage,
  signal: AbortSignal,
  say: (text: string) => void,
  onUnknown: (file: ListedFile, own: OwnKey) => void = () => undefined,
): Promise<void> {
  const found = { files: 0, size_bytes: 0, wrong: 0, unknown: 0, foreign: 0 };
  const judgedBefore_ms = Date.now() - UNDER_WAY_MS;
  const temporaryBefore_ms = Date.now() - TEMPORARY_MS;

  try {
    await keepingFiles(migrator, { alone: false }, async (kept) => {
      const { named, count, tenants } = await kept.snapshot(async (client) => {
        for await (const { tenant, record, uuid, counter, kept, counted } of wrongCounters(client)) {
          found.wrong += 1;
          say(`miscounted, ${kept} ${counter} instead of ${counted}: ${record}, ${tenant} (${uuid})`);
        }
        return {
          named: await holdNamedFiles(client),
          count: await countNamedFiles(client),
          tenants: await tenantIds(client),
        };
      });
      const progress = new Progress('Verification', 'files', count);
      try {
        const pairs = sideBySide(named, storage.list(), (file) => {
          const { key, written_ms } = file;
          if (written_ms > judgedBefore_ms) return;
          if (isTemporary(key) && written_ms > temporaryBefore_ms) return;
          const own = ownKey(key);
          if (!own || !tenants.has(own.tenantId)) {
            found.foreign += 1;
            say(`not ours: ${key}`);
            return;
          }
          found.unknown += 1;
          say(`in no record: ${key}`);
          onUnknown(file, own);
        });
        const checked = severalAtOnce(pairs, FILES_AT_ONCE, async (pair) => ({
          pair,
          fault: await fileFault(storage, pair.named, signal, pair.listed?.size_bytes),
        }));
        // Reported at once, whatever happens later. No file of the list is removed before the end.
        for await (const { pair, fault } of checked) {
          found.files += 1;
          found.size_bytes += pair.listed?.size_bytes ?? 0;
          progress.update(found.files, spokenSize(found.size_bytes));
          if (fault === undefined) continue;
          found.wrong += 1;
          say(`${fault.words}: ${fileInWords(pair.named)}`);
        }
      } finally {
        progress.end();
      }
    });
  } catch (error) {
    if (signal.aborted) throw new CommandRefused('The verification was interrupted.', { cause: error });
    throw error;
  }
  const others =
    (found.unknown > 0 ? ` ${found.unknown} files are in no record.` : '') +
    (found.foreign > 0 ? ` ${found.foreign} files are not ours.` : '');
  if (found.wrong > 0) {
    throw new CommandRefused(
      `${found.wrong} of what was checked is not as it should be, as told above.${others}`,
    );
  }
  say(
    `${found.files} files, ${spokenSize(found.size_bytes)}, and all counters are as they should be.${others}`,
  );
}

interface Pair {
  readonly named: NamedFile;
  /** Absent where the storage has no such file. */
  readonly listed: ListedFile | undefined;
}

/** Joins the files of the rows with those of the storage; both are in the order of the keys' bytes. */
async function* sideBySide(
  named: AsyncIterable<NamedFile>,
  listed: AsyncIterable<ListedFile>,
  onUnknown: (file: ListedFile) => void,
): AsyncGenerator<Pair> {
  const files = listed[Symbol.asyncIterator]();
  let next = await nextOf(files);
  for await (const one of named) {
    for (; next && next.key < one.key; next = await nextOf(files)) onUnknown(next);
    const isThere = next?.key === one.key;
    yield { named: one, listed: isThere ? next : undefined };
    if (isThere) next = await nextOf(files);
  }
  for (; next; next = await nextOf(files)) onUnknown(next);
}

async function nextOf(files: AsyncIterator<ListedFile, unknown>): Promise<ListedFile | undefined> {
  const next = await files.next();
  return next.done === true ? undefined : next.value;
}
