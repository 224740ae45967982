import type { Operation } from '@armarium/contract/operation';
import type { Call } from '../../../http/operation-route.ts';
import { findAccount, type Account } from '../accounts.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import { normaliseUsername } from '../username.ts';
import { isPassword } from './password.ts';

/**
 * Checks the password of the person who is signed in. The limits of the sign-in apply: an abandoned session must not be a way
 * to guess it.
 * @returns the account; undefined where the password is wrong
 * @throws ProblemError 429 after too many wrong ones
 */
export async function ownAccountBy(
  password: string,
  { system, attempts }: Pick<SessionParts, 'system' | 'attempts'>,
  { actor, request }: Pick<Call<Operation>, 'actor' | 'request'>,
): Promise<Account | undefined> {
  const attempt = await attempts.begin(request.ip, normaliseUsername(actor.username));
  const judge = async () => {
    const account = await findAccount(system, { uuid: actor.accountUuid });
    return (await isPassword(account?.passwordHash, password)) ? account : undefined;
  };
  const account = await judge().catch(async (error: unknown) => {
    await attempt.forgiven();
    throw error;
  });
  if (account) await attempt.succeeded();
  return account;
}
