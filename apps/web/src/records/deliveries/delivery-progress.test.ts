import { expect, it } from 'vitest';
import { askedAgain_ms, progressOf } from './delivery-progress.ts';

const now = Date.parse('2026-11-28T09:00:00.000Z');
const delivery = (state: 'PENDING' | 'DONE' | 'ERROR', attempts: number, seconds = 0) => ({
  state,
  attempts,
  date: new Date(now - seconds * 1000).toISOString(),
});

it.each([
  ['PENDING', 0, 'onItsWay'],
  ['PENDING', 2, 'waiting'],
  ['DONE', 1, 'sent'],
  ['ERROR', 8, 'failed'],
] as const)('a delivery that is %s after %i attempts is %s', (state, attempts, expected) => {
  expect(progressOf({ state, attempts })).toBe(expected);
});

it.each([
  ['there are none', [], false],
  ['all have ended', [delivery('DONE', 1), delivery('ERROR', 8)], false],
  ['one waits for its next attempt', [delivery('PENDING', 1), delivery('DONE', 1)], 30_000],
  ['one was just made', [delivery('PENDING', 1, 60), delivery('PENDING', 0, 2)], 1_000],
  ['one was just made by a clock that is ahead', [delivery('PENDING', 0, -90)], 1_000],
  ['one has had no attempt for an hour', [delivery('PENDING', 0, 3_600)], 30_000],
])('deliveries are asked for again in time where %s', (_where, deliveries, expected) => {
  expect(askedAgain_ms(deliveries, now)).toBe(expected);
});
