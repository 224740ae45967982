import { v7 as uuidv7 } from 'uuid';
import type { Capability } from '@armarium/contract/capability';
import { TOKENS_MAX, type NewToken } from '@armarium/contract/tokens';
import { notFound, ProblemError } from '../../../problem-error.ts';
import { findProvider } from '../../tenancy/public.ts';
import { lockAccount, record, type AccountWrite } from '../account-write.ts';
import { tellOfSecurity } from '../messages/tell-of-security.ts';
import { hashOf } from '../random-token.ts';
import { requireFactorGiven } from '../second-factor/second-factor.queries.ts';
import { tokensOf } from './token.queries.ts';
import { newProgramToken } from './tokens.ts';

interface WantedToken {
  readonly name: string;
  readonly capabilities: readonly Capability[];
  readonly expiresAt: Date;
}

/**
 * Makes a token of an account.
 * @param session the hash of the session in which it is made
 * @throws ProblemError 401 and 403 as `requireFactorGiven`, 409 where there are too many, or one of that name
 */
export async function addToken(
  write: AccountWrite,
  accountUuid: string,
  wanted: WantedToken,
  session: Buffer,
): Promise<NewToken> {
  const { tx } = write;
  const provider = await holdProviderOf(write, session);
  await lockAccount(write, accountUuid);
  await requireFactorGiven(tx.systemDb, accountUuid, session);
  const own = await tokensOf(tx.db, accountUuid);
  if (own.some(({ name }) => name === wanted.name))
    throw new ProblemError('duplicate', `You have a token “${wanted.name}” already. Give it another name.`);
  if (own.length >= TOKENS_MAX)
    throw new ProblemError('tokens-full', `An account has ${TOKENS_MAX} at most. Remove one first.`);
  const token = newProgramToken();
  const uuid = uuidv7();
  const { created_at } = await tx.db
    .insertInto('account_token')
    .values({
      tenant_id: tx.tenantId,
      uuid,
      account_uuid: accountUuid,
      name: wanted.name,
      token_hash: hashOf(token),
      capabilities: [...wanted.capabilities],
      sign_on_provider: provider,
      expires_at: wanted.expiresAt,
    })
    .returning('created_at')
    .executeTakeFirstOrThrow();
  const expiresAt = wanted.expiresAt.toISOString();
  const { name, capabilities } = wanted;
  await record(tx, accountUuid, { action: 'update', after: { token: { name, capabilities, expiresAt } } });
  await tellOfSecurity(write, accountUuid, { what: 'token-added', name });
  return {
    id: uuid,
    name,
    capabilities: [...capabilities],
    createdDate: created_at.toISOString(),
    expiresAt,
    lastUsedDate: null,
    token,
  };
}

/** The provider of sign-on that opened a session, held before its account, as whoever removes it does; null where none did. */
async function holdProviderOf({ tx }: AccountWrite, session: Buffer): Promise<string | null> {
  const opened = await tx.systemDb
    .selectFrom('session')
    .select('sign_on_provider')
    .where('token_hash', '=', session)
    .executeTakeFirst();
  const provider = opened?.sign_on_provider ?? null;
  if (provider !== null) await findProvider(tx.db, provider, { isLocked: true });
  return provider;
}

/**
 * Removes a token of an account.
 * @throws ProblemError 404
 */
export async function removeToken(write: AccountWrite, accountUuid: string, uuid: string): Promise<void> {
  const { tx } = write;
  await lockAccount(write, accountUuid);
  const removed = await tx.db
    .deleteFrom('account_token')
    .where('uuid', '=', uuid)
    .where('account_uuid', '=', accountUuid)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw notFound('The token');
  await record(tx, accountUuid, {
    action: 'update',
    before: { token: removed.name },
    after: { token: null },
  });
}
