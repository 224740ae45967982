import { describe, expect, it } from 'vitest';
import { leftOutText } from './left-out-text.ts';

describe('what the header says of the images that an archive lacks', () => {
  it('is their number and the first ten titles', () => {
    expect(leftOutText(['c. 1r', 'c. 1v'])).toBe('2 c.%201r c.%201v');
    expect(leftOutText(Array.from({ length: 12 }, (_, at) => `c. ${at}`)).split(' ')).toHaveLength(11);
  });

  it.each(['図', '🗺'])('stays short enough for proxies with titles that take many bytes: %s', (sign) => {
    const text = leftOutText(Array.from({ length: 20 }, (_, at) => `${at} ${sign.repeat(80)}`));
    expect(text.length).toBeLessThanOrEqual(1500);
    const [count, ...named] = text.split(' ');
    expect([count, named.length > 0 && named.length < 10]).toEqual(['20', true]);
    expect(decodeURIComponent(named[0] ?? '')).toContain(`0 ${sign}`);
  });
});
