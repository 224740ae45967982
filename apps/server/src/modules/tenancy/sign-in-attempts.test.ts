import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignInAttempts } from './sign-in-attempts.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the count of failed sign-ins', () => {
  it('[LOGIN-21] makes wait from the last one allowed until the end of the window', () => {
    const attempts = new SignInAttempts(3, 60_000);
    for (let count = 0; count < 2; count += 1) attempts.failed('ada');
    expect(attempts.wait_ms('ada')).toBe(0);
    vi.advanceTimersByTime(10_000);
    attempts.failed('ada');
    expect(attempts.wait_ms('ada')).toBe(50_000);
    vi.advanceTimersByTime(49_999);
    expect(attempts.wait_ms('ada')).toBe(1);
    vi.advanceTimersByTime(1);
    expect(attempts.wait_ms('ada')).toBe(0);
  });

  it('begins anew after its window', () => {
    const attempts = new SignInAttempts(2, 60_000);
    attempts.failed('ada');
    vi.advanceTimersByTime(60_000);
    attempts.failed('ada');
    expect(attempts.wait_ms('ada')).toBe(0);
    attempts.failed('ada');
    expect(attempts.wait_ms('ada')).toBe(60_000);
  });

  it('is one for each key, with a limit of its own where one is given', () => {
    const attempts = new SignInAttempts(1, 60_000);
    attempts.failed('ada');
    expect(attempts.wait_ms('ada')).toBe(60_000);
    expect(attempts.wait_ms('grace')).toBe(0);
    expect(attempts.wait_ms('ada', 2)).toBe(0);
  });

  it('is gone with a success, and one less when forgiven', () => {
    const attempts = new SignInAttempts(2, 60_000);
    for (const key of ['ada', 'address']) for (let count = 0; count < 2; count += 1) attempts.failed(key);
    attempts.succeeded('ada');
    attempts.forgive('address');
    expect(attempts.wait_ms('ada')).toBe(0);
    expect(attempts.wait_ms('address')).toBe(0);
    attempts.failed('ada');
    attempts.failed('address');
    expect(attempts.wait_ms('ada')).toBe(0);
    expect(attempts.wait_ms('address')).toBe(60_000);
  });

  it('is not lowered below none by what was never counted', () => {
    const attempts = new SignInAttempts(1, 60_000);
    attempts.forgive('ada');
    attempts.failed('ada');
    attempts.forgive('ada');
    attempts.forgive('ada');
    attempts.failed('ada');
    expect(attempts.wait_ms('ada')).toBe(60_000);
  });

  it('forgets the oldest keys, so that invented names can’t fill the memory', () => {
    const attempts = new SignInAttempts(1, 60_000);
    attempts.failed('first');
    for (let count = 0; count < 50_000; count += 1) attempts.failed(`guess ${count}`);
    expect(attempts.wait_ms('first')).toBe(0);
    expect(attempts.wait_ms('guess 49999')).toBe(60_000);
  });
});
