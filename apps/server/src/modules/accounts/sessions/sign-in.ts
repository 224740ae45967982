import { signIn } from '@armarium/contract/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { csrfToken, setCsrfCookie, setSessionCookie, type TenantIdentity } from '../../../http/identify.ts';
import { implementOpen, type Implementation } from '../../../http/operation-route.ts';
import { ProblemError } from '../../../problem-error.ts';
import { findAccount, rolesIn, type Account } from '../accounts.ts';
import { currentUserView } from '../current-user-view.ts';
import { mailToAccount } from '../messages/mail-to-account.ts';
import { isPassword } from '../passwords/password.ts';
import { deviceOf, isNewPlace, noteDevice, setDeviceCookie } from './known-devices.ts';
import type { SessionParts } from './session-parts.ts';
import { openerOf, type Opener } from './sessions.ts';
import { readUserAgent } from './user-agent.ts';
import { normaliseUsername } from '../username.ts';

/** Reads a Basic authorization header as UTF-8 (RFC 7617 §2.1). */
export function readBasic(header: string | undefined): { username: string; password: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1) return undefined;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

export function signInOperation(
  parts: Pick<SessionParts, 'database' | 'system' | 'sessions' | 'attempts' | 'secret' | 'mail' | 'onSignIn'>,
): Implementation {
  const { system, sessions, attempts, secret, onSignIn } = parts;
  /** Opens a session for right credentials and a role in the tenant; undefined where either is missing. */
  const admit = async (credentials: ReturnType<typeof readBasic>, tenantId: number, opener: Opener) => {
    const found = credentials && (await findAccount(system, credentials));
    const correct = credentials && (await isPassword(found?.passwordHash, credentials.password));
    const roles = found && correct ? await rolesIn(system, found.uuid, tenantId) : [];
    if (!found || roles.length === 0) return undefined;
    // Undefined also where the password was changed during the check.
    const token = await sessions.open(found, tenantId, opener);
    return token === undefined ? undefined : { found, roles, token };
  };
  return implementOpen(signIn, async ({ request, reply, tenant, origin, log }) => {
    const credentials = readBasic(request.headers.authorization);
    const name = credentials && normaliseUsername(credentials.username);
    const attempt = await attempts.begin(request.ip, name).catch((error: unknown) => {
      if (error instanceof ProblemError) onSignIn('held-off');
      throw error;
    });
    const admitted = await admit(credentials, tenant.id, openerOf(request)).catch(async (error: unknown) => {
      await attempt.forgiven();
      throw error;
    });
    if (!admitted) {
      onSignIn('refused');
      // People may type a password as the name, so it is not logged.
      log.warn({ event: 'sign-in-refused', tenant: tenant.name, address: request.ip }, 'sign-in refused');
      // An account without a role here gets the same answer as a wrong password.
      throw new ProblemError('wrong-credentials', 'Check both and try again.');
    }
    const { found, roles, token } = admitted;
    await attempt.succeeded();
    await tellOfNewPlace(parts, found, tenant, request, reply).catch((error: unknown) => {
      // Whoever may sign in does so. The browser is not known then, so that the next sign-in tells of it.
      log.error({ err: error, account: found.uuid }, 'could not tell of a sign-in from a new place');
    });
    await sessions.noteSignIn(found.uuid, tenant.id);
    log.info(
      { event: 'sign-in', tenant: tenant.name, address: request.ip, account: found.uuid },
      'signed in',
    );
    onSignIn('opened');
    setSessionCookie(request, reply, token);
    setCsrfCookie(request, reply, csrfToken(secret, token));
    reply.header('cache-control', 'no-store');
    return currentUserView(found, roles, origin);
  });
}

/** Tells a person who has signed in before of a sign-in from a browser that is not known (decisions §12). */
async function tellOfNewPlace(
  { database, system, mail }: Pick<SessionParts, 'database' | 'system' | 'mail'>,
  account: Account,
  tenant: TenantIdentity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const device = deviceOf(request);
  if (await isNewPlace(system, account.uuid, device)) {
    const place = { ...readUserAgent(request.headers['user-agent'] ?? null), address: request.ip };
    const isTold = await database.bookkeeping(tenant.id, (db) =>
      mailToAccount(db, mail, account, { purpose: 'new-place', at: new Date(), ...place }),
    );
    // An organisation that sends mail tells of it the next time.
    if (!isTold) return;
  }
  await noteDevice(system, account.uuid, device);
  setDeviceCookie(request, reply, device);
}
