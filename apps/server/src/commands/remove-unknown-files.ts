import type { DatabaseAccess } from '../compose.ts';
import { removingFiles } from '../db/kept-files.ts';
import { keysInUse } from '../db/stored-files.ts';
import type { ListedFile, Storage } from '../storage/storage.ts';
import { CommandRefused } from './command.ts';
import { spokenSize } from './spoken-size.ts';

const KEYS_AT_ONCE = 1_000;
const REMOVED_AT_ONCE = 20;
const LOT_MS = 2_000;

const keyOf = ({ key }: ListedFile) => key;

/**
 * Removes files that no row names, in batches while no backup can start; each file is checked again.
 * @param before_ms later files are kept; milliseconds since 1970
 * @throws CommandRefused while a backup or another verification runs
 */
export async function removeUnknownFiles(
  { migrator }: DatabaseAccess,
  storage: Storage,
  files: readonly ListedFile[],
  before_ms: number,
  signal: AbortSignal,
  say: (text: string) => void,
): Promise<void> {
  const removed = { files: 0, size_bytes: 0 };
  const summary = () => `${removed.files} files, ${spokenSize(removed.size_bytes)}, were removed.`;
  const left: ListedFile[] = [];
  for (let from = 0; from < files.length; from += KEYS_AT_ONCE) {
    const batch = files.slice(from, from + KEYS_AT_ONCE);
    const used = await keysInUse(migrator, batch.map(keyOf));
    left.push(...batch.filter(({ key }) => !used.has(key)));
  }
  for (let from = 0; from < left.length;) {
    if (signal.aborted) throw new CommandRefused(`The removal was interrupted. ${summary()}`);
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
        `A backup or another verification is reading files. Run it again when that has ended. ${summary()}`,
      );
    }
    from += done;
  }
  say(summary());
}
