import type { DatabaseAccess } from '../compose.ts';
import { wrongCounters } from '../db/counters.ts';
import { keepingFiles } from '../db/kept-files.ts';
import { isTemporary, ownKey, type OwnKey } from '../db/own-key.ts';
import { countNamedFiles, holdNamedFiles, tenantIds, type NamedFile } from '../db/stored-files.ts';
import { fileFault } from '../storage/file-fault.ts';
import type { ListedFile, Storage } from '../storage/storage.ts';
import { CommandRefused } from './command.ts';
import { fileInWords } from './file-in-words.ts';
import { Progress } from './progress.ts';
import { severalAtOnce } from './several-at-once.ts';
import { spokenSize } from './spoken-size.ts';

const FILES_AT_ONCE = 4;
/** A file is in the storage before its row is committed. This is longer than that takes. */
const UNDER_WAY_MS = 60 * 60 * 1000;
/** Temporary files are removed before this age. */
const TEMPORARY_MS = 48 * 60 * 60 * 1000;

interface Found {
  files: number;
  size_bytes: number;
  wrong: number;
  unknown: number;
  foreign: number;
}

/** Called for each file of ours that no row names, except young ones. */
type OnUnknown = (file: ListedFile, own: OwnKey) => void;

/**
 * Reports all faults in the files and counters of an installation, line by line.
 * @throws CommandRefused in one sentence, if there is any fault
 */
export async function verifyInstallation(
  { migrator }: DatabaseAccess,
  storage: Storage,
  signal: AbortSignal,
  say: (text: string) => void,
  onUnknown: OnUnknown = () => undefined,
): Promise<void> {
  const found: Found = { files: 0, size_bytes: 0, wrong: 0, unknown: 0, foreign: 0 };
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
      const pairs = sideBySide(named, storage.list(), unnamedFiles(found, tenants, say, onUnknown));
      await verifyFiles(storage, pairs, count, found, signal, say);
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

/** Counts and reports files of the storage that no row names. */
function unnamedFiles(
  found: Found,
  tenants: ReadonlySet<number>,
  say: (text: string) => void,
  onUnknown: OnUnknown,
): (file: ListedFile) => void {
  const judgedBefore_ms = Date.now() - UNDER_WAY_MS;
  const temporaryBefore_ms = Date.now() - TEMPORARY_MS;
  return (file) => {
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
  };
}

/** Reads the files that rows name, and reports each fault. @param count of all of them, for the progress */
async function verifyFiles(
  storage: Storage,
  pairs: AsyncIterable<Pair>,
  count: number,
  found: Found,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<void> {
  const progress = new Progress('Verification', 'files', count);
  try {
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
