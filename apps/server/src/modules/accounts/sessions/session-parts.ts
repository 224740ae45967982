import type { DeploymentProfile } from '@armarium/contract/session';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { SystemTables } from '../../../db/database.ts';
import type { SignInOutcome } from '../../../observe/metrics.ts';
import type { MailConfig } from '../../deliveries/public.ts';
import type { Sessions } from './sessions.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import type { Tenants } from '../../tenancy/public.ts';

/** The services that the operations of sessions and accounts use. */
export interface SessionParts {
  readonly database: Database;
  /** As `database.system`. */
  readonly system: Kysely<SystemTables>;
  readonly sessions: Sessions;
  readonly tenants: Tenants;
  readonly attempts: SignInAttempts;
  /** Of codes of a second factor. */
  readonly codeAttempts: SignInAttempts;
  /** Of requests for a link to a new password. */
  readonly linkAttempts: SignInAttempts;
  /** Of answers of providers of sign-on. */
  readonly signOnAttempts: SignInAttempts;
  readonly secret: Buffer;
  readonly deploymentProfile: DeploymentProfile;
  /** The settings of the installation for mail. */
  readonly mail: MailConfig;
  /** Whether an organisation has all that it needs to send mail (decisions §12). */
  readonly sendsMail: (tenant: { readonly name: string; readonly url: string | null }) => boolean;
  /** Called with the outcome of each sign-in. */
  readonly onSignIn: (outcome: SignInOutcome) => void;
  /** The id of the latest event. */
  readonly lastEventId: (tenantId: number) => Promise<string>;
}
