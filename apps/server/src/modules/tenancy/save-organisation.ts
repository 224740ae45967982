import { sql } from 'kysely';
import type { Database, TenantData } from '../../db/database.ts';
import { mayRemoveFiles } from '../../db/kept-files.ts';
import type { Logger } from '../../observe/log.ts';
import { ProblemError } from '../../problem-error.ts';
import type { Storage } from '../../storage/storage.ts';
import { writeOrganisation, type OrganisationWrite } from './organisation.writes.ts';

/**
 * Changes settings of an organisation in a transaction of their own, and removes the file of a logo that is no longer
 * its own.
 * @param data of the organisation, for the person who makes the change
 * @param check as in `writeOrganisation`
 * @throws ProblemError where a value can't be used
 */
export async function saveOrganisation(
  {
    database,
    storage,
    log,
  }: { readonly database: Database; readonly storage: Storage; readonly log: Logger },
  data: TenantData,
  given: OrganisationWrite,
  check?: (version: number) => void,
): Promise<void> {
  const { logoKey } = given;
  let left: string | null | undefined = logoKey;
  try {
    await data.write('organisation', async (tx) => {
      const before = await writeOrganisation(tx, given, check);
      // Somebody may have removed the same picture meanwhile, under this lock.
      if (typeof logoKey === 'string' && (await storage.size(logoKey)) === undefined)
        throw new ProblemError('unavailable', 'The logo was removed just now. Send its picture again.');
      left = logoKey === undefined ? undefined : before;
    });
  } finally {
    // Where the change was refused that is the picture which came with it.
    if (typeof left === 'string') {
      // A failed removal must not hide the result.
      await removeUnlessSet(database, storage, data.tenantId, left).catch((failure: unknown) => {
        log.error({ err: failure }, 'a logo that is not used could not be removed');
      });
    }
  }
}

/** The same picture has the same key, so another person may have set it again meanwhile. */
async function removeUnlessSet(
  database: Database,
  storage: Storage,
  tenantId: number,
  key: string,
): Promise<void> {
  await database.bookkeeping(tenantId, async (db) => {
    // During a backup it stays: a file without a row does no harm.
    if (!(await mayRemoveFiles(db))) return;
    // Waits for anybody who is setting it; later ones wait for this, and then see that the file is gone.
    const { rows } = await sql<{ logo_key: string | null }>`
      select logo_key from tenant where id = current_tenant() for no key update`.execute(db);
    if (rows[0]?.logo_key !== key) await storage.remove(key);
  });
}
