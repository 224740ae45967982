import { sql } from 'kysely';
import type { Operation } from '@armarium/contract/operation';
import type { FastifyRequest } from 'fastify';
import type { Call } from '../../../http/operation-route.ts';
import { invalid, ProblemError } from '../../../problem-error.ts';
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
  const message = 'Type the password of your account.';
  throw invalid([{ name: field, code: 'wrong-password', message }]);
}

/** A sign-in is recent for so long. */
const RECENT_MINUTES = 15;

/**
 * How the session of a request came about, and whether its account has a password.
 * @throws ProblemError 401 where it has ended
 */
export async function signInOf({ system }: Pick<SessionParts, 'system'>, request: FastifyRequest) {
  const found = await system
    .selectFrom('session')
    .innerJoin('account', 'account.uuid', 'session.account_uuid')
    .select(sql<boolean>`session.created_at > now() - ${RECENT_MINUTES} * interval '1 minute'`.as('isRecent'))
    .select(sql<boolean>`session.sign_on_provider is not null`.as('isBySignOn'))
    .select(sql<boolean>`account.password_hash is not null`.as('hasPassword'))
    .where('session.token_hash', '=', presentSession(request))
    .executeTakeFirst();
  if (!found) throw new ProblemError('not-signed-in', 'Sign in and try again.');
  return found;
}

const signInAgain = () => {
  const message = `You have no password here, and signed in more than ${RECENT_MINUTES} minutes ago. Sign out, and sign in again.`;
  return invalid([{ name: 'password', code: 'sign-in-again', message }]);
};

/**
 * Requires that the person has just shown who they are: by signing in, or by the password (ASVS V7.5.1). Who came in by a
 * sign-on gives the password where the account has one: the provider is another's, and vouches for this organisation only.
 * @param password undefined where the client relies on the sign-in
 * @throws ProblemError 422 naming the field `password` where one is needed (`password-needed`) or is wrong, or where the person
 * has none and must sign in again (`sign-in-again`), 429
 */
export async function requireRecentSignIn(
  password: string | undefined,
  parts: Pick<SessionParts, 'system' | 'attempts'>,
  call: Pick<Call<Operation>, 'actor' | 'request'>,
): Promise<void> {
  if (password !== undefined) return requireOwnPassword('password', password, parts, call);
  const { isRecent, isBySignOn, hasPassword } = await signInOf(parts, call.request);
  if (isRecent && !(isBySignOn && hasPassword)) return;
  if (!hasPassword) throw signInAgain();
  const message = isBySignOn
    ? 'You signed in with a provider. Type the password of your account.'
    : `You signed in more than ${RECENT_MINUTES} minutes ago. Type your password.`;
  throw invalid([{ name: 'password', code: 'password-needed', message }]);
}

/**
 * Requires the password, or a recent sign-in of an account that has none.
 * @throws as `requireRecentSignIn`
 */
export async function requirePasswordOrRecentSignIn(
  password: string | undefined,
  parts: Pick<SessionParts, 'system' | 'attempts'>,
  call: Pick<Call<Operation>, 'actor' | 'request'>,
): Promise<void> {
  if (password !== undefined) return requireOwnPassword('password', password, parts, call);
  const { isRecent, hasPassword } = await signInOf(parts, call.request);
  if (!hasPassword && isRecent) return;
  if (!hasPassword) throw signInAgain();
  throw invalid([{ name: 'password', code: 'required', message: 'Type your password.' }]);
}

/**
 * Refuses an account without a password what would open it outside its organisation: a passkey, or another address of mail.
 * @throws ProblemError 403 `sign-in-needed`
 */
export async function refuseWithoutPassword(
  parts: Pick<SessionParts, 'system'>,
  { request }: Pick<Call<Operation>, 'request'>,
): Promise<void> {
  if ((await signInOf(parts, request)).hasPassword) return;
  throw new ProblemError(
    'sign-in-needed',
    'You sign in by a provider and have no password here. Ask an administrator for an invitation, and set a password by it first.',
  );
}
