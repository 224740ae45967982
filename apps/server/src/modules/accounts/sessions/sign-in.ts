import { signIn } from '@armarium/contract/session';
import { implementOpen, type Implementation } from '../../../http/operation-route.ts';
import { ProblemError } from '../../../problem-error.ts';
import { findAccount, rolesIn } from '../accounts.ts';
import { isPassword } from '../passwords/password.ts';
import { factorNeeded, type LackingFactor } from '../second-factor/second-factor.queries.ts';
import { completeSignIn, setSessionCookies } from './complete-sign-in.ts';
import { judgeSignIn } from './judge-sign-in.ts';
import type { SessionParts } from './session-parts.ts';
import { openerOf, type Opener } from './sessions.ts';
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

export function signInOperation(parts: SessionParts): Implementation {
  const { system, sessions, attempts, secret, onSignIn } = parts;
  /** Opens a session for right credentials and a role in the tenant; undefined where either is missing. */
  const admit = async (credentials: ReturnType<typeof readBasic>, tenantId: number, opener: Opener) => {
    const account = credentials && (await findAccount(system, credentials));
    const correct = credentials && (await isPassword(account?.passwordHash, credentials.password));
    const roles = account && correct ? await rolesIn(system, account.uuid, tenantId) : [];
    if (!account || roles.length === 0) return undefined;
    const lacks = await factorNeeded(system, { uuid: account.uuid, roles }, tenantId);
    // Undefined also where the password was changed during the check.
    const token = await sessions.open(account, tenantId, opener, { pending: lacks !== undefined });
    return token === undefined ? undefined : { account, roles, token, lacks };
  };
  return implementOpen(signIn, async ({ request, reply, tenant, origin, log }) => {
    const credentials = readBasic(request.headers.authorization);
    const name = credentials && normaliseUsername(credentials.username);
    const check = () => admit(credentials, tenant.id, openerOf(request));
    const { found: admitted } = await judgeSignIn(parts, attempts, request.ip, name, check);
    const event = { tenant: tenant.name, address: request.ip };
    if (!admitted) {
      onSignIn('refused');
      // People may type a password as the name, so it is not logged.
      log.warn({ event: 'sign-in-refused', ...event }, 'sign-in refused');
      // An account without a role here gets the same answer as a wrong password.
      throw new ProblemError('wrong-credentials', 'Check both and try again.');
    }
    const { account, roles, token, lacks } = admitted;
    if (lacks) {
      onSignIn('pending');
      log.info({ event: 'sign-in-pending', ...event, account: account.uuid }, 'a second factor is needed');
      setSessionCookies(request, reply, secret, token);
      throw lacking(lacks);
    }
    return completeSignIn(parts, { account, roles, token }, { request, reply, tenant, origin, log });
  });
}

function lacking(lacks: LackingFactor): ProblemError {
  switch (lacks) {
    case 'due':
      return new ProblemError(
        'second-factor',
        'Give a code of your authenticator app, or a recovery code, within ten minutes. A passkey does, too.',
      );
    case 'passkey':
      return new ProblemError(
        'passkey-needed',
        'The organisation requires a second factor from its administrators. Sign in with your passkey, at the address where you added it.',
      );
    case 'missing':
      return new ProblemError(
        'second-factor-missing',
        'The organisation requires a second factor from its administrators. Set one up within ten minutes.',
      );
  }
}
