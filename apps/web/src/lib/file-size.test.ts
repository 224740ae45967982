import { expect, it } from 'vitest';
import { formatSize } from './file-size.ts';

it('writes sizes for people, with three figures at most', () => {
  expect(formatSize(1, 'en')).toBe('1 byte');
  expect(formatSize(999, 'en')).toBe('999 bytes');
  expect(formatSize(999_600, 'en')).toBe('1 MB');
  expect(formatSize(48_230_000, 'en')).toBe('48.2 MB');
  expect(formatSize(48_230_000, 'it')).toBe('48,2 MB');
  expect(formatSize(3_100_000_000, 'en')).toBe('3.1 GB');
});
