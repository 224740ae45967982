import type { Implementation } from '../../http/operation-route.ts';
import type { Tenancy } from '../../http/identify.ts';
import type { Database } from '../../db/database.ts';
import type { Config } from '../../config.ts';
import { sessionOperations } from './session-operations.ts';
import { Sessions } from './sessions.ts';
import { SignInAttempts } from './sign-in-attempts.ts';
import { Tenants } from './tenants.ts';

export { sessionSecret, setUpAdministrator, setUpTenant } from './first-start.ts';
export { createAccount } from './accounts.ts';

/** One address may stand for a whole reading room behind one router. */
const PEOPLE_BEHIND_ONE_ADDRESS = 10;

/** Tenants, accounts and sessions: what the edge asks, and the operations. */
export function tenancyModule(
  database: Database,
  limits: Config['limits'],
  secret: Buffer,
): { tenancy: Tenancy; operations: Implementation[]; tenants: Tenants } {
  const tenants = new Tenants(database.system);
  const sessions = new Sessions(database.system, limits);
  const attempts = new SignInAttempts(limits.signInAttempts, limits.signInWindow_ms);
  return {
    tenants,
    tenancy: {
      tenantOfHost: (hostname) => tenants.ofHost(hostname),
      actorOfSession: (token, tenantId) => sessions.actorOf(token, tenantId),
    },
    operations: sessionOperations({
      system: database.system,
      sessions,
      tenants,
      attempts,
      attemptsOfAddress: limits.signInAttempts * PEOPLE_BEHIND_ONE_ADDRESS,
      secret,
    }),
  };
}
