import { expect, it } from 'vitest';
import { describedBy } from './provider-description.ts';

const issuer = 'https://id.example.org';
const description = {
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
};

it('is what we read of it, and nothing more', () => {
  expect(describedBy({ ...description, claims_supported: ['sub'], junk: [{}] }, issuer)).toEqual(description);
});

it.each<[string, object]>([
  ['without a place for its keys', { jwks_uri: undefined }],
  ['with a list as an address', { authorization_endpoint: [`${issuer}/auth`] }],
  ['with an address that is less protected', { token_endpoint: 'http://id.example.org/token' }],
  ['with an address of a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['with an address that no browser takes', { authorization_endpoint: `${issuer}/${'a'.repeat(2_000)}` }],
  ['with no list of scopes', { scopes_supported: 5 }],
  ['with null as scopes', { scopes_supported: null }],
])('is refused %s', (_, change) => {
  expect(() => describedBy({ ...description, ...change }, issuer)).toThrow('description');
});

it('of this machine may have addresses of plain http', () => {
  const local = JSON.parse(JSON.stringify(description).replaceAll(issuer, 'http://127.0.0.1:9')) as object;
  expect(describedBy(local, 'http://127.0.0.1:9')).toEqual(local);
});
