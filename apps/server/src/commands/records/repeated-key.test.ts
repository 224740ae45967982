import { expect, test } from 'vitest';
import { repeatedKey } from './repeated-key.ts';

test.each([
  ['{"a":1,"b":2,"a":3}', 'a'],
  ['{"a" \t: 1, "\\u0061":2}', 'a'],
  ['{"x":{"a":1,"a":1}}', 'a'],
  ['{"x":[{"a":1},{"b":{},"b":[]}]}', 'b'],
  ['{"":1,"":2}', ''],
  ['{"a":"a","b":["a","a","b"],"c":{"a":1,"b":{"a":1}}}', undefined],
  ['{"a\\"":1,"a":2,"a\\\\":"\\\\\\"}{\\"a\\":"}', undefined],
  ['[{"a":1},{"a":1}]', undefined],
  ['{"a":"\\"a\\": 1, \\"a\\": 2"}', undefined],
])('%s has %j twice', (text, key) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect(repeatedKey(text)).toBe(key);
});

// What goes through it once for each of its signs doesn't come to an end in the time that the runner gives a test.
test('a text of several MiB is gone through once', () => {
  expect(repeatedKey(JSON.stringify({ a: '\\'.repeat(2_000_000), b: '"'.repeat(500_000) }))).toBeUndefined();
});
