import { signIn } from '@armarium/contract/session';
import { csrfToken, SESSION_COOKIE, setCsrfCookie, setSessionCookie } from '../../http/identify.ts';
import { implementOpen, type Implementation } from '../../http/operation-route.ts';
import { ProblemError } from '../../problem-error.ts';
import { findAccount, rolesIn } from './accounts.ts';
import { currentUserView } from './current-user-view.ts';
import { isPassword } from './password.ts';
import type { SessionParts } from './session-parts.ts';
import { normaliseUsername } from './username.ts';

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
  parts: Pick<SessionParts, 'system' | 'sessions' | 'attempts' | 'secret' | 'onSignIn'>,
): Implementation {
  const { system, sessions, attempts, secret, onSignIn } = parts;
  /** Opens a session for right credentials and a role in the tenant; undefined where either is missing. */
  const admit = async (
    credentials: ReturnType<typeof readBasic>,
    tenantId: number,
    previousToken: string | undefined,
  ) => {
    const found = credentials && (await findAccount(system, credentials));
    const correct = credentials && (await isPassword(found?.passwordHash, credentials.password));
    const roles = found && correct ? await rolesIn(system, found.uuid, tenantId) : [];
    if (!found || roles.length === 0) return undefined;
    // Undefined also where the password was changed during the check.
    const token = await sessions.open(found, tenantId, previousToken);
    return token === undefined ? undefined : { found, roles, token };
  };
  return implementOpen(signIn, async ({ request, reply, tenant, origin, log }) => {
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
      // People may type a password as the name, so it is not logged.
      log.warn({ event: 'sign-in-refused', tenant: tenant.name, address: request.ip }, 'sign-in refused');
      // An account without a role here gets the same answer as a wrong password.
      throw new ProblemError('wrong-credentials', 'Check both and try again.');
    }
    const { found, roles, token } = admitted;
    await attempt.succeeded();
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
