import type { Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import type { GivenFactor } from './second-factor.queries.ts';

/**
 * Lets the sessions of an account to which a second factor was given that is removed now be as if none was given: it must not
 * count for another that the account has, or gets.
 */
export async function forgetGivenFactor(
  db: Kysely<SystemTables>,
  accountUuid: string,
  { passkey }: GivenFactor,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ second_factor: false, passkey_uuid: null })
    .where('account_uuid', '=', accountUuid)
    .where('second_factor', '=', true)
    .where('passkey_uuid', 'is not distinct from', passkey)
    .execute();
}
