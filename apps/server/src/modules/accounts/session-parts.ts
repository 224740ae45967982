import type { DeploymentProfile } from '@armarium/contract/session';
import type { Kysely } from 'kysely';
import type { SystemTables } from '../../db/database.ts';
import type { SignInOutcome } from '../../observe/metrics.ts';
import type { Sessions } from './sessions.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import type { Tenants } from '../tenancy/public.ts';

/** What the operations of sessions and accounts work with. */
export interface SessionParts {
  readonly system: Kysely<SystemTables>;
  readonly sessions: Sessions;
  readonly tenants: Tenants;
  readonly attempts: SignInAttempts;
  readonly secret: Buffer;
  readonly deploymentProfile: DeploymentProfile;
  /** Told how each sign-in ended. */
  readonly onSignIn: (outcome: SignInOutcome) => void;
  /** Where the stream of events stands now. */
  readonly lastEventId: (tenantId: number) => Promise<string>;
}
