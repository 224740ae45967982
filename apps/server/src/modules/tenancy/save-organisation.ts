import { sql } from 'kysely';
import type { TenantData, WriteTransaction } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import { removeUnlessNamed, type RemovalParts } from './remove-unless-named.ts';
import {
  writeOrganisation,
  type OrganisationNames,
  type OrganisationPresent,
  type OrganisationWrite,
} from './organisation.writes.ts';

/**
 * Changes settings of an organisation in a transaction of their own, and removes the file of a logo that is no longer
 * its own.
 * @param data of the organisation, for the person who makes the change
 * @param rename is called in the same transaction where the organisation gets another name
 * @param check as in `writeOrganisation`
 * @throws ProblemError where a value can't be used
 */
export async function saveOrganisation(
  parts: RemovalParts,
  data: TenantData,
  given: OrganisationWrite,
  rename: (tx: WriteTransaction, names: OrganisationNames) => Promise<void>,
  check?: (present: OrganisationPresent) => void,
): Promise<void> {
  const { logoKey } = given;
  let left: string | null | undefined = logoKey;
  try {
    await data.write('organisation', async (tx) => {
      const { logoKey: before, names } = await writeOrganisation(tx, given, check);
      if (names.after !== names.before) await rename(tx, names);
      // Somebody may have removed the same picture meanwhile, under this lock.
      if (typeof logoKey === 'string' && (await parts.storage.size(logoKey)) === undefined)
        throw new ProblemError('unavailable', 'The logo was removed just now. Send its picture again.');
      left = logoKey === undefined ? undefined : before;
    });
  } finally {
    // Where the change was refused that is the picture which came with it.
    if (typeof left === 'string') {
      await removeUnlessNamed(parts, data.tenantId, { key: left, what: 'a logo' }, async (db) => {
        const { rows } = await sql<{ logo_key: string | null }>`
          select logo_key from tenant where id = current_tenant() for no key update`.execute(db);
        return rows[0]?.logo_key;
      });
    }
  }
}
