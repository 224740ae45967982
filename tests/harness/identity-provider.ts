import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import type { Provider as OidcProvider } from 'oidc-provider';
import { HttpClient } from './http-client.ts';

/** A person whom the provider knows, by the claims that it tells of them. */
export interface KnownPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly groups?: readonly string[] | string;
}

/** What a test makes the provider do otherwise than it should. */
interface Oddities {
  /** It answers every request with this status. */
  status?: number;
  /** Changes its description. */
  description?: (description: Record<string, unknown>) => unknown;
  /** Changes the claims of ID tokens. */
  claims?: (claims: JWTPayload) => JWTPayload;
  /** Signs ID tokens by a key that is not its own. */
  hasOtherKey?: boolean;
  /** Changes what it says of a person to whoever asks again. */
  userInfo?: (claims: Record<string, unknown>) => unknown;
}

const ALGORITHM = 'ES256';
const KEY_ID = 'a key';
export const CLIENT_ID = 'armarium';
export const CLIENT_SECRET = 'the secret of the client, which nobody reads';

/**
 * A provider of OpenID Connect on this machine (`oidc-provider`), in which whoever gives the name of a known person is that
 * person. It asks for PKCE, and takes any address on this machine to come back to.
 */
export class IdentityProvider {
  /** By their subject. */
  readonly people = new Map<string, KnownPerson>();
  readonly #server: Server;
  #odd: Oddities = {};
  /** The paths that were asked for, in their order. */
  readonly asked: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<IdentityProvider> {
    // It warns of each version of Node that is older than its own.
    const { info, warn } = console;
    console.info = console.warn = () => undefined;
    const { Provider } = await import('oidc-provider');
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const own = await keyPair();
    const other = await keyPair();
    const self = new IdentityProvider(server);
    const oidc = makeProvider(Provider, self, await exportJWK(own.privateKey));
    Object.assign(console, { info, warn });
    const handle = oidc.callback();
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const { pathname } = new URL(request.url ?? '', self.issuer);
      self.asked.push(pathname);
      const { status } = self.#odd;
      if (status !== undefined) return response.writeHead(status).end();
      if (pathname.startsWith('/interaction/')) return void interact(oidc, request, response);
      const { privateKey } = self.#odd.hasOtherKey ? other : own;
      self.#alter(pathname, response, privateKey);
      return void handle(request, response);
    });
    return self;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Does something otherwise while work runs. */
  async while<T>(odd: Oddities, work: () => Promise<T>): Promise<T> {
    this.#odd = odd;
    return work().finally(() => {
      this.#odd = {};
    });
  }

  /**
   * Signs a person in, in a browser of their own.
   * @param address of the authorization endpoint
   * @returns the address to which the browser is sent back
   */
  async signIn(address: string, subject: string): Promise<URL> {
    const browser = new HttpClient(this.issuer);
    try {
      let location = address;
      for (let steps = 0; steps < 8; steps += 1) {
        const url = new URL(location, this.issuer);
        if (url.origin !== this.issuer) return url;
        let answer = await browser.send('GET', url.pathname + url.search);
        if (answer.status === 200) answer = await browser.send('POST', `${url.pathname}?login=${subject}`);
        const next = answer.headers.location;
        if (next === undefined)
          throw new Error(`${url.pathname}: ${answer.status} ${answer.bytes.toString()}`);
        location = next;
      }
      throw new Error('The provider leads nowhere.');
    } finally {
      browser.close();
    }
  }

  /** Changes the answer to a path as the test wants it. */
  #alter(pathname: string, response: ServerResponse, key: PrivateKey): void {
    const { description, claims, hasOtherKey, userInfo } = this.#odd;
    if (pathname === '/.well-known/openid-configuration' && description) changeAnswer(response, description);
    if (pathname === '/me' && userInfo) changeAnswer(response, userInfo);
    if (pathname === '/token' && (claims || hasOtherKey)) {
      changeAnswer(response, async (answer) => {
        const [, payload = ''] = String(answer['id_token']).split('.');
        const told = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
        const signed = new SignJWT(claims?.(told) ?? told).setProtectedHeader({
          alg: ALGORITHM,
          kid: KEY_ID,
        });
        return { ...answer, id_token: await signed.sign(key) };
      });
    }
  }
}

type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

const keyPair = () => generateKeyPair(ALGORITHM, { extractable: true });

function makeProvider(
  Provider: typeof OidcProvider,
  self: IdentityProvider,
  key: Awaited<ReturnType<typeof exportJWK>>,
): OidcProvider {
  const oidc = new Provider(self.issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${self.issuer}/nowhere`],
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
    jwks: { keys: [{ ...key, alg: ALGORITHM, kid: KEY_ID, use: 'sig' }] as never[] },
    enabledJWA: { idTokenSigningAlgValues: [ALGORITHM] },
    cookies: { keys: ['of a test'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'given_name', 'family_name', 'name'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_ctx, sub) => {
      const person = self.people.get(sub);
      return person && { accountId: sub, claims: () => ({ sub, ...person }) };
    },
    // Nobody is asked whether they agree.
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  const client = oidc.Client as unknown as { prototype: { redirectUriAllowed: (uri: string) => boolean } };
  client.prototype.redirectUriAllowed = (uri) =>
    /^(?:127\.0\.0\.1|(?:[\w-]+\.)?localhost)$/.test(new URL(uri).hostname);
  return oidc;
}

/** The page on which a person says who they are. */
async function interact(
  oidc: OidcProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      '<!doctype html><html lang="en"><title>Who are you?</title><form method="post"><label>Name <input name="login" autofocus></label> <button>Sign in</button> <button name="refused" value="yes">No</button></form>',
    );
    return;
  }
  const { searchParams } = new URL(request.url ?? '', 'http://here.invalid');
  const sent = new URLSearchParams(await text(request));
  const login = searchParams.get('login') ?? sent.get('login') ?? '';
  const isRefused = login === '' || sent.has('refused');
  const result = isRefused
    ? { error: 'access_denied', error_description: 'The person gave up.' }
    : { login: { accountId: login } };
  await oidc.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

/** Changes the JSON that a response ends with. */
function changeAnswer(response: ServerResponse, change: (answer: Record<string, unknown>) => unknown): void {
  const end = response.end.bind(response);
  response.end = ((body?: unknown) => {
    void Promise.resolve(change(JSON.parse(String(body)) as Record<string, unknown>)).then((changed) => {
      const bytes = Buffer.from(JSON.stringify(changed));
      response.setHeader('content-length', bytes.length);
      end(bytes);
    });
    return response;
  }) as typeof response.end;
}
