import type { Kysely } from 'kysely';
import type { CurrentUser, DeploymentProfile } from '@armarium/contract/session';
import {
  getPermissions,
  getSelf,
  isLogged,
  listOwnTenants,
  signIn,
  signOut,
  tenantInfo,
  usersInfo,
} from '@armarium/contract/session';
import { capabilities, type Role } from '@armarium/contract/capability';
import { reach, type SystemTables } from '../../db/database.ts';
import {
  clearSessionCookie,
  csrfToken,
  SESSION_COOKIE,
  setCsrfCookie,
  setSessionCookie,
} from '../../http/identify.ts';
import { implement, implementOpen, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage } from '../../http/pages.ts';
import type { SignInOutcome } from '../../observe/metrics.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { findAccount, normaliseUsername, rolesIn, type Account } from './accounts.ts';
import { avatarUrlOf } from './avatar.ts';
import { LOGO_PATH } from './logo.ts';
import { isPassword } from './password.ts';
import type { Sessions } from './sessions.ts';
import type { SignInAttempts } from './sign-in-attempts.ts';
import type { Tenants } from './tenants.ts';

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

function userView(account: Account, roles: Role[], origin: string): CurrentUser {
  const { uuid, username, name, surname, email, avatar } = account;
  return {
    id: uuid,
    username,
    name,
    surname,
    email,
    avatarUrl: avatarUrlOf(origin, uuid, avatar),
    roles,
    _links: {
      self: { href: `${origin}${getSelf.path}` },
      tenants: { href: `${origin}${listOwnTenants.path}` },
    },
  };
}

/** Reads a Basic authorization header as UTF-8 (RFC 7617 §2.1). */
export function readBasic(header: string | undefined): { username: string; password: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) return undefined;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/** Sign-in, sign-out and what the client asks about itself (back office §2.6 and §7, decisions §5). */
export function sessionOperations(parts: SessionParts): Implementation[] {
  const { system, sessions, tenants, attempts, secret, deploymentProfile, onSignIn, lastEventId } = parts;
  /** A session for right credentials and a role here; undefined where either is missing. */
  const admit = async (
    credentials: ReturnType<typeof readBasic>,
    tenantId: number,
    previousToken: string | undefined,
  ) => {
    const found = credentials && (await findAccount(system, credentials));
    const correct = credentials && (await isPassword(found?.passwordHash, credentials.password));
    const roles = found && correct ? await rolesIn(system, found.uuid, tenantId) : [];
    if (!found || roles.length === 0) return undefined;
    // A password that was changed while it was looked at lets nobody in.
    const token = await sessions.open(found, tenantId, previousToken);
    return token === undefined ? undefined : { found, roles, token };
  };
  return [
    implementOpen(signIn, async ({ request, reply, tenant, origin, log }) => {
      const credentials = readBasic(request.headers.authorization);
      const name = credentials && normaliseUsername(credentials.username);
      const attempt = await attempts.begin(request.ip, name).catch((error: unknown) => {
        if (error instanceof ProblemError) onSignIn('held-off');
        throw error;
      });
      const previousToken = request.cookies[SESSION_COOKIE];
      const admitted = await admit(credentials, tenant.id, previousToken).catch(async (error: unknown) => {
        await attempt.forgiven();
        throw error;
      });
      if (!admitted) {
        onSignIn('refused');
        // The name typed may be a password: it has no business in a log.
        log.warn({ event: 'sign-in-refused', tenant: tenant.name, address: request.ip }, 'sign-in refused');
        // An account without a role here is told nothing else than a wrong password is.
        throw new ProblemError('wrong-credentials', 'Check both and try again.');
      }
      const { found, roles, token } = admitted;
      await attempt.succeeded();
      log.info(
        { event: 'sign-in', tenant: tenant.name, address: request.ip, account: found.uuid },
        'signed in',
      );
      onSignIn('opened');
      setSessionCookie(request, reply, token);
      setCsrfCookie(request, reply, csrfToken(secret, token));
      reply.header('cache-control', 'no-store');
      return userView(found, roles, origin);
    }),
    implementOpen(isLogged, async ({ request, reply, tenant }) => {
      const { actor } = await request.identify();
      // From here on the client follows what changes: what it asks for after this answer is no older.
      if (actor) reply.header('last-event-id', await lastEventId(tenant.id));
      return { logged: actor !== undefined };
    }),
    implementOpen(usersInfo, async ({ request, reply, tenant }) => {
      const { actor, sessionToken } = await request.identify();
      setCsrfCookie(request, reply, csrfToken(secret, actor ? sessionToken : undefined));
      if (!actor && sessionToken !== undefined) clearSessionCookie(reply);
      reply.header('domain-tenant', tenant.name);
      return { name: tenant.name };
    }),
    implement(signOut, async ({ request, reply, tenant, actor, log }) => {
      const token = request.cookies[SESSION_COOKIE];
      if (token !== undefined) await sessions.close(token);
      log.info({ event: 'sign-out', tenant: tenant.name, account: actor.accountUuid }, 'signed out');
      clearSessionCookie(reply);
      setCsrfCookie(request, reply, csrfToken(secret, undefined));
      return undefined;
    }),
    implement(getSelf, async ({ actor, origin }) => {
      const account = await findAccount(system, { uuid: actor.accountUuid });
      if (!account) throw notFound('The account');
      return userView(account, [...actor.roles], origin);
    }),
    implement(listOwnTenants, async ({ actor, query, origin, url }) => {
      const rows = await system
        .selectFrom('account_role')
        .select('tenant_id')
        .distinct()
        .where('account_uuid', '=', actor.accountUuid)
        .execute();
      const own = (await tenants.all()).filter(({ id }) => rows.some((row) => row.tenant_id === id));
      const page = wantedPage(query, 100);
      const shown = pageOfRows(own, page).map((tenant) => ({ ...tenant, id: String(tenant.id) }));
      return pageAnswer('tenants', shown, page, own.length, origin, url);
    }),
    implement(tenantInfo, async ({ tenant, origin }) => ({
      id: String(tenant.id),
      name: tenant.name,
      displayName: tenant.displayName,
      url: tenant.url,
      logoUrl: tenant.hasLogo ? `${origin}${LOGO_PATH}` : null,
      deploymentProfile,
      _links: { self: { href: `${origin}${tenantInfo.path}` } },
    })),
    implement(getPermissions, async ({ actor }) =>
      Object.fromEntries(
        capabilities.flatMap((capability) => {
          const held = reach(actor, capability);
          return held === undefined ? [] : [[capability, held]];
        }),
      ),
    ),
  ];
}
