import type { Capability } from '@armarium/contract/capability';
import type { ActingToken, TenantQueries } from '../../../db/database.ts';

/** A token with whose it is. */
export interface StoredToken extends ActingToken {
  readonly accountUuid: string;
  /** Whether it was made in a session that a provider of sign-on opened. */
  readonly isBySignOn: boolean;
  readonly lastUsedAt: Date | null;
}

/** A token of the transaction's organisation, also one that has expired; undefined where there is none. */
export async function findToken(
  db: TenantQueries,
  by: { readonly hash: Buffer } | { readonly uuid: string },
): Promise<StoredToken | undefined> {
  const row = await db
    .selectFrom('account_token')
    .select(['uuid', 'name', 'capabilities', 'account_uuid as accountUuid', 'sign_on_provider'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .$call((query) =>
      'hash' in by ? query.where('token_hash', '=', by.hash) : query.where('uuid', '=', by.uuid),
    )
    .executeTakeFirst();
  if (!row) return undefined;
  const { sign_on_provider: provider, capabilities, ...token } = row;
  return { ...token, capabilities: capabilities as Capability[], isBySignOn: provider !== null };
}

/** The tokens of an account in the transaction's organisation, the newest first. */
export const tokensOf = (db: TenantQueries, accountUuid: string) =>
  db
    .selectFrom('account_token')
    .select(['uuid', 'name', 'capabilities'])
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'last_used_at as lastUsedAt'])
    .where('account_uuid', '=', accountUuid)
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
    .execute();
