import type { Implementation } from '../../http/operation-route.ts';
import type { Tenancy } from '../../http/identify.ts';
import { system, type Database } from '../../db/database.ts';
import { eventIdOf, positionNow } from '../../db/event-position.ts';
import type { RightNews } from '../../db/event-news.ts';
import type { Config } from '../../config.ts';
import type { Storage } from '../../storage/storage.ts';
import type { SignInOutcome } from '../../observe/metrics.ts';
import { accountOperations } from './account-operations.ts';
import { handoffOperations } from './sessions/handoff-operations.ts';
import { Handoffs } from './sessions/handoffs.ts';
import { ownSessionOperations } from './sessions/own-session-operations.ts';
import { sessionOperations } from './sessions/session-operations.ts';
import { passwordLinkOperations } from './passwords/password-link-operations.ts';
import { passkeyOperations } from './passkeys/passkey-operations.ts';
import { secondFactorOperations } from './second-factor/second-factor-operations.ts';
import { RelyingParty } from './sign-on/relying-party.ts';
import { signOnOperations } from './sign-on/sign-on-operations.ts';
import { tokenOperations } from './tokens/token-operations.ts';
import { Tokens } from './tokens/tokens.ts';
import { ActorCache } from './actor-cache.ts';
import type { SessionParts } from './sessions/session-parts.ts';
import { Sessions } from './sessions/sessions.ts';
import { SignInAttempts, type AttemptKind } from './sessions/sign-in-attempts.ts';
import type { MailConfig } from '../deliveries/public.ts';
import { linkOriginOf, Tenants } from '../tenancy/public.ts';

export { requireAccountFields } from './account.rules.ts';
export { accountNames, accountsHere } from './account.queries.ts';
export type { AccountWrite } from './account-write.ts';
export { addAccount, changeActive, removeAccount } from './account.writes.ts';
export { closeAccount, reopenAccount } from './closing.writes.ts';
export { accountIn, createAccount, findAccount, insertAccount, type Account } from './accounts.ts';
export { avatarRoute } from './avatar.ts';
export { setUpAdministrator } from './first-administrator.ts';
export { forgottenPasswordJob } from './passwords/forgotten-password.job.ts';
export { sweepSignInsJob } from './jobs/sweep-sign-ins.job.ts';
export { hashPassword } from './passwords/password.ts';
export { changeRoles } from './role.writes.ts';
export { replacePassword } from './passwords/password.writes.ts';
export { hasShownFactor } from './second-factor/has-shown-factor.ts';
export { hasSecondFactor } from './second-factor/second-factor.queries.ts';
export { tokensOf } from './tokens/token.queries.ts';
export { removeToken } from './tokens/token.writes.ts';
export { actorOfJob } from './tokens/tokens.ts';
export { resetFactor } from './second-factor/second-factor.writes.ts';
export {
  accountsWithImportMail,
  languagesOf,
  readPreferences,
  type ImportMailAccount,
} from './preferences.ts';

/** Accounts, sessions and the tenants of hosts: functions for the edge of the server, and the operations. */
export function accountsModule(
  database: Database,
  storage: Storage,
  config: MailConfig & Pick<Config, 'limits' | 'deploymentProfile'>,
  secret: Buffer,
  onSignIn: (outcome: SignInOutcome) => void,
  rights: Pick<RightNews, 'onAccounts' | 'onTenants'>,
): { tenancy: Tenancy; operations: Implementation[]; forgetOrganisations: () => void } {
  const { limits, deploymentProfile, smtpUrl, mailFrom } = config;
  const tenants = new Tenants(database.system);
  rights.onTenants(() => tenants.forget());
  const actors = new ActorCache();
  const sessions = new Sessions(database.system, limits, actors);
  const tokens = new Tokens(database, actors);
  rights.onAccounts((accountUuid) => {
    if (accountUuid === undefined) actors.forgetAll();
    else actors.forgetAccount(accountUuid);
  });
  const attemptsOf = (kind: AttemptKind) =>
    new SignInAttempts(database.system, limits.signInAttempts, limits.signInWindow_ms, kind);
  const parts: SessionParts = {
    database,
    mail: config,
    deploymentProfile,
    sendsMail: (tenant) =>
      smtpUrl !== undefined && mailFrom !== undefined && linkOriginOf(tenant, config) !== undefined,
    system: database.system,
    sessions,
    tenants,
    attempts: attemptsOf('password'),
    codeAttempts: attemptsOf('code'),
    linkAttempts: attemptsOf('forgotten-password'),
    signOnAttempts: attemptsOf('sign-on'),
    secret,
    onSignIn,
    lastEventId: async (tenantId) => eventIdOf(await database.tenant(tenantId, system).read(positionNow)),
  };
  return {
    forgetOrganisations: () => {
      tenants.forget();
      // Actors know what ROLE_USER may change.
      actors.forgetAll();
    },
    tenancy: {
      tenantOfHost: (hostname) => tenants.ofHost(hostname),
      actorOfSession: (token, tenantId) => sessions.actorOf(token, tenantId),
      actorOfIdleSession: (token, tenantId) => sessions.actorOf(token, tenantId, false),
      actorOfToken: (token, tenantId) => tokens.actorOf(token, tenantId),
      pendingSignIn: (token, tenantId) => sessions.pendingOf(token, tenantId),
    },
    operations: [
      ...sessionOperations(parts),
      ...ownSessionOperations(parts),
      ...accountOperations(parts, storage),
      ...passwordLinkOperations(parts),
      ...secondFactorOperations(parts),
      ...passkeyOperations(parts),
      ...tokenOperations(parts),
      ...signOnOperations(parts, new RelyingParty(limits.fetchAllowedAddresses)),
      ...handoffOperations(parts, new Handoffs(database.system)),
    ],
  };
}
