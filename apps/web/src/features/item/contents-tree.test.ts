import type { PlacedEntry } from '@armarium/contract/item-presentation';
import { describe, expect, it } from 'vitest';
import { contentsTree, entryAt, type ContentsBranch } from './contents-tree.ts';

function entry(
  label: string,
  depth: number,
  firstPosition: number | null,
  lastPosition = firstPosition,
): PlacedEntry {
  return { uuid: label, label, depth, first: label, last: null, firstPosition, lastPosition };
}
const drawn = (branches: readonly ContentsBranch[]): string =>
  branches
    .map(({ entry: { label }, within }) => label + (within.length > 0 ? `(${drawn(within)})` : ''))
    .join(' ');

describe('contentsTree', () => {
  it('puts each entry into the one before it that stands higher', () => {
    const entries = [
      entry('a', 0, 1),
      entry('b', 1, 1),
      entry('c', 2, 2),
      entry('d', 1, 3),
      entry('e', 0, 4),
    ];
    expect(drawn(contentsTree(entries))).toBe('a(b(c) d) e');
  });

  it('leaves out what leads nowhere, but not what stands above others', () => {
    const entries = [entry('a', 0, null), entry('b', 1, null), entry('c', 0, null), entry('d', 1, 3)];
    expect(drawn(contentsTree(entries))).toBe('c(d)');
  });
});

describe('entryAt', () => {
  const at = (entries: Parameters<typeof entryAt>[0], first: number, last = first) =>
    entryAt(entries, { first, last })?.label;
  const entries = [entry('a', 0, 1, 9), entry('b', 1, 2, 4), entry('c', 1, 4, 6), entry('gone', 2, null)];

  it('is the entry with the image that begins last', () => {
    expect(at(entries, 1)).toBe('a');
    expect(at(entries, 3)).toBe('b');
    expect(at(entries, 4)).toBe('c');
    expect(at(entries, 7)).toBe('a');
    expect(at(entries, 10)).toBeUndefined();
  });

  it('begins last, whatever stands deeper', () => {
    expect(at([entry('a', 0, 1, 9), entry('b', 1, 1, 9), entry('c', 0, 5, 6)], 5)).toBe('c');
  });

  it('is the deepest of those that begin together, and the last of these', () => {
    expect(at([entry('a', 0, 2, 9), entry('b', 1, 2, 4), entry('c', 1, 2, 3), entry('d', 0, 2, 9)], 2)).toBe(
      'c',
    );
  });

  it('holds any of two images that are shown', () => {
    expect(at(entries, 2, 3)).toBe('b');
    expect(at(entries, 6, 7)).toBe('c');
    expect(at([entry('a', 0, 1, 2), entry('b', 0, 3, 5)], 2, 3)).toBe('b');
  });
});
