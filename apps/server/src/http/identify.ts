import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserRights } from '@armarium/contract/capability';
import type { Language } from '@armarium/contract/preferences';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ActingToken, Actor, Database, TenantData } from '../db/database.ts';
import { ProblemError } from '../problem-error.ts';
import { whenFound } from '../when-found.ts';

/** The organisation that answers at the address of a request. */
export interface TenantIdentity {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly url: string | null;
  /** Where the storage keeps it; null where there is none. */
  readonly logoKey: string | null;
  /** As it was chosen, `#rrggbb`; null for the program's own. */
  readonly accent: string | null;
  /** For people who chose none; null where their browser decides. */
  readonly language: Language | null;
  /** What ROLE_USER may change in it. */
  readonly userRights: UserRights;
}

export interface Identity {
  readonly tenant: TenantIdentity;
  readonly sessionToken: string | undefined;
  readonly actor: Actor | undefined;
  readonly data: TenantData | undefined;
}

/** What the edge must know of tenancy, given to it so that it imports no module. */
export interface Tenancy {
  /**
   * The tenant of a host name without its port, in any case; undefined where none answers (decisions §2). Without a
   * promise where it is remembered.
   */
  tenantOfHost(hostname: string): TenantIdentity | undefined | Promise<TenantIdentity | undefined>;
  /**
   * The account of a session in this tenant, undefined when the session is unknown, ended or another tenant's. Without a
   * promise where it is remembered.
   */
  actorOfSession(token: string, tenantId: number): Actor | undefined | Promise<Actor | undefined>;
  /** The same without counting as a sign of life: whoever only looks on goes idle. */
  actorOfIdleSession(token: string, tenantId: number): Actor | undefined | Promise<Actor | undefined>;
  /**
   * The account of a token in this tenant, with what the token names; undefined where the token opens nothing in it. Without a
   * promise where it is remembered.
   */
  actorOfToken(token: string, tenantId: number): Actor | undefined | Promise<Actor | undefined>;
  /**
   * The account of a sign-in that waits for its second factor (decisions §12), and whether a code, a passkey, or setting
   * one up is needed; undefined where none waits.
   */
  pendingSignIn(token: string, tenantId: number): Promise<PendingSignIn | undefined>;
}

export interface PendingSignIn {
  readonly actor: Actor;
  readonly lacks: 'due' | 'passkey' | 'missing';
}

const SESSION_COOKIE = 'armarium_session';
const CSRF_COOKIE = 'XSRF-TOKEN';
const CSRF_HEADER = 'x-xsrf-token';

/** The parts of a request that say who makes it. */
export type WithCredentials = Pick<FastifyRequest, 'cookies' | 'headers'>;

const bearerForm = /^Bearer(?:[ \t]+(.*))?$/i;

/** What stands behind `Authorization: Bearer` (RFC 6750 §2.1); undefined without that header, or with another scheme. */
function bearerOf({ headers }: Pick<WithCredentials, 'headers'>): string | undefined {
  const found = bearerForm.exec(headers.authorization ?? '');
  return found ? (found[1] ?? '') : undefined;
}

/** The token of the session that a request comes with; undefined without one. With a Bearer header no cookie is read. */
export const sessionTokenOf = (request: WithCredentials): string | undefined =>
  bearerOf(request) === undefined ? request.cookies[SESSION_COOKIE] : undefined;

declare module 'fastify' {
  interface FastifyRequest {
    /** Tenant and session of this request, looked up once; without a promise where both are remembered. */
    identify(): Identity | Promise<Identity>;
    /** Who the session of a long request stands for by now; undefined where it has ended. */
    actorNow(): Promise<Actor | undefined>;
    /** The sign-in of this request that waits for its second factor; undefined where none waits. */
    pendingSignIn(): Promise<PendingSignIn | undefined>;
    /**
     * Lets the account of a pending sign-in make this request.
     * @returns false where no sign-in waits, or where an enrolment is asked for and the account has its second factor already
     */
    admitPending(access: 'pending' | 'enrolment'): Promise<boolean>;
    /** Scheme, host and port of this request. */
    origin(): string;
    /** @throws ProblemError `csrf` unless the header carries the token of this session, or a program acts by its own token. */
    requireCsrfToken(): void;
    identity: Identity | Promise<Identity> | null;
    /** The token by which a program makes this request, once it is identified. */
    actingToken: ActingToken | null;
  }
}

/** The CSRF token: an HMAC of the session, so that nothing is stored for it (decisions §5). */
export function csrfToken(secret: Buffer, sessionToken: string | undefined): string {
  return createHmac('sha256', secret)
    .update(`csrf:${sessionToken ?? 'anonymous'}`)
    .digest('base64url');
}

// A host is letters, digits, hyphens and dots (one at the end too), or an IP address, with a port: nothing that
// could end a header or an address early, since links are built from it.
const hostForm = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\.?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The last origins that were found right, by what requests said: tiles of one viewer say the same hundreds of times. */
const rightOrigins = new LRUCache<string, string>({ max: 500 });

function requestOrigin(request: FastifyRequest): string {
  const { host, protocol } = request;
  const said = `${protocol}://${host}`;
  const known = rightOrigins.get(said);
  if (known !== undefined) return known;
  const origin = said.toLowerCase();
  // The scheme is a proxy's word, where one is trusted.
  if (!hostForm.test(host) || !/^https?$/i.test(protocol) || !URL.canParse(origin)) {
    throw new ProblemError('malformed', 'The Host header is missing or is not a host name.');
  }
  rightOrigins.set(said, origin);
  return origin;
}

/**
 * Whether a request may name two hosts: it has two `Host` headers, or an absolute address and no valid `Host` header with
 * the same host. A proxy in front of this server may read one of them, and this server the other (RFC 9112 §3.2).
 */
function mayNameTwoHosts({ raw: { rawHeaders, headers, url = '/' } }: FastifyRequest): boolean {
  const isHost = (name: string, index: number) => index % 2 === 0 && name.toLowerCase() === 'host';
  if (rawHeaders.filter(isHost).length > 1) return true;
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0];
  // Without an absolute address, an absent host is refused where the organisation is looked for.
  if (scheme === undefined) return false;
  const inHeader = `${scheme}//${headers.host ?? ''}`;
  if (!URL.canParse(url) || !URL.canParse(inHeader)) return true;
  return hostAndPort(new URL(url)) !== hostAndPort(new URL(inHeader));
}

/** The host in the form in which hosts are compared. A final dot and the default port of the scheme are left out. */
const hostAndPort = ({ hostname, port }: URL) => `${hostname.replace(/\.$/, '')}:${port}`;

const notOneHost = 'The request must have one Host header, and its address must not name another host.';

/** Adds tenant, session and CSRF to requests; each is looked up only when a route asks. */
export function addIdentity(
  app: FastifyInstance,
  tenancy: Tenancy,
  database: Database,
  secret: Buffer,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(mayNameTwoHosts(request) ? new ProblemError('malformed', notOneHost) : undefined);
  });
  app.decorateRequest('identity', null);
  app.decorateRequest('actingToken', null);
  app.decorateRequest('origin', function (this: FastifyRequest) {
    return requestOrigin(this);
  });
  app.decorateRequest('identify', function (this: FastifyRequest) {
    this.identity ??= identify(this, tenancy, database);
    return this.identity;
  });
  app.decorateRequest('actorNow', async function (this: FastifyRequest) {
    const { tenant, sessionToken } = await this.identify();
    return sessionToken === undefined ? undefined : tenancy.actorOfIdleSession(sessionToken, tenant.id);
  });
  app.decorateRequest('pendingSignIn', async function (this: FastifyRequest) {
    const { tenant, sessionToken, actor } = await this.identify();
    return actor || sessionToken === undefined ? undefined : tenancy.pendingSignIn(sessionToken, tenant.id);
  });
  app.decorateRequest('admitPending', async function (this: FastifyRequest, access) {
    const pending = await this.pendingSignIn();
    if (!pending || (access === 'enrolment' && pending.lacks !== 'missing')) return false;
    const { tenant, sessionToken } = await this.identify();
    const { actor } = pending;
    this.identity = { tenant, sessionToken, actor, data: database.tenant(tenant.id, actor) };
    return true;
  });
  app.decorateRequest('requireCsrfToken', function (this: FastifyRequest) {
    // No browser sends a token by itself.
    if (bearerOf(this) !== undefined) return;
    const sent = Buffer.from(String(this.headers[CSRF_HEADER] ?? ''));
    const expected = Buffer.from(csrfToken(secret, this.cookies[SESSION_COOKIE]));
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
      throw new ProblemError(
        'csrf',
        'The request does not carry the token of this session. Reload the page and try again.',
      );
    }
  });
}

function identify(
  request: FastifyRequest,
  tenancy: Tenancy,
  database: Database,
): Identity | Promise<Identity> {
  requestOrigin(request);
  const bearer = bearerOf(request);
  const sessionToken = sessionTokenOf(request);
  return whenFound(tenancy.tenantOfHost(request.hostname), (tenant) => {
    if (!tenant) throw new ProblemError('unknown-host', `No organisation answers at ${request.hostname}.`);
    const found =
      bearer === undefined
        ? sessionToken && tenancy.actorOfSession(sessionToken, tenant.id)
        : tenancy.actorOfToken(bearer, tenant.id);
    return whenFound(found || undefined, (actor) => {
      if (bearer !== undefined) admitToken(request, actor);
      return { tenant, sessionToken, actor, data: actor && database.tenant(tenant.id, actor) };
    });
  });
}

/**
 * What no token opens (decisions §12): sessions, users, passwords, tokens and events. What belongs to a person alone, and how
 * people sign in, are of the same kind.
 */
const NOT_BY_TOKEN =
  /^(?:\/users\/|\/iam\/(?:jarvisUsers|roles|handoff|invitations|me\/(?:tableLayouts|itemsView)|organisation\/signOn)(?:\/|$)|\/events(?:\/|$))/;

/** @throws ProblemError 401 unless the token opens for an account, 403 where the call takes none */
function admitToken(request: FastifyRequest, actor: Actor | undefined): void {
  if (!actor?.token) {
    throw new ProblemError(
      'invalid-token',
      'It does not exist here, has expired, was removed, or its account may not act here any more. Make another in your profile.',
      { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    );
  }
  request.actingToken = actor.token;
  if (NOT_BY_TOKEN.test(request.routeOptions.url ?? '')) {
    throw notByToken(
      'Sessions, users, passwords, tokens and events are for people who are signed in. Make this call with a session, without the header Authorization.',
    );
  }
}

/** The refusal of what a person has to do who is signed in. */
export const notByToken = (detail: string) => new ProblemError('not-by-token', detail);

/** Sets the readable CSRF cookie for a session, or for a visitor without one. */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  void reply.setCookie(CSRF_COOKIE, token, {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
    httpOnly: false,
  });
}

/** Sets the session cookie: HttpOnly, SameSite=Lax, Secure under https (decisions §5). */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  void reply.setCookie(SESSION_COOKIE, token, {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
    httpOnly: true,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  void reply.clearCookie(SESSION_COOKIE, { path: '/' });
}
