import { expect, it } from 'vitest';
import { isInMotion } from './in-motion.ts';

const now_ms = Date.parse('2026-11-21T09:10:00.000Z');

it.each([
  ['is prepared', 1, '2026-11-01T09:00:00.000Z', true],
  ['changed a moment ago', 0, '2026-11-21T09:09:00.000Z', true],
  ['has rested', 0, '2026-11-21T09:07:00.000Z', false],
])('an item that %s', (_what, notReadyImagesCount, lastModifiedDate, expected) => {
  expect(isInMotion({ notReadyImagesCount, lastModifiedDate }, now_ms, 120_000)).toBe(expected);
});
