import type { TenantQueries } from '../../db/database.ts';
import type { Logger } from '../../observe/log.ts';
import { ProblemError } from '../../problem-error.ts';
import type { Storage } from '../../storage/storage.ts';

/**
 * Writes a staged file to its storage key, and then the row that names it. Never in the other order, nor
 * within the row's transaction: a bucket may take minutes for a large file, and open transactions would block
 * all writers until the database ends them.
 *
 * So there is no row without its file, also after a kill between the two, and a backup, which reads the rows
 * of its snapshot, finds every file that they name. A file that no row names may be left. It does no harm:
 * its key belongs to this attempt alone, another attempt writes another file, and `armarium verify` reports
 * it. If the database is unavailable from the beginning, nothing is written.
 * @param key used for no other file, nor for another attempt at this one
 * @param transaction of the tenant whose file it is
 * @param write short; throws a ProblemError where the row must not be written; then nothing was written
 */
export async function keepFile(
  storage: Storage,
  { file, key }: { file: string; key: string },
  transaction: (apply: (db: TenantQueries) => Promise<void>) => Promise<void>,
  write: (db: TenantQueries) => Promise<void>,
  log: Logger,
): Promise<void> {
  await transaction(async () => undefined);
  await storage.adopt(file, key);
  try {
    await transaction(write);
  } catch (error) {
    // After any other failure the row may still exist, for example where the answer to the commit was lost.
    if (error instanceof ProblemError)
      await storage.remove(key).catch((failure: unknown) => {
        log.error({ err: failure }, 'a file that no row names could not be removed');
      });
    throw error;
  }
}
