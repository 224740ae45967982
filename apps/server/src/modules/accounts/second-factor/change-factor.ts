import type { Operation } from '@armarium/contract/operation';
import type { Call } from '../../../http/operation-route.ts';
import type { AccountWrite } from '../account-write.ts';
import type { SessionParts } from '../sessions/session-parts.ts';

/**
 * Runs one write of the second factor of an account, and then clears its cached sessions.
 * @param event its name in the log
 * @param uuid of the account, where it is not the own one
 */
export async function changeFactor<T>(
  { sessions, mail }: Pick<SessionParts, 'sessions' | 'mail'>,
  {
    data,
    actor,
    tenant,
    request,
    log,
  }: Pick<Call<Operation>, 'data' | 'actor' | 'tenant' | 'request' | 'log'>,
  event: string,
  apply: (write: AccountWrite) => Promise<T>,
  uuid = actor.accountUuid,
): Promise<T> {
  const done = await data.write('account-second-factor', (tx) => apply({ tx, by: 'account', mail }));
  sessions.forgetAccount(uuid);
  log.info({ event, tenant: tenant.name, address: request.ip, account: uuid }, 'second factor changed');
  return done;
}
