import { sql, type Kysely } from 'kysely';
import type { SystemTables, TenantQueries } from '../../../db/database.ts';

/** Whether a session was opened by a provider of sign-on. @param session is its hash */
export async function isBySignOn(system: Kysely<SystemTables>, session: Buffer): Promise<boolean> {
  const found = await system
    .selectFrom('session')
    .select('uuid')
    .where('token_hash', '=', session)
    .where('sign_on_provider', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The account that a person of an issuer opens in the transaction's organisation; undefined where it is none. */
export async function linkedAccount(
  db: TenantQueries,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): Promise<string | undefined> {
  const link = await db
    .selectFrom('account_sign_on')
    .select('account_uuid')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return link?.account_uuid;
}

/** The links of an account in the transaction's organisation, also those that its owner has removed. */
export const linksOf = (db: TenantQueries, accountUuid: string) =>
  db
    .selectFrom('account_sign_on')
    .select(['issuer', 'subject', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select(sql<boolean>`removed_at is not null`.as('isRemoved'))
    .where('account_uuid', '=', accountUuid)
    .execute();

/** The first provider of the transaction's organisation by which each of the accounts can sign in. */
export async function signOnsOf(
  db: TenantQueries,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, { readonly label: string; readonly givesRoles: boolean }>> {
  if (accounts.length === 0) return new Map();
  const rows = await db
    .selectFrom('account_sign_on')
    .innerJoin('sign_on_provider as provider', 'provider.issuer', 'account_sign_on.issuer')
    .select(['account_uuid', 'label'])
    .select(sql<boolean>`groups_claim is not null`.as('givesRoles'))
    .where('account_uuid', 'in', accounts)
    .where('removed_at', 'is', null)
    .orderBy('provider.position', 'desc')
    .execute();
  return new Map(rows.map(({ account_uuid, ...signOn }) => [account_uuid, signOn]));
}
