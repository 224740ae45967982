import { changeOwnPassword } from '@armarium/contract/accounts';
import { csrfToken, SESSION_COOKIE, setCsrfCookie, setSessionCookie } from '../../http/identify.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { ProblemError } from '../../problem-error.ts';
import { replacePassword } from './account.writes.ts';
import { findAccount } from './accounts.ts';
import { hashPassword, isPassword } from './password.ts';
import type { SessionParts } from './session-parts.ts';
import { normaliseUsername } from './username.ts';
import { hashOf, openerOf } from './sessions.ts';

/** Changes the caller's password. Their other sessions end, and this one gets a new token. */
export function changeOwnPasswordOperation(
  parts: Pick<SessionParts, 'system' | 'sessions' | 'attempts' | 'secret'>,
): Implementation {
  const { system, sessions, attempts, secret } = parts;
  return implement(changeOwnPassword, async ({ actor, tenant, body, data, request, reply, log }) => {
    const uuid = actor.accountUuid;
    const wrong = new ProblemError('wrong-old-password', 'Type the password with which you signed in.');
    // The limits of the sign-in apply: an abandoned session must not be a way to guess the password.
    const attempt = await attempts.begin(request.ip, normaliseUsername(actor.username));
    const judge = async () => {
      const account = await findAccount(system, { uuid });
      return (await isPassword(account?.passwordHash, body.old)) ? account : undefined;
    };
    const account = await judge().catch(async (error: unknown) => {
      await attempt.forgiven();
      throw error;
    });
    const event = { tenant: tenant.name, address: request.ip, account: uuid };
    if (!account) {
      log.warn({ event: 'password-change-refused', ...event }, 'the old password was wrong');
      throw wrong;
    }
    await attempt.succeeded();
    const passwordHash = await hashPassword(body.new);
    const present = request.cookies[SESSION_COOKIE] ?? '';
    const only = { session: hashOf(present), formerHash: account.passwordHash };
    const replaced = await data.write('account-password', (tx) =>
      replacePassword({ tx, by: 'account' }, uuid, passwordHash, only),
    );
    // Another request has changed it meanwhile.
    if (!replaced) throw wrong;
    sessions.forgetAccount(uuid);
    log.info({ event: 'password-changed', ...event }, 'password changed');
    const token = await sessions.open({ uuid, passwordHash }, tenant.id, openerOf(request));
    // It was changed again meanwhile.
    if (token === undefined) throw new ProblemError('not-signed-in', 'Sign in and try again.');
    setSessionCookie(request, reply, token);
    setCsrfCookie(request, reply, csrfToken(secret, token));
    return undefined;
  });
}
