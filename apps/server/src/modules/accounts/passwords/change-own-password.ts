import { changeOwnPassword } from '@armarium/contract/accounts';
import { implement, type Implementation } from '../../../http/operation-route.ts';
import { ProblemError } from '../../../problem-error.ts';
import { replacePassword } from './password.writes.ts';
import { ownAccountBy } from './own-password.ts';
import { hashPassword } from './password.ts';
import { presentToken } from '../sessions/present-session.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import { hashOf } from '../random-token.ts';
import { setSessionCookies } from '../sessions/complete-sign-in.ts';

/** Changes the caller's password. Their other sessions end, and this one gets a new token. */
export function changeOwnPasswordOperation(
  parts: Pick<SessionParts, 'system' | 'sessions' | 'attempts' | 'secret' | 'mail'>,
): Implementation {
  const { sessions, secret, mail } = parts;
  return implement(changeOwnPassword, async (call) => {
    const { actor, tenant, body, data, request, reply, log } = call;
    const uuid = actor.accountUuid;
    const wrong = new ProblemError('wrong-old-password', 'Type the password of your account.');
    const account = await ownAccountBy(body.old, parts, call);
    const event = { tenant: tenant.name, address: request.ip, account: uuid };
    if (!account) {
      log.warn({ event: 'password-change-refused', ...event }, 'the old password was wrong');
      throw wrong;
    }
    const passwordHash = await hashPassword(body.new);
    const present = presentToken(request);
    const only = { session: hashOf(present), formerHash: account.passwordHash };
    const token = await data.write('account-password', async (tx) => {
      const isReplaced = await replacePassword({ tx, by: 'account', mail }, uuid, passwordHash, only);
      // Another request has changed it meanwhile.
      if (!isReplaced) throw wrong;
      const renewed = await sessions.renew(tx.systemDb, present);
      // The session was ended meanwhile: whoever did so may not want the new password.
      if (renewed === undefined) throw new ProblemError('not-signed-in', 'Sign in and try again.');
      return renewed;
    });
    sessions.forgetAccount(uuid);
    log.info({ event: 'password-changed', ...event }, 'password changed');
    setSessionCookies(request, reply, secret, token);
    return undefined;
  });
}
