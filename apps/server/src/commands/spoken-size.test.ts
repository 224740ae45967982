import { expect, test } from 'vitest';
import { readSize, spokenSize } from './spoken-size.ts';

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

test('a size is read with its unit, and without one as bytes', () => {
  expect(['0', '20000', '500 GB', ' 1.5tb', '2kB', '12 MB '].map(readSize)).toEqual([
    0, 20_000, 500e9, 1.5e12, 2000, 12e6,
  ]);
  for (const text of ['', 'GB', '-1', '1,5 GB', '1e9', '5 PB', '99999999999 TB', 'none']) {
    expect({ text, size: readSize(text) }).toEqual({ text, size: undefined });
  }
});
