import { sql } from 'kysely';
import type { Operation } from '@armarium/contract/operation';
import type { Call } from '../../../http/operation-route.ts';
import { invalid } from '../../../problem-error.ts';
import { findAccount, type Account } from '../accounts.ts';
import { presentSession } from '../sessions/present-session.ts';
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

/** A sign-in is recent for so long. */
const RECENT_MINUTES = 15;

/**
 * Requires that the person has just shown who they are: by signing in, or by the password (ASVS V7.5.1).
 * @param password undefined where the client relies on the sign-in
 * @throws ProblemError 422 naming the field `password` where one is needed, or is wrong, 429
 */
export async function requireRecentSignIn(
  password: string | undefined,
  parts: Pick<SessionParts, 'system' | 'attempts'>,
  call: Pick<Call<Operation>, 'actor' | 'request'>,
): Promise<void> {
  if (password !== undefined) return requireOwnPassword('password', password, parts, call);
  const recent = await parts.system
    .selectFrom('session')
    .select('uuid')
    .where('token_hash', '=', presentSession(call.request))
    .where('created_at', '>', sql<Date>`now() - ${RECENT_MINUTES} * interval '1 minute'`)
    .executeTakeFirst();
  if (recent) return;
  const message = `You signed in more than ${RECENT_MINUTES} minutes ago. Type your password.`;
  throw invalid([{ name: 'password', code: 'password-needed', message }]);
}
