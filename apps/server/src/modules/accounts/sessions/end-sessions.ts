import type { Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';

/** Ends the sessions of an account, in all tenants. @param kept the hash of the one that stays */
export async function endSessions(
  db: Kysely<SystemTables>,
  accountUuid: string,
  kept?: Buffer,
): Promise<void> {
  await db
    .deleteFrom('session')
    .where('account_uuid', '=', accountUuid)
    .$if(kept !== undefined, (query) => query.where('token_hash', '!=', kept ?? Buffer.alloc(0)))
    .execute();
}
