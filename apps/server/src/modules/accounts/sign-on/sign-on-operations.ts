import {
  checkSignOn,
  completeSignOn,
  getOwnSignOn,
  linkSignOn,
  startSignOn,
  unlinkSignOn,
} from '@armarium/contract/sign-on';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '@armarium/contract/operation';
import { system as program } from '../../../db/database.ts';
import { implement, implementOpen, type Call, type Implementation } from '../../../http/operation-route.ts';
import { shortened } from '../../../outbound/attempt.ts';
import { notFound, ProblemError } from '../../../problem-error.ts';
import { findProvider, signOnProviders, type StoredProvider } from '../../tenancy/public.ts';
import { lockAccount } from '../account-write.ts';
import { requireRecentSignIn, signInOf } from '../passwords/own-password.ts';
import { isToken, newToken } from '../random-token.ts';
import { requireFactorGiven } from '../second-factor/second-factor.queries.ts';
import { completeSignIn, setSessionCookies } from '../sessions/complete-sign-in.ts';
import { judgeSignIn } from '../sessions/judge-sign-in.ts';
import { presentSession, presentToken } from '../sessions/present-session.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import { isHeldOff } from '../sessions/sign-in-attempts.ts';
import { openerOf } from '../sessions/sessions.ts';
import { useChallenge } from '../used-challenges.ts';
import { admitPerson } from './admit-person.ts';
import { linkOwnAccount, presentProvider, unlinkOwnAccount } from './person-account.writes.ts';
import type { ProvidedPerson, RelyingParty } from './relying-party.ts';
import { SignOnFailed } from './sign-on-failed.ts';
import {
  signatureIn,
  makeState,
  pageAfter,
  readState,
  secretsOf,
  SIGN_ON_MINUTES,
  type SignOnPurpose,
} from './sign-on-state.ts';
import { linksOf } from './sign-on.queries.ts';

const SIGN_ON_COOKIE = 'armarium_sign_on';
const PROFILE = '/ui/management/self';

type OpenCall = Pick<Call<Operation>, 'request' | 'reply' | 'tenant' | 'origin' | 'url' | 'log'>;

/** A provider of an organisation, and whether it is the only one. */
interface Offer {
  readonly provider: StoredProvider;
  readonly isOnly: boolean;
}

/** Sign-on by OpenID Connect (decisions §12): the calls of the browser, and those of the own profile. */
export function signOnOperations(parts: SessionParts, relyingParty: RelyingParty): Implementation[] {
  const { database, system, sessions, mail } = parts;
  const findOffer = async (tenantId: number, id: string): Promise<Offer | undefined> => {
    const all = await database.tenant(tenantId, program).read(signOnProviders);
    const provider = all.find((one) => one.id === id.toLowerCase());
    return provider && { provider, isOnly: all.length === 1 };
  };
  const begin = async (
    { provider, isOnly }: Offer,
    wanted: Pick<SignOnPurpose, 'next' | 'isLink'>,
    call: OpenCall,
  ) => {
    const { request, reply, origin } = call;
    const purpose = { provider: provider.id, issuer: provider.issuer, ...wanted };
    const browser = setSignOnCookie(request, reply);
    const state = makeState(parts.secret, purpose, { origin, browser, session: presentToken(request) });
    const redirectUri = `${origin}${completeSignOn.path}`;
    const asked = { redirectUri, isOnly, state, ...secretsOf(parts.secret, state) };
    return relyingParty.authorizationAddress(provider, asked);
  };
  return [
    implementOpen(startSignOn, async (call) => {
      const { params, query, reply, tenant } = call;
      const next = pageAfter(query.next);
      await redirect(call, { page: '/ui/login', next }, async () => {
        const offer = await findOffer(tenant.id, params.provider);
        if (!offer) throw new SignOnFailed('gone');
        return begin(offer, { next, isLink: false }, call);
      });
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      return undefined;
    }),
    implementOpen(completeSignOn, async (call) => {
      const { query, request, reply, origin, tenant } = call;
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      const { state = '' } = query;
      const place = { origin, browser: browserOf(request) ?? '', session: presentToken(request) };
      const purpose = readState(parts.secret, state, place);
      const back = purpose?.isLink
        ? { page: PROFILE, next: null }
        : { page: '/ui/login', next: purpose?.next ?? null };
      await redirect(call, back, async () => {
        // Another site can make a browser come here with anything, so that this is no attempt of the person.
        if (!purpose) throw new SignOnFailed('over');
        if (query.error !== undefined || query.code === undefined)
          throw new SignOnFailed('cancelled', new Error(query.error ?? 'no code'));
        const offer = await findOffer(tenant.id, purpose.provider);
        if (offer?.provider.issuer !== purpose.issuer) throw new SignOnFailed('gone');
        const { provider } = offer;
        const person = await verifiedPerson(parts, relyingParty, offer, call);
        return purpose.isLink
          ? link(parts, provider, person, call)
          : enter(parts, { provider, person, next: purpose.next }, call);
      });
      return undefined;
    }),
    implement(getOwnSignOn, async ({ actor, data, origin, request }) => {
      const uuid = actor.accountUuid;
      const { hasPassword, isBySignOn } = await signInOf(parts, request);
      const { providers, links } = await data.read(async (db) => ({
        providers: await signOnProviders(db),
        links: await linksOf(db, uuid),
      }));
      return {
        hasPassword,
        bySignOn: isBySignOn,
        providers: providers.map(({ id, label, issuer }) => {
          const link = links.find((one) => one.issuer === issuer && !one.isRemoved);
          return {
            id,
            label,
            link: link
              ? {
                  createdDate: link.createdAt.toISOString(),
                  lastUsedDate: link.lastUsedAt?.toISOString() ?? null,
                }
              : null,
          };
        }),
        _links: { self: { href: `${origin}${getOwnSignOn.path}` } },
      };
    }),
    implement(linkSignOn, async (call) => {
      const { actor, body, params, request, reply, tenant } = call;
      const offer = await findOffer(tenant.id, params.provider);
      if (!offer) throw notFound('The provider');
      await requireRecentSignIn(body.password, parts, call);
      await requireFactorGiven(system, actor.accountUuid, presentSession(request));
      reply.header('cache-control', 'no-store');
      const url = await begin(offer, { next: null, isLink: true }, call).catch((error: unknown) => {
        if (!(error instanceof SignOnFailed)) throw error;
        const { label } = offer.provider;
        const cause = error.why === 'alone' ? 'cannot be used beside others' : 'does not answer';
        throw new ProblemError(
          'unavailable',
          `${label} ${cause}. Try again later, or tell an administrator.`,
          {
            cause: error,
          },
        );
      });
      return { url };
    }),
    implement(unlinkSignOn, async (call) => {
      const { actor, body, params, request, data, tenant, log } = call;
      const uuid = actor.accountUuid;
      const provider = await data.read((db) => findProvider(db, params.provider));
      if (!provider) throw notFound('The provider');
      await requireRecentSignIn(body.password, parts, call);
      await data.write('account-sign-on', async (tx) => {
        const write = { tx, by: 'account', mail } as const;
        const account = await lockAccount(write, uuid);
        await requireFactorGiven(tx.systemDb, uuid, presentSession(request));
        await unlinkOwnAccount(write, account, provider);
      });
      sessions.forgetAccount(uuid);
      log.info({ event: 'sign-on-unlinked', tenant: tenant.name, account: uuid }, 'sign-on unlinked');
      return undefined;
    }),
    implement(checkSignOn, ({ body }) => relyingParty.check(body.issuer)),
  ];
}

/** Asks the provider who it is, once for each state. Answers that cannot be verified count for the address. */
async function verifiedPerson(
  parts: SessionParts,
  relyingParty: RelyingParty,
  { provider, isOnly }: Offer,
  { request, origin, url }: OpenCall,
): Promise<ProvidedPerson> {
  const response = new URL(url, origin);
  const state = response.searchParams.get('state') ?? '';
  const expected = { isOnly, state, ...secretsOf(parts.secret, state) };
  let failed: SignOnFailed | undefined;
  const { found } = await judgeSignIn(parts, parts.signOnAttempts, request.ip, undefined, async () => {
    // Within the limits of the address, since each is stored for a while.
    if (!(await useChallenge(parts.system, signatureIn(state)))) throw new SignOnFailed('over');
    return relyingParty.personOf(provider, response, expected).catch((error: unknown) => {
      if (!(error instanceof SignOnFailed) || error.why !== 'not-verified') throw error;
      failed = error;
      return undefined;
    });
  });
  if (!found) throw failed ?? new SignOnFailed('not-verified');
  return found;
}

/** Opens a session. @returns the page to go to */
async function enter(
  parts: SessionParts,
  { provider, person, next }: { provider: StoredProvider; person: ProvidedPerson; next: string | null },
  call: OpenCall,
): Promise<string> {
  const { request, reply, tenant, log } = call;
  const { actor: present } = await request.identify();
  const arrival = {
    tenantId: tenant.id,
    provider,
    person,
    opener: openerOf(request),
    present: present?.accountUuid,
  };
  const { lacks, ...admitted } = await admitPerson(parts, arrival);
  if (!lacks) {
    await completeSignIn(parts, admitted, call);
    return next ?? '/ui/catalog';
  }
  parts.onSignIn('pending');
  const event = { tenant: tenant.name, address: request.ip, account: admitted.account.uuid };
  log.info({ event: 'sign-in-pending', ...event }, 'a second factor is needed');
  setSessionCookies(request, reply, parts.secret, admitted.token);
  return withParameters('/ui/login', { next });
}

/** Links the account that is signed in. @returns the page to go to */
async function link(
  { database, mail }: SessionParts,
  provider: StoredProvider,
  person: ProvidedPerson,
  { request, tenant, log }: OpenCall,
): Promise<string> {
  const { actor } = await request.identify();
  if (!actor) throw new SignOnFailed('over');
  const uuid = actor.accountUuid;
  await database.tenant(tenant.id, actor).write('account-sign-on', async (tx) => {
    const write = { tx, by: 'account', mail } as const;
    await presentProvider(tx.db, provider);
    await lockAccount(write, uuid);
    // The session may have ended meanwhile, or the organisation demand more by now.
    await requireFactorGiven(tx.systemDb, uuid, presentSession(request));
    await linkOwnAccount(write, uuid, provider, person);
  });
  log.info({ event: 'sign-on-linked', tenant: tenant.name, account: uuid }, 'sign-on linked');
  return withParameters(PROFILE, { signOn: 'linked' });
}

/**
 * Redirects the browser: on, or back to the page where it came from, which says what went wrong.
 * @param go finds where it goes on to
 */
async function redirect(
  { request, reply, tenant, log }: OpenCall,
  { page, next }: { readonly page: string; readonly next: string | null },
  go: () => Promise<string>,
): Promise<void> {
  try {
    reply.header('location', await go());
  } catch (error) {
    const why = isHeldOff(error) ? 'held-off' : error instanceof SignOnFailed ? error.why : undefined;
    if (why === undefined) throw error;
    const event = { event: 'sign-on-refused', tenant: tenant.name, address: request.ip, why };
    // What a provider answers may be long.
    log.warn({ ...event, cause: shortened(causeOf(error)) }, 'sign-on refused');
    reply.header('location', withParameters(page, { signOn: why, next }));
  }
}

/** The messages of an error and of what caused it. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return [error.message, causeOf(error.cause)].filter((message) => message !== '').join(': ');
}

function withParameters(page: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null);
  return given.length === 0 ? page : `${page}?${new URLSearchParams(given).toString()}`;
}

function browserOf({ cookies }: FastifyRequest): string | undefined {
  const known = cookies[SIGN_ON_COOKIE];
  return known !== undefined && isToken(known) ? known : undefined;
}

/** The cookie that binds a sign-on to the browser in which it was begun. It is the same in all tabs. */
function setSignOnCookie(request: FastifyRequest, reply: FastifyReply): string {
  const browser = browserOf(request) ?? newToken();
  void reply.setCookie(SIGN_ON_COOKIE, browser, {
    path: '/',
    // The provider sends the browser back from another site.
    sameSite: 'lax',
    secure: request.protocol === 'https',
    httpOnly: true,
    maxAge: SIGN_ON_MINUTES * 60,
  });
  return browser;
}
