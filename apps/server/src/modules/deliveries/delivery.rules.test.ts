import { expect, it } from 'vitest';
import { nextAttempt } from './delivery.rules.ts';

it('a delivery is tried again after 1, 5, 15 minutes, 1, 3, 6, 12 hours, and given up after the eighth attempt', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => {
    const next = nextAttempt(attempts, now);
    return next && (next.getTime() - now.getTime()) / 60_000;
  });
  expect(minutes).toEqual([1, 5, 15, 60, 180, 360, 720, undefined, undefined]);
});
