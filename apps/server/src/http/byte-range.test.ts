import { describe, expect, it } from 'vitest';
import { wantedBytes } from './byte-range.ts';

const tag = '"one"';
const asked = (range: string, size_bytes = 1000, condition?: string) =>
  wantedBytes({ range, 'if-range': condition }, size_bytes, tag);

describe('a range of bytes', () => {
  it('is from, to, or the last so many, and ends where the file ends', () => {
    expect(asked('bytes=0-0')).toEqual({ start: 0, end: 0 });
    expect(asked('bytes=10-19')).toEqual({ start: 10, end: 19 });
    expect(asked('bytes=990-')).toEqual({ start: 990, end: 999 });
    expect(asked('bytes=990-5000')).toEqual({ start: 990, end: 999 });
    expect(asked('bytes=-10')).toEqual({ start: 990, end: 999 });
    expect(asked('bytes=-5000')).toEqual({ start: 0, end: 999 });
  });

  it('behind the end is none', () => {
    expect(asked('bytes=1000-')).toBe('none');
    expect(asked('bytes=-0')).toBe('none');
    expect(asked('bytes=0-', 0)).toBe('none');
  });

  it('in any other form is left aside', () => {
    for (const range of ['bytes=', 'bytes=-', 'bytes=9-3', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=a-b'])
      expect(asked(range), range).toBe('all');
    expect(wantedBytes({}, 10, tag)).toBe('all');
  });

  it('of another state of the file is left aside', () => {
    expect(asked('bytes=0-9', 1000, tag)).toEqual({ start: 0, end: 9 });
    expect(asked('bytes=0-9', 1000, '"two"')).toBe('all');
    expect(asked('bytes=0-9', 1000, 'Sun, 22 Nov 2026 00:00:00 GMT')).toBe('all');
  });
});
