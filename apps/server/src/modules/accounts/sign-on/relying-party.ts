import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Configuration } from 'openid-client';
import type { signOnChecks } from '@armarium/contract/sign-on';
import { filteredFetch } from '../../../outbound/filtered-fetch.ts';
import { isRefusedAddress } from '../../../outbound/filtering-agents.ts';
import { shortened } from '../../../outbound/attempt.ts';
import type { StoredProvider } from '../../tenancy/public.ts';
import { describedBy, type ProviderDescription } from './provider-description.ts';
import { SignOnFailed } from './sign-on-failed.ts';

/** A person as a provider vouches for them. */
export interface ProvidedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Empty where the provider names none, or does not say that it is theirs. */
  readonly email: string;
  /** As the provider calls them; may be empty. */
  readonly username: string;
  readonly name: string;
  readonly surname: string;
  /** Undefined where the provider says nothing of groups. */
  readonly groups: readonly string[] | undefined;
}

/** The answer to a question whether an issuer can be used. */
interface IssuerCheck {
  readonly outcome: (typeof signOnChecks)[number];
  readonly found: string | null;
  readonly detail: string;
}

const ANSWER_MAX_S = 10;
/** The description of a provider is read again after so long. Its keys are read again where one is missing, once a minute at most. */
const REMEMBERED_MS = 10 * 60_000;
/** One that did not answer is not asked again for so long, however many people press the button. */
const AWAY_MS = 5_000;
/** Clocks may differ by so much. */
const CLOCK_TOLERANCE_S = 30;
/** OpenID Connect Core 1.0 §2: ASCII, with nothing that cannot be seen. */
const subjectForm = /^[\x20-\x7e]{1,255}$/;

/** The library is loaded with the first use: most starts and commands need none. */
const library = () => import('openid-client');

/** A provider as it describes itself. */
interface ReadProvider {
  readonly config: Configuration;
  readonly description: ProviderDescription;
}

/** Thrown by our `fetch`: the provider was not reached, or says that it cannot answer now. */
class ProviderAway extends Error {
  /** Of its answer, where there is one. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown }) {
    super(message, { cause });
    this.status = status;
  }
}

const causes = (error: unknown): Error[] => (error instanceof Error ? [error, ...causes(error.cause)] : []);
const isAway = (error: unknown) => causes(error).some((cause) => cause instanceof ProviderAway);

/** Our side of OpenID Connect: asks the providers that organisations name (OpenID Connect Core 1.0, Discovery 1.0). */
export class RelyingParty {
  readonly #fetch: ReturnType<typeof filteredFetch>;
  readonly #known = new LRUCache<string, Promise<ReadProvider>>({ max: 100, ttl: REMEMBERED_MS });

  /** @param allowedAddresses internal addresses and networks (CIDR) that may be asked */
  constructor(allowedAddresses: readonly string[]) {
    const ask = filteredFetch(allowedAddresses);
    this.#fetch = async (url, options) => {
      const answer = await ask(url, options).catch((error: unknown) => {
        throw new ProviderAway(`${new URL(url).host} cannot be reached`, { cause: error });
      });
      // Not found, in too much of a hurry, or out of order: that says nothing of the person.
      if (answer.status >= 500 || [404, 408, 429].includes(answer.status))
        throw new ProviderAway(`${new URL(url).host} answers ${answer.status}`, { status: answer.status });
      return answer;
    };
  }

  /**
   * The address of the provider at which a person signs in.
   * @param asked.redirectUri where the provider sends the browser back
   * @param asked.isOnly whether the organisation has no other provider. All of them send the browser back to one address: beside
   * others a provider has to name itself in its answers, or one could pass its people on to another (RFC 9700 §4.4).
   * @throws SignOnFailed `away`, `alone`
   */
  async authorizationAddress(
    provider: StoredProvider,
    asked: {
      readonly redirectUri: string;
      readonly isOnly: boolean;
      readonly state: string;
      readonly nonce: string;
      readonly verifier: string;
    },
  ): Promise<string> {
    try {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
      const { config, description } = await this.#read(provider);
      requireFitBeside(description, asked.isOnly);
      const knowsGroups = description.scopes_supported?.includes('groups') ?? false;
      const groups = provider.groupsClaim !== null && knowsGroups ? ' groups' : '';
      return buildAuthorizationUrl(config, {
        redirect_uri: asked.redirectUri,
        scope: `openid profile email${groups}`,
        state: asked.state,
        nonce: asked.nonce,
        code_challenge: await calculatePKCECodeChallenge(asked.verifier),
        code_challenge_method: 'S256',
      }).href;
    } catch (error) {
      throw error instanceof SignOnFailed ? error : new SignOnFailed('away', error);
    }
  }

  /**
   * Exchanges the code of an authorization response for the person. Issuer, signature, audience, nonce and times of the ID token
   * are checked.
   * @param response the address to which the browser was sent, with its parameters
   * @param expected.isOnly as in `authorizationAddress`
   * @throws SignOnFailed `away`, `alone`, `not-verified`
   */
  async personOf(
    provider: StoredProvider,
    response: URL,
    expected: {
      readonly isOnly: boolean;
      readonly state: string;
      readonly nonce: string;
      readonly verifier: string;
    },
  ): Promise<ProvidedPerson> {
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    try {
      const { config, description } = await this.#read(provider);
      // Another may have come while the person was away.
      requireFitBeside(description, expected.isOnly);
      const tokens = await authorizationCodeGrant(config, response, {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims?.iss !== provider.issuer || !subjectForm.test(claims.sub))
        throw new SignOnFailed('not-verified');
      // Many providers tell the groups, or even the address, only to whoever asks again.
      const isWhole = 'email' in claims && (provider.groupsClaim === null || provider.groupsClaim in claims);
      const hasMore = description.userinfo_endpoint !== undefined && !isWhole;
      const more = hasMore ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {};
      return personIn({ idToken: claims, userInfo: more }, provider);
    } catch (error) {
      if (error instanceof SignOnFailed) throw error;
      throw new SignOnFailed(isAway(error) ? 'away' : 'not-verified', error);
    }
  }

  /** Asks an issuer for its description, and forgets it. */
  async check(issuer: string): Promise<IssuerCheck> {
    let found: string | null = null;
    try {
      const { description } = await this.#discover({ issuer, clientId: 'check', clientSecret: 'check' });
      found = description.issuer;
      if (found !== issuer) return { outcome: 'issuer-differs', found, detail: '' };
      const isFitBesideOthers = description.authorization_response_iss_parameter_supported ?? false;
      return { outcome: isFitBesideOthers ? 'ready' : 'ready-alone', found, detail: '' };
    } catch (error) {
      const all = causes(error);
      const named = all.map(
        ({ cause }) => (cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer,
      );
      const other = named.find((name) => typeof name === 'string');
      if (other !== undefined) return { outcome: 'issuer-differs', found: other.slice(0, 500), detail: '' };
      const detail = shortened(all.at(-1)?.message ?? String(error));
      // Which address a name has inside the house is nobody's business.
      if (all.some(isRefusedAddress)) return { outcome: 'not-allowed', found, detail: '' };
      const away = all.find((cause) => cause instanceof ProviderAway);
      const isUnreachable = away !== undefined && away.status !== 404;
      return { outcome: isUnreachable ? 'unreachable' : 'not-a-provider', found, detail };
    }
  }

  #read(provider: StoredProvider): Promise<ReadProvider> {
    const { issuer, clientId, clientSecret } = provider;
    const key = createHash('sha256')
      .update(JSON.stringify([issuer, clientId, clientSecret]))
      .digest('base64');
    const known = this.#known.get(key);
    if (known) return known;
    const asked = this.#discover(provider).then((read) => {
      // Links are by the issuer, so another way to write it would be another issuer.
      if (read.description.issuer !== issuer) throw new Error('The provider names another issuer');
      return read;
    });
    this.#known.set(key, asked);
    asked.catch(() => this.#known.set(key, asked, { ttl: AWAY_MS }));
    return asked;
  }

  async #discover({
    issuer,
    clientId,
    clientSecret,
  }: Pick<StoredProvider, 'issuer' | 'clientId' | 'clientSecret'>): Promise<ReadProvider> {
    const oidc = await library();
    // Plain http is allowed by the contract for this machine alone.
    const extensions = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      execute: extensions,
      [oidc.customFetch]: this.#fetch,
      timeout: ANSWER_MAX_S,
    });
    const description = describedBy(found.serverMetadata(), issuer);
    // What a provider does not say is this one (RFC 8414 §2).
    const methods = description.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authentication = methods.includes('client_secret_basic')
      ? oidc.ClientSecretBasic(clientSecret)
      : oidc.ClientSecretPost(clientSecret);
    const client = { [oidc.clockTolerance]: CLOCK_TOLERANCE_S };
    const config = new oidc.Configuration(description, clientId, client, authentication);
    config[oidc.customFetch] = this.#fetch;
    config.timeout = ANSWER_MAX_S;
    // TLS vouches for the token endpoint, but a proxy that ends it may be anybody's: the signature counts.
    for (const extend of [...extensions, oidc.enableNonRepudiationChecks]) extend(config);
    return { config, description };
  }
}

/** @throws SignOnFailed `alone` where the provider is one of several, and does not name itself in its answers */
function requireFitBeside(description: ProviderDescription, isOnly: boolean): void {
  if (!isOnly && !description.authorization_response_iss_parameter_supported) throw new SignOnFailed('alone');
}

type Claims = Readonly<Record<string, unknown>>;

const valueIn = (claims: Claims, name: string): unknown =>
  Object.hasOwn(claims, name) ? claims[name] : undefined;

const textIn = (claims: Claims, name: string): string => {
  const value = valueIn(claims, name);
  // Neither control characters nor halves of pairs can be stored.
  return typeof value === 'string'
    ? value
        .toWellFormed()
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
    : '';
};

function personIn(
  { idToken, userInfo }: { readonly idToken: Claims; readonly userInfo: Claims },
  { issuer, groupsClaim }: StoredProvider,
): ProvidedPerson {
  const claims = { ...userInfo, ...idToken };
  // An address and whether it is verified belong together.
  const ofAddress = Object.hasOwn(idToken, 'email') ? idToken : userInfo;
  const surname = textIn(claims, 'family_name');
  return {
    issuer,
    subject: String(idToken['sub']),
    email: valueIn(ofAddress, 'email_verified') === true ? textIn(ofAddress, 'email') : '',
    username: textIn(claims, 'preferred_username'),
    name: textIn(claims, 'given_name'),
    surname: surname === '' ? textIn(claims, 'name') : surname,
    groups: groupsClaim === null ? [] : groupsIn(valueIn(claims, groupsClaim)),
  };
}

/** One group may be written without a list. What is neither says nothing of groups. */
function groupsIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : undefined;
}
