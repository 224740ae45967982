import { expect, test } from 'vitest';
import { spokenSize } from './spoken-size.ts';

test('a size is said in the unit that fits it', () => {
  expect([0, 999, 1000, 4_249_000_000, 123_456_789, 2e12, 5e15].map(spokenSize)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '4.2 GB',
    '123 MB',
    '2.0 TB',
    '5000 TB',
  ]);
});
