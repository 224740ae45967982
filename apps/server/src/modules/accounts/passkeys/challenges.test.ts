import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isGood, makeChallenge, type ChallengePurpose } from './challenges.ts';

const secret = randomBytes(32);
const now_ms = 1_764_000_000_000;
const signIn: ChallengePurpose = { host: 'museo.example.org', session: null };
const challenge = makeChallenge(secret, signIn, now_ms);
const isGoodFor = (purpose: ChallengePurpose, minutes = 0, given = challenge, by = secret) =>
  isGood(by, given, purpose, now_ms + minutes * 60_000);

describe('(V6.7.2) a challenge', () => {
  it('is another each time', () => {
    expect(makeChallenge(secret, signIn, now_ms)).not.toEqual(challenge);
  });

  it('is good for five minutes', () => {
    expect(isGoodFor(signIn, 4.9)).toBe(true);
    expect(isGoodFor(signIn, 5.1)).toBe(false);
    // Of a process whose clock is ahead.
    expect(isGoodFor(signIn, -5.1)).toBe(false);
  });

  it.each<[string, ChallengePurpose]>([
    ['another host', { ...signIn, host: 'altra.example.org' }],
    ['a session', { ...signIn, session: 'token' }],
  ])('is not good for %s', (_what, purpose) => {
    expect(isGoodFor(purpose)).toBe(false);
  });

  it('of one session is not good for another, nor for a sign-in', () => {
    const made = makeChallenge(secret, { ...signIn, session: 'one' }, now_ms);
    expect(isGoodFor({ ...signIn, session: 'one' }, 0, made)).toBe(true);
    expect(isGoodFor({ ...signIn, session: 'other' }, 0, made)).toBe(false);
    expect(isGoodFor(signIn, 0, made)).toBe(false);
  });

  it('is not good where a byte of it was changed, or cut off, or by another secret', () => {
    for (const place of challenge.keys()) {
      const changed = Buffer.from(challenge);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(isGoodFor(signIn, 0, changed)).toBe(false);
    }
    for (const length of [0, 16, 24, 55])
      expect(isGoodFor(signIn, 0, challenge.subarray(0, length))).toBe(false);
    expect(isGoodFor(signIn, 0, challenge, randomBytes(32))).toBe(false);
  });
});
