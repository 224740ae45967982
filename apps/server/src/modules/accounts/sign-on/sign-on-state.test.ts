import { describe, expect, it } from 'vitest';
import { makeState, pageAfter, readState, secretsOf, SIGN_ON_MINUTES } from './sign-on-state.ts';

const secret = Buffer.alloc(32, 1);
const place = { origin: 'https://a.example.org', browser: 'a browser', session: 'a session' };
const purpose = {
  provider: 'a provider',
  issuer: 'https://id.example.org',
  next: '/ui/catalog',
  isLink: false,
};
const MINUTE_MS = 60_000;

describe('the state of a sign-on', () => {
  it('says what it is for, at the place where it was made, as long as it is good', () => {
    const state = makeState(secret, purpose, place, 0);
    expect(readState(secret, state, place, SIGN_ON_MINUTES * MINUTE_MS)).toMatchObject(purpose);
    expect(readState(secret, state, place, SIGN_ON_MINUTES * MINUTE_MS + 1)).toBeUndefined();
    expect(readState(secret, state, { ...place, origin: 'https://b.example.org' }, 0)).toBeUndefined();
    expect(readState(secret, state, { ...place, browser: 'another' }, 0)).toBeUndefined();
    expect(readState(Buffer.alloc(32, 2), state, place, 0)).toBeUndefined();
    // Whoever signs in may have had no session, or another one.
    expect(readState(secret, state, { ...place, session: '' }, 0)).toBeDefined();
  });

  it('belongs to one session where an account is linked', () => {
    const state = makeState(secret, { ...purpose, isLink: true }, place, 0);
    expect(readState(secret, state, place, 0)).toMatchObject({ isLink: true });
    expect(readState(secret, state, { ...place, session: 'another' }, 0)).toBeUndefined();
  });

  it('cannot be made into another', () => {
    const [payload = '', signature = ''] = makeState(secret, purpose, place, 0).split('.');
    const told = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[];
    const changed = [...told.slice(0, 3), true, ...told.slice(4)];
    const forged = Buffer.from(JSON.stringify(changed)).toString('base64url');
    expect(readState(secret, `${forged}.${signature}`, place, 0)).toBeUndefined();
    expect(readState(secret, `${payload}.`, place, 0)).toBeUndefined();
    expect(readState(secret, payload, place, 0)).toBeUndefined();
  });

  it('has a nonce and a verifier of its own', () => {
    const [one, other] = [1, 2].map(() => secretsOf(secret, makeState(secret, purpose, place, 0)));
    const all = [one?.nonce, one?.verifier, other?.nonce, other?.verifier];
    expect(new Set(all).size).toBe(4);
    // RFC 7636 §4.1.
    for (const text of all) expect(text).toMatch(/^[A-Za-z0-9_-]{43,128}$/);
  });
});

it.each([
  ['/ui/catalog/results?searchTerm=atlas', '/ui/catalog/results?searchTerm=atlas'],
  ['/images/viewers/dzi/1', '/images/viewers/dzi/1'],
  ['https://evil.example/ui/', null],
  ['//evil.example/ui/', null],
  ['/\\evil.example/ui/', null],
  ['/ui/../users/logout', null],
  ['/ui/login', null],
  ['javascript:alert(1)', null],
  [`/ui/catalog?searchTerm=${'é'.repeat(400)}`, null],
  [undefined, null],
])('the page after %s is %s', (next, page) => {
  expect(pageAfter(next)).toBe(page);
});
