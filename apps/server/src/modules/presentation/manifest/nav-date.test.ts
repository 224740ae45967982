import { expect, it } from 'vitest';
import { navDate } from './nav-date.ts';

it.each([
  [1492_10_12, '1492-10-12T00:00:00Z'],
  [79_08_24, '0079-08-24T00:00:00Z'],
  // A leap day of the Julian calendar.
  [1500_02_29, '1500-02-28T00:00:00Z'],
  [2000_02_29, '2000-02-29T00:00:00Z'],
  // Before Christ, and later than four digits say.
  [-429_685, undefined],
  [0, undefined],
  [10_000_01_01, undefined],
])('the day %s is %s', (day, written) => {
  expect(navDate(day)).toBe(written);
});
