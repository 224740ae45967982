import { describe, expect, it } from 'vitest';
import { passkeyHostOf } from './passkey-host.ts';

describe('the host of passkeys', () => {
  it.each([
    ['https://museo.example.org', 'museo.example.org'],
    ['https://museo.example.org.:8443', 'museo.example.org'],
    ['http://localhost:8080', 'localhost'],
    ['http://museo.localhost:8080', 'museo.localhost'],
  ])('of %s is %s', (origin, host) => {
    expect(passkeyHostOf(origin)).toBe(host);
  });
  it.each([
    'http://museo.example.org',
    'http://127.0.0.1:8080',
    'https://192.0.2.7',
    'https://[2001:db8::7]',
  ])('of %s is none', (origin) => {
    expect(passkeyHostOf(origin)).toBeUndefined();
  });
});
