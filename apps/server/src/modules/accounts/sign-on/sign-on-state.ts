import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A person may take so long at the provider. */
export const SIGN_ON_MINUTES = 10;

/** The longest address of a page that comes back from a provider. */
const PAGE_MAX = 1_000;

/** What a sign-on was begun for. */
export interface SignOnPurpose {
  /** The uuid of the provider, and its issuer at that time. */
  readonly provider: string;
  readonly issuer: string;
  /** The page to which it leads; null for the catalogue. */
  readonly next: string | null;
  /** Whether the account that is signed in is to be linked. */
  readonly isLink: boolean;
}

/** Where it was begun, and has to end. */
export interface SignOnPlace {
  /** Scheme, host and port of the organisation. */
  readonly origin: string;
  /** The cookie of the browser (`setSignOnCookie`). */
  readonly browser: string;
  /** The token of the session, where an account is to be linked. */
  readonly session: string;
}

/**
 * Makes the parameter `state` (OpenID Connect Core 1.0 §3.1.2.1): what the sign-on is for, the moment, random bytes, and a
 * signature of ours over them and the place. So nothing is stored for a visitor who begins one, and in no other browser does
 * it lead anywhere.
 * @param secret of the installation
 */
export function makeState(
  secret: Buffer,
  { provider, issuer, next, isLink }: SignOnPurpose,
  place: SignOnPlace,
  now_ms = Date.now(),
): string {
  const told = [provider, issuer, next, isLink, now_ms, randomBytes(16).toString('base64url')];
  const payload = Buffer.from(JSON.stringify(told)).toString('base64url');
  return `${payload}.${signatureOf(secret, payload, place, isLink).toString('base64url')}`;
}

/** Reads a state that came back; undefined where it is not ours, was made for another place, or is over. */
export function readState(
  secret: Buffer,
  state: string,
  place: SignOnPlace,
  now_ms = Date.now(),
): SignOnPurpose | undefined {
  const [payload = '', signature = ''] = state.split('.');
  const purpose = purposeIn(payload);
  if (!purpose) return undefined;
  const expected = signatureOf(secret, payload, place, purpose.isLink);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return Math.abs(now_ms - purpose.at_ms) <= SIGN_ON_MINUTES * 60_000 ? purpose : undefined;
}

/** Not to be believed before the signature was checked. */
function purposeIn(payload: string): (SignOnPurpose & { readonly at_ms: number }) | undefined {
  try {
    const told: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (!Array.isArray(told)) return undefined;
    const [provider, issuer, next, isLink, at_ms] = told as unknown[];
    return {
      provider: String(provider),
      issuer: String(issuer),
      next: next as string | null,
      isLink: isLink === true,
      at_ms: Number(at_ms),
    };
  } catch {
    return undefined;
  }
}

function signatureOf(secret: Buffer, payload: string, place: SignOnPlace, isLink: boolean): Buffer {
  const { origin, browser, session } = place;
  return createHmac('sha256', secret)
    .update(JSON.stringify(['sign-on', origin, browser, isLink ? session : null]))
    .update(payload)
    .digest();
}

/** The signature of a state, by which it is used up. */
export const signatureIn = (state: string) => Buffer.from(state.split('.')[1] ?? '', 'base64url');

/** The nonce and the PKCE verifier (RFC 7636 §4.1) of a state. They follow from it, and nobody without our secret finds them. */
export function secretsOf(secret: Buffer, state: string): { nonce: string; verifier: string } {
  const derived = (what: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([what, state]))
      .digest('base64url');
  return { nonce: derived('sign-on nonce'), verifier: derived('sign-on verifier') };
}

/**
 * The page of the application that a sign-on leads to: a path of the client, or of the viewers beside it.
 * @returns null where another was asked for
 */
export function pageAfter(next: string | undefined): string | null {
  const base = 'http://here.invalid';
  if (next === undefined || !URL.canParse(next, base)) return null;
  const url = new URL(next, base);
  const page = url.pathname + url.search;
  const isOurs =
    url.origin === base &&
    /^\/(?:ui|images\/(?:viewers|players))\//.test(url.pathname) &&
    url.pathname !== '/ui/login';
  // In the state it is written in a third more characters.
  return isOurs && page.length <= PAGE_MAX ? page : null;
}
