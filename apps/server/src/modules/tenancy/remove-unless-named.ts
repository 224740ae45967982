import type { Database, TenantQueries } from '../../db/database.ts';
import { mayRemoveFiles } from '../../db/kept-files.ts';
import type { Logger } from '../../observe/log.ts';
import type { Storage } from '../../storage/storage.ts';

/** What the removal of a file takes. */
export interface RemovalParts {
  readonly database: Database;
  readonly storage: Storage;
  readonly log: Logger;
}

/**
 * Removes the file of a picture that a setting names no more. The same picture has the same key, so another person may
 * have set it again meanwhile. A failure is logged: it must not hide the result of the change.
 * @param what it is, for the log
 * @param nameNow locks the row that names such a file, and reads the key. It waits for anybody who is setting one; later
 *   ones wait for this, and then see that the file is gone
 */
export async function removeUnlessNamed(
  { database, storage, log }: RemovalParts,
  tenantId: number,
  { key, what }: { readonly key: string; readonly what: string },
  nameNow: (db: TenantQueries) => Promise<string | null | undefined>,
): Promise<void> {
  try {
    await database.bookkeeping(tenantId, async (db) => {
      // During a backup it stays: a file without a row does no harm.
      if (!(await mayRemoveFiles(db))) return;
      if ((await nameNow(db)) !== key) await storage.remove(key);
    });
  } catch (failure) {
    log.error({ err: failure }, `${what} that is not used could not be removed`);
  }
}
