import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { StoredProvider } from '../../tenancy/public.ts';
import { RelyingParty } from './relying-party.ts';

/** Only the first address may be asked. */
const [open, inner] = ['127.0.0.1', '127.0.0.2'];
const { privateKey, publicKey } = await generateKeyPair('ES256');
const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'a key', alg: 'ES256', use: 'sig' }] };
const servers: Server[] = [];
const asked: string[] = [];
/** What the provider says of itself otherwise. */
let odd: object = {};

async function serve(address: string, port: number): Promise<number> {
  const server = createServer((request, response) => {
    asked.push(`${address}${request.url}`);
    void answer(request.url ?? '').then((said) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
  }).listen(port, address);
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const port = await serve(open, 0);
await serve(inner, port);
const issuer = `http://${open}:${port}`;
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => void (asked.length = 0));

async function answer(path: string): Promise<object> {
  if (path === '/keys') return keys;
  if (path === '/me') return { sub: 'ada', email: 'ada@example.org', email_verified: true };
  if (path === '/token') {
    const token = new SignJWT({ nonce: 'a nonce' }).setProtectedHeader({ alg: 'ES256', kid: 'a key' });
    const signed = token.setIssuer(issuer).setAudience('armarium').setSubject('ada').setIssuedAt();
    const id_token = await signed.setExpirationTime('1 min').sign(privateKey);
    return { access_token: 'x', token_type: 'Bearer', id_token };
  }
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    ...odd,
  };
}

const provider = {
  issuer,
  clientId: 'armarium',
  clientSecret: 'a secret',
  groupsClaim: null,
} as StoredProvider;
/** The person of whom a provider with such a description tells. */
function personOf(description: object) {
  odd = description;
  const response = new URL('https://museo.example.org/back?code=x&state=y');
  const expected = { isOnly: true, state: 'y', nonce: 'a nonce', verifier: 'v'.repeat(43) };
  return new RelyingParty([open]).personOf(provider, response, expected);
}

test('a provider is asked for its description, the token, its keys and the person', async () => {
  expect(await personOf({})).toMatchObject({ email: 'ada@example.org' });
  expect(asked.map((one) => one.replace(open, '')).sort()).toEqual([
    '/.well-known/openid-configuration',
    '/keys',
    '/me',
    '/token',
  ]);
});

test.each([
  ['token_endpoint', '/token'],
  ['jwks_uri', '/keys'],
  ['userinfo_endpoint', '/me'],
])('what its description names as %s is not asked in a private network', async (name, path) => {
  await expect(personOf({ [name]: `http://${inner}:${port}${path}` })).rejects.toMatchObject({
    why: 'away',
  });
  expect(asked.filter((one) => one.startsWith(inner))).toEqual([]);
  expect(asked).not.toContain(`${open}${path}`);
});
