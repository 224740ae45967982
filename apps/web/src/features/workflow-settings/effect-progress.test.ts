import { expect, it } from 'vitest';
import { askedAgain_ms } from './effect-progress.ts';

const now = Date.parse('2026-11-28T09:00:00.000Z');
const effect = (state: 'PENDING' | 'DONE' | 'ERROR', attempts: number, next_s?: number) => ({
  state,
  attempts,
  nextAttemptDate: next_s === undefined ? null : new Date(now + next_s * 1000).toISOString(),
});

it.each([
  ['there are none', [], false],
  ['all have ended', [effect('DONE', 1), effect('ERROR', 8)], false],
  ['one waits for its next attempt', [effect('PENDING', 1, 300), effect('DONE', 1)], 30_000],
  ['one has had no attempt', [effect('PENDING', 2, 300), effect('PENDING', 0, 1)], 2_000],
  ['one is sent again by hand', [effect('PENDING', 8, -1)], 2_000],
  ['one should have been sent long ago', [effect('PENDING', 3, -3_600)], 30_000],
])('effects are asked for again in time where %s', (_where, effects, expected) => {
  expect(askedAgain_ms(effects, now)).toBe(expected);
});
