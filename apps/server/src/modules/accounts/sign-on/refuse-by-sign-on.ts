import type { Operation } from '@armarium/contract/operation';
import type { Call } from '../../../http/operation-route.ts';
import { ProblemError } from '../../../problem-error.ts';
import { presentSession } from '../sessions/present-session.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import { isBySignOn } from './sign-on.queries.ts';

/**
 * Refuses a session of a provider what weakens or moves the ways in to an account that opens other organisations too: a message to
 * another address can set its password.
 * @param uuid of the account
 * @throws ProblemError 403 `sign-in-needed`
 */
export async function refuseBySignOn(
  { system }: Pick<SessionParts, 'system'>,
  { request, tenant }: Pick<Call<Operation>, 'request' | 'tenant'>,
  uuid: string,
): Promise<void> {
  if (!(await isBySignOn(system, presentSession(request)))) return;
  const elsewhere = await system
    .selectFrom('account_role')
    .select('role')
    .where('account_uuid', '=', uuid)
    .where('tenant_id', '!=', tenant.id)
    .executeTakeFirst();
  if (!elsewhere) return;
  throw new ProblemError(
    'sign-in-needed',
    'The account has roles in another organisation. Sign in with your password, and try again.',
  );
}
