import type { TenantQueries } from '../../db/database.ts';
import type { Logger } from '../../observe/log.ts';
import { ProblemError } from '../../problem-error.ts';
import type { Storage } from '../../storage/storage.ts';

/**
 * Sends a finished file of a stage to its key, and then writes the row that names it. Never the other way round, nor
 * under the row's transaction: a bucket may take minutes for a large file, and connections that wait for it would keep
 * everybody from writing until the database breaks them off.
 *
 * So there is no row without its file, also after a kill between the two, and a backup, which goes by the rows of its
 * snapshot, finds every file that these name. What may be left is a file that no row names. It harms nobody: its key
 * is this attempt's alone, so whoever sends the same again writes another one, and `armarium verify` tells of it.
 * Where the database is away from the beginning, nothing is sent.
 * @param key used for no other file, nor for another attempt at this one
 * @param transaction of the tenant whose file it is
 * @param write short; throws a ProblemError where the row is not to be, and nothing was written then
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
    // After any other failure the row may be there after all, as where the answer to the commit was lost.
    if (error instanceof ProblemError)
      await storage.remove(key).catch((failure: unknown) => {
        log.error({ err: failure }, 'a file that no row names could not be removed');
      });
    throw error;
  }
}
