import { addAbortSignal } from 'node:stream';
import { openStorage, type DatabaseAccess } from '../compose.ts';
import { wrongCounters } from '../db/counters.ts';
import { keepingFiles } from '../db/kept-files.ts';
import { countNamedFiles, holdNamedFiles, isTemporary, type NamedFile } from '../db/stored-files.ts';
import { digestOf } from '../storage/digest.ts';
import type { ListedFile, Storage } from '../storage/storage.ts';
import { CommandRefused, readArguments, UsageError, type Command } from './command.ts';
import { fileInWords } from './file-in-words.ts';
import { Progress } from './progress.ts';
import { severalAtOnce } from './several-at-once.ts';
import { spokenSize } from './spoken-size.ts';

const FILES_AT_ONCE = 4;
/** A file is in the storage before its row is committed: longer than that takes. */
const UNDER_WAY_MS = 60 * 60 * 1000;

export const verifyCommand: Command = {
  summary: 'check every file and counter against the records',
  usage: `armarium verify

Reads every original and compares it with the length and the SHA-256 of its record; looks for every file that was made
of one; counts what items and collections count. What is wrong is told by record, with status 1. Files that no record
knows are listed too; they harm nobody. Nothing is changed, and people go on working.`,
  async run(args, { config, access, signal, say }) {
    if (readArguments(args, {}).positionals.length > 0) throw new UsageError('verify takes no folder.');
    await verifyInstallation(access, await openStorage(config), signal, say);
  },
};

/**
 * Tells what is wrong in the files and counters of an installation, line by line.
 * @throws CommandRefused in one sentence, if anything is
 */
export async function verifyInstallation(
  { migrator }: DatabaseAccess,
  storage: Storage,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<void> {
  const found = { files: 0, size_bytes: 0, wrong: 0, unknown: 0 };
  const judgedBefore_ms = Date.now() - UNDER_WAY_MS;

  async function check({ named, listed }: Pair): Promise<string | undefined> {
    signal.throwIfAborted();
    const size_bytes = listed?.size_bytes ?? (await storage.size(named.key));
    if (size_bytes === undefined) {
      // A storage that is away as a whole is told as that.
      await storage.check();
      return 'missing';
    }
    const expected = named.size_bytes ?? Math.max(size_bytes, 1);
    if (size_bytes !== expected) return `damaged, ${size_bytes} bytes instead of ${expected}`;
    if (named.sha256 === undefined) return undefined;
    const source = addAbortSignal(signal, storage.read(named.key));
    try {
      const { sha256 } = await digestOf(source);
      return sha256 === named.sha256 ? undefined : `damaged, SHA-256 ${sha256} instead of ${named.sha256}`;
    } catch (error) {
      if (signal.aborted || !source.errored) throw error;
      await storage.check();
      return `unreadable, ${source.errored.message}`;
    }
  }

  try {
    await keepingFiles(migrator, { alone: false }, async (kept) => {
      const { named, count } = await kept.snapshot(async (client) => {
        for await (const { tenant, record, uuid, counter, kept, counted } of wrongCounters(client)) {
          found.wrong += 1;
          say(`miscounted, ${kept} ${counter} instead of ${counted}: ${record}, ${tenant} (${uuid})`);
        }
        return { named: await holdNamedFiles(client), count: await countNamedFiles(client) };
      });
      const progress = new Progress('Verification', 'files', count);
      try {
        const pairs = sideBySide(named, storage.list(), ({ key, written_ms }) => {
          if (written_ms > judgedBefore_ms || isTemporary(key)) return;
          found.unknown += 1;
          say(`in no record: ${key}`);
        });
        const checked = severalAtOnce(pairs, FILES_AT_ONCE, async (pair) => ({
          pair,
          fault: await check(pair),
        }));
        // Told as it comes, whatever becomes of the rest. No file of the list is removed before the end.
        for await (const { pair, fault } of checked) {
          found.files += 1;
          found.size_bytes += pair.listed?.size_bytes ?? 0;
          progress.update(found.files, spokenSize(found.size_bytes));
          if (fault === undefined) continue;
          found.wrong += 1;
          say(`${fault}: ${fileInWords(pair.named)}`);
        }
      } finally {
        progress.end();
      }
    });
  } catch (error) {
    if (signal.aborted) throw new CommandRefused('The verification was interrupted.', { cause: error });
    throw error;
  }
  const unknown = found.unknown > 0 ? ` ${found.unknown} files are in no record.` : '';
  if (found.wrong > 0) {
    throw new CommandRefused(
      `${found.wrong} of what was checked is not as it should be, as told above.${unknown}`,
    );
  }
  say(
    `${found.files} files, ${spokenSize(found.size_bytes)}, and all counters are as they should be.${unknown}`,
  );
}

interface Pair {
  readonly named: NamedFile;
  /** Absent where the list has no such file. */
  readonly listed: ListedFile | undefined;
}

/** What the rows name with what the storage lists; both are in the order of the keys' bytes. */
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
