import { sql, type Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { PASSKEYS_MAX, type Passkey } from '@armarium/contract/passkeys';
import type { SystemTables } from '../../../db/database.ts';
import { notFound, ProblemError } from '../../../problem-error.ts';
import { lockAccount, record, type AccountWrite } from '../account-write.ts';
import { tellOfSecurity } from '../messages/tell-of-security.ts';
import { forgetGivenFactor } from '../second-factor/forget-given-factor.ts';
import { requireFactorGiven } from '../second-factor/second-factor.queries.ts';
import { passkeysOf, type StoredPasskey } from './passkey.queries.ts';
import type { VerifiedPasskey } from './verify-credential.ts';

/**
 * Adds a passkey to an account.
 * @param session the hash of the session in which it was made
 * @throws ProblemError 401 and 403 as `requireFactorGiven`, 409 where there are too many, or where it was added before
 */
export async function addPasskey(
  write: AccountWrite,
  accountUuid: string,
  made: VerifiedPasskey & { readonly name: string; readonly host: string },
  session: Buffer,
): Promise<Passkey> {
  const { systemDb } = write.tx;
  await lockAccount(write, accountUuid);
  await requireFactorGiven(systemDb, accountUuid, session);
  const uuid = uuidv7();
  const own = await passkeysOf(systemDb, accountUuid, made.host);
  if (own.length >= PASSKEYS_MAX)
    throw new ProblemError('passkeys-full', `An account has ${PASSKEYS_MAX} at most. Remove one first.`);
  const added = await systemDb
    .insertInto('account_passkey')
    .values({
      uuid,
      account_uuid: accountUuid,
      host: made.host,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      sign_count: made.signCount,
      transports: [...made.transports],
      backed_up: made.isBackedUp,
      name: made.name,
    })
    .onConflict((known) => known.column('credential_id').doNothing())
    .returning(['name', 'host', 'created_at', 'backed_up'])
    .executeTakeFirst();
  if (!added) throw new ProblemError('passkey-exists', 'Sign in with it, or let another device make one.');
  await record(write.tx, accountUuid, { action: 'update', after: { passkey: 'added' } });
  await tellOfSecurity(write, accountUuid, { what: 'passkey-added', name: added.name, host: added.host });
  return {
    id: uuid,
    name: added.name,
    host: added.host,
    createdDate: added.created_at.toISOString(),
    lastUsedDate: null,
    backedUp: added.backed_up,
  };
}

/**
 * Removes a passkey of an account. The open sessions stay.
 * @param session the hash of the session that asks for it
 * @throws ProblemError 401 and 403 as `requireFactorGiven`, 404
 */
export async function removePasskey(
  write: AccountWrite,
  accountUuid: string,
  uuid: string,
  session: Buffer,
): Promise<void> {
  const { systemDb } = write.tx;
  await lockAccount(write, accountUuid);
  await requireFactorGiven(systemDb, accountUuid, session);
  const removed = await systemDb
    .deleteFrom('account_passkey')
    .where('uuid', '=', uuid)
    .where('account_uuid', '=', accountUuid)
    .returning(['name', 'host'])
    .executeTakeFirst();
  if (!removed) throw notFound('The passkey');
  await forgetGivenFactor(systemDb, accountUuid, { passkey: uuid });
  await record(write.tx, accountUuid, { action: 'update', after: { passkey: 'removed' } });
  await tellOfSecurity(write, accountUuid, { what: 'passkey-removed', ...removed });
}

/** Removes all passkeys of an account, at all hosts. @returns whether there were any */
export async function removePasskeys(db: Kysely<SystemTables>, accountUuid: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_passkey')
    .where('account_uuid', '=', accountUuid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Records the use of a passkey.
 * @param db a transaction
 * @returns false where the passkey was removed meanwhile, or used with the same count
 */
export async function notePasskeyUse(
  db: Kysely<SystemTables>,
  { uuid }: StoredPasskey,
  { signCount, isBackedUp }: Pick<VerifiedPasskey, 'signCount' | 'isBackedUp'>,
): Promise<boolean> {
  const noted = await db
    .updateTable('account_passkey')
    .set({
      // Of two uses at once the later one may be stored first.
      sign_count: sql`greatest(sign_count, ${signCount})`,
      backed_up: isBackedUp,
      last_used_at: sql`now()`,
    })
    .where('uuid', '=', uuid)
    // The same count twice comes from a copy of the key, even at the same moment.
    .where(sql<boolean>`(sign_count <> ${signCount} or sign_count = 0)`)
    .returning('uuid')
    .executeTakeFirst();
  return noted !== undefined;
}
