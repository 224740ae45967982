import type { Role } from '@armarium/contract/capability';
import type { CurrentUser } from '@armarium/contract/session';
import type { Operation } from '@armarium/contract/operation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { csrfToken, setCsrfCookie, setSessionCookie } from '../../../http/identify.ts';
import type { Call } from '../../../http/operation-route.ts';
import type { Account } from '../accounts.ts';
import { currentUserView } from '../current-user-view.ts';
import { mailToAccount } from '../messages/mail-to-account.ts';
import { deviceOf, isNewPlace, noteDevice, setDeviceCookie } from './known-devices.ts';
import type { SessionParts } from './session-parts.ts';
import { readUserAgent } from './user-agent.ts';

/** An open session, with its account and the roles of that in the tenant. */
interface SignedIn {
  readonly account: Account;
  readonly roles: Role[];
  readonly token: string;
}

type SignInCall = Pick<Call<Operation>, 'request' | 'reply' | 'tenant' | 'origin' | 'log'>;

/** Completes a sign-in that lacks nothing: hands the session to the browser, tells of it, and records it. */
export async function completeSignIn(
  parts: Pick<SessionParts, 'database' | 'sessions' | 'secret' | 'mail' | 'onSignIn'>,
  { account, roles, token }: SignedIn,
  call: SignInCall,
): Promise<CurrentUser> {
  const { request, reply, tenant, origin, log } = call;
  // First: a code was used up for it, perhaps.
  setSessionCookies(request, reply, parts.secret, token);
  await tellOfNewPlace(parts, account, call).catch((error: unknown) => {
    // Whoever may sign in does so. The browser is not known then, so that the next sign-in tells of it.
    log.error({ err: error, account: account.uuid }, 'could not tell of a sign-in from a new place');
  });
  await parts.sessions.noteSignIn(account.uuid, tenant.id);
  log.info(
    { event: 'sign-in', tenant: tenant.name, address: request.ip, account: account.uuid },
    'signed in',
  );
  parts.onSignIn('opened');
  return currentUserView(account, roles, origin);
}

/** Hands a session to the browser, with the CSRF token that belongs to it. */
export function setSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: Buffer,
  token: string,
): void {
  setSessionCookie(request, reply, token);
  setCsrfCookie(request, reply, csrfToken(secret, token));
  reply.header('cache-control', 'no-store');
}

/** Tells a person who has signed in before of a sign-in from a browser that is not known (decisions §12). */
async function tellOfNewPlace(
  { database, mail }: Pick<SessionParts, 'database' | 'mail'>,
  account: Account,
  { request, reply, tenant }: SignInCall,
): Promise<void> {
  const { system } = database;
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
