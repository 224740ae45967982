import type { Operation } from '@armarium/contract/operation';
import type { Call } from '../../../http/operation-route.ts';
import { invalid } from '../../../problem-error.ts';
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
  const { found } = await attempts.judge(request.ip, normaliseUsername(actor.username), async () => {
    const account = await findAccount(system, { uuid: actor.accountUuid });
    return (await isPassword(account?.passwordHash, password)) ? account : undefined;
  });
  return found;
}

/** @param field of the body that holds the password. @throws ProblemError 422 naming it where it is wrong, 429 */
export async function requireOwnPassword(
  field: string,
  password: string,
  parts: Pick<SessionParts, 'system' | 'attempts'>,
  call: Pick<Call<Operation>, 'actor' | 'request'>,
): Promise<void> {
  if (await ownAccountBy(password, parts, call)) return;
  const message = 'Type the password with which you signed in.';
  throw invalid([{ name: field, code: 'wrong-password', message }]);
}
