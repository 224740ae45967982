import { afterEach, expect, it, vi } from 'vitest';
import { recallList } from './remembered.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const numberFrom = (kept: unknown) => (typeof kept === 'number' ? kept : undefined);

it.each([
  ['[1,"2",null,3]', [1, 3]],
  ['{', []],
  ['{"a":1}', []],
  ['7', []],
  [null, []],
])('of a list that is kept as %s only its own entries are recalled', (text, entries) => {
  vi.stubGlobal('localStorage', { getItem: () => text });
  expect(recallList('a', numberFrom)).toEqual(entries);
});

it('recalls nothing where storage is forbidden', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(recallList('a', numberFrom)).toEqual([]);
});
